import { type Compilable, type CompiledQuery, type DialectAdapter, SelectQueryNode } from 'kysely';
import type { Executor } from './executor.ts';
import { NodeSqliteAdapter } from './node-sqlite.ts';

/** Placeholder for a value while the query is built. */
class Parameter {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Returns a query that is built and compiled once per database and number of values, and only bound afterwards.
 * Building a query costs several times as much as finding a row by its key in SQLite, and some queries run for almost
 * every request.
 *
 * @param build is called with placeholders for the values, which it may only pass to the query.
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
      query = build(db, ...(values.map((_, index) => new Parameter(index)) as unknown as Values)).compile();
      byCount.set(values.length, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Parameter ? values[value.index] : value));
    if (adapter instanceof NodeSqliteAdapter && SelectQueryNode.is(query.query)) {
      const rows = adapter.readNow(query.sql, parameters);
      if (rows !== null) return rows as Row[];
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** Maximum number of rows per statement. */
const maxRows = 64;

/**
 * Variant of `preparedQuery` for a statement over any number of rows. It runs on slices whose lengths are powers of
 * two, so that seven compiled queries are enough for any number of rows.
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
