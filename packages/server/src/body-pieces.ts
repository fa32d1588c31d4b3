import { ServiceError } from './errors.ts';

/** How slowly a request body may arrive. */
export interface BodyPace {
  /** In each window of this length... */
  readonly windowMillis: number;
  /** ...at least so many bytes arrive, or the body ends. */
  readonly leastBytes: number;
}

/** A body may take as long as it makes progress; one that a client drips or forgets ends after a minute. */
export const bodyPace: BodyPace = { windowMillis: 60_000, leastBytes: 1024 };

/** All of a body arrives within one window. */
export const oneWindow: BodyPace = { ...bodyPace, leastBytes: Number.POSITIVE_INFINITY };

/** A refusal of a body that takes too long. The server then closes the connection. */
export function bodyTimeout(millis: number): ServiceError {
  return new ServiceError(
    408,
    `The request body did not arrive, or made no progress, within ${millis / 1000} s. Send it again`,
  );
}

/**
 * The pieces of a request body in order, as they arrive; none when there is no body. Only the time that is spent waiting for the client counts.
 *
 * @throws ServiceError 408 when less than the pace asks for arrives within a window.
 */
export async function* bodyPieces(
  body: ReadableStream<Uint8Array> | null,
  { windowMillis, leastBytes }: BodyPace = bodyPace,
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
      if (arrived >= leastBytes) {
        waited = 0;
        arrived = 0;
      }
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // Does nothing after the end; before that, whoever sends more sends it in vain.
    await reader.cancel().catch(() => {});
  }
}
