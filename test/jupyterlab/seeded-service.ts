import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contract } from '@tracklens/core/contract';
import { startService } from '@tracklens/server';

/** What the tests look for, everywhere, in vain. */
export const secretKey = 'tracklensSecretKeyOfTheTests0123456789';

/** A local service with a project of three finished experiments and a registered model. */
export interface SeededService {
  readonly url: string;
  /** In the order they were logged: `<b>alpha</b>`, `beta`, `gamma`. */
  readonly keys: readonly string[];
  readonly workspace: string;
  readonly projectName: string;
  /** How a Jupyter server and its kernels find it. */
  readonly env: Record<string, string>;
  /** Ends it; its data stay until `remove`. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** A name that must be shown as text wherever it appears. */
export const markupName = '<b>alpha</b><img src=x onerror=alert(1)>';
export const experimentNames = [markupName, 'beta', 'gamma'];
export const pointCount = 300;

/** Starts a service on a free port and logs to it over HTTP by the contract's rows. */
export async function seededService(): Promise<SeededService> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'tracklens-jupyter-'));
  const service = await startService({ dataFolder, apiKey: secretKey });
  const workspace = 'local';
  const projectName = 'vision';
  const post = async (row: { readonly path: string }, body: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(service.url + row.path, {
      method: 'POST',
      headers: { authorization: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${row.path} answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const keys: string[] = [];
  for (const [index, name] of experimentNames.entries()) {
    const made = await post(contract.experiments.create, { workspaceName: workspace, projectName });
    const experimentKey = String(made.experimentKey);
    keys.push(experimentKey);
    await post(contract.experiments.logOther, { experimentKey, key: 'Name', value: name });
    await post(contract.experiments.addTags, { experimentKey, addedTags: ['sweep', `lr-${index}`] });
    await post(contract.metrics.logParameter, {
      experimentKey,
      parameterName: 'lr',
      parameterValue: 0.1 / (index + 1),
    });
    const start = Date.now() - pointCount * 1000;
    for (const [metricName, value] of [
      ['loss', (step: number) => Math.exp(-step / 60) + index / 10],
      ['accuracy', (step: number) => 1 - Math.exp(-step / 50) - index / 20],
    ] as const) {
      const values = Array.from({ length: pointCount }, (_, step) => ({
        metricName,
        // One value of one run is not a number: drawn around, never fatal.
        metricValue: step === 50 && index === 1 ? 'NaN' : value(step),
        step,
        timestamp: start + step * 1000,
      }));
      await post(contract.metrics.logBatch, { experimentKey, values });
    }
    await post(contract.experiments.updateStatus, { experimentKey, isAlive: false });
  }
  return {
    url: service.url,
    keys,
    workspace,
    projectName,
    env: {
      SERVICE_URL_OVERRIDE: `${service.url}/clientlib/`,
      SERVICE_API_KEY: secretKey,
    },
    stop: () => service.close(),
    async remove() {
      await service.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
