import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cleanup, temporaryFolder } from './cleanup.ts';

/** A test context that the test ends explicitly. */
function ownerWithEnd() {
  const hooks: (() => Promise<void>)[] = [];
  return {
    after: (run: () => Promise<void>) => void hooks.push(run),
    async end() {
      for (const hook of hooks) await hook();
    },
  };
}

test('cleanups run in reverse order, also after a failure, which is reported', async () => {
  const owner = ownerWithEnd();
  const ran: string[] = [];
  for (const name of ['folder', 'service', 'client']) {
    cleanup(owner).defer(() => {
      ran.push(name);
      if (name === 'service') throw new Error('cannot close');
    });
  }
  await assert.rejects(owner.end(), /cannot close/);
  assert.deepEqual(ran, ['client', 'service', 'folder']);
});

test('a temporary folder is removed after the processes that were started in it', async () => {
  const owner = ownerWithEnd();
  const folder = await temporaryFolder(owner);
  await writeFile(join(folder, 'file'), 'text');
  let present: boolean | undefined;
  cleanup(owner).defer(() => {
    present = existsSync(folder);
  });
  await owner.end();
  assert.deepEqual([present, existsSync(folder)], [true, false]);
});
