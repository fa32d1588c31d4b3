import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { centralDirectory, dataDescriptor, streamedHeader, type ZipEntry } from './zip-records.ts';

const gigabyte = 2 ** 30;

/** Lists an archive with Python's zipfile module. */
const lister = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([[i.filename, i.CRC, i.compress_size, i.file_size, i.header_offset] for i in archive.infolist()]))
`;

const entry = (name: string, compressedSize: number, size: number, offset: number): ZipEntry => ({
  name: Buffer.from(name),
  crc: 7,
  compressedSize,
  size,
  offset,
  described: true,
});

for (const { what, entries, offset } of [
  { what: 'is empty', entries: [], offset: 0 },
  { what: 'is small', entries: [entry('a', 10, 20, 0), entry('ü/b', 1, 2, 50)], offset: 100 },
  {
    what: 'has members of more than 4 GiB, and members behind them',
    entries: [
      entry('packed', 5, 5 * gigabyte, 0),
      entry('large', 5 * gigabyte + 9, 5 * gigabyte, 100),
      entry('behind', 3, 4, 5 * gigabyte + 200),
    ],
    offset: 5 * gigabyte + 300,
  },
  {
    what: 'has more members than 16 bits count',
    entries: Array.from({ length: 70_000 }, (_, index) => entry(String(index), 1, 1, index)),
    offset: 80_000,
  },
]) {
  test(`other programs can read the directory of an archive that ${what}`, async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'archive.zip');
    const file = await open(path, 'w');
    // The members themselves are a hole in a sparse file.
    await file.write(centralDirectory(entries, offset), { position: offset });
    await file.close();
    const listed = JSON.parse(execFileSync('python3', ['-c', lister, path], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
    assert.deepEqual(
      listed,
      entries.map((one) => [String(one.name), one.crc, one.compressedSize, one.size, one.offset]),
    );
  });
}

test('sizes after a member have 64 bits only if this member needs them', () => {
  assert.equal(dataDescriptor({ crc: 1, compressedSize: 2, size: 3 }).length, 16);
  assert.equal(dataDescriptor({ crc: 1, compressedSize: 2, size: 5 * gigabyte }).length, 24);
  assert.equal(dataDescriptor({ crc: 1, compressedSize: 5 * gigabyte, size: 3 }).length, 24);
  const name = Buffer.from('name');
  assert.equal(streamedHeader(name, 3).length, 30 + name.length);
  assert.equal(streamedHeader(name, 5 * gigabyte).length, 30 + name.length + 20);
});
