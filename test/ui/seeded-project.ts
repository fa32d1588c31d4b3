import type { TestService } from '../../packages/server/src/testing/test-service.ts';
import { png } from '../tabs/sample-files.ts';

/** Name that would run as script if it were not escaped. */
export const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

/** Content of the seeded service. */
export interface SeededProject {
  /** Experiment keys from the oldest to the newest; the last experiment is running. */
  readonly keys: readonly string[];
  readonly running: string;
  readonly crashed: string;
  readonly withoutMetrics: string;
  /** Key of the experiment whose loss is NaN from the middle on and Infinity at the end. */
  readonly diverged: string;
  readonly hostileName: string;
}

const steps = 40;

/**
 * Logs a small sweep as a client does: twelve experiments in `ada/digits`, one of them with a hostile name, and a
 * model.
 */
export async function seedProject(service: TestService): Promise<SeededProject> {
  const write = (path: string, body: unknown) => service.call('POST', `/api/rest/v2/write/${path}`, body);
  const start = service.clock.now;
  const keys: string[] = [];
  for (let index = 0; index < 12; index++) {
    service.clock.now = start + index * 600_000;
    const experimentKey = await service.experiment();
    keys.push(experimentKey);
    const name = index === 5 ? hostile : `mlp-${index}`;
    await write('experiment/log-other', { experimentKey, key: 'Name', value: name });
    await write('experiment/tags', { experimentKey, addedTags: index % 2 === 0 ? ['sweep', 'baseline'] : ['sweep'] });
    for (const [parameterName, parameterValue] of Object.entries({
      learning_rate: [0.1, 0.01, 0.001][index % 3],
      width: 32 * (1 + (index % 4)),
      batch_size: 64,
      'optimizer|name': 'adam',
    })) {
      await write('experiment/parameter', { experimentKey, parameterName, parameterValue: String(parameterValue) });
    }
    if (index !== 3) await logMetrics(service, experimentKey, index);
    if (index === 11) await write('experiment/update-status', { experimentKey, isAlive: true });
    else {
      await write('experiment/update-status', {
        experimentKey,
        isAlive: false,
        ...(index === 4 ? { hasCrashed: true, error: 'killed' } : {}),
      });
      await write('experiment/set-start-end-time', {
        experimentKey,
        startTimeMillis: service.clock.now,
        endTimeMillis: service.clock.now + 90_000 + index * 1000,
      });
    }
  }
  const form = new FormData();
  form.set('file', new Blob(['weights']), 'model.bin');
  const best = keys[7]!;
  const query = new URLSearchParams({
    experimentKey: best,
    fileName: 'model.bin',
    type: 'model-element',
    groupingName: 'mlp',
  });
  await service.call('POST', `/api/rest/v2/write/experiment/upload-asset?${query}`, form);
  for (const version of ['1.0.0', '1.1.0']) {
    await write('registry-model/item/create', {
      experimentKey: best,
      experimentModelName: 'mlp',
      registryModelName: 'digits-mlp',
      registryModelDescription: 'Reads handwritten digits.',
      version,
      versionComment: hostile,
      tags: ['best'],
      status: 'Production',
    });
  }
  return {
    keys,
    running: keys[11]!,
    crashed: keys[4]!,
    withoutMetrics: keys[3]!,
    diverged: keys[2]!,
    hostileName: hostile,
  };
}

async function logMetrics(service: TestService, experimentKey: string, index: number): Promise<void> {
  const values = [];
  for (let step = 0; step < steps; step++) {
    const loss =
      index === 2 && step >= steps / 2
        ? step === steps - 1
          ? 'Infinity'
          : 'NaN'
        : 2 * Math.exp(-step / (8 + index)) + 0.05;
    values.push({ metricName: 'loss', metricValue: loss, step, epoch: Math.floor(step / 4) });
    values.push({ metricName: 'val/accuracy', metricValue: 1 - Math.exp(-step / (6 + index)), step });
    values.push({ metricName: 'sys.cpu.percent.avg', metricValue: 40 + (step % 7), step });
  }
  await service.call('POST', '/clientlib/batch/logger/experiment/metric', { experimentKey, values });
}

/** Logs one more metric value to an experiment, as a running training does. */
export async function logPoint(service: TestService, experimentKey: string, step: number, loss: number): Promise<void> {
  await service.call('POST', '/api/rest/v2/write/experiment/metric', {
    experimentKey,
    metricName: 'loss',
    metricValue: loss,
    step,
  });
}

/** Logs the same project, with the environment of two experiments and images at some steps. */
export async function seedComparedProject(service: TestService): Promise<SeededProject> {
  const project = await seedProject(service);
  const compared = [
    [project.keys[6]!, [0, 10]],
    [project.keys[7]!, [0, 10, 20]],
  ] as const;
  for (const [index, [experimentKey, imageSteps]] of compared.entries()) {
    await service.call('POST', '/api/rest/v2/write/experiment/system-details', {
      experimentKey,
      installedPackages: [`numpy==2.0.${index}`, 'pandas==2.2.3'],
      hostname: 'trainer',
      pythonVersion: `3.1${index}.0`,
    });
    for (const step of imageSteps) {
      const query = new URLSearchParams({ experimentKey, fileName: 'sample', type: 'image', step: String(step) });
      const form = new FormData();
      form.set('file', new Blob([png(28, [step * 10, 60 * (index + 1), 90])]), 'sample.png');
      await service.call('POST', `/api/rest/v2/write/experiment/upload-asset?${query}`, form);
    }
  }
  return project;
}
