import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferedBody, RestApiException, type Transport } from '@tracklens/core/client';
import { loggedTransport } from './logged-transport.ts';

const request = { method: 'GET', path: '/api/rest/v2/workspaces', query: [['a', 'b']], timeoutMillis: 1000 } as const;

/** Returns a transport that yields the given outcomes, one per request. */
function respondingWith(outcomes: readonly (number | Error)[]): Transport {
  const left = [...outcomes];
  return {
    async send() {
      const outcome = left.shift()!;
      if (outcome instanceof Error) throw outcome;
      const headers: Record<string, string> = outcome === 429 ? { 'retry-after': '120' } : {};
      return { status: outcome, headers, body: bufferedBody(new Uint8Array()) };
    },
  };
}

const rejected = RestApiException.from({
  code: 'unreachable',
  reason: 'fetch failed',
  cause: Object.assign(new Error('connect 127.0.0.1:9'), { code: 'ECONNREFUSED' }),
});

test('a failed request is logged with method, path, status and cause, and once until it succeeds', async () => {
  const lines: string[] = [];
  const outcomes = [200, 404, 500, 500, rejected, rejected, 200, 500, 429];
  const transport = loggedTransport(respondingWith(outcomes), (line) => lines.push(line));
  for (const _ of outcomes) await transport.send(request).catch(() => {});
  assert.deepEqual(lines, [
    'GET /api/rest/v2/workspaces: status 500',
    'GET /api/rest/v2/workspaces: unreachable, fetch failed (ECONNREFUSED connect 127.0.0.1:9)',
    'GET /api/rest/v2/workspaces: status 500',
    'GET /api/rest/v2/workspaces: status 429, Retry-After 120',
  ]);
});

test('a request that its caller cancelled is not logged as a failure', async () => {
  const lines: string[] = [];
  const aborted = RestApiException.from({ code: 'aborted', reason: 'the call was cancelled' });
  await assert.rejects(loggedTransport(respondingWith([aborted]), (line) => lines.push(line)).send(request));
  assert.deepEqual(lines, []);
});
