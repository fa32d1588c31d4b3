import type { Executor } from '../database/executor.ts';
import { inProject } from '../experiments/experiment-lists.ts';

/**
 * Returns the keys of the unarchived experiments of a project by the value of a parameter, or by tag without one. An
 * experiment with several tags is in several groups. The group of those without a value or tag is last.
 */
export async function experimentGroups(
  db: Executor,
  projectId: string,
  parameter: string | undefined,
): Promise<[value: string | null, experimentKeys: string[]][]> {
  const listed = await db
    .selectFrom('experiments')
    .select('experiment_key')
    .where(await inProject(db, projectId))
    .where('archived', '=', 0)
    .orderBy('start_time', 'desc')
    .orderBy('experiment_key')
    .execute();
  const values = await valuesOf(db, projectId, parameter);
  const groups = new Map<string | null, string[]>();
  for (const { experiment_key: key } of listed) {
    for (const value of values.get(key) ?? [null]) {
      const keys = groups.get(value);
      if (keys) keys.push(key);
      else groups.set(value, [key]);
    }
  }
  return [...groups].sort(([a], [b]) => compare(a, b));
}

/** Returns the values of a parameter, or the tags, by experiment. */
async function valuesOf(db: Executor, projectId: string, parameter: string | undefined) {
  const inThisProject = db
    .selectFrom('experiments')
    .select('experiments.experiment_key')
    .where(await inProject(db, projectId))
    .where('archived', '=', 0);
  const rows =
    parameter === undefined
      ? await db
          .selectFrom('experiment_tags')
          .select(['experiment_key', 'tag as value'])
          .where('experiment_key', 'in', inThisProject)
          .orderBy('position')
          .execute()
      : await db
          .selectFrom('experiment_parameters')
          .select(['experiment_key', 'value'])
          .where('name', '=', parameter)
          .where('experiment_key', 'in', inThisProject)
          .execute();
  const values = new Map<string, string[]>();
  for (const { experiment_key: key, value } of rows) values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders values: numbers by size, then texts, and null last. */
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [x, y] = [Number(a), Number(b)];
  const areNumbers = a.trim() !== '' && b.trim() !== '' && !Number.isNaN(x) && !Number.isNaN(y);
  return areNumbers ? x - y || collator.compare(a, b) : collator.compare(a, b);
}
