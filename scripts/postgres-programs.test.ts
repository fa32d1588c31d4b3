import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { postgresPrograms } from './postgres-programs.ts';

test('the newest PostgreSQL with a server is found in each layout, then the one on PATH', async (t) => {
  const folder = await temporaryFolder(t);
  const install = async (...parts: string[]) => {
    await mkdir(path.join(folder, ...parts), { recursive: true });
    await writeFile(path.join(folder, ...parts, 'initdb'), '');
  };
  await install('debian', '9', 'bin');
  await install('debian', '16', 'bin');
  // Of this version only the client is still installed.
  await mkdir(path.join(folder, 'debian', '17', 'bin'), { recursive: true });
  await install('brew', 'postgresql@15', 'bin');
  await install('brew', 'postgresql', 'bin');
  await install('own');
  const debian = { parent: path.join(folder, 'debian'), version: /^(\d+)$/, programs: 'bin' };
  const brew = { parent: path.join(folder, 'brew'), version: /^postgresql@(\d+)$/, programs: 'bin' };
  const absent = { ...debian, parent: path.join(folder, 'absent') };
  const searchPath = [folder, path.join(folder, 'own')].join(path.delimiter);
  for (const [versions, expected] of [
    [
      [debian, brew],
      ['debian', '16', 'bin'],
    ],
    [
      [absent, brew],
      ['brew', 'postgresql@15', 'bin'],
    ],
    [[absent], ['own']],
  ] as const) {
    assert.equal(postgresPrograms(versions, searchPath), path.join(folder, ...expected));
  }
  assert.equal(postgresPrograms([absent], folder), null);
});
