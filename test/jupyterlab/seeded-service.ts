import { contract } from '@tracklens/core/contract';
import { temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';

/** API key that must not appear anywhere outside the server. */
export const secretKey = 'tracklensSecretKeyOfTheTests0123456789';

/** Local service with a project of three finished experiments. */
export interface SeededService {
  readonly url: string;
  /** Experiment keys in the order of `experimentNames`: the markup name, `beta`, `gamma`. */
  readonly keys: readonly string[];
  readonly workspace: string;
  readonly projectName: string;
  /** Environment variables by which a Jupyter server and its kernels find the service. */
  readonly env: Record<string, string>;
  /** Stops the service; its data remain until `remove`. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Name that must always be displayed as plain text. */
export const markupName = '<b>alpha</b><img src=x onerror=alert(1)>';
const experimentNames = [markupName, 'beta', 'gamma'];
const pointCount = 300;

/** Starts a service on a free port and logs the experiments over HTTP, through the endpoints of the contract. */
export async function seededService(): Promise<SeededService> {
  const stack = new AsyncDisposableStack();
  const dataFolder = await temporaryFolder(stack);
  const service = await startService({ dataFolder, apiKey: secretKey });
  stack.defer(() => service.close());
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
        // One NaN in each metric of the second experiment: charts must skip it.
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
    remove: () => stack.disposeAsync(),
  };
}
