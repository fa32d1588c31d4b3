import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { RestApiException } from '../client/errors.ts';
import type { FetchFile } from '../client/resumed-download.ts';
import type { WireBody } from '../client/transport.ts';
import type { UploadProgress } from '../experiment/contents/content-files.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { sendingFile } from './file-source.ts';
import { resolveInside } from './resolve-inside.ts';
import { saveFile } from './save-file.ts';

const saving = { operation: 'download', overwrite: false, retry: { pause: async () => {} } };

/** Response body that fails after this number of bytes. */
function body(bytes: Uint8Array, breaksAfter = bytes.length): WireBody {
  const reject = () => Promise.reject(new Error('read it as a stream'));
  return {
    bytes: reject,
    text: reject,
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < breaksAfter; at += 1000) yield bytes.subarray(at, Math.min(at + 1000, breaksAfter));
      if (breaksAfter < bytes.length) throw RestApiException.of({ code: 'unreachable', reason: 'broken' });
    },
  };
}

const headers = (bytes: Uint8Array, tag = 'a') => ({ 'content-length': String(bytes.length), etag: `"${tag}"` });

test('a file appears only when it is complete, without temporary files', async (t) => {
  const path = join(await temporaryFolder(t), 'deep', 'model.bin');
  const bytes = randomBytes(5000);
  await saveFile(path, async () => ({ status: 200, headers: headers(bytes), body: body(bytes) }), saving);
  assert.deepEqual(await readFile(path), bytes);
  assert.deepEqual(await readdir(join(path, '..')), ['model.bin']);
});

test('a name of the maximum length is accepted', async (t) => {
  const folder = await temporaryFolder(t);
  const name = 'n'.repeat(255);
  const bytes = randomBytes(5000);
  const fetchFile: FetchFile = async () => {
    assert.equal((await readdir(folder)).includes(name), false);
    return { status: 200, headers: headers(bytes), body: body(bytes) };
  };
  await saveFile(join(folder, name), fetchFile, saving);
  assert.deepEqual(await readdir(folder), [name]);
  assert.deepEqual(await readFile(join(folder, name)), bytes);
});

test('a broken download is resumed at its position', async (t) => {
  const path = join(await temporaryFolder(t), 'model.bin');
  const bytes = randomBytes(10_000);
  const requests: (string | undefined)[] = [];
  const fetchFile: FetchFile = async ({ range }) => {
    requests.push(range);
    if (range === undefined) return { status: 200, headers: headers(bytes), body: body(bytes, 4000) };
    const start = Number(/\d+/.exec(range)![0]);
    const rest = bytes.subarray(start);
    return { status: 206, headers: headers(rest), body: body(rest, start < 8000 ? 4000 : rest.length) };
  };
  await saveFile(path, fetchFile, saving);
  assert.deepEqual(requests, [undefined, 'bytes=4000-', 'bytes=8000-']);
  assert.deepEqual(await readFile(path), bytes);
});

test('a file that has changed meanwhile is downloaded from its start', async (t) => {
  const path = join(await temporaryFolder(t), 'model.bin');
  const [first, second] = [randomBytes(9000), randomBytes(7000)];
  let calls = 0;
  await saveFile(
    path,
    async () =>
      calls++ === 0
        ? { status: 200, headers: headers(first, 'a'), body: body(first, 5000) }
        : { status: 200, headers: headers(second, 'b'), body: body(second) },
    saving,
  );
  assert.deepEqual(await readFile(path), second);
});

test('a range of another file is not appended', async (t) => {
  const path = join(await temporaryFolder(t), 'model.bin');
  const [first, second] = [randomBytes(9000), randomBytes(9000)];
  const responses = [
    { status: 200, headers: headers(first, 'a'), body: body(first, 5000) },
    { status: 206, headers: headers(second.subarray(5000), 'b'), body: body(second.subarray(5000)) },
    { status: 200, headers: headers(second, 'b'), body: body(second) },
  ];
  await saveFile(path, async () => responses.shift()!, saving);
  assert.deepEqual(await readFile(path), second);
});

