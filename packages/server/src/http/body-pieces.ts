import { ServiceError } from '../errors/service-error.ts';

/** Minimum speed at which a request body must arrive. */
export interface BodyPace {
  /** Length of a window, in milliseconds of waiting. */
  readonly windowMillis: number;
  /** Bytes that must arrive in each window; with fewer the request is rejected. */
  readonly minBytes: number;
}

/**
 * Default pace: a body may take any time as long as it makes progress. A stalled or dripping body is rejected after a
 * minute.
 */
export const bodyPace: BodyPace = { windowMillis: 60_000, minBytes: 1024 };

/** Pace that requires the whole body to arrive within one window. */
export const oneWindow: BodyPace = { ...bodyPace, minBytes: Number.POSITIVE_INFINITY };

/** Returns the 408 error for a body that takes too long. The server then closes the connection. */
export function bodyTimeout(millis: number): ServiceError {
  return new ServiceError(408, `Too little of the request body arrived within ${millis / 1000} s. Send it again`);
}

/**
 * Yields the chunks of a request body in order, as they arrive; nothing when there is no body. Only the time spent
 * waiting for the client counts.
 *
 * @throws ServiceError 408 when less than `minBytes` arrives within a window.
 */
export async function* bodyPieces(
  body: ReadableStream<Uint8Array> | null,
  { windowMillis, minBytes }: BodyPace = bodyPace,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  let waited = 0;
  let arrived = 0;
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const start = performance.now();
      const late = new Promise<never>((_, fail) => {
        timer = setTimeout(() => fail(bodyTimeout(windowMillis)), Math.max(0, windowMillis - waited));
      });
      const { done, value } = await Promise.race([reader.read(), late]);
      clearTimeout(timer);
      if (done) return;
      waited += performance.now() - start;
      arrived += value.byteLength;
      if (arrived >= minBytes) {
        waited = 0;
        arrived = 0;
      }
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // No effect after the end of the body. Before it, the rest of the body is discarded.
    await reader.cancel().catch(() => {});
  }
}
