import type { Executor } from '../database/executor.ts';
import { slicesOf } from '../database/slices.ts';
import { parseExactJson } from '../tables/exact-json.ts';
import { parseValueText } from '../tables/value-text.ts';
import { environmentOf } from './environment-names.ts';

/** Number of details that one statement inserts: each binds several variables. */
const detailsPerStatement = 500;

/** Replaces the system details of an experiment that queries can test; `details` is the text of kind `system`. */
export async function writeEnvironment(db: Executor, experimentKey: string, details: string): Promise<void> {
  await db.deleteFrom('experiment_environment').where('experiment_key', '=', experimentKey).execute();
  const rows = Object.entries(environmentOf(parseExactJson(details) as Record<string, unknown>)).map(
    ([name, value]) => ({
      experiment_key: experimentKey,
      name,
      value,
      ...parseValueText(value),
    }),
  );
  for (const slice of slicesOf(rows, detailsPerStatement)) {
    await db.insertInto('experiment_environment').values(slice).execute();
  }
}
