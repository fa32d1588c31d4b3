import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { isRestApiException } from '../client/errors.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { patchArchive } from './patch-archive.ts';
import { type UnzipLimits, unzip } from './unzip.ts';

/** Entry of a test archive. `size` and `checksum` override the correct values. */
interface TestEntry {
  readonly name: string;
  readonly content?: Uint8Array | string;
  readonly mode?: number;
  readonly deflated?: boolean;
  readonly size?: number;
  readonly checksum?: number;
}

/** Creates an archive with arbitrary names, because zip tools do not write malicious ones. */
function archive(entries: readonly TestEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = '', mode = 0o100644, deflated = false, size, checksum } of entries) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflated ? deflateRawSync(bytes) : bytes;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(deflated ? 8 : 0, 4);
    fields.writeUInt32LE(checksum ?? crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, nameBytes, packed]);
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

async function unpacked(context: TestContext, bytes: Uint8Array, limits?: Partial<UnzipLimits>) {
  const folder = await temporaryFolder(context);
  const path = join(await temporaryFolder(context), 'a.zip');
  await writeFile(path, bytes);
  const options = { operation: 'downloadModel', overwrite: false, ...(limits ? { limits } : {}) };
  return { folder, names: unzip(path, folder, options) };
}

test('an archive is unpacked with its folders', async (t) => {
  const { folder, names } = await unpacked(
    t,
    archive([{ name: 'a/' }, { name: 'a/b.txt', content: 'hello' }, { name: 'c' }]),
  );
  assert.deepEqual(await names, ['a/b.txt', 'c']);
  assert.equal(await readFile(join(folder, 'a', 'b.txt'), 'utf8'), 'hello');
});

test('names that are invalid only on Windows are unpacked unchanged elsewhere', async (t) => {
  const { folder, names } = await unpacked(
    t,
    archive([{ name: 'a:b.txt', content: 'x' }, { name: 'what?/' }, { name: 'what?/nul' }]),
  );
  assert.deepEqual(await names, ['a:b.txt', 'what?/nul']);
  assert.deepEqual((await readdir(folder)).sort(), ['a:b.txt', 'what?']);
});

for (const [what, bytes, limits] of [
  [
    'an entry that leaves the folder',
    archive([
      { name: 'ok', content: 'x' },
      { name: '../out', content: 'x' },
    ]),
  ],
  [
    'an absolute entry',
    archive([
      { name: 'ok', content: 'x' },
      { name: '/tmp/out', content: 'x' },
    ]),
  ],
  [
    'a link',
    archive([
      { name: 'ok', content: 'x' },
      { name: 'link', content: '/etc', mode: 0o120777 },
    ]),
  ],
  [
    'a name that two of its files have',
    archive([
      { name: 'a', content: 'x' },
      { name: 'a', content: 'y' },
    ]),
  ],
  ['too many entries', archive([{ name: 'a' }, { name: 'b' }, { name: 'c' }]), { entries: 2 }],
  ['too many bytes', archive([{ name: 'a', content: 'x'.repeat(101) }]), { bytes: 100 }],
  [
    'an archive that unpacks to too many times its size',
    archive([{ name: 'a', content: Buffer.alloc(100_000), deflated: true }]),
    { ratio: 100, ratioFromBytes: 10_000 },
  ],
  ['no archive', Buffer.from('{"msg":"no"}')],
  ['half of an archive', archive([{ name: 'a', content: 'x'.repeat(99) }]).subarray(0, 80)],
] as const) {
  test(`${what} is rejected before anything is written`, async (t) => {
    const { folder, names } = await unpacked(t, bytes, limits);
    await assert.rejects(names, { code: 'malformed', operation: 'downloadModel' });
    assert.deepEqual(await readdir(folder), []);
  });
}

test('two files of an archive with colliding names are both stored, under distinct names', async (t) => {
  const bytes = archive([
    { name: 'a/b', content: 'first' },
    { name: 'a//b', content: 'second' },
  ]);
  for (const overwrite of [false, true]) {
    const folder = await temporaryFolder(t);
    const path = join(await temporaryFolder(t), 'a.zip');
    await writeFile(path, bytes);
    const warnings: string[] = [];
    await unzip(path, folder, { operation: 'downloadModel', overwrite, warn: (message) => warnings.push(message) });
    assert.deepEqual(warnings, ['downloadModel: the file "a//b" is saved as "a/b (2)".']);
    assert.equal(await readFile(join(folder, 'a', 'b (2)'), 'utf8'), 'second');
    assert.equal(await readFile(join(folder, 'a', 'b'), 'utf8'), 'first');
  }
});

