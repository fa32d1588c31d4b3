import { type FileHandle, open } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import type { Encoding, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Batch, type Column, type ColumnType, entryAt, type Table, type TableFormat, wholeOf } from './table.ts';

const physicalTypes: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  category: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** Encodings that make numbers smaller. Texts get a dictionary if that is smaller. */
const encodings: Partial<Record<ColumnType, Encoding>> = {
  integer: 'DELTA_BINARY_PACKED',
  timestamp: 'DELTA_BINARY_PACKED',
  double: 'BYTE_STREAM_SPLIT',
};

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.map(
      ({ name, type, nullable }): SchemaElement => ({
        name,
        ...physicalTypes[type],
        repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ];
}

/** Returns the entries of a column as the library takes them: 64-bit integers as `bigint`. */
function entriesOf(column: Column, { count, columns }: Batch) {
  const data = columns[column.name]!;
  if (data instanceof Float64Array && column.type === 'double' && !column.nullable) return data;
  const isWhole = column.type === 'integer' || column.type === 'timestamp';
  return Array.from({ length: count }, (_, row) => {
    const entry = entryAt(column, data, row);
    return isWhole && entry !== null ? wholeOf(entry) : entry;
  });
}

/** Buffer that is written to a file after each row group. */
class FileWriter extends ByteWriter {
  private readonly file: FileHandle;

  constructor(file: FileHandle) {
    super(1024 * 1024);
    this.file = file;
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes();
    for (let from = 0; from < bytes.length; ) from += (await this.file.write(bytes, from)).bytesWritten;
    this.index = 0;
  }
}

async function writeTo(file: FileHandle, { columns, batches }: Table, signal: AbortSignal): Promise<void> {
  const writer = new FileWriter(file);
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    createdBy: 'tracklens',
  });
  for await (const batch of batches()) {
    signal.throwIfAborted();
    await parquet.write({
      columnData: columns.map((column) => ({
        name: column.name,
        data: entriesOf(column, batch),
        ...(encodings[column.type] && { encoding: encodings[column.type]! }),
      })),
      rowGroupSize: batch.count,
    });
  }
  await parquet.finish();
  await writer.flush();
}

/** Parquet with one row group for each batch, compressed with Zstandard. */
export const parquetFormat: TableFormat = {
  extension: 'parquet',
  async write(path, table, signal) {
    const file = await open(path, 'wx');
    try {
      await writeTo(file, table, signal);
    } finally {
      await file.close();
    }
  },
};
