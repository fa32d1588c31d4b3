import { bufferedBody, RestApiException, type Transport, type WireResponse } from '@tracklens/core/client';

/** Log to which requests are written. */
export interface RequestLog {
  debug(line: string): void;
  warn(line: string): void;
}

/** Service whose requests are logged. */
interface LoggedService {
  readonly url: string;
  /** Left out of the log if the service sends it back. */
  readonly apiKey: string;
}

/** Failures that a log already contains, by request. Each attempt to connect has its own transport. */
const written = new WeakMap<RequestLog, Map<string, string>>();

/**
 * Wraps a transport and logs each request in one line with method, path, status, cause and duration. Query strings and
 * bodies are not logged.
 *
 * Lines have the level debug, and those of failures warn: of a rejected request and of the status 401, 403, 429 and
 * 5xx. Repeated identical failures, as during polling, are warnings once until a request succeeds.
 */
export function loggedTransport(transport: Transport, { url, apiKey }: LoggedService, log: RequestLog): Transport {
  const failures = written.get(log) ?? new Map<string, string>();
  written.set(log, failures);
  return {
    async send(request, signal) {
      const start = performance.now();
      const write = (what: string, isFailure: boolean) => {
        const line = `${request.method} ${request.path}: ${what}`.replaceAll(apiKey, '…');
        const key = `${url} ${request.method} ${request.path}`;
        const isNew = isFailure && failures.get(key) !== line;
        if (isFailure) failures.set(key, line);
        else failures.delete(key);
        log[isNew ? 'warn' : 'debug'](`${line}, ${Math.round(performance.now() - start)} ms`);
      };
      try {
        const response = await transport.send(request, signal);
        const [logged, reason] = await withReason(response);
        const { status, headers } = response;
        const wait = headers['retry-after'];
        const details = [`status ${status}`, ...(wait === undefined ? [] : [`Retry-After ${wait}`]), ...reason];
        write(details.join(', '), status === 401 || status === 403 || status === 429 || status >= 500);
        return logged;
      } catch (error) {
        const failure = RestApiException.from(error);
        if (failure.code === 'aborted') log.debug(`${request.method} ${request.path}: cancelled`);
        else write(`${failure.code}, ${failure.reason}${causes(failure)}`, true);
        throw error;
      }
    },
  };
}

/** Returns a response, and the reason that its body gives for an error in at most one item. */
async function withReason(response: WireResponse): Promise<readonly [WireResponse, readonly string[]]> {
  if (response.status < 400) return [response, []];
  const { status, headers } = response;
  const bytes = await response.body.bytes().catch(() => new Uint8Array());
  return [{ status, headers, body: bufferedBody(bytes) }, reasonsIn(new TextDecoder().decode(bytes))];
}

function reasonsIn(text: string): readonly string[] {
  try {
    const { msg } = JSON.parse(text) as { readonly msg?: unknown };
    // The text of a service stays in its line.
    return typeof msg === 'string' && msg !== '' ? [msg.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 200)] : [];
  } catch {
    return [];
  }
}

/** Returns the messages of up to four causes that add to the message of the error itself. */
function causes(error: Error): string {
  const messages: string[] = [];
  for (let cause = error.cause; cause instanceof Error && messages.length < 4; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    const text = [typeof code === 'string' ? code : '', cause.message].filter(Boolean).join(' ');
    if (text !== '' && !error.message.includes(text)) messages.push(text);
  }
  return messages.length > 0 ? ` (${messages.join('; ')})` : '';
}
