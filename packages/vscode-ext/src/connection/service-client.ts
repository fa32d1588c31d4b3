import { API, isRestApiException, type RestApiException, type RestErrorCode } from '@tracklens/core/browser';
import { pageOfTarget, type Target } from '@tracklens/core/display';
import type { ConfigurationPaths } from '@tracklens/core/node';
import { endOfWaitText, viewRetry } from '@tracklens/ui/trees';
import type * as vscode from 'vscode';
import { configurationOf, isWeb, serviceTransport } from '#platform';
import { composed, t } from '../sentence.ts';
import type { ServiceClient } from './connected-service.ts';
import { type ConnectionErrorCode, ConnectionProblem, type ServiceConfiguration } from './connection.ts';
import { loggedTransport } from './logged-transport.ts';
import { readServiceUrl } from './service-url.ts';
import { verifiedTransport } from './verified-transport.ts';

/**
 * Creates a client and verifies the API key with one request, which is also the one for the roots of a tree. Rejects
 * with a `ConnectionProblem`.
 */
export async function connectService(
  configuration: ServiceConfiguration,
  log: vscode.LogOutputChannel,
  signal?: AbortSignal,
): Promise<ServiceClient> {
  const { url } = configuration;
  const sending = await serviceTransport(configuration);
  const transport = verifiedTransport(loggedTransport(sending, configuration, log));
  const warn = (message: string) => log.warn(message);
  try {
    // The user is waiting: a single attempt reports a problem sooner than several retries.
    await new API({ transport, url, warn, retry: { attempts: 1 } }).getWorkspaces(signal ? { signal } : {});
  } catch (error) {
    void sending.close();
    throw problemOf(error, url);
  }
  // Views read current data whenever they are shown; a cache without expiry would keep a tree in its first state.
  const api = new API({ transport, url, warn, cache: false, retry: viewRetry });
  return { api, transport, url, discardCheck: () => transport.discard() };
}

/**
 * Reads the configuration from the environment and the settings files; null when they name no service or no key.
 *
 * @throws ConnectionProblem `misconfigured` when they are invalid, or the key does not belong to the URL
 */
export async function environmentService(paths: ConfigurationPaths): Promise<ServiceConfiguration | null> {
  const { url, apiKey } = await readEnvironment(paths);
  const read = readServiceUrl(url);
  return read.ok && apiKey ? { url: read.url, apiKey, source: 'environment or file' } : null;
}

/** Places that may configure the service of a window. */
interface WindowPaths extends Pick<ConfigurationPaths, 'env' | 'homeFolder'> {
  /** Trusted folders of the workspace, in its order. */
  readonly folders: readonly string[];
}

/**
 * Reads the configuration of a window like `environmentService`. Of several folders the first one counts that names a
 * service other than the environment and the home folder do.
 */
export async function workspaceService({ folders, ...others }: WindowPaths): Promise<ServiceConfiguration | null> {
  if (folders.length > 1) {
    const elsewhere = await environmentService({ ...others, workingFolder: null }).catch(() => null);
    for (const workingFolder of folders) {
      const found = await environmentService({ ...others, workingFolder });
      if (found && (found.url !== elsewhere?.url || found.apiKey !== elsewhere.apiKey)) return found;
    }
  }
  return environmentService({ ...others, workingFolder: folders[0] ?? null });
}

async function readEnvironment(paths: ConfigurationPaths) {
  try {
    return await configurationOf(paths);
  } catch (cause) {
    if (!isRestApiException(cause)) throw cause;
    const reason = composed(cause.reason);
    const message = `${reason[0]!.toUpperCase()}${reason.slice(1)}.`;
    throw new ConnectionProblem('misconfigured', message, { cause, remedy: `${composed(cause.remedy)}.` });
  }
}

/** Returns the web page URL of a target on its service. */
export async function pageUrl({ api, url }: ServiceClient, target: Target): Promise<string> {
  if (target.kind !== 'experiment') return pageOfTarget(url, target);
  const experiment = await api.getExperimentByKey(target.experimentKey);
  if (experiment?.url) return experiment.url;
  throw new Error(t('{0} has no experiment {1}.', new URL(url).host, target.experimentKey));
}

function problemOf(error: unknown, url: string): ConnectionProblem {
  const at = new URL(url).host;
  if (!isRestApiException(error)) return new ConnectionProblem('failed', `${at}: ${String(error)}`, { cause: error });
  const { code, retryAfterMillis } = error;
  return new ConnectionProblem(errorCodes[code], meaningOf(error, at), { cause: error, retryAfterMillis });
}

const errorCodes: Readonly<Record<RestErrorCode, ConnectionErrorCode>> = {
  unreachable: 'unreachable',
  timeout: 'unreachable',
  unauthorized: 'unauthorized',
  forbidden: 'unauthorized',
  'rate-limited': 'rate-limited',
  'payment-required': 'failed',
  'not-found': 'failed',
  invalid: 'failed',
  server: 'failed',
  aborted: 'failed',
  malformed: 'failed',
  internal: 'failed',
};

function meaningOf(error: RestApiException, at: string): string {
  switch (error.code) {
    case 'unreachable':
      // A page cannot distinguish a missing permission from a missing response.
      return isWeb
        ? t('{0} does not respond, or does not allow requests from web pages (CORS).', at)
        : t('{0} does not respond.', at);
    case 'timeout':
      return t('{0} did not respond in time.', at);
    case 'unauthorized':
    case 'forbidden':
      return t('{0} does not accept the API key.', at);
    case 'rate-limited':
      return error.retryAfterMillis === null
        ? t('{0} received too many requests.', at)
        : t(
            '{0} received too many requests and asks to wait until {1}.',
            at,
            endOfWaitText(Date.now() + error.retryAfterMillis),
          );
    case 'not-found':
    case 'malformed':
      return t('{0} is not an experiment service. Check the address.', at);
    case 'internal':
      return t('The request to {0} failed: {1}', at, error.message);
    default:
      // The reason of a service may lack its full stop.
      return t('{0} returned an error: {1}', at, error.reason.replace(/[^.!?]$/, '$&.'));
  }
}
