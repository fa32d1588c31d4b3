import { setTimeout } from 'node:timers/promises';
import { parseWireJson, printableText, type SpooledRequest } from '@tracklens/core/contract';
import {
  type AbandonedFolder,
  abandonedFolders,
  failedFolders,
  failedSuffix,
  isRejection,
  isServiceFailure,
  openSpoolFolder,
  refusalOf,
  type SendResult,
  type SpoolDamage,
  setAsideIfLaterIsStored,
  spoolRoot,
  takeOver,
} from '@tracklens/core/spool';
import { storedKey } from '../data-folder/data-folder.ts';
import { isLocalUrl, respondingService } from '../data-folder/service-file.ts';
import { counted } from '../maintenance/problem.ts';
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
    if (list) print(described(folder));
    else if (drop) deleteFolder(root!, folder, print);
    else left += await send(root!, folder, options);
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
  const requests = [...(openSpoolFolder(path, () => {}) ?? [])];
  const experiments = new Set(requests.map(experimentOf).filter((key) => key !== null));
  const keys = experiments.size === 0 ? '' : ` (${[...experiments].join(', ')})`;
  const failed = path.endsWith(failedSuffix) ? ', set aside because the service failed' : '';
  return `${counted(requests.length, 'request')} to ${url}, ${counted(experiments.size, 'experiment')}${keys}${failed}, in ${path}`;
}

/** Returns the experiment of a request; null if it is unknown. */
function experimentOf({ query, body, headers }: SpooledRequest): string | null {
  const inQuery = query.find(([name]) => name === 'experimentKey' || name === 'experimentId')?.[1];
  if (inQuery !== undefined || !headers['content-type']?.includes('json')) return inQuery ?? null;
  const { experimentKey } = JSON.parse(new TextDecoder().decode(body)) as { experimentKey?: unknown };
  return typeof experimentKey === 'string' ? experimentKey : null;
}

/** Describes the failure of a request. */
function failureText(request: SpooledRequest, error: string | undefined): string {
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
  let [sent, rejected, failed] = [0, 0, 0];
  const progress = () => {
    const done = sent + rejected + failed;
    if (done % progressInterval === 0) print(`${done} of ${count}`);
  };
  const resultOf = async (request: SpooledRequest): Promise<SendResult> => {
    const { result } = await countedOutcome(request);
    return result === 'unavailable' ? 'failed' : result;
  };
  /** Sends a request and counts it if the service stores or rejects it. */
  const countedOutcome = async (request: SpooledRequest) => {
    const outcome = await confirmedOutcome(receiver, request);
    if (outcome.result === 'stored') sent++;
    if (outcome.result === 'rejected') {
      rejected++;
      print(`Rejected: ${failureText(request, outcome.error)}`);
    }
    if (outcome.result === 'stored' || outcome.result === 'rejected') progress();
    return outcome;
  };
  print(`${counted(count, 'request')} to ${receiver.url}`);
  for (let request = spool.first(); request !== null; request = spool.first()) {
    const { result, error } = await countedOutcome(request);
    if (result === 'stored' || result === 'rejected') {
      spool.removeFirst();
      continue;
    }
    const aside = result === 'failed' ? await setAsideIfLaterIsStored(spool, resultOf) : null;
    if (aside === null) {
      print(`Stopped: ${error}. ${counted(spool.count, 'request')} left in ${spool.folder}.`);
      spool.close();
      return spool.count + failed;
    }
    failed++;
    print(`Set aside: ${failureText(request, error)}. It is in ${aside}.`);
    progress();
  }
  const others = `${rejected > 0 ? `, rejected: ${rejected}` : ''}${failed > 0 ? `, set aside: ${failed}` : ''}`;
  print(`Sent: ${sent}${others}.${failed > 0 ? ' Correct the failure of the service and run it again.' : ''}`);
  return failed;
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

interface Outcome {
  /** `failed`: by a failure of the service that may be the fault of the request. */
  readonly result: SendResult | 'unavailable';
  readonly error?: string;
}

/** Sends a request. A failure of the service is confirmed by further attempts. */
async function confirmedOutcome(receiver: Receiver, request: SpooledRequest): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await outcomeOf(receiver, request);
    if (outcome.result !== 'failed' || attempt === maxAttempts) return outcome;
    await setTimeout(pauseMillis * attempt);
  }
}

/** Returns the outcome of a response with a success status: some services report an error in the body. */
function storedOutcome(text: string): Outcome {
  let reply: unknown;
  try {
    reply = parseWireJson(text);
  } catch {
    // The page of another service, such as a captive portal.
    return { result: 'unavailable', error: `the response is not JSON, ${printableText(text, 300)}` };
  }
  const refusal = refusalOf(reply);
  if (refusal === null) return { result: 'stored' };
  const { code, msg } = refusal;
  return {
    result: isRejection(code) ? 'rejected' : 'unavailable',
    error: `status ${code}, ${printableText(String(msg), 300)}`,
  };
}

async function outcomeOf({ url, apiKey }: Receiver, request: SpooledRequest): Promise<Outcome> {
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
    const text = await response.text();
    const { ok, status } = response;
    if (ok) return storedOutcome(text);
    const error = `status ${status}, ${printableText(text, 300)}`;
    if (isRejection(status)) return { result: 'rejected', error };
    return { result: isServiceFailure(status) ? 'failed' : 'unavailable', error };
  } catch (error) {
    return { result: 'unavailable', error: `${url} does not respond (${(error as Error).message})` };
  }
}
