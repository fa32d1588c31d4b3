import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { temporaryFolder } from '@tracklens/core/test-support';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { arrowFormat } from './arrow-format.ts';
import { csvFormat } from './csv-format.ts';
import { parquetFormat } from './parquet-format.ts';
import type { Batch, Column, Table } from './table.ts';

type Entry = string | number | boolean | null;

const categories = ['', 'loss', 'a,"b"\r\nc'];
const columns: readonly Column[] = [
  { name: 'category', type: 'category', nullable: true, description: '' },
  { name: 'text', type: 'text', description: '' },
  { name: 'note', type: 'text', nullable: true, description: '' },
  { name: 'flag', type: 'boolean', description: '' },
  { name: 'whole', type: 'integer', nullable: true, description: '' },
  { name: 'value', type: 'double', description: '' },
  { name: 'step', type: 'double', nullable: true, description: '' },
  { name: 'time', type: 'timestamp', nullable: true, description: '' },
];

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const text = fc.string({ unit: 'grapheme' });
const row: fc.Arbitrary<Entry[]> = fc.tuple(
  nullable(fc.constantFrom(...categories)),
  text,
  nullable(text),
  fc.boolean(),
  nullable(fc.maxSafeInteger()),
  fc.double(),
  nullable(fc.double({ noNaN: true })),
  nullable(fc.integer({ min: -1e12, max: 4e12 })),
);

/** Returns the batch of some rows, with typed arrays for numbers, as metrics have. */
function batchOf(rows: readonly Entry[][]): Batch {
  const data = columns.map(({ name, type }, index) => {
    const entries = rows.map((entries) => entries[index]!);
    const isTyped = type === 'double' || type === 'timestamp';
    return [
      name,
      isTyped ? Float64Array.from(entries, (entry) => (entry === null ? Number.NaN : Number(entry))) : entries,
    ];
  });
  return { count: rows.length, columns: Object.fromEntries(data) as Batch['columns'] };
}

function tableOf(batches: readonly (readonly Entry[][])[]): Table {
  return {
    columns,
    categories: { category: categories },
    async *batches() {
      for (const rows of batches) yield batchOf(rows);
    },
  };
}

/** Returns the entries of rows that a library has read, as they were given. */
function entriesOf(rows: readonly Record<string, unknown>[]): Entry[][] {
  return rows.map((read) =>
    columns.map(({ name }) => {
      const entry = read[name] ?? null;
      if (entry instanceof Date) return entry.getTime();
      return typeof entry === 'bigint' ? Number(entry) : (entry as Entry);
    }),
  );
}

/** Parses the text of RFC 4180. A field is null if it is empty and not quoted. */
function fieldsOf(csv: string): (string | null)[][] {
  const lines: (string | null)[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = field.exec(csv); found; found = field.exec(csv)) {
    lines.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? (found[2] || null));
    if (found[3] === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

/** Formats with a reader that is not ours, where there is one. */
const formats = [
  {
    format: parquetFormat,
    async read(path: string) {
      const bytes = await readFile(path);
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) };
      return entriesOf(await parquetReadObjects({ file, compressors }));
    },
  },
  {
    format: arrowFormat,
    read: async (path: string) =>
      entriesOf(
        tableFromIPC(await readFile(path))
          .toArray()
          .map((read) => read.toJSON()),
      ),
  },
  {
    format: csvFormat,
    async read(path: string) {
      const [header, ...lines] = fieldsOf(await readFile(path, 'utf8'));
      assert.deepEqual(
        header,
        columns.map(({ name }) => name),
      );
      return lines.map((line) =>
        line.map((field, index) => {
          const { type } = columns[index]!;
          if (field === null || type === 'text' || type === 'category') return field;
          if (type === 'boolean') return field === 'true';
          return type === 'timestamp' ? Date.parse(field) : Number(field);
        }),
      );
    },
  },
];

for (const { format, read } of formats) {
  test(`every table is read from ${format.extension} as it was written`, async (t) => {
    const folder = await temporaryFolder(t);
    let files = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(row, { minLength: 1, maxLength: 20 }), { maxLength: 3 }), async (batches) => {
        const path = join(folder, `${files++}.${format.extension}`);
        await format.write(path, tableOf(batches), new AbortController().signal);
        assert.deepEqual(await read(path), batches.flat());
      }),
      { numRuns: 50 },
    );
  });

  test(`a cancelled ${format.extension} file is not completed`, async (t) => {
    const cancelling = new AbortController();
    const table: Table = {
      ...tableOf([]),
      async *batches() {
        yield batchOf([[null, 'a', null, true, 1, 1, 1, 1]]);
        cancelling.abort(new Error('cancelled here'));
        yield batchOf([[null, 'b', null, true, 1, 1, 1, 1]]);
        assert.fail('read on after it was cancelled');
      },
    };
    const path = join(await temporaryFolder(t), 'table');
    await assert.rejects(format.write(path, table, cancelling.signal), (error: Error) =>
      /cancelled here|aborted/.test(`${error.message} ${String(error.cause)}`),
    );
  });
}
