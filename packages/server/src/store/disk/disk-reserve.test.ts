import assert from 'node:assert/strict';
import { lstat, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { DiskReserve } from './disk-reserve.ts';

for (const size of [5, 8 * 1024 * 1024]) {
  test(`a symbolic link in place of the reserve is replaced, and its file of ${size} bytes stays`, {
    skip: process.platform === 'win32' && 'links on Windows need a privilege',
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const other = join(folder, 'other');
    await writeFile(other, 'hello');
    await truncate(other, size);
    await symlink(other, join(folder, 'reserve'));
    const reserve = new DiskReserve(folder);
    await reserve.fill();
    const kept = await readFile(other);
    assert.deepEqual([kept.length, kept.toString('latin1', 0, 5)], [size, 'hello']);
    const made = await lstat(join(folder, 'reserve'));
    assert.deepEqual([made.isFile(), made.size, made.mode & 0o077], [true, 8 * 1024 * 1024, 0]);
  });
}
