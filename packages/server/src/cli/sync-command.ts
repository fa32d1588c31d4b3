import { setTimeout } from 'node:timers/promises';
import { parseWireJson, printableText } from '@tracklens/core/contract';
import {
  type AbandonedFolder,
  abandonedFolders,
  failedFolders,
  failedResult,
  failedSuffix,
  openSpoolFolder,
  refusalOf,
  type SendFailure,
  type SpoolDamage,
  type SpooledRequest,
  type SpoolSender,
  sendFirst,
  spoolRoot,
  takeOver,
} from '@tracklens/core/spool';
import { storedKey } from '../data-folder/data-folder.ts';
import { isLocalUrl, respondingService } from '../data-folder/service-file.ts';
import { counted } from '../maintenance/counted.ts';
import { UsageError } from './usage-error.ts';

/** Options of `tracklens sync`. */
export interface SyncOptions {
  readonly dataFolder: string;
  /** Lists what is on disk, without sending it. */
  readonly list: boolean;
  /** Deletes what is on disk, without sending it. */
  readonly drop: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a line. */
  print(line: string): void;
}

/** Service that gets the requests of a folder, and a key that belongs to it. */
interface Receiver {
  readonly url: string;
  readonly apiKey: string;
}

/** Time limit of a request in milliseconds. */
const requestMillis = 60_000;
/** Number of attempts after which a failure of the service may be the fault of the request. */
const maxAttempts = 3;
/** Maximum number of requests in a row, after a failed one, that the service fails to store. */
const maxFailures = 20;
/** Pause after the first attempt in milliseconds. */
const pauseMillis = 500;
/** Number of requests between two lines about the progress. */
const progressInterval = 100;

/**
 * Sends what processes that have ended could not send to their services: requests in the spool folder of this user.
 *
 * @returns the exit status: 1 if something is left
 */
export async function sync(options: SyncOptions): Promise<number> {
  const { print, list, drop, env } = options;
  if (list && drop) throw new UsageError('Give --list or --drop, not both');
  const root = spoolRoot(env);
  const folders = root === null ? [] : [...failedFolders(root), ...abandonedFolders(root)];
  if (folders.length === 0) {
    print('Nothing is left to send.');
    return 0;
  }
  let left = 0;
  for (const folder of folders) {
    try {
      if (list) print(described(folder));
      else if (drop) deleteFolder(root!, folder, print);
      else left += await send(root!, folder, options);
    } catch (error) {
      left++;
      print(`${folder.path} cannot be read: ${error}`);
    }
  }
  return left > 0 ? 1 : 0;
}

/** Deletes the requests of a folder, unless another process has taken them over. */
function deleteFolder(root: string, folder: AbandonedFolder, print: SyncOptions['print']): void {
  const text = described(folder);
  const spool = takeOver(root, folder.path, () => {});
  if (spool === null) return;
  spool.delete();
  print(`Deleted: ${text}`);
}

/** Describes the requests of a folder for the user. */
function described({ path, url }: AbandonedFolder): string {
  const experiments = new Set<string>();
  let requests = 0;
  // One at a time: after an outage of hours, they may be more than fit into memory.
  for (const request of openSpoolFolder(path, () => {}) ?? []) {
    requests++;
    const key = experimentOf(request);
    if (key !== null) experiments.add(key);
  }
  const keys = experiments.size === 0 ? '' : ` (${[...experiments].join(', ')})`;
  const failed = path.endsWith(failedSuffix) ? ', set aside because the service did not store them' : '';
  return `${counted(requests, 'request')} to ${url}, ${counted(experiments.size, 'experiment')}${keys}${failed}, in ${path}`;
}

/** Returns the experiment of a request; null if it is unknown. */
function experimentOf({ query, body, headers }: SpooledRequest): string | null {
  const inQuery = query.find(([name]) => name === 'experimentKey' || name === 'experimentId')?.[1];
  if (inQuery !== undefined || !headers['content-type']?.includes('json')) return inQuery ?? null;
  const { experimentKey } = JSON.parse(new TextDecoder().decode(body)) as { experimentKey?: unknown };
  return typeof experimentKey === 'string' ? experimentKey : null;
}

/** Describes the failure of a request. */
function failureText(request: SpooledRequest, error: string): string {
  return `${request.operation} to ${experimentOf(request) ?? 'an experiment'}: ${error}`;
}

