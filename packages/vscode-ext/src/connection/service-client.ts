import type { Target } from '@tracklens/core/display';
import { API, isRestApiException, readConfiguration, undiciTransport } from '@tracklens/core/node';
import type * as vscode from 'vscode';
import type { ServiceClient } from '../parts.ts';
import { ConnectionProblem, type Obstacle, type ServiceConfiguration } from './connection.ts';
import { readServiceUrl } from './service-url.ts';

/** Makes a client and asks the service whose key it is; rejects with a `ConnectionProblem`. */
export async function connectService(
  { url, apiKey }: ServiceConfiguration,
  log: vscode.LogOutputChannel,
): Promise<ServiceClient> {
  const transport = undiciTransport({ url, apiKey });
  const api = new API({ transport });
  try {
    await api.getAccountDetails();
  } catch (error) {
    const problem = problemOf(error, url);
    log.warn(problem.message);
    throw problem;
  }
  return { api, transport, url };
}

/** What the environment and the settings files configure, or null when they name no service or no key. */
export async function environmentService(workingFolder: string | null): Promise<ServiceConfiguration | null> {
  const { url, apiKey } = readConfiguration({ workingFolder });
  const read = readServiceUrl(url);
  return read.ok && apiKey ? { url: read.url, apiKey, source: 'environment or file' } : null;
}

/** The page of a target on its service. */
export async function pageUrl({ api, url }: ServiceClient, target: Target): Promise<string> {
  const at = (...parts: string[]) => [url, ...parts.map(encodeURIComponent)].join('/');
  switch (target.kind) {
    case 'experiment':
      return (await api.getExperimentByKey(target.experimentKey)).url;
    case 'project':
    case 'query':
      return at(target.workspace, target.projectName);
    case 'model':
      return at(target.workspace, 'model-registry', target.modelName, ...(target.version ? [target.version] : []));
  }
}

function problemOf(error: unknown, url: string): ConnectionProblem {
  const at = new URL(url).host;
  if (!isRestApiException(error)) return new ConnectionProblem('failed', `${at}: ${String(error)}`, { cause: error });
  const [obstacle, message] = meanings[error.code] ?? ['failed', `answered with an error: ${error.message}`];
  return new ConnectionProblem(obstacle, `${at} ${message}`, { cause: error });
}

const meanings: Readonly<Record<string, readonly [Obstacle, string]>> = {
  unreachable: ['unreachable', 'does not answer.'],
  timeout: ['unreachable', 'did not answer in time.'],
  unauthorized: ['refused', 'does not accept the API key.'],
  forbidden: ['refused', 'does not accept the API key.'],
  'not-found': ['failed', 'is not an experiment service. Check the address.'],
  malformed: ['failed', 'is not an experiment service. Check the address.'],
};
