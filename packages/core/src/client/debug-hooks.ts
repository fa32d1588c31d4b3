import type { ReceivedResponse, RequestHooks } from './request-hooks.ts';

/** Names of query fields whose values are not written, because who knows them has access. */
const secretName = /secret|signature|token|password|share|api.?key/i;

/** Returns a request in one line. */
function lineOf({ request: { method, path, query } }: Pick<ReceivedResponse, 'request'>): string {
  const fields = query.map(([name, value]) => `${name}=${secretName.test(name) ? '…' : JSON.stringify(value)}`);
  return [method, path, ...fields].join(' ');
}

/** Returns the result of a request in words. */
function resultOf({ status, error }: Pick<ReceivedResponse, 'status' | 'error'>): string {
  return error === null ? `status ${status}` : `${error.code}: ${error.reason}`;
}

/**
 * Returns hooks that write a line for each request and each retry. Neither headers nor contents are written, so a line
 * never contains the API key.
 */
export function debugHooks(write: (line: string) => void): RequestHooks {
  return {
    onResponse: (response) => {
      const id = response.requestId === null ? '' : `, request ${response.requestId}`;
      write(`tracklens: ${lineOf(response)}: ${resultOf(response)}, ${Math.round(response.durationMillis)} ms${id}`);
    },
    onRetry: (retry) => {
      const pause = `in ${Math.round(retry.pauseMillis)} ms`;
      write(`tracklens: ${lineOf(retry)}: attempt ${retry.attempt} ${pause} after ${resultOf(retry)}`);
    },
  };
}
