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
      const body = outcome < 400 ? 'rows' : JSON.stringify({ msg: `no\n${service.apiKey}` });
      return { status: outcome, headers, body: bufferedBody(new TextEncoder().encode(body)) };
    },
  };
}

const service = { url: 'http://127.0.0.1:9', apiKey: 'the-secret-key' };

/** Returns a log that keeps its lines, without durations. */
function keptLog() {
  const lines: string[] = [];
  const keep = (level: string) => (line: string) => {
    assert.match(line, /, \d+ ms$|: cancelled$/);
    lines.push(`${level} ${line.replace(/, \d+ ms$/, '').replace('GET /api/rest/v2/workspaces: ', '')}`);
  };
  return { lines, log: { debug: keep('debug'), warn: keep('warn') } };
}

const rejected = RestApiException.of({
  code: 'unreachable',
  reason: 'fetch failed',
  cause: Object.assign(new Error('connect 127.0.0.1:9'), { code: 'ECONNREFUSED' }),
});

test('each request is one line with method, path, status, cause and duration; a failure is a warning once', async () => {
  const { lines, log } = keptLog();
  const outcomes = [200, 404, 500, 500, rejected, rejected, 200, 500, 429];
  const transport = respondingWith(outcomes);
  // Each attempt to connect has its own client.
  for (const _ of outcomes)
    await loggedTransport(transport, service, log)
      .send(request)
      .catch(() => {});
  assert.deepEqual(lines, [
    'debug status 200',
    'debug status 404, no …',
    'warn status 500, no …',
    'debug status 500, no …',
    'warn unreachable, fetch failed (ECONNREFUSED connect 127.0.0.1:9)',
    'debug unreachable, fetch failed (ECONNREFUSED connect 127.0.0.1:9)',
    'debug status 200',
    'warn status 500, no …',
    'warn status 429, Retry-After 120, no …',
  ]);
});

test('the response reaches the caller as it was sent', async () => {
  const transport = loggedTransport(respondingWith([200, 404]), service, keptLog().log);
  const texts = [await transport.send(request), await transport.send(request)].map(({ body }) => body.bytes());
  assert.deepEqual(
    (await Promise.all(texts)).map((bytes) => new TextDecoder().decode(bytes)),
    ['rows', JSON.stringify({ msg: 'no\nthe-secret-key' })],
  );
});

test('a request that its caller cancelled is not logged as a failure', async () => {
  const { lines, log } = keptLog();
  const aborted = RestApiException.of({ code: 'aborted', reason: 'the call was cancelled' });
  await assert.rejects(loggedTransport(respondingWith([aborted]), service, log).send(request));
  assert.deepEqual(lines, ['debug cancelled']);
});
