import { type RawBuilder, sql } from 'kysely';
import { areaSchemas } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Number of experiments that are copied. Their keys end with their number. */
export const copiedTogether = 1000;

const digits = 3;
const keyLength = 32;
const numberPrefix = 'experiment';

/** Returns the key of the experiment with a number. */
export const seededKey = (experiment: number): string =>
  numberPrefix + String(experiment).padStart(keyLength - numberPrefix.length, '0');

/** Returns the columns of a copy that differ from the original, by name. */
function changedColumns(copy: number): Record<string, RawBuilder<unknown>> {
  const added = copy * copiedTogether;
  const later = (column: string) => sql`${sql.ref(column)} + ${sql.lit(added * 1000)}`;
  return {
    experiment_key: sql`${sql.lit(seededKey(added).slice(0, -digits))} || substr(experiment_key, ${sql.lit(keyLength - digits + 1)})`,
    name: sql`'run ' || (cast(substr(name, 5) as integer) + ${sql.lit(added)})`,
    ...Object.fromEntries(['start_time', 'end_time', 'last_alive', 'last_updated'].map((name) => [name, later(name)])),
  };
}

/**
 * Copies the experiments with the first thousand numbers, which are named `run 0` and so on, with all their rows until
 * there are `count`. Statements of the database do this much faster than the experiments could be logged.
 */
export async function copyExperiments({ db, dialect }: Pick<Store, 'db' | 'dialect'>, count: number): Promise<void> {
  const known = await db.introspection.getTables();
  const tables = areaSchemas
    .flatMap((area) => area.byExperiment)
    .map((table) => ({ table, columns: known.find(({ name }) => name === table)!.columns.map(({ name }) => name) }));
  for (let copy = 1; copy < count / copiedTogether; copy++) {
    const changed = changedColumns(copy);
    await db.transaction().execute(async (trx) => {
      for (const { table, columns } of tables) {
        const values = columns.map((name) =>
          name === 'experiment_key' || table === 'experiments' ? (changed[name] ?? sql.ref(name)) : sql.ref(name),
        );
        await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
          select ${sql.join(values)} from ${sql.table(table)}
          where experiment_key < ${sql.lit(seededKey(copiedTogether))}`.execute(trx);
      }
    });
  }
  // A server does this by itself; SQLite has no statistics unless it is asked for them.
  if (dialect === 'postgres') await sql`vacuum analyze`.execute(db);
}
