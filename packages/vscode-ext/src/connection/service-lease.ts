import { request } from 'node:http';

/** Use of a running service by this window. */
export interface ServiceLease {
  /** Resolves when the service closes the connection, because it ends or is killed. Never after `close`. */
  readonly lost: Promise<void>;
  /** Returns the lease; the service ends when it was the last one. Resolves to the number of other leases. */
  release(): Promise<number>;
  /** Closes the connection, as the exit of this process does. The service waits a while for another lease. */
  close(): void;
}

const path = '/api/maintenance/leases';
const responseMillis = 10_000;

/**
 * Takes a lease on the service at `url`. The lease is a request whose response stays open; it uses a connection of
 * its own, so that no client counts it as a slow request. Returns null for a service that was started without leases
 * and does not end when it is idle. Rejects when no service responds.
 */
export function takeLease(url: string, apiKey: string): Promise<ServiceLease | null> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: 'POST', agent: false, headers: { authorization: apiKey } });
    const timer = setTimeout(() => sent.destroy(new Error('No response')), responseMillis);
    sent.once('error', reject);
    sent.once('response', (response) => {
      clearTimeout(timer);
      if (response.statusCode !== 200) {
        sent.destroy();
        if (response.statusCode === 404) resolve(null);
        else reject(new Error(`status ${response.statusCode}`));
        return;
      }
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
      let text: string | null = '';
      response.on('error', () => {}).setEncoding('utf8');
      response.on('data', (piece: string) => {
        // What follows the first line only shows that the service is alive.
        if (text === null) return;
        text += piece;
        if (!text.includes('\n')) return;
        const { lease } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { lease: string };
        text = null;
        const close = () => {
          response.removeAllListeners('close');
          sent.destroy();
        };
        resolve({ lost, close, release: () => release(url, apiKey, lease).finally(close) });
      });
      response.once('close', () => {
        lose();
        reject(new Error('The service closed the connection'));
      });
    });
    sent.end();
  });
}

async function release(url: string, apiKey: string, lease: string): Promise<number> {
  const response = await fetch(`${url}${path}/${lease}/release`, {
    method: 'POST',
    headers: { authorization: apiKey },
    signal: AbortSignal.timeout(responseMillis),
  });
  const { remaining } = (await response.json()) as { remaining?: unknown };
  return typeof remaining === 'number' ? remaining : 0;
}