/** Sends the requests of a folder. Returns the number of those that are left. */
async function send(root: string, folder: AbandonedFolder, { dataFolder, env, print }: SyncOptions): Promise<number> {
  const receiver = await receiverOf(folder.url, dataFolder, env);
  if (receiver === null) {
    print(`Not sent: ${described(folder)}. ${accessText(folder.url)}`);
    return 1;
  }
  const report = ({ file, bytes }: SpoolDamage) =>
    print(`${bytes} bytes are damaged and were skipped; they are in ${file}`);
  const spool = takeOver(root, folder.path, report);
  if (spool === null) return 0;
  const { count } = spool;
  let [sent, rejected, aside] = [0, 0, 0];
  const progress = () => {
    const done = sent + rejected + aside;
    if (done % progressInterval === 0) print(`${done} of ${count}`);
  };
  const sender: SpoolSender<string> = {
    async send(request) {
      const failure = await confirmedFailure(receiver, request);
      if (failure === null) {
        sent++;
        progress();
      }
      return failure;
    },
    probes: ({ result }) => (result === 'denied' ? Number.POSITIVE_INFINITY : maxFailures),
    onRejected(request, error) {
      rejected++;
      print(`Rejected: ${failureText(request, error)}`);
      progress();
    },
    onSetAside(request, error, folder) {
      aside++;
      print(`Set aside: ${failureText(request, error)}. It is in ${folder}.`);
      progress();
    },
  };
  print(`${counted(count, 'request')} to ${receiver.url}`);
  while (spool.count > 0) {
    const failure = await sendFirst(spool, sender);
    if (failure === null) continue;
    print(`Stopped: ${failure.error}. ${counted(spool.count, 'request')} left in ${spool.folder}.`);
    spool.close();
    return spool.count + aside;
  }
  const others = `${rejected > 0 ? `, rejected: ${rejected}` : ''}${aside > 0 ? `, set aside: ${aside}` : ''}`;
  print(`Sent: ${sent}${others}.${aside > 0 ? ' Correct the cause and run it again.' : ''}`);
  return aside;
}

/**
 * Returns the service that gets the requests to an address, with a key that belongs to it: the running local service
 * for an address of this machine, whose port may have changed; else the address of the environment with the key from
 * there.
 */
async function receiverOf(url: string, dataFolder: string, env: SyncOptions['env']): Promise<Receiver | null> {
  const named = env.SERVICE_URL_OVERRIDE ?? env.COMET_URL_OVERRIDE;
  const apiKey = env.SERVICE_API_KEY ?? env.COMET_API_KEY;
  if (named !== undefined && apiKey && URL.canParse(named) && new URL(named).origin === url) return { url, apiKey };
  if (!isLocalUrl(url)) return null;
  const service = await respondingService(dataFolder);
  if (service === null) return null;
  return { url: service.url, apiKey: await storedKey(dataFolder) };
}

/** Returns what the user has to do so that the requests to an address can be sent. */
const accessText = (url: string) =>
  isLocalUrl(url)
    ? 'Start the local service and run it again, with --data if it is not the default folder.'
    : `Set SERVICE_URL_OVERRIDE to ${url} and SERVICE_API_KEY to a key for it.`;

/** Sends a request. A failure of the service is confirmed by further attempts. */
async function confirmedFailure(receiver: Receiver, request: SpooledRequest): Promise<SendFailure<string> | null> {
  for (let attempt = 1; ; attempt++) {
    const failure = await failureOf(receiver, request);
    if (failure?.result !== 'failed' || attempt === maxAttempts) return failure;
    await setTimeout(pauseMillis * attempt);
  }
}

/** Sends a request once. Returns its failure, or null if it is stored. */
async function failureOf({ url, apiKey }: Receiver, request: SpooledRequest): Promise<SendFailure<string> | null> {
  const query = new URLSearchParams(request.query.map(([name, value]): [string, string] => [name, value])).toString();
  const { 'content-length': _, ...headers } = request.headers;
  try {
    const response = await fetch(`${url}${request.path}${query === '' ? '' : `?${query}`}`, {
      method: request.method,
      headers: { ...headers, authorization: apiKey },
      ...(request.method === 'GET' ? {} : { body: new Uint8Array(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(requestMillis),
    });
    return responseFailure(response.status, await response.text());
  } catch (error) {
    return { result: 'unavailable', error: `${url} does not respond (${(error as Error).message})` };
  }
}

/** Returns the failure of a response, or null. Some services report an error in a response with a success status. */
function responseFailure(status: number, text: string): SendFailure<string> | null {
  let reply: unknown = null;
  try {
    reply = parseWireJson(text);
  } catch {
    // The page of another service, such as a captive portal.
    if (status < 400) return { result: 'blocked', error: `the response is not JSON, ${printableText(text, 300)}` };
  }
  const refusal = refusalOf(reply);
  if (status >= 400) {
    return {
      result: failedResult(status, refusal?.sdk_error_code),
      error: `status ${status}, ${printableText(text, 300)}`,
    };
  }
  if (refusal === null) return null;
  const { code, msg, sdk_error_code: sdkErrorCode } = refusal;
  return { result: failedResult(code, sdkErrorCode), error: `status ${code}, ${printableText(String(msg), 300)}` };
}
