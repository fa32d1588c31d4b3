import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { RestApiException } from '../client/errors.ts';
import type { WireBody } from '../client/transport.ts';
import { sendingFile, type UploadProgress } from './file-source.ts';
import { patchArchive } from './patch-archive.ts';
import { placeWithin } from './place-within.ts';
import { type FetchFile, saveFile } from './save-file.ts';
import { unzip } from './unzip.ts';

async function folder(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tracklens-'));
  context.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

const saving = { operation: 'download', overwrite: false };

/** A body that breaks after some bytes. */
function body(bytes: Uint8Array, breaksAfter = bytes.length): WireBody {
  const refuse = () => Promise.reject(new Error('read it as a stream'));
  return {
    bytes: refuse,
    text: refuse,
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < breaksAfter; at += 1000) yield bytes.subarray(at, Math.min(at + 1000, breaksAfter));
      if (breaksAfter < bytes.length) throw RestApiException.from({ code: 'unreachable', reason: 'broken' });
    },
  };
}

const headers = (bytes: Uint8Array, tag = 'a') => ({ 'content-length': String(bytes.length), etag: `"${tag}"` });

test('a file appears when it is whole, and nothing else is left', async (t) => {
  const path = join(await folder(t), 'deep', 'model.bin');
  const bytes = randomBytes(5000);
  await saveFile(path, async () => ({ status: 200, headers: headers(bytes), body: body(bytes) }), saving);
  assert.deepEqual(await readFile(path), bytes);
  assert.deepEqual(await readdir(join(path, '..')), ['model.bin']);
});

test('a name as long as file systems take is no obstacle, and stands there only when the file is whole', async (t) => {
  const place = await folder(t);
  const name = 'n'.repeat(255);
  const bytes = randomBytes(5000);
  const fetchFile: FetchFile = async () => {
    assert.equal((await readdir(place)).includes(name), false);
    return { status: 200, headers: headers(bytes), body: body(bytes) };
  };
  await saveFile(join(place, name), fetchFile, saving);
  assert.deepEqual(await readdir(place), [name]);
  assert.deepEqual(await readFile(join(place, name)), bytes);
});

test('a download that breaks is taken up where it broke', async (t) => {
  const path = join(await folder(t), 'model.bin');
  const bytes = randomBytes(10_000);
  const asked: (string | undefined)[] = [];
  const fetchFile: FetchFile = async ({ range }) => {
    asked.push(range);
    if (range === undefined) return { status: 200, headers: headers(bytes), body: body(bytes, 4000) };
    const start = Number(/\d+/.exec(range)![0]);
    const rest = bytes.subarray(start);
    return { status: 206, headers: headers(rest), body: body(rest, start < 8000 ? 4000 : rest.length) };
  };
  await saveFile(path, fetchFile, saving);
  assert.deepEqual(asked, [undefined, 'bytes=4000-', 'bytes=8000-']);
  assert.deepEqual(await readFile(path), bytes);
});

