import { environmentOf } from './environment-names.ts';
import type { Executor } from './executor.ts';
import { parseValueText } from './value-text.ts';

/** Number of details inserted by one statement, below the variable limit of both dialects. */
const detailsPerStatement = 500;

/** Replaces the system details of an experiment that queries can test; `details` is the text of kind `system`. */
export async function writeEnvironment(db: Executor, experimentKey: string, details: string): Promise<void> {
  await db.deleteFrom('experiment_environment').where('experiment_key', '=', experimentKey).execute();
  const rows = Object.entries(environmentOf(JSON.parse(details))).map(([name, value]) => ({
    experiment_key: experimentKey,
    name,
    value,
    ...parseValueText(value),
  }));
  for (let from = 0; from < rows.length; from += detailsPerStatement) {
    await db
      .insertInto('experiment_environment')
      .values(rows.slice(from, from + detailsPerStatement))
      .execute();
  }
}
