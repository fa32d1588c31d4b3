import { get, request } from 'node:http';
import { proofQuestion } from '@tracklens/core/contract';

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
/** Longest first line of a lease, and longest proof, in characters. */
const maxLineLength = 1000;

/** Returns whether the program at `url` proves that it published this address in its data folder, with the secret. */
export function provesAddress(url: string, secret: string): Promise<boolean> {
  const question = proofQuestion(secret);
  return new Promise((resolve) => {
    const options = { agent: false, signal: AbortSignal.timeout(responseMillis) };
    get(`${url}${question.path}`, options, async (response) => {
      let text = '';
      try {
        for await (const piece of response.setEncoding('utf8')) {
          text += piece;
          if (text.length > maxLineLength) break;
        }
      } catch {
        // The connection was lost, so the answer is not complete.
      }
      resolve(await question.isAnsweredBy(text));
    }).once('error', () => resolve(false));
  });
}

/** Returns the id of the lease in the first line of a response; null when there is none. */
function leaseOf(line: string): string | null {
  try {
    const { lease } = JSON.parse(line) as { lease?: unknown };
    return typeof lease === 'string' ? lease : null;
  } catch {
    return null;
  }
}

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
        const [line, rest] = text.split('\n', 2);
        if (rest === undefined && text.length <= maxLineLength) return;
        text = null;
        const lease = rest === undefined ? null : leaseOf(line!);
        if (lease === null) {
          sent.destroy();
          return reject(new Error(`There is no service at ${url}`));
        }
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
