import { RestApiException, type Transport, type WireRequest } from '@tracklens/core/client';

/**
 * Wraps a transport and logs failed requests with method, path, status and cause. A failure is a rejected request or
 * the status 401, 403, 429 or 5xx; aborted requests are not logged. Repeated identical failures, as during polling,
 * are logged once until a request succeeds. Query strings and bodies are not logged.
 */
export function loggedTransport(transport: Transport, warn: (line: string) => void): Transport {
  const written = new Map<string, string>();
  const write = ({ method, path }: WireRequest, what: string) => {
    const request = `${method} ${path}`;
    if (written.get(request) === what) return;
    written.set(request, what);
    warn(`${request}: ${what}`);
  };
  return {
    async send(request, signal) {
      try {
        const response = await transport.send(request, signal);
        const { status, headers } = response;
        if (status === 401 || status === 403 || status === 429 || status >= 500) {
          const wait = headers['retry-after'];
          write(request, wait === undefined ? `status ${status}` : `status ${status}, Retry-After ${wait}`);
        } else written.delete(`${request.method} ${request.path}`);
        return response;
      } catch (error) {
        const failure = RestApiException.from(error);
        if (failure.code !== 'aborted') write(request, `${failure.code}, ${failure.reason}${causes(failure)}`);
        throw error;
      }
    },
  };
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
