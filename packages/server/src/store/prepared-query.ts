import { type Compilable, type CompiledQuery, type DialectAdapter, SelectQueryNode } from 'kysely';
import { NodeSqliteAdapter } from './node-sqlite.ts';
import type { Executor } from './store.ts';

/** Stands for a value while the query is built. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query that is built and compiled once for a database (and a count of values), and from then on only bound: building costs several
 * times what SQLite takes to find a row by its key, and some queries belong to almost every request.
 *
 * @param build is called with stand-ins for the values, which it may only hand to the query.
 */
export function preparedQuery<Values extends readonly unknown[], Row>(
  build: (db: Executor, ...values: Values) => Compilable<Row>,
): (db: Executor, ...values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<DialectAdapter, Map<number, CompiledQuery<Row>>>();
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const byCount = compiled.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiled.set(adapter, byCount);
    let query = byCount.get(values.length);
    if (query === undefined) {
      query = build(db, ...(values.map((_, index) => new Place(index)) as unknown as Values)).compile();
      byCount.set(values.length, query);
    }
    const parameters = query.parameters.map((given) => (given instanceof Place ? values[given.index] : given));
    if (adapter instanceof NodeSqliteAdapter && SelectQueryNode.is(query.query)) {
      const rows = adapter.readNow(query.sql, parameters);
      if (rows !== null) return rows as Row[];
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** Rows that one statement takes at most. */
const maxRows = 64;

/**
 * As `preparedQuery`, for a statement over any number of rows. It runs on slices whose lengths are powers of two, so that seven
 * compiled queries serve every count.
 */
export function preparedRows<Row extends object, Result>(
  columns: readonly (keyof Row)[],
  build: (db: Executor, rows: readonly Row[]) => Compilable<Result>,
): (db: Executor, rows: readonly Row[]) => Promise<Result[]> {
  const query = preparedQuery((db, ...values: readonly unknown[]) => {
    const rows: Row[] = [];
    for (let at = 0; at < values.length; at += columns.length) {
      rows.push(Object.fromEntries(columns.map((column, index) => [column, values[at + index]])) as Row);
    }
    return build(db, rows);
  });
  return async (db, rows) => {
    const results: Result[] = [];
    let at = 0;
    for (let size = maxRows; size >= 1; size /= 2) {
      for (; rows.length - at >= size; at += size) {
        const values = rows.slice(at, at + size).flatMap((row) => columns.map((column) => row[column]));
        results.push(...(await query(db, ...values)));
      }
    }
    return results;
  };
}
