import * as v from 'valibot';
import { type FetchFunction, fetchTransport } from '../browser/fetch-transport.ts';
import { callback, checkOptions, mapping, text } from '../client/argument.ts';
import { type Configuration, hostedUrl, resolveConfiguration } from '../client/configuration.ts';
import { Connection, type ConnectionOptions, connectionChecks, type HostServices } from '../client/connection.ts';
import { debugHooks } from '../client/debug-hooks.ts';
import { RestApiException } from '../client/errors.ts';
import { joinedHooks } from '../client/request-hooks.ts';
import type { Transport } from '../client/transport.ts';
import { type AppInfo, userAgent } from '../client/user-agent.ts';
import { findConfiguration, readConfiguration } from './configuration-files.ts';
import type { ConnectionSettings } from './dispatcher.ts';
import { type LocalService, localService } from './local-service.ts';
import { isPermitted } from './permissions.ts';
import { processEnd } from './process-end.ts';
import { provenTransport, serviceProofOf } from './proven-transport.ts';
import { runtimeFetch } from './runtime-fetch.ts';
import { spooling } from './spool-recovery.ts';
import { undiciTransport } from './undici-transport.ts';

/** Options of an `API` in Node. Absent options are read from the configuration. */
export interface APIOptions extends Omit<ConnectionOptions, 'transport'>, Omit<ConnectionSettings, 'connections'> {
  /** API key of the service. */
  readonly apiKey?: string | undefined;
  /** Name and version of your program, for the `User-Agent` of its requests. */
  readonly appInfo?: AppInfo | undefined;
  /** Function that sends the requests instead of Node's own connections. The options for connections do not apply. */
  readonly fetch?: FetchFunction | undefined;
  /**
   * Folder for what cannot be sent, or false for none. Default: `TRACKLENS_SPOOL`, else `~/.tracklens-spool`. Not used
   * with a `transport`.
   */
  readonly spool?: string | false | undefined;
  /** Transport that is used instead of the network. It has its own API key. */
  readonly transport?: Transport | undefined;
}

/** Checks of the options of an `API`. */
export const apiChecks = {
  ...connectionChecks,
  apiKey: text,
  appInfo: mapping,
  fetch: callback,
  proxy: v.union([v.string(), v.literal(false)], 'must be an address or false'),
  ca: v.union([v.string(), v.array(v.string())], 'must be a certificate in PEM format, or a list'),
  spool: v.union([v.string(), v.literal(false)], 'must be a folder or false'),
  dispatcher: mapping,
};

function networkTransport(url: string, apiKey: string, { appInfo, ...options }: APIOptions): Transport {
  const { proxy, ca, dispatcher } = options;
  const settings = {
    ...(proxy !== undefined && { proxy }),
    ...(ca !== undefined && { ca }),
    ...(dispatcher && { dispatcher }),
  };
  const agent = userAgent(appInfo);
  const fetch = options.fetch ?? runtimeFetch(new URL(url), settings);
  if (fetch === null) return undiciTransport({ ...settings, url, apiKey, userAgent: agent });
  return fetchTransport({ baseUrl: url, fetch, headers: () => ({ 'user-agent': agent, authorization: apiKey }) });
}

/**
 * Returns the connection of an `API` with these options and the configuration.
 *
 * @param given services in place of those of Node
 */
export function connect(all: APIOptions, given: HostServices = {}): Connection {
  const options = checkOptions('API', apiChecks, all);
  const fromOptions = {
    apiKey: options.apiKey,
    url: options.url,
    workspace: options.workspace ?? undefined,
    projectName: options.projectName ?? undefined,
  };
  const isComplete =
    fromOptions.url !== undefined && (fromOptions.apiKey !== undefined || options.transport !== undefined);
  const discovered = isComplete ? null : findConfiguration({}, fromOptions);
  const found = discovered?.configuration ?? resolveConfiguration(fromOptions, []);
  let configuration: Configuration | null = discovered?.configuration ?? null;
  const names = () => {
    // Deno must not ask for permissions because of names that may not even be configured.
    configuration ??= isPermitted('env', 'read', 'sys') ? readConfiguration({}, fromOptions) : found;
    return configuration;
  };
  const { transport } = options;
  const settings = { ...options, ...(isDebugging() ? joinedHooks(debugHooks(printLine), options) : {}) };
  if (transport !== undefined) return new Connection({ ...settings, transport, url: found.url }, given, names);
  const local = found.apiKey === null ? runningService(found.url) : (discovered?.published ?? null);
  const { apiKey, url, keyLocation } = found.apiKey === null ? (local ?? found) : found;
  if (apiKey === null) {
    const remedy =
      'Give apiKey, set SERVICE_API_KEY, write api_key into .service.config, or start the local service: npx @tracklens/server serve';
    throw RestApiException.of({ code: 'unauthorized', operation: 'API', reason: 'there is no API key', remedy });
  }
  const proof = local === null ? null : serviceProofOf(local);
  const open = networkTransport(url, apiKey, options);
  const network = { transport: proof === null ? open : provenTransport(open, proof), url };
  const host = { hooks: processEnd({ url, apiKey, proof }), ...spooling(url, options.spool), ...given };
  return new Connection({ ...settings, ...network, keyLocation: keyLocation ?? undefined }, host, names);
}

/** Returns whether `TRACKLENS_DEBUG` asks for a line about each request. */
function isDebugging(): boolean {
  if (!isPermitted('env')) return false;
  return !['', '0', 'false', undefined].includes(process.env.TRACKLENS_DEBUG);
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Returns the running local service if no URL is configured or the configured URL is its own. */
function runningService(url: string): LocalService | null {
  const local = localService();
  return url === hostedUrl || url === local?.url ? local : null;
}
