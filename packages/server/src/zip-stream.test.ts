import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { zipStream } from './zip-stream.ts';

const largeBytes = 8_000_000;
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

describe('an archive that is made while it is read', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tracklens-zip-'));
    for (const [index, bytes] of Object.values(files).entries()) await writeFile(join(folder, String(index)), bytes);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const hash = async (bytes: Uint8Array) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

  test('it is read by others, whole', async () => {
    const members = Object.entries(files).map(([name, { length: size }], index) => ({
      name,
      path: join(folder, String(index)),
      size,
    }));
    const archive = join(folder, 'archive.zip');
    await writeFile(archive, zipStream(members));
    const read = JSON.parse(execFileSync('python3', ['-c', reader, archive], { encoding: 'utf8' }));
    const wanted = Object.entries(files).map(async ([name, bytes]) => [name, await hash(bytes)]);
    assert.deepEqual(read, Object.fromEntries(await Promise.all(wanted)));
  });

  describe('of what is open', { skip: !existsSync('/proc/self/fd') }, () => {
    const large = async (name: string) => {
      const path = join(folder, name);
      await writeFile(path, randomBytes(largeBytes));
      return path;
    };
    const isOpen = (path: string) =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false;
        }
      });

    for (const name of ['large.txt', 'large.png']) {
      test(`who leaves in the middle of ${name} leaves no file open`, async () => {
        const path = await large(name);
        const reading = zipStream([
          { name, path, size: largeBytes },
          { name, path, size: largeBytes },
        ]).getReader();
        for (let piece = 0; piece < 3; piece++) await reading.read();
        assert.ok(isOpen(path));
        await reading.cancel();
        const until = Date.now() + 10_000;
        while (isOpen(path) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
        assert.ok(!isOpen(path));
      });

      test(`no more of ${name} is read than somebody takes`, async () => {
        const [path, other] = [await large(`slow-${name}`), await large(`other-${name}`)];
        const slow = zipStream([{ name, path, size: largeBytes }]).getReader();
        await slow.read();
        // As long as it takes to read such a file.
        await new Response(zipStream([{ name, path: other, size: largeBytes }])).arrayBuffer();
        assert.ok(isOpen(path));
        await slow.cancel();
      });
    }
  });

  test('a file that has gone ends it, so that nobody takes a part for the whole', async () => {
    for (const size of [1, largeBytes]) {
      const members = ['0', 'gone'].map((name) => ({ name, path: join(folder, name), size }));
      await assert.rejects(new Response(zipStream(members)).arrayBuffer());
    }
  });
});
