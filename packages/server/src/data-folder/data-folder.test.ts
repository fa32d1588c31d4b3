import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tracklens/core/test-support';
import { sharedFolderWarning } from './data-folder.ts';

const names =
  'tracklens.db tracklens.db-wal tracklens.db-journal api-key service.json assets incoming folder-id reserve damaged';

test('a symbolic link in place of any file of a folder that everybody can change is rejected', {
  skip: process.platform === 'win32' && 'links on Windows need a privilege',
}, async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o777);
  for (const name of names.split(' ')) {
    await symlink('elsewhere', join(folder, name));
    await assert.rejects(sharedFolderWarning(folder), new RegExp(`${name} is a symbolic link in a folder`));
    await unlink(join(folder, name));
  }
  assert.match((await sharedFolderWarning(folder))!, /Every user of this machine can change/);
});

test('the command that protects a folder can be run, whatever the name of the folder', {
  skip: process.platform === 'win32' && 'Windows has no such modes',
}, async (t) => {
  const folder = join(await temporaryFolder(t), "Ada's data");
  await mkdir(folder);
  await chmod(folder, 0o777);
  const command = /Run: (.*)$/.exec((await sharedFolderWarning(folder))!)![1]!;
  await promisify(execFile)('sh', ['-c', command]);
  assert.equal(await sharedFolderWarning(folder), null);
});
