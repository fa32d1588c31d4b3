import type { Compilable, SchemaModule } from 'kysely';

/** Column types by purpose, with their name in the SQL dialect. */
export interface ColumnTypes {
  readonly text: 'text';
  /** Integers up to 2^53, such as timestamps and counts, and flags (0 or 1). */
  readonly integer: 'bigint';
  readonly number: 'double precision';
  readonly bytes: 'blob' | 'bytea';
}

/** Tables that one area adds to the database. */
export interface AreaSchema {
  /**
   * Returns the statements that create its tables and indexes if they do not exist, and drop indexes that are no longer
   * used, in execution order.
   */
  create(schema: SchemaModule, type: ColumnTypes): readonly (Compilable & { execute(): Promise<unknown> })[];
  /**
   * Tables that grow with use. `experiment_key` is the first column of their primary and unique keys: it determines
   * the shard of a row. Deleting an experiment deletes its rows from these tables.
   */
  readonly byExperiment: readonly string[];
  /** Small tables that are replicated on every shard. */
  readonly reference: readonly string[];
}
