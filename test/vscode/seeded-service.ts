import { readFile } from 'node:fs/promises';
import { API, APIExperiment } from '@tracklens/core';
import { temporaryFolder } from '@tracklens/core/test-support';
import { type LocalService, startLocalService } from '../../scripts/local-service.ts';

/** Real local service with a few experiments, logged over its HTTP API. */
export interface SeededService extends LocalService {
  readonly apiKey: string;
  /** API client with the user's key. */
  readonly api: API;
  /** Keys of the experiments of `team / vision`, oldest first. */
  readonly keys: readonly string[];
  /** Creates an experiment without any data. */
  create(experimentName: string, projectName: string): Promise<void>;
  /** Ends a running experiment. */
  end(index: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Names of the seeded content: three experiments with two metrics and different code and packages (the second crashed,
 * the third is still running), all logged by train.py, one model with two versions, and one artifact with a file.
 */
export const seeded = {
  workspace: 'team',
  projectName: 'vision',
  names: ['calm-lake', 'wild-river', 'long-road'],
  points: 40,
  modelName: 'classifier',
  artifactName: 'street-images',
} as const;

export async function startSeededService(): Promise<SeededService> {
  const stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  const service = await startLocalService(folder);
  stack.defer(() => service.stop());
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
  await logArtifact(post, keys[0]!);
  await logCode(service.url, apiKey, keys);
  // The service marks an experiment without recent heartbeats as ended.
  const alive = { experimentKey: keys[2], isAlive: true };
  const heartbeat = setInterval(() => {
    post('/api/rest/v2/write/experiment/update-status', alive).catch(() => {});
  }, 3000);
  stack.defer(() => clearInterval(heartbeat));
  return {
    ...service,
    api: new API({ url: service.url, apiKey, cache: false }),
    apiKey,
    keys,
    async create(experimentName, projectName) {
      const workspaceName = seeded.workspace;
      await post('/api/rest/v2/write/experiment/create', { workspaceName, projectName, experimentName });
    },
    async end(index) {
      clearInterval(heartbeat);
      const experimentKey = keys[index];
      await post('/api/rest/v2/write/experiment/update-status', { experimentKey, isAlive: false, hasCrashed: false });
    },
    close: () => stack.disposeAsync(),
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

async function logArtifact(post: Post, experimentKey: string): Promise<void> {
  const version = await post('/api/rest/v2/write/artifacts/upsert', {
    experimentKey,
    artifactName: seeded.artifactName,
    artifactType: 'dataset',
    versionTags: ['cleaned'],
  });
  const artifactVersionId = version.artifactVersionId as string;
  const query = new URLSearchParams({
    experimentKey,
    type: 'unknown',
    fileName: 'train/labels.csv',
    artifactVersionId,
  });
  const form = new FormData();
  form.set('file', new Blob(['image,label\na.png,cat\n']), 'labels.csv');
  await post(`/api/rest/v2/write/experiment/upload-asset?${query}`, form);
  await post('/api/rest/v2/write/artifacts/state', { artifactVersionId, experimentKey, state: 'CLOSED' });
}

async function logCode(url: string, apiKey: string, keys: readonly string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    const experiment = new APIExperiment({ url, apiKey, previousExperiment: key });
    await experiment.setCode({ code: `rate = ${0.1 / 10 ** index}\ntrain(rate)\n` });
    await experiment.setFilename('/elsewhere/train.py');
    await experiment.setInstalledPackages(['numpy==2.1.0', `torch==2.${index}.0`]);
  }
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
