import { answerFailure, exchangeFailure } from './exchange-failure.ts';
import { type Transport, type WireBody, type WireRequest, withFailures } from './transport.ts';

/** The body of a `Response` of the platform. */
export function responseBody(response: Response): WireBody {
  return {
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
    async *[Symbol.asyncIterator]() {
      const reader = response.body?.getReader();
      if (reader === undefined) return;
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return;
          yield value;
        }
      } finally {
        await reader.cancel().catch(() => undefined);
      }
    },
  };
}

/** A request's path with its query, percent-encoded. */
export function addressOf({ path, query }: WireRequest): string {
  return query.length === 0 ? path : `${path}?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}

/** A signal that aborts with the caller's and after the request's own time. */
export function deadline(request: WireRequest, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(request.timeoutMillis);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

/** A transport into a service of this process: no socket, for tests and for embedding. */
export function inProcessTransport(
  handler: (request: Request) => Promise<Response>,
  { origin = 'http://127.0.0.1', apiKey }: { origin?: string; apiKey: string },
): Transport {
  return {
    async send(request, signal) {
      const stop = deadline(request, signal);
      try {
        const response = await handler(
          new Request(`${origin}${addressOf(request)}`, {
            method: request.method,
            headers: { ...request.headers, host: new URL(origin).host, authorization: apiKey },
            signal: stop,
            ...(request.body === undefined ? {} : { body: bodyInit(request.body), duplex: 'half' }),
          } as RequestInit),
        );
        const headers = Object.fromEntries(response.headers);
        const body = withFailures(responseBody(response), (error) => answerFailure(error, request, signal, origin));
        return { status: response.status, headers, body };
      } catch (error) {
        throw exchangeFailure(error, request, signal, origin);
      }
    },
  };
}

function bodyInit(body: Uint8Array | AsyncIterable<Uint8Array>): BodyInit {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