test('a file that became another meanwhile is fetched from its start', async (t) => {
  const path = join(await folder(t), 'model.bin');
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

test('a part of another file is not joined to what was there', async (t) => {
  const path = join(await folder(t), 'model.bin');
  const [first, second] = [randomBytes(9000), randomBytes(9000)];
  const answers = [
    { status: 200, headers: headers(first, 'a'), body: body(first, 5000) },
    { status: 206, headers: headers(second.subarray(5000), 'b'), body: body(second.subarray(5000)) },
    { status: 200, headers: headers(second, 'b'), body: body(second) },
  ];
  await saveFile(path, async () => answers.shift()!, saving);
  assert.deepEqual(await readFile(path), second);
});

test('a download that never gets whole leaves nothing', async (t) => {
  const place = await folder(t);
  const bytes = randomBytes(5000);
  const fetchFile: FetchFile = async () => ({
    status: 200,
    headers: headers(bytes),
    body: body(bytes.subarray(0, 900)),
  });
  await assert.rejects(saveFile(join(place, 'a'), fetchFile, saving), { code: 'unreachable', operation: 'download' });
  assert.deepEqual(await readdir(place), []);
});

test('a file that is there stays, unless it may be replaced', async (t) => {
  const path = join(await folder(t), 'a.txt');
  await writeFile(path, 'old');
  const bytes = Buffer.from('new');
  const fetchFile: FetchFile = async () => ({ status: 200, headers: headers(bytes), body: body(bytes) });
  await assert.rejects(saveFile(path, fetchFile, saving), { code: 'EEXIST' });
  assert.equal(await readFile(path, 'utf8'), 'old');
  await saveFile(path, fetchFile, { ...saving, overwrite: true });
  assert.equal(await readFile(path, 'utf8'), 'new');
});

test('a place that cannot be written gives the error of the file system', async (t) => {
  const file = join(await folder(t), 'file');
  await writeFile(file, '');
  const fetchFile: FetchFile = () => Promise.reject(new Error('not asked'));
  await assert.rejects(saveFile(join(file, 'below'), fetchFile, saving), { code: /^(ENOTDIR|EEXIST)$/ });
});

test('a large file streams, and its progress is told', async (t) => {
  const path = join(await folder(t), 'large');
  const bytes = randomBytes(5 * 1024 * 1024 + 3);
  await writeFile(path, bytes);
  const progress: UploadProgress[] = [];
  const sent = await sendingFile(path, 'logAsset', { onProgress: (one) => progress.push(one) }, async (content) => {
    assert.ok(typeof content === 'object' && 'open' in content);
    assert.equal(content.size, bytes.length);
    const hash = createHash('sha256');
    for await (const piece of content.open()) hash.update(piece);
    return hash.digest('hex');
  });
  assert.equal(sent, createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(progress.at(-1), { sentBytes: bytes.length, totalBytes: bytes.length });
});

test('a file that shrinks while it is sent is noticed', async (t) => {
  const path = join(await folder(t), 'large');
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

test('a file that is not there gives the error of the file system, and nothing is sent', async () => {
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
  test(`the file name ${JSON.stringify(name)} leads nowhere`, async (t) => {
    await assert.rejects(placeWithin(await folder(t), name, 'unzip'), { code: 'malformed' });
  });
}

test('a name that leads through a link is refused', async (t) => {
  const place = await folder(t);
  await symlink('/tmp', join(place, 'elsewhere'));
  await assert.rejects(placeWithin(place, 'elsewhere/x', 'unzip'), { code: 'malformed' });
  assert.equal(await placeWithin(place, 'a//b/./c.txt', 'unzip'), join(place, 'a', 'b', 'c.txt'));
});

/** An archive of stored entries, names as given: no tool writes the hostile ones. */
function archive(entries: readonly { name: string; text?: string; mode?: number; size?: number }[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text = '', mode = 0o100644, size } of entries) {
    const [nameBytes, content] = [Buffer.from(name), Buffer.from(text)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(size ?? content.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, nameBytes, content]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), fields, more, nameBytes]));
    locals.push(local);
    at += local.length;
  }
  const names = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(names.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, names, Buffer.from('PK\x05\x06'), end]);
}

async function unpacked(context: TestContext, bytes: Uint8Array, limits?: { entries: number; bytes: number }) {
  const place = await folder(context);
  const path = join(await folder(context), 'a.zip');
  await writeFile(path, bytes);
  const options = { operation: 'downloadModel', overwrite: false, ...(limits ? { limits } : {}) };
  return { place, names: unzip(path, place, options) };
}

test('an archive is unpacked with its folders', async (t) => {
  const { place, names } = await unpacked(
    t,
    archive([{ name: 'a/' }, { name: 'a/b.txt', text: 'hello' }, { name: 'c' }]),
  );
  assert.deepEqual(await names, ['a/b.txt', 'c']);
  assert.equal(await readFile(join(place, 'a', 'b.txt'), 'utf8'), 'hello');
});

for (const [what, bytes, limits] of [
  [
    'an entry that leaves the folder',
    archive([
      { name: 'ok', text: 'x' },
      { name: '../out', text: 'x' },
    ]),
  ],
  [
    'an absolute entry',
    archive([
      { name: 'ok', text: 'x' },
      { name: '/tmp/out', text: 'x' },
    ]),
  ],
  [
    'a link',
    archive([
      { name: 'ok', text: 'x' },
      { name: 'link', text: '/etc', mode: 0o120777 },
    ]),
  ],
  [
    'a name that two of its files have',
    archive([
      { name: 'a', text: 'x' },
      { name: 'a', text: 'y' },
    ]),
  ],
  ['too many entries', archive([{ name: 'a' }, { name: 'b' }, { name: 'c' }]), { entries: 2, bytes: 100 }],
  ['too many bytes', archive([{ name: 'a', text: 'x'.repeat(101) }]), { entries: 9, bytes: 100 }],
  ['no archive', Buffer.from('{"msg":"no"}')],
  ['half of an archive', archive([{ name: 'a', text: 'x'.repeat(99) }]).subarray(0, 80)],
] as const) {
  test(`${what} is refused before anything is written`, async (t) => {
    const { place, names } = await unpacked(t, bytes, limits);
    await assert.rejects(names, { code: 'malformed', operation: 'downloadModel' });
    assert.deepEqual(await readdir(place), []);
  });
}

test('no file of an archive takes the place of another, where two names are one', async (t) => {
  // Two spellings of one place, as `A` and `a` are on other file systems.
  const bytes = archive([
    { name: 'a/b', text: 'first' },
    { name: 'a//b', text: 'second' },
  ]);
  for (const overwrite of [false, true]) {
    const place = await folder(t);
    const path = join(await folder(t), 'a.zip');
    await writeFile(path, bytes);
    const refusal = overwrite ? { code: 'malformed', message: /"a\/\/b" is the name of another/ } : { code: 'EEXIST' };
    await assert.rejects(unzip(path, place, { operation: 'downloadModel', overwrite }), refusal);
    assert.equal(await readFile(join(place, 'a', 'b'), 'utf8'), 'first');
  }
});

test('what was there before gives way to the files of an archive', async (t) => {
  const place = await folder(t);
  const path = join(await folder(t), 'a.zip');
  await writeFile(join(place, 'a'), 'before');
  await writeFile(
    path,
    archive([
      { name: 'a', text: 'new' },
      { name: 'b', text: 'b' },
    ]),
  );
  await unzip(path, place, { operation: 'downloadModel', overwrite: true });
  await unzip(path, place, { operation: 'downloadModel', overwrite: true });
  assert.equal(await readFile(join(place, 'a'), 'utf8'), 'new');
});

test('a patch travels as an archive that any reader opens', async (t) => {
  const patch = 'diff --git a/x b/x\n'.repeat(50);
  const { place, names } = await unpacked(t, patchArchive(Buffer.from(patch)));
  assert.deepEqual(await names, ['git_diff.patch']);
  assert.equal(await readFile(join(place, 'git_diff.patch'), 'utf8'), patch);
});
