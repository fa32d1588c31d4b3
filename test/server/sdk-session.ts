import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AssetRecord } from '@tracklens/core/contract';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type LocalService, pythonEnvironment, startLocalService } from '../../scripts/setup.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';

/** Finished script of this folder that used the Python SDK, with its service. */
export interface SdkSession<T> {
  /** Report of the script. */
  readonly logged: T;
  /** Working folder of the script. */
  readonly folder: string;
  /** Data folder of the service. */
  readonly dataFolder: string;
  readonly script: string;
  readonly service: LocalService;
  readonly client: ServiceClient;
  /** Returns the JSON response to a GET of REST v2, by path and query. */
  read<A>(path: string): Promise<A>;
}

type Settings = Readonly<Record<string, string>>;

/** Timeout of a script on a busy machine. */
const timeoutMillis = 240_000;

/**
 * Runs a script of this folder against a new service. Fails if the SDK logged a warning that the script did not
 * expect, or if the service failed.
 *
 * @param settings of the script, as environment variables, or a function that prepares the service and returns them
 */
export async function sdkSession<T>(
  t: TestContext,
  script: string,
  settings: Settings | ((service: LocalService, folder: string) => Promise<Settings>) = {},
): Promise<SdkSession<T>> {
  const scratch = await temporaryFolder(t);
  const folder = join(scratch, 'work');
  const dataFolder = join(scratch, 'service');
  await mkdir(folder);
  const { python, env } = await pythonEnvironment();
  const service = await startLocalService(dataFolder);
  cleanup(t).defer(() => service.stop());
  const given = typeof settings === 'function' ? await settings(service, folder) : settings;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const result = join(scratch, 'logged.json');
  const alone = { COMET_ERROR_TRACKING_ENABLE: 'false', PYTHONDONTWRITEBYTECODE: '1', HOME: scratch };
  await promisify(execFile)(python, [path, result], {
    cwd: folder,
    env: { ...env, ...service.env, ...alone, ...given },
    timeout: timeoutMillis,
  });
  const { warnings, ...logged } = JSON.parse(await readFile(result, 'utf8')) as { warnings: string[] };
  assert.deepEqual(warnings, [], 'warnings of the SDK');
  assert.doesNotMatch(service.output(), /failed:/);
  const client = await serviceClient(service);
  return {
    logged: logged as T,
    folder,
    dataFolder,
    script: path,
    service,
    client,
    read: (rest) => client.get(`/api/rest/v2/${rest}`),
  };
}

/** Returns the assets of an experiment. */
export async function assetsOf(session: SdkSession<unknown>, experimentKey: string): Promise<AssetRecord[]> {
  const query = `experimentKey=${experimentKey}&type=all`;
  return (await session.read<{ assets: AssetRecord[] }>(`experiment/asset/list?${query}`)).assets;
}

/** Returns the content of an asset as text. */
export function assetText(session: SdkSession<unknown>, experimentKey: string, assetId: string): Promise<string> {
  return session.client.text(
    `/api/rest/v2/experiment/asset/get-asset?experimentKey=${experimentKey}&assetId=${assetId}`,
  );
}

/** Returns parameters, or other items, by name. */
export async function valuesOf(
  session: SdkSession<unknown>,
  path: 'parameters' | 'log-other',
  experimentKey: string,
): Promise<Record<string, string>> {
  const { values } = await session.read<{ values: { name: string; valueCurrent: string }[] }>(
    `experiment/${path}?experimentKey=${experimentKey}`,
  );
  return Object.fromEntries(values.map(({ name, valueCurrent }) => [name, valueCurrent]));
}

/** Returns value, step and epoch of each point of a metric. */
export async function pointsOf(
  session: SdkSession<unknown>,
  experimentKey: string,
  metricName: string,
): Promise<[value: number, step: number | null, epoch: number | null][]> {
  const { metrics } = await session.read<{ metrics: { metricValue: string; step: number; epoch: number | null }[] }>(
    `experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=${metricName}`,
  );
  return metrics.map(({ metricValue, step, epoch }) => [Number(metricValue), step, epoch]);
}
