import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import type { Executor } from './store.ts';

/** Stands for a value while the query is built. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query that is built and compiled once for a database and from then on only bound: building costs several times what SQLite
 * takes to find a row by its key, and some queries belong to almost every request.
 *
 * @param build is called with stand-ins for the values, which it may only compare with.
 */
export function preparedQuery<Values extends readonly unknown[], Row>(
  build: (db: Executor, ...values: Values) => Compilable<Row>,
): (db: Executor, ...values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, ...(values.map((_, index) => new Place(index)) as unknown as Values)).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((given) => (given instanceof Place ? values[given.index] : given));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
