import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { zipStream } from './zip-stream.ts';

const largeBytes = 8_000_000;
const files = {
  'empty.txt': Buffer.alloc(0),
  'words.txt': Buffer.from('to be or not to be '.repeat(30_000)),
  'noise.bin': randomBytes(700_000),
  'packed.png': randomBytes(50_000),
  'folder/ünï.txt': Buffer.from('x'),
};

/**
 * Reads an archive with Python's zipfile module, including checksums; returns the size and hash of each member by
 * name.
 */
const reader = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist()}))
`;

/**
 * Reads an archive from its start, as Java's ZipInputStream does: without the central directory, so that each member
 * must be DEFLATED or have its size before its data.
 */
function membersInOrder(archive: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>();
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const isDescribed = (archive.readUInt16LE(at + 6) & 8) !== 0;
    assert.equal(archive.readUInt16LE(at + 8), 8, 'method');
    const nameLength = archive.readUInt16LE(at + 26);
    const data = at + 30 + nameLength + archive.readUInt16LE(at + 28);
    const { buffer, engine } = inflateRawSync(archive.subarray(data), { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    const sizes = isDescribed ? data + engine.bytesWritten + 8 : at + 18;
    assert.deepEqual(
      [archive.readUInt32LE(sizes), archive.readUInt32LE(sizes + 4)],
      [engine.bytesWritten, buffer.length],
    );
    members.set(archive.toString('utf8', at + 30, at + 30 + nameLength), buffer);
    at = data + engine.bytesWritten + (isDescribed ? 16 : 0);
  }
  return members;
}

describe('an archive that is created while it is read', () => {
  const stack = suiteCleanup();
  let folder: string;

  before(async () => {
    folder = await temporaryFolder(stack);
    for (const [index, bytes] of Object.values(files).entries()) await writeFile(join(folder, String(index)), bytes);
  });

  const hash = async (bytes: Uint8Array) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

  const membersOfAll = () =>
    Object.entries(files).map(([name, { length: size }], index) => ({ name, path: join(folder, String(index)), size }));

  test('can be read as a stream, without its central directory', async () => {
    const archive = Buffer.from(await new Response(zipStream(membersOfAll())).arrayBuffer());
    const read = membersInOrder(archive);
    assert.deepEqual([...read.keys()], Object.keys(files));
    for (const [name, bytes] of Object.entries(files)) assert.ok(read.get(name)!.equals(bytes), name);
  });

  test('does not compress compressed files again', async () => {
    const archive = await new Response(zipStream(membersOfAll().filter(({ name }) => name.endsWith('.png')))).bytes();
    const at = Buffer.from(archive).indexOf(files['packed.png'].subarray(0, 1000));
    assert.ok(at > 0, 'the bytes as they are');
  });

  test('can be read by other programs', async () => {
    const members = membersOfAll();
    const archive = join(folder, 'archive.zip');
    await writeFile(archive, zipStream(members));
    const read = JSON.parse(execFileSync('python3', ['-c', reader, archive], { encoding: 'utf8' }));
    const wanted = Object.entries(files).map(async ([name, bytes]) => [name, await hash(bytes)]);
    assert.deepEqual(read, Object.fromEntries(await Promise.all(wanted)));
  });

  describe('open files', { skip: !existsSync('/proc/self/fd') }, () => {
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
      test(`a connection that closes in the middle of ${name} leaves no file open`, async () => {
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

      test(`${name} is read only as fast as the client reads`, async () => {
        const [path, other] = [await large(`slow-${name}`), await large(`other-${name}`)];
        const slow = zipStream([{ name, path, size: largeBytes }]).getReader();
        // The header of the file, then its first bytes.
        for (let piece = 0; piece < 2; piece++) await slow.read();
        // Takes as long as reading such a file.
        await new Response(zipStream([{ name, path: other, size: largeBytes }])).arrayBuffer();
        assert.ok(isOpen(path));
        await slow.cancel();
      });
    }
  });

  test('a missing file breaks off the archive, so that it cannot be taken for a complete one', async () => {
    for (const size of [1, largeBytes]) {
      const members = ['0', 'gone'].map((name) => ({ name, path: join(folder, name), size }));
      await assert.rejects(new Response(zipStream(members)).arrayBuffer());
    }
  });
});
