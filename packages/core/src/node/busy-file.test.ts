import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryWhileBusy } from './busy-file.ts';

const failing = (code: string, times: number) => {
  let calls = 0;
  const work = async () => {
    if (calls++ < times) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  return { work, calls: () => calls };
};

for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
  test(`a file that is ${code} for a moment is retried only on Windows`, async () => {
    const pauses: number[] = [];
    const pause = async (millis: number) => void pauses.push(millis);
    assert.equal(await retryWhileBusy(failing(code, 3).work, { platform: 'win32', pause }), 'done');
    assert.deepEqual(pauses, [10, 20, 50]);
    const elsewhere = failing(code, 1);
    await assert.rejects(retryWhileBusy(elsewhere.work, { platform: 'linux', pause }), { code });
    assert.equal(elsewhere.calls(), 1);
  });
}

test('a file that remains busy fails with its error eventually, another error at once', async () => {
  const busy = failing('EBUSY', 100);
  await assert.rejects(retryWhileBusy(busy.work, { platform: 'win32', pause: async () => {} }), { code: 'EBUSY' });
  assert.equal(busy.calls(), 8);
  const absent = failing('ENOENT', 100);
  await assert.rejects(retryWhileBusy(absent.work, { platform: 'win32' }), { code: 'ENOENT' });
  assert.equal(absent.calls(), 1);
});
