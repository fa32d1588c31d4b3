import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { NameFolding } from '../client/file-names.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type Disk, localDisk } from './disk.ts';
import { pathsInside } from './resolve-inside.ts';

const disk = (platform: NodeJS.Platform, joined: NameFolding): Disk => ({ platform, probe: async () => joined });
const none = { ignoresCase: false, ignoresForm: false };
const disks = {
  'Windows, NTFS': disk('win32', none),
  'macOS, APFS': disk('darwin', { ignoresCase: true, ignoresForm: true }),
  'macOS, case-sensitive APFS': disk('darwin', { ignoresCase: false, ignoresForm: true }),
  'Linux, ext4': disk('linux', none),
  'Linux, vfat': disk('linux', { ignoresCase: true, ignoresForm: false }),
};

for (const [names, paths] of [
  [
    ['a:b.txt', 'what?.bin', 'nul.txt', 'end.', 'c:x.bin', 'line\nfeed'],
    {
      'Windows, NTFS': ['a_b.txt', 'what_.bin', '_nul.txt', 'end_', 'c_x.bin', 'line_feed'],
      'macOS, APFS': ['a:b.txt', 'what?.bin', 'nul.txt', 'end.', 'c:x.bin', 'line\nfeed'],
      'Linux, ext4': ['a:b.txt', 'what?.bin', 'nul.txt', 'end.', 'c:x.bin', 'line\nfeed'],
    },
  ],
  [
    ['A.txt', 'a.txt', 'deep/B', 'Deep/b'],
    {
      'Windows, NTFS': ['A.txt', 'a (2).txt', 'deep/B', 'Deep/b (2)'],
      'macOS, APFS': ['A.txt', 'a (2).txt', 'deep/B', 'Deep/b (2)'],
      'macOS, case-sensitive APFS': ['A.txt', 'a.txt', 'deep/B', 'Deep/b'],
      'Linux, ext4': ['A.txt', 'a.txt', 'deep/B', 'Deep/b'],
      'Linux, vfat': ['A.txt', 'a (2).txt', 'deep/B', 'Deep/b (2)'],
    },
  ],
  [
    ['caf\u00e9', 'cafe\u0301'],
    {
      'macOS, APFS': ['caf\u00e9', 'cafe\u0301 (2)'],
      'macOS, case-sensitive APFS': ['caf\u00e9', 'cafe\u0301 (2)'],
      'Linux, ext4': ['caf\u00e9', 'cafe\u0301'],
      'Linux, vfat': ['caf\u00e9', 'cafe\u0301'],
    },
  ],
  [
    [`${'n'.repeat(300)}.bin`, `${'N'.repeat(300)}.bin`],
    {
      'Windows, NTFS': [`${'n'.repeat(251)}.bin`, `${'N'.repeat(247)} (2).bin`],
      'macOS, APFS': [`${'n'.repeat(251)}.bin`, `${'N'.repeat(247)} (2).bin`],
      'Linux, ext4': [`${'n'.repeat(251)}.bin`, `${'N'.repeat(251)}.bin`],
    },
  ],
  [
    [`one/${'n'.repeat(300)}`, `one/${'n'.repeat(255)}`, `ONE/${'N'.repeat(256)}`],
    { 'macOS, APFS': [`one/${'n'.repeat(251)} (2)`, `one/${'n'.repeat(255)}`, `ONE/${'N'.repeat(251)} (3)`] },
  ],
] as const) {
  for (const [name, expected] of Object.entries(paths)) {
    test(`${name}: no file of ${JSON.stringify(names).slice(0, 60)} is lost`, async (t) => {
      const root = await temporaryFolder(t);
      const warnings: string[] = [];
      const given = { operation: 'Model.download', warn: (message: string) => warnings.push(message) };
      const found = await pathsInside(root, names, { ...given, disk: disks[name as keyof typeof disks] });
      assert.deepEqual(
        found,
        expected.map((one: string) => join(root, one)),
      );
      assert.equal(warnings.length, names.filter((one, index) => one !== expected[index]).length);
    });
  }
}

test('a renamed file is reported with both names', async (t) => {
  const warnings: string[] = [];
  const given = {
    operation: 'Model.download',
    warn: (message: string) => warnings.push(message),
    disk: disks['Windows, NTFS'],
  };
  await pathsInside(await temporaryFolder(t), ['logs/a:b'], given);
  assert.deepEqual(warnings, ['Model.download: the file "logs/a:b" is saved as "logs/a_b".']);
});

test('a name outside of the folder fails with what to do about its file', async (t) => {
  const names = ['a.txt', '../up.txt'];
  await assert.rejects(pathsInside(await temporaryFolder(t), names, { operation: 'Model.download' }), {
    code: 'malformed',
    reason: 'the file name "../up.txt" points outside of the folder',
    remedy: /downloadExperimentAsset/,
  });
});

test('the name rules of the disk are tested in the nearest existing folder, without leaving a file', async (t) => {
  const root = await temporaryFolder(t);
  const joined = await localDisk().probe(join(root, 'not', 'there'));
  assert.deepEqual(await readdir(root), []);
  const isLinux = process.platform === 'linux';
  assert.deepEqual(joined, { ignoresCase: !isLinux, ignoresForm: process.platform === 'darwin' });
});
