import { randomUUID } from 'node:crypto';
import { invalidKey, notFound } from '../errors/service-error.ts';
import { chunkedReply } from '../http/reply.ts';
import type { ServiceRoute } from '../http/service-route.ts';

/**
 * Path of the route that takes a lease.
 *
 * @internal Exported for tests: tests send requests to it.
 */
export const leasePath = '/api/maintenance/leases';

/** Interval at which a byte is sent to the holder of a lease, so that a lost connection is noticed. */
const keepAliveMillis = 5_000;

/** Time that the first client of a new service has to take a lease, in milliseconds. */
const firstLeaseMillis = 60_000;

/**
 * Leases on a service that ends when it is not used any more. A lease lasts as long as the connection that requested
 * it, so the operating system returns the lease of a client that is killed.
 */
export class Leases {
  /** Resolves when no client has held a lease for the idle time, or when the last one was returned. */
  readonly idle: Promise<void>;
  readonly #resolveIdle: () => void;
  readonly #idleMillis: number;
  readonly #held = new Map<string, () => void>();
  #timer: NodeJS.Timeout | undefined;

  /** @param idleMillis time without a lease after which the service ends, in milliseconds. */
  constructor(idleMillis: number) {
    this.#idleMillis = idleMillis;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idle = promise;
    this.#resolveIdle = resolve;
    this.#wait(Math.max(idleMillis, firstLeaseMillis));
  }

  /** Number of leases that clients hold. */
  get count(): number {
    return this.#held.size;
  }

  /** Returns the response whose connection is the lease. Its first line contains the id of the lease. */
  take(): Response {
    const id = randomUUID();
    const encoder = new TextEncoder();
    let keepAlive: NodeJS.Timeout | undefined;
    const end = () => {
      clearInterval(keepAlive);
      if (this.#held.delete(id) && this.#held.size === 0) this.#wait(this.#idleMillis);
    };
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        clearTimeout(this.#timer);
        this.#held.set(id, () => {
          end();
          controller.close();
        });
        controller.enqueue(encoder.encode(`${JSON.stringify({ lease: id })}\n`));
        keepAlive = setInterval(() => controller.enqueue(encoder.encode('\n')), keepAliveMillis);
        keepAlive.unref();
      },
      cancel: end,
    });
    return chunkedReply(body, { 'content-type': 'application/x-ndjson' });
  }

  /**
   * Returns a lease before its connection ends; the service ends at once when it was the last one.
   *
   * @returns whether there is such a lease.
   */
  release(id: string): boolean {
    const end = this.#held.get(id);
    end?.();
    if (end !== undefined && this.#held.size === 0) this.#resolveIdle();
    return end !== undefined;
  }

  /** Ends all leases, for example because the service closes. */
  endAll(): void {
    for (const end of [...this.#held.values()]) end();
    clearTimeout(this.#timer);
  }

  #wait(millis: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#resolveIdle, millis);
    this.#timer.unref();
  }
}

/** Returns the routes by which clients take and return leases. */
export function leaseRoutes(leases: Leases, hasKey: (request: Request) => boolean): readonly ServiceRoute[] {
  return [
    {
      method: 'POST',
      path: leasePath,
      doc: 'Keeps a service that ends when it is idle, for as long as this response is read.',
      respond(request) {
        if (!hasKey(request)) throw invalidKey;
        return leases.take();
      },
    },
    {
      method: 'POST',
      path: `${leasePath}/{id}/release`,
      doc: 'Returns a lease. The response contains the number of leases that remain; without any, the service ends.',
      respond(request, fields) {
        if (!hasKey(request)) throw invalidKey;
        if (!leases.release(fields.id!)) throw notFound('There is no such lease');
        return Response.json({ remaining: leases.count });
      },
    },
  ];
}
