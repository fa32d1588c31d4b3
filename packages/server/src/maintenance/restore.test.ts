import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loggedFiles, loggedFolder } from '../testing/logged-folder.ts';
import { backUp } from './backup.ts';
import { check } from './check.ts';
import { restore } from './restore.ts';

test('a restored folder is the one that was backed up', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  await writeFile(join(folder, 'api-key'), 'the-key-of-this-folder\n');
  const [file, restored] = [join(scratch, 'backup.zip'), join(scratch, 'restored')];
  const report = await backUp(file, folder);
  assert.deepEqual([report.experiments, report.files, report.missing], [1, 2, 0]);
  assert.ok(report.bytes > Object.values(loggedFiles).join('').length);
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  await mkdir(restored);
  assert.deepEqual(await restore(file, restored), { experiments: 1, files: 2 });
  assert.deepEqual((await readdir(restored)).sort(), ['api-key', 'assets', 'folder-id', 'tracklens.db']);
  for (const name of ['api-key', 'folder-id']) {
    assert.equal(await readFile(join(restored, name), 'utf8'), await readFile(join(folder, name), 'utf8'));
  }
  assert.equal(await check({ dataFolder: restored, repair: false, print: () => {} }), 0);
});

test('a backup with any damaged byte of a file is rejected, and no folder is created', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  const file = join(scratch, 'backup.zip');
  await backUp(file, folder);
  const bytes = await readFile(file);
  for (const part of [0.02, 0.2, 0.4, 0.6, 0.8]) {
    const copy = join(scratch, `damaged-${part}`);
    const changed = Buffer.from(bytes);
    const at = Math.floor(bytes.length * part);
    for (let index = at; index < at + 32; index++) changed[index]! ^= 0x5a;
    await writeFile(copy, changed);
    const target = join(scratch, `restored-${part}`);
    await assert.rejects(
      restore(copy, target),
      /is not a complete backup of Tracklens \(.+\)\. Use another copy of it\.$/,
    );
    assert.deepEqual(await readdir(target).catch(() => []), [], `${part}`);
  }
  const short = join(scratch, 'short');
  await writeFile(short, bytes.subarray(0, bytes.length / 2));
  await assert.rejects(restore(short, join(scratch, 'x')), /is not a complete backup of Tracklens/);
});

test('a cancelled backup or restore leaves no file', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  const [file, restored] = [join(scratch, 'backup.zip'), join(scratch, 'restored')];
  await assert.rejects(backUp(file, folder, { signal: AbortSignal.abort() }), /aborted/);
  assert.deepEqual(await readdir(scratch), ['data']);
  await backUp(file, folder);
  await assert.rejects(restore(file, restored, AbortSignal.abort()), /aborted/);
  assert.deepEqual(await readdir(restored), []);
});

test('a backup replaces no file that another process has written meanwhile', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  const file = join(scratch, 'backup.zip');
  const { signal } = new AbortController();
  // Called when the archive is written.
  signal.throwIfAborted = () => writeFileSync(file, 'mine');
  await assert.rejects(backUp(file, folder, { signal }), /cannot be written \(EEXIST: .*\)\. Give another path/);
  assert.deepEqual((await readdir(scratch)).sort(), ['backup.zip', 'data']);
  assert.equal(await readFile(file, 'utf8'), 'mine');
});

test('a restore replaces and deletes nothing of a service that was started meanwhile', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  const [file, restored] = [join(scratch, 'backup.zip'), join(scratch, 'restored')];
  await backUp(file, folder);
  const { signal } = new AbortController();
  // Called before each piece that is written.
  signal.throwIfAborted = () => writeFileSync(join(restored, 'tracklens.db'), 'of the service');
  await assert.rejects(restore(file, restored, signal), /cannot be restored to \S+ \(EEXIST: .*Give another folder/);
  assert.deepEqual(await readdir(restored), ['tracklens.db']);
  assert.equal(await readFile(join(restored, 'tracklens.db'), 'utf8'), 'of the service');
});

test('a part of a backup, which a killed restore leaves, is named', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  const [file, restored] = [join(scratch, 'backup.zip'), join(scratch, 'restored')];
  await backUp(file, folder);
  await mkdir(restored);
  await writeFile(join(restored, 'tracklens.db.restoring'), 'part of it');
  await assert.rejects(restore(file, restored), /restored has a part of a backup, .* Delete it, then try again\.$/);
});

test('backup and restore never overwrite anything, and report the remedy', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  const file = join(scratch, 'backup.zip');
  await backUp(file, folder);
  const other = join(scratch, 'other');
  const refusals: [() => Promise<unknown>, RegExp][] = [
    [
      () => restore(file, folder),
      /data is not empty, and existing files are not replaced\. Give an empty or a new folder/,
    ],
    [() => restore(file, file), /cannot be the data folder .*--data/],
    [() => restore(join(scratch, 'absent'), other), /backup cannot be read .*absent/],
    [() => restore(join(folder, 'tracklens.db'), other), /tracklens\.db is not a complete backup/],
    [() => backUp(file, folder), /backup\.zip already exists\. Give another name/],
    [() => backUp(join(scratch, 'no', 'file'), folder), /The folder \S+no does not exist\. Create it first/],
    [() => backUp(join(scratch, 'new'), scratch), /no tracklens\.db in .* --data/],
    [
      () => backUp(join(scratch, 'new'), folder, { databaseUrl: 'postgres://me@127.0.0.1/none' }),
      /are in PostgreSQL.*pg_dump.*"assets"/,
    ],
  ];
  for (const [attempt, message] of refusals) await assert.rejects(attempt, message);
});

test('an archive with other names than those of a backup is rejected before anything is written', async (t) => {
  const { scratch, folder } = await loggedFolder(t);
  const file = join(scratch, 'backup.zip');
  await backUp(file, folder);
  const bytes = (await readFile(file)).toString('latin1').replaceAll('folder-id', '../folder');
  const hostile = join(scratch, 'hostile.zip');
  await writeFile(hostile, bytes, 'latin1');
  await assert.rejects(restore(hostile, join(scratch, 'target')), /is not a complete backup/);
  assert.deepEqual(await readdir(join(scratch, 'target')).catch(() => []), []);
});
