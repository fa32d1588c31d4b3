import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RestApiException } from '../client/errors.ts';
import type { Part } from '../client/multipart.ts';
import { cleanup, temporaryFolder } from '../test-support/cleanup.ts';
import { contentFiles } from './content-files.ts';

const mebibyte = 1024 * 1024;
const context = { operation: 'logAsset', caller: {} } as Parameters<typeof contentFiles.sendStream>[0];

/** Returns a stream of chunks that differ, and its hash when it has ended. */
function chunksOf(count: number) {
  const hash = createHash('sha256');
  let open = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    open++;
    try {
      for (let at = 0; at < count; at++) {
        const chunk = new Uint8Array(mebibyte).fill(at);
        hash.update(chunk);
        yield chunk;
      }
    } finally {
      open--;
    }
  }
  return { chunks: chunks(), digest: () => hash.digest('hex'), isClosed: () => open === 0 };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the memory of all buffers that are in use. A collection that had begun keeps what was allocated since. */
function heldBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Reads content as a transport does. */
async function digestOf(content: Part['content'], onChunk: () => void): Promise<string> {
  const hash = createHash('sha256');
  assert.ok(typeof content === 'object');
  if (content instanceof Uint8Array) return hash.update(content).digest('hex');
  for await (const chunk of content.open()) {
    hash.update(chunk);
    onChunk();
  }
  return hash.digest('hex');
}

test('a stream of any length is sent whole, and a long one is never in memory', async () => {
  for (const [count, isFile] of [
    [1, false],
    [4, false],
    [5, true],
    [64, true],
  ] as const) {
    const { chunks, digest } = chunksOf(count);
    let most = 0;
    let chunk = 0;
    const before = heldBytes();
    const measure = () => {
      if (chunk++ % 128 === 0) most = Math.max(most, heldBytes() - before);
    };
    const sent = await contentFiles.sendStream(context, chunks, {}, async (content) => {
      assert.equal(!(content instanceof Uint8Array), isFile, `${count} MiB`);
      assert.equal(
        typeof content === 'object' && 'size' in content ? content.size : count * mebibyte,
        count * mebibyte,
      );
      measure();
      return await digestOf(content, measure);
    });
    assert.equal(sent, digest());
    assert.ok(most < 24 * mebibyte, `${count} MiB took ${most} bytes`);
  }
});

test('a stream that fails, or cannot be sent, is closed and leaves no file', async (t) => {
  const folder = await temporaryFolder(t);
  const { TMPDIR: usual } = process.env;
  process.env.TMPDIR = folder;
  cleanup(t).defer(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });
  const { chunks, isClosed } = chunksOf(6);
  const reason = RestApiException.of({ code: 'invalid', reason: 'rejected' });
  await assert.rejects(
    contentFiles.sendStream(context, chunks, {}, () => Promise.reject(reason)),
    { code: 'invalid' },
  );
  assert.ok(isClosed());
  const { chunks: broken, isClosed: isBrokenClosed } = chunksOf(9);
  async function* failing() {
    let count = 0;
    for await (const chunk of broken) {
      if (count++ === 7) throw new Error('the disk was removed');
      yield chunk;
    }
  }
  await assert.rejects(
    contentFiles.sendStream(context, failing(), {}, () => assert.fail('a part was sent')),
    /the disk was removed/,
  );
  assert.ok(isBrokenClosed());
  assert.deepEqual(await readdir(folder), []);
});

test('of many files that wait to be sent, few are open', {
  skip: process.platform !== 'linux' && 'only Linux lists the open files of a process',
}, async (t) => {
  const folder = await temporaryFolder(t);
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  await writeFile(small, 'small');
  await writeFile(large, new Uint8Array(5 * mebibyte));
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => ''));
    return (await Promise.all(links)).filter((path) => path === small || path === large).length;
  };
  let [sentCount, mostOpen, waiting] = [0, 0, 0];
  let continueSending = () => {};
  const isQueueFull = new Promise<void>((done) => {
    continueSending = done;
  });
  const send = (path: string) =>
    contentFiles.sendFile(context, path, {}, async () => {
      // All small files were read, and as many large ones are sent as is possible at a time.
      if (++waiting === 58) {
        mostOpen = await openFiles();
        continueSending();
      }
      await isQueueFull;
      sentCount++;
    });
  await Promise.all([...Array(50).fill(small), ...Array(50).fill(large)].map(send));
  assert.equal(sentCount, 100);
  assert.ok(mostOpen < 30, `${mostOpen} files are open`);
});

test('a folder lists the same files however its path is written, and always has its name', async (t) => {
  const folder = join(await temporaryFolder(t), 'data');
  await mkdir(join(folder, 'sub'), { recursive: true });
  await writeFile(join(folder, 'a.txt'), '');
  await writeFile(join(folder, 'sub', 'b.txt'), '');
  const before = process.cwd();
  cleanup(t).defer(() => process.chdir(before));
  for (const [workingFolder, paths] of [
    [folder, ['.', './', 'sub/..', './sub/../', '../data', folder, `${folder}/`]],
    [join(folder, 'sub'), ['..', '../', '../.']],
  ] as const) {
    process.chdir(workingFolder);
    for (const path of paths) {
      const expected = { name: 'data', files: ['a.txt', 'sub/b.txt'] };
      assert.deepEqual(await contentFiles.listFolder(path), expected, path);
    }
  }
  assert.deepEqual(await contentFiles.listFolder('.'), { name: 'sub', files: ['b.txt'] });
});
