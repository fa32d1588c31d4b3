import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferedBody, RestApiException, type RestErrorCode } from '@tracklens/core/client';
import { ServiceHealth } from './service-health.ts';

const request = { method: 'GET', path: '/x', query: [], timeoutMillis: 1000 } as const;

test('a service is reachable after any response, whatever its status', async () => {
  const health = new ServiceHealth();
  const changes: (boolean | null)[] = [];
  health.subscribe(() => changes.push(health.responds));
  let outcome: number | RestErrorCode = 200;
  const transport = health.watch({
    async send() {
      if (typeof outcome === 'string') throw RestApiException.of({ code: outcome, reason: 'no' });
      return { status: outcome, headers: {}, body: bufferedBody(new Uint8Array()) };
    },
  });
  assert.equal(health.responds, null);
  for (const next of [200, 500, 'unreachable', 'timeout', 'aborted', 404, 'timeout', 200] as const) {
    outcome = next;
    await transport.send(request).catch(() => {});
  }
  assert.deepEqual(changes, [true, false, true, false, true]);
});