test('a download that is never complete leaves no file', async (t) => {
  const folder = await temporaryFolder(t);
  const bytes = randomBytes(5000);
  const fetchFile: FetchFile = async () => ({
    status: 200,
    headers: headers(bytes),
    body: body(bytes.subarray(0, 900)),
  });
  await assert.rejects(saveFile(join(folder, 'a'), fetchFile, saving), { code: 'unreachable', operation: 'download' });
  assert.deepEqual(await readdir(folder), []);
});

test('an existing file is replaced only on request', async (t) => {
  const path = join(await temporaryFolder(t), 'a.txt');
  await writeFile(path, 'old');
  const bytes = Buffer.from('new');
  const fetchFile: FetchFile = async () => ({ status: 200, headers: headers(bytes), body: body(bytes) });
  await assert.rejects(saveFile(path, fetchFile, saving), { code: 'EEXIST' });
  assert.equal(await readFile(path, 'utf8'), 'old');
  await saveFile(path, fetchFile, { ...saving, overwrite: true });
  assert.equal(await readFile(path, 'utf8'), 'new');
});

test('a path that cannot be written fails with the error of the file system', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  const fetchFile: FetchFile = () => Promise.reject(new Error('not asked'));
  await assert.rejects(saveFile(join(file, 'below'), fetchFile, saving), { code: /^(ENOTDIR|EEXIST)$/ });
});

test('a large file streams, and its progress is reported', async (t) => {
  const path = join(await temporaryFolder(t), 'large');
  const bytes = randomBytes(5 * 1024 * 1024 + 3);
  await writeFile(path, bytes);
  const progress: UploadProgress[] = [];
  const sent = await sendingFile(path, 'logAsset', { onProgress: (one) => progress.push(one) }, async (content) => {
    assert.ok(typeof content === 'object' && 'open' in content);
    assert.equal(content.size, bytes.length);
    const hash = createHash('sha256');
    for await (const chunk of content.open()) hash.update(chunk);
    return hash.digest('hex');
  });
  assert.equal(sent, createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(progress.at(-1), { sentBytes: bytes.length, totalBytes: bytes.length });
});

test('a file that shrinks while it is sent is noticed', async (t) => {
  const path = join(await temporaryFolder(t), 'large');
  await writeFile(path, randomBytes(9 * 1024 * 1024));
  const sending = sendingFile(path, 'logAsset', {}, async (content) => {
    assert.ok(typeof content === 'object' && 'open' in content);
    let first = true;
    for await (const _ of content.open()) {
      if (first) await truncate(path, 4 * 1024 * 1024);
      first = false;
    }
  });
  await assert.rejects(sending, { code: 'invalid' });
});

test('an absent file fails with the error of the file system, and nothing is sent', async () => {
  const send = () => Promise.reject(new Error('sent'));
  await assert.rejects(sendingFile('/nowhere/at/all', 'logAsset', {}, send), { code: 'ENOENT' });
});

for (const name of [
  '../out',
  'a/../../out',
  'a/../b',
  '/etc/passwd',
  '\\windows\\x',
  'C:\\x',
  'a\0b',
  '..',
  '.',
  '',
  '..\\out',
  'a\\..\\..\\out',
]) {
  test(`the file name ${JSON.stringify(name)} is rejected`, async (t) => {
    await assert.rejects(resolveInside(await temporaryFolder(t), name, 'unzip'), { code: 'malformed' });
  });
}

test('a path through a symbolic link is rejected', async (t) => {
  const folder = await temporaryFolder(t);
  await symlink('/tmp', join(folder, 'elsewhere'));
  await assert.rejects(resolveInside(folder, 'elsewhere/x', 'unzip'), { code: 'malformed' });
  assert.equal(await resolveInside(folder, 'a//b/./c.txt', 'unzip'), join(folder, 'a', 'b', 'c.txt'));
});
