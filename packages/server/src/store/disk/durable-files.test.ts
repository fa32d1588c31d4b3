import assert from 'node:assert/strict';
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { draftOf, makeFolder, replaceFile, retryMomentary, writeNewFile } from './durable-files.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
  test(`an operation that fails with ${code} for a moment is repeated`, async () => {
    let calls = 0;
    const done = await retryMomentary(async () => {
      calls++;
      if (calls < 3) throw failure(code);
      return 'done';
    });
    assert.deepEqual([done, calls], ['done', 3]);
  });
}

test('an operation that goes on failing throws its last error; one that fails otherwise is not repeated', async () => {
  for (const [code, expected] of [
    ['EBUSY', 5],
    ['ENOSPC', 1],
  ] as const) {
    let calls = 0;
    const failing = retryMomentary(() => {
      calls++;
      return Promise.reject(failure(code));
    });
    await assert.rejects(failing, { code });
    assert.equal(calls, expected);
  }
});

test('a replaced file has the new text and no temporary file, even after a killed process left one', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'note');
  await writeFile(draftOf(file), 'left by an ended process of the same id');
  for (const text of ['one', 'two']) {
    await replaceFile(file, text);
    assert.equal(await readFile(file, 'utf8'), text);
  }
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  const taken = join(folder, 'taken');
  await mkdir(taken);
  await assert.rejects(replaceFile(taken, 'text'));
  assert.deepEqual((await readdir(folder)).sort(), ['note', 'taken']);
});

test('a new file does not replace an existing one', async (t) => {
  const file = join(await temporaryFolder(t), 'note');
  await writeNewFile(file, 'first');
  await assert.rejects(writeNewFile(file, 'second'), { code: 'EEXIST' });
  assert.equal(await readFile(file, 'utf8'), 'first');
});

test('a folder that cannot be created rejects, also where the system says that its parent is missing', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  await assert.rejects(makeFolder(file), { code: 'EEXIST' });
  await assert.rejects(makeFolder(join(file, 'below')), { code: 'ENOTDIR' });
  if (process.platform === 'linux') await assert.rejects(makeFolder('/proc/x/y'), { code: 'ENOENT' });
});

test('a folder is created with its parents', async (t) => {
  const folder = join(await temporaryFolder(t), 'a', 'b', 'c');
  await makeFolder(folder);
  await makeFolder(folder);
  assert.ok((await stat(folder)).isDirectory());
  const file = await open(join(folder, 'file'), 'w');
  await file.close();
  await assert.rejects(makeFolder(join(folder, 'file')), { code: 'EEXIST' });
});
