import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../../scripts/child-process.ts';

/** The service has its requests to answer and its store to close. */
const limitMillis = 20_000;

test('a service that npm started ends with npm, when npm alone is told to end', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-npm-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const npm = await startProcess(
    'npm',
    ['run', 'serve', '--', '--data', folder],
    (output) => /^tracklens service: (\S+)$/m.exec(output)?.[1],
  );
  t.after(() => npm.stop());
  assert.equal(await answers(npm.found), true);
  npm.child.kill('SIGTERM');
  const deadline = Date.now() + limitMillis;
  while (await answers(npm.found)) {
    assert.ok(Date.now() < deadline, 'the service still answers');
    await pause(50);
  }
});

/** Whether something listens at an address. */
function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.body?.cancel().then(() => true) ?? true,
    () => false,
  );
}
