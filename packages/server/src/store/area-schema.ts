import type { SchemaModule } from 'kysely';

/** Column types by meaning, under their name in the dialect. */
export interface ColumnTypes {
  readonly text: 'text';
  /** Whole numbers to 2^53: times, counts; and flags, 0 or 1. */
  readonly integer: 'bigint';
  readonly number: 'double precision';
  readonly bytes: 'blob' | 'bytea';
}

/** What an area adds to the database. */
export interface AreaSchema {
  /** Statements that make its tables and indexes where they are absent, in order. */
  create(schema: SchemaModule, type: ColumnTypes): readonly { execute(): Promise<unknown> }[];
  /**
   * Its tables that grow with use. `experiment_key` leads their primary and unique keys: it says on which shard a row lies,
   * and deleting an experiment empties them of it.
   */
  readonly byExperiment: readonly string[];
  /** Its small tables, whole on every shard. */
  readonly reference: readonly string[];
}
