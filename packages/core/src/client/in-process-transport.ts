import { addressOf } from './request-address.ts';
import { RequestDeadline } from './request-deadline.ts';
import { requestFailure, responseFailure } from './request-failure.ts';
import type { Transport } from './transport.ts';
import { responseChunks, withFailures } from './wire-body.ts';

/** Options of `inProcessTransport`. */
export interface InProcessOptions {
  /** Origin of the request URLs. Default: `http://127.0.0.1`. */
  readonly origin?: string;
  /** API key of the service. */
  readonly apiKey: string;
}

/** Returns a transport to a service in this process, without a socket. For tests and for embedding. */
export function inProcessTransport(
  handler: (request: Request) => Promise<Response>,
  { origin = 'http://127.0.0.1', apiKey }: InProcessOptions,
): Transport {
  return {
    async send(request, signal) {
      const deadline = new RequestDeadline(request, { caller: signal, root: origin });
      try {
        const response = await handler(
          new Request(`${origin}${addressOf(request)}`, {
            method: request.method,
            headers: { ...request.headers, host: new URL(origin).host, authorization: apiKey },
            signal: deadline.signal,
            ...(request.body === undefined ? {} : { body: bodyInit(request.body), duplex: 'half' }),
          } as RequestInit),
        );
        const headers = Object.fromEntries(response.headers);
        const watched = deadline.watched(responseChunks(response), headers);
        const body = withFailures(watched, (error) => responseFailure(error, request, signal, origin));
        return { status: response.status, headers, body };
      } catch (error) {
        deadline.end();
        throw requestFailure(error, request, signal, origin);
      }
    },
  };
}

function bodyInit(body: Uint8Array | AsyncIterable<Uint8Array>): BodyInit {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
