import {
  AsyncByteQueue,
  Bool,
  type Data,
  type DataType,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { writeFileFrom } from '../maintenance/file-stream.ts';
import { type Batch, type Column, type ColumnData, entryAt, type Table, type TableFormat, wholeOf } from './table.ts';

/** Column with its Arrow type and, for a category, its dictionary. */
interface ArrowColumn {
  readonly column: Column;
  readonly field: Field;
  readonly dictionary: { readonly values: Vector<Utf8>; readonly indexes: ReadonlyMap<unknown, number> } | null;
}

function typeOf({ type }: Column, id: number): DataType {
  switch (type) {
    case 'text':
      return new Utf8();
    case 'category':
      return new Dictionary(new Utf8(), new Int32(), id);
    case 'boolean':
      return new Bool();
    case 'integer':
      return new Int64();
    case 'double':
      return new Float64();
    case 'timestamp':
      return new TimestampMillisecond('UTC');
  }
}

function arrowColumns({ columns, categories }: Table): ArrowColumn[] {
  return columns.map((column, id) => {
    const values = categories[column.name];
    return {
      column,
      field: new Field(column.name, typeOf(column, id), column.nullable ?? false),
      dictionary:
        column.type === 'category'
          ? {
              values: vectorFromArray(values ?? [], new Utf8()),
              indexes: new Map((values ?? []).map((value, index) => [value, index])),
            }
          : null,
    };
  });
}

/** Returns the validity bitmap of a column: bit 1 for an entry. */
function validityOf(column: Column, data: ColumnData, count: number): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array((count + 7) >> 3);
  let nullCount = 0;
  for (let row = 0; row < count; row++) {
    if (entryAt(column, data, row) === null) nullCount++;
    else nullBitmap[row >> 3]! |= 1 << (row & 7);
  }
  return { nullBitmap, nullCount };
}

function dataOf({ column, field, dictionary }: ArrowColumn, { count, columns }: Batch): Data {
  const data = columns[column.name]!;
  if (column.type === 'text' || column.type === 'boolean') {
    const entries = Array.from({ length: count }, (_, row) => entryAt(column, data, row));
    return vectorFromArray(entries, field.type).data[0] ?? makeData({ type: field.type });
  }
  const validity = column.nullable ? validityOf(column, data, count) : {};
  const common = { length: count, ...validity };
  if (dictionary !== null) {
    const indexes = Int32Array.from({ length: count }, (_, row) => dictionary.indexes.get(data[row]) ?? 0);
    const type = field.type as Dictionary<Utf8, Int32>;
    return makeData({ type, ...common, data: indexes, dictionary: dictionary.values });
  }
  if (column.type === 'double') {
    const values = Float64Array.from({ length: count }, (_, row) => Number(data[row]));
    return makeData({ type: field.type as Float64, ...common, data: values });
  }
  const wholes = BigInt64Array.from({ length: count }, (_, row) => wholeOf(entryAt(column, data, row) ?? 0));
  return makeData({ type: field.type as Int64, ...common, data: wholes });
}

/** Collects what a writer writes, until it is taken. */
class WrittenBytes extends AsyncByteQueue {
  private chunks: Uint8Array[] = [];

  override write(chunk: ArrayBufferLike | ArrayBufferView): void {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(chunk) ? chunk : new Uint8Array(chunk);
    if (byteLength > 0) this.chunks.push(new Uint8Array(buffer, byteOffset, byteLength));
  }

  /** Returns the chunks since the last call. */
  take(): Uint8Array[] {
    const taken = this.chunks;
    this.chunks = [];
    return taken;
  }
}

async function* bytesOf(table: Table): AsyncGenerator<Uint8Array> {
  const columns = arrowColumns(table);
  const schema = new Schema(columns.map(({ field }) => field));
  const type = new Struct(schema.fields);
  const written = new WrittenBytes();
  const writer = new RecordBatchFileWriter().reset(written, schema);
  for await (const batch of table.batches()) {
    const children = columns.map((column) => dataOf(column, batch));
    writer.write(new RecordBatch(schema, makeData({ type, length: batch.count, nullCount: 0, children })));
    yield* written.take();
  }
  writer.finish();
  yield* written.take();
}

/** Arrow IPC file, also known as Feather version 2. */
export const arrowFormat: TableFormat = {
  extension: 'arrow',
  write: (path, table, signal) => writeFileFrom(bytesOf(table), path, signal),
};
