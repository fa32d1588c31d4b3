import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { distinctNames, zipStream } from './zip-stream.ts';

const files = {
  'empty.txt': Buffer.alloc(0),
  'words.txt': Buffer.from('to be or not to be '.repeat(30_000)),
  'noise.bin': randomBytes(700_000),
  'packed.png': randomBytes(50_000),
  'folder/ünï.txt': Buffer.from('x'),
};

/** Reads an archive with Python's own module, checksums too; gives each name with its bytes' length and hash. */
const reader = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist()}))
`;

for (const [what, names, distinct] of [
  ['names that differ', ['a', 'b/a', 'b/c.txt'], ['a', 'b/a', 'b/c.txt']],
  ['a name that is repeated', ['a.txt', 'a.txt', 'a.txt'], ['a.txt', 'a (1).txt', 'a (2).txt']],
  [
    'names that differ in case or composition alone',
    ['A.txt', 'a.TXT', 'é', 'e\u0301'],
    ['A.txt', 'a (1).TXT', 'é', 'e\u0301 (1)'],
  ],
  ['a file that is a folder of others', ['a', 'A/b', 'c/d/e', 'c/d'], ['a (1)', 'A/b', 'c/d/e', 'c/d (1)']],
  ['a name that is made by the numbering', ['a', 'a (1)', 'a'], ['a', 'a (1)', 'a (2)']],
  [
    'what leads out',
    ['../a', '/b', 'C:\\c', 'C:D:/d', './C:e', '..', ''],
    ['a', 'b', 'c', 'd', 'e', 'file', 'file (1)'],
  ],
  ['a character that ends names', ['a\0b'], ['a_b']],
  [
    'many of one name',
    Array<string>(3000).fill('x'),
    ['x', ...Array.from({ length: 2999 }, (_, copy) => `x (${copy + 1})`)],
  ],
] as const) {
  test(`in an archive ${what} lose nothing when they are unpacked`, () =>
    assert.deepEqual(distinctNames(names), distinct));
}

describe('an archive that is made while it is read', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tracklens-zip-'));
    for (const [index, bytes] of Object.values(files).entries()) await writeFile(join(folder, String(index)), bytes);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const hash = async (bytes: Uint8Array) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

  // What a file of four gigabytes or the 65,535th file brings about, brought about sooner.
  for (const [what, limits] of [
    ['with short fields', undefined],
    ['with long ones for its large files', { bytes: 200_000, entries: 1000 }],
    ['with long ones for every file', { bytes: 0, entries: 0 }],
    ['with many files', { bytes: 0xffffffff, entries: 3 }],
  ] as const) {
    test(`${what} is read by others, whole`, async () => {
      const members = Object.keys(files).map((name, index) => ({ name, path: join(folder, String(index)) }));
      const archive = join(folder, 'archive.zip');
      await writeFile(archive, new Uint8Array(await new Response(zipStream(members, limits)).arrayBuffer()));
      const read = JSON.parse(execFileSync('python3', ['-c', reader, archive], { encoding: 'utf8' }));
      const wanted = Object.entries(files).map(async ([name, bytes]) => [name, await hash(bytes)]);
      assert.deepEqual(read, Object.fromEntries(await Promise.all(wanted)));
    });
  }

  test('who leaves in the middle leaves no file open', { skip: !existsSync('/proc/self/fd') }, async () => {
    const path = join(folder, 'large');
    await writeFile(path, randomBytes(8_000_000));
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false;
        }
      });
    for (const name of ['large.txt', 'large.png']) {
      const reading = zipStream([{ name, path }]).getReader();
      for (let piece = 0; piece < 3; piece++) await reading.read();
      assert.ok(isOpen());
      await reading.cancel();
      const until = Date.now() + 10_000;
      while (isOpen() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.ok(!isOpen(), name);
    }
  });

  test('a file that has gone ends it, so that nobody takes a part for the whole', async () => {
    const members = ['0', 'gone'].map((name) => ({ name, path: join(folder, name) }));
    await assert.rejects(new Response(zipStream(members)).arrayBuffer());
  });
});
