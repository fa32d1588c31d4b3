import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestDeadline } from './request-deadline.ts';

for (const { what, limits } of [
  { what: 'a whole request', limits: {} },
  { what: 'a file transfer', limits: { idleMillis: 1000 } },
]) {
  test(`a limit of ${what} may be longer than timers support`, (t) => {
    const { mock } = t.mock.method(globalThis, 'setTimeout');
    const request = { method: 'GET', path: '/', query: [], timeoutMillis: Number.MAX_SAFE_INTEGER, ...limits } as const;
    const deadline = new RequestDeadline(request, { caller: undefined, root: 'http://127.0.0.1' });
    deadline.end();
    assert.equal(deadline.signal.aborted, false);
    assert.ok(mock.calls.every(({ arguments: [, millis] }) => millis! < 2 ** 31));
  });
}
