import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LocalService, startLocalService } from '../../scripts/local-service.ts';

/** A real local service with a few experiments, logged over its interface. */
export interface SeededService extends LocalService {
  readonly apiKey: string;
  /** Of the experiments of `team / vision`, oldest first. */
  readonly keys: readonly string[];
  close(): Promise<void>;
}

/** What is in it: three experiments with two metrics, the second crashed, the third still running; one model, two versions. */
export const seeded = {
  workspace: 'team',
  projectName: 'vision',
  names: ['calm-lake', 'wild-river', 'long-road'],
  points: 40,
  modelName: 'classifier',
} as const;

export async function startSeededService(): Promise<SeededService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-service-'));
  const service = await startLocalService(folder);
  const apiKey = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const post = async (at: string, body: unknown): Promise<Record<string, unknown>> => {
    const form = body instanceof FormData;
    const answer = await fetch(`${service.url}${at}`, {
      method: 'POST',
      headers: { authorization: apiKey, ...(form ? {} : { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const keys: string[] = [];
  for (const [index, name] of seeded.names.entries()) keys.push(await logExperiment(post, name, index));
  await registerModel(post, keys[0]!);
  // A service takes an experiment that says nothing for a while for ended.
  const alive = { experimentKey: keys[2], isAlive: true };
  const beat = setInterval(() => {
    post('/api/rest/v2/write/experiment/update-status', alive).catch(() => {});
  }, 3000);
  return {
    ...service,
    apiKey,
    keys,
    async close() {
      clearInterval(beat);
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Post = (at: string, body: unknown) => Promise<Record<string, unknown>>;

async function logExperiment(post: Post, experimentName: string, index: number): Promise<string> {
  const write = '/api/rest/v2/write/experiment';
  const { workspace: workspaceName, projectName } = seeded;
  const created = await post(`${write}/create`, { workspaceName, projectName, experimentName });
  const experimentKey = created.experimentKey as string;
  const startTimeMillis = Date.UTC(2026, 9, 1 + index);
  const values = Array.from({ length: seeded.points }, (_, step) => [
    {
      metricName: 'loss',
      metricValue: Math.exp(-step / (8 + 4 * index)),
      step,
      timestamp: startTimeMillis + step * 1000,
    },
    {
      metricName: 'accuracy',
      metricValue: 0.9 + 0.03 * index - 0.8 * Math.exp(-step / (6 + 3 * index)),
      step,
      timestamp: startTimeMillis + step * 1000,
    },
  ]).flat();
  await post('/clientlib/batch/logger/experiment/metric', { experimentKey, values });
  await post(`${write}/parameter`, {
    experimentKey,
    parameterName: 'learning_rate',
    parameterValue: 0.1 / 10 ** index,
  });
  await post(`${write}/tags`, { experimentKey, addedTags: ['vision', `batch-${index}`] });
  await post(`${write}/update-status`, { experimentKey, isAlive: index === 2, hasCrashed: index === 1 });
  if (index < 2) {
    const endTimeMillis = startTimeMillis + seeded.points * 1000;
    await post(`${write}/set-start-end-time`, { experimentKey, startTimeMillis, endTimeMillis });
  }
  return experimentKey;
}

async function registerModel(post: Post, experimentKey: string): Promise<void> {
  const query = new URLSearchParams({
    experimentKey,
    type: 'model-element',
    groupingName: seeded.modelName,
    fileName: 'weights.bin',
  });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(64)]), 'weights.bin');
  await post(`/api/rest/v2/write/experiment/upload-asset?${query}`, form);
  for (const [version, status] of [
    ['1.0.0', 'Production'],
    ['1.1.0', 'Staging'],
  ]) {
    await post('/api/rest/v2/write/registry-model/item/create', {
      experimentKey,
      experimentModelName: seeded.modelName,
      registryModelName: seeded.modelName,
      version,
      status,
      tags: [`v${version}`],
    });
  }
}