test('files of an archive replace existing files', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(await temporaryFolder(t), 'a.zip');
  await writeFile(join(folder, 'a'), 'before');
  await writeFile(
    path,
    archive([
      { name: 'a', content: 'new' },
      { name: 'b', content: 'b' },
    ]),
  );
  await unzip(path, folder, { operation: 'downloadModel', overwrite: true });
  await unzip(path, folder, { operation: 'downloadModel', overwrite: true });
  assert.equal(await readFile(join(folder, 'a'), 'utf8'), 'new');
});

test('a patch is sent as an ordinary archive', async (t) => {
  const patch = 'diff --git a/x b/x\n'.repeat(50);
  const { folder, names } = await unpacked(t, patchArchive(Buffer.from(patch)));
  assert.deepEqual(await names, ['git_diff.patch']);
  assert.equal(await readFile(join(folder, 'git_diff.patch'), 'utf8'), patch);
});

/** Text that deflate compresses, but not by much. */
const numbers = Buffer.from(Array.from({ length: 20_000 }, (_, index) => String((index * 7919) % 10_007)).join());
const bytesOfDamage = Buffer.alloc(40, 0xff);

function damaged(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  bytesOfDamage.copy(changed, 500);
  return changed;
}

const damages: readonly (readonly [what: string, bytes: Buffer, expected: RegExp])[] = [
  ['damaged deflated data', damaged(archive([{ name: 'a', content: numbers, deflated: true }])), /"a" is damaged/],
  ['damaged stored data', damaged(archive([{ name: 'a', content: numbers }])), /"a" is damaged .*CRC-32/],
  ['a wrong checksum', archive([{ name: 'a', content: 'x', checksum: 1 }]), /"a" is damaged .*CRC-32/],
  [
    'a wrong checksum of deflated data',
    archive([{ name: 'a', content: numbers, deflated: true, checksum: 1 }]),
    /"a" is damaged .*CRC-32/,
  ],
  [
    'a size that is too small',
    archive([{ name: 'a', content: numbers, deflated: true, size: numbers.length - 1 }]),
    /"a" is damaged .*too many bytes/,
  ],
  [
    'a size that is too large',
    archive([{ name: 'a', content: numbers, deflated: true, size: numbers.length + 1 }]),
    /"a" is damaged .*not enough bytes/,
  ],
  [
    'a bomb that states a small size',
    archive([{ name: 'a', content: Buffer.alloc(50_000_000), deflated: true, size: 10 }]),
    /"a" is damaged .*too many bytes/,
  ],
];

for (const [what, bytes, expected] of damages) {
  test(`an archive with ${what} is rejected, and no damaged file is left`, async (t) => {
    const { folder, names } = await unpacked(t, bytes);
    await assert.rejects(names, { code: 'malformed', operation: 'downloadModel', message: expected });
    assert.deepEqual(await readdir(folder), []);
  });
}

test('no damaged archive ends the process', async (t) => {
  const folder = await temporaryFolder(t);
  for (const [index, [, bytes]] of damages.entries()) await writeFile(join(folder, `${index}.zip`), bytes);
  const program = `
    import { unzip } from ${JSON.stringify(new URL('./unzip.ts', import.meta.url).href)};
    for (let index = 0; index < ${damages.length}; index++) {
      const options = { operation: 'downloadModel', overwrite: false };
      const outcome = unzip(index + '.zip', 'to-' + index, options).then(() => 'success', ({ code }) => code);
      console.log(await outcome);
    }`;
  const flags = ['--conditions=@tracklens/source', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder });
  assert.deepEqual(
    stdout.trim().split('\n'),
    damages.map(() => 'malformed'),
  );
});

test('an archive with any changed bytes is unpacked correctly or rejected', async (t) => {
  const contents = [numbers, Buffer.from('short'), Buffer.alloc(3000)];
  const whole = archive(contents.map((content, index) => ({ name: `${index}.bin`, content, deflated: index !== 1 })));
  const beginOfDirectory = whole.indexOf('PK\x01\x02');
  const folder = await temporaryFolder(t);
  const path = join(folder, 'a.zip');
  const change = fc.record({ at: fc.nat(whole.length - 1), by: fc.integer({ min: 1, max: 255 }) });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(whole);
      for (const { at, by } of changes) bytes[at] = bytes[at]! ^ by;
      await writeFile(path, bytes);
      const to = join(folder, String(runs++));
      const names = await unzip(path, to, { operation: 'downloadModel', overwrite: false }).catch((error: unknown) => {
        assert.ok(isRestApiException(error) && error.code === 'malformed', String(error));
        return null;
      });
      if (names === null) return;
      // A corrupted directory may name other or fewer files, but their content must be correct.
      if (changes.every(({ at }) => at < beginOfDirectory)) assert.deepEqual(names, ['0.bin', '1.bin', '2.bin']);
      for (const name of names) {
        const content = await readFile(join(to, name));
        assert.ok(
          contents.some((one) => one.equals(content)),
          name,
        );
      }
    }),
    { numRuns: 150 },
  );
});
