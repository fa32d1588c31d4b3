import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../database/executor.ts';
import { pause } from '../database/slice-queue.ts';
import { stateSql } from '../experiments/experiment-state.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import type { ProjectRow } from '../tables/project-tables.ts';

/** Experiment with the names of its project. */
export type FoundExperiment = ExperimentRow & Pick<ProjectRow, 'project_name' | 'workspace_name'>;

/** Number of experiments that one statement searches. */
const batchSize = 2000;

/** Maximum number of words that are compared; more would only exclude experiments that no user looks for. */
const maxWords = 20;

/** Maximum number of letters outside ASCII whose case is ignored. Each is one more function call in SQL. */
const maxLetters = 60;

/**
 * Returns the letters outside ASCII of a text in both cases, each with its lower case. SQLite, and PostgreSQL with the
 * locale C, convert only ASCII letters.
 */
function lowerLetters(text: string): [letter: string, lower: string][] {
  const letters = new Set((text + text.toUpperCase() + text.toLowerCase()).match(/\P{ASCII}/gu));
  return [...letters]
    .map((letter): [string, string] => [letter, letter.toUpperCase().toLowerCase()])
    .filter(([letter, lower]) => letter !== lower)
    .slice(0, maxLetters);
}

/**
 * Returns the unarchived experiments of all projects that contain each word of a text, newest first. A word is found in
 * the name, the key, the state, the script, a tag, or `parameter=value`, in upper or lower case. Lets the service
 * handle other requests in between.
 */
export async function experimentsWithWords(
  db: Executor,
  text: string,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<FoundExperiment[]> {
  const letters = lowerLetters(text);
  const lower = letters.reduce((part, letter) => part.replaceAll(...letter), text.toLowerCase());
  const words = [...new Set(lower.split(/\s+/).filter(Boolean))].slice(0, maxWords);
  const found: FoundExperiment[] = [];
  let last: ListedKey | undefined;
  while (found.length < limit) {
    const listed = await keysAfter(db, last);
    if (listed.length > 0)
      found.push(...(await matchingOf(db, listed, { words, letters, limit: limit - found.length, now })));
    if (listed.length < batchSize) break;
    last = listed.at(-1);
    await pause();
  }
  return found;
}

type ListedKey = Pick<ExperimentRow, 'experiment_key' | 'start_time'>;

/** Returns the keys of unarchived experiments after another one, newest first. */
async function keysAfter(db: Executor, last: ListedKey | undefined): Promise<ListedKey[]> {
  let page = db
    .selectFrom('experiments')
    .select(['experiment_key', 'start_time'])
    .where('archived', '=', 0)
    .orderBy('start_time', 'desc')
    .orderBy('experiment_key')
    .limit(batchSize);
  if (last !== undefined) {
    const { start_time: start, experiment_key: key } = last;
    page = page
      .where('start_time', '<=', start)
      .where((is) => is.or([is('start_time', '<', start), is('experiment_key', '>', key)]));
  }
  return await page.execute();
}

interface Matching {
  /** Words in lower case. */
  readonly words: readonly string[];
  readonly letters: ReturnType<typeof lowerLetters>;
  readonly limit: number;
  readonly now: number;
}

async function matchingOf(db: Executor, listed: readonly ListedKey[], { words, letters, limit, now }: Matching) {
  let matching = db
    .selectFrom('experiments')
    .innerJoin('projects', 'projects.project_id', 'experiments.project_id')
    .selectAll('experiments')
    .select(['projects.project_name', 'projects.workspace_name'])
    .where(
      'experiments.experiment_key',
      'in',
      listed.map((row) => row.experiment_key),
    )
    .orderBy('experiments.start_time', 'desc')
    .orderBy('experiments.experiment_key')
    .limit(limit);
  for (const word of words) matching = matching.where(hasWord(word, letters, now));
  return await matching.execute();
}

/** Condition that an experiment contains a word in lower case. */
function hasWord(word: string, letters: Matching['letters'], now: number) {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const contains = (text: RawBuilder<unknown>) => {
    const lower = letters.reduce((part, [from, to]) => sql`replace(${part}, ${from}, ${to})`, sql`lower(${text})`);
    return sql`${lower} like ${pattern} escape '\\'`;
  };
  const { running, crashed } = stateSql(now);
  const states = [
    ...('running'.startsWith(word) ? [running] : []),
    ...('crashed'.startsWith(word) ? [crashed] : []),
    ...('finished'.startsWith(word) ? [sql`not (${running} or ${crashed})`] : []),
  ];
  return sql<SqlBool>`(${sql.join(
    [
      contains(sql.ref('experiments.name')),
      contains(sql.ref('experiments.experiment_key')),
      contains(sql.ref('experiments.file_name')),
      // Not `exists`: PostgreSQL would search the tags and parameters of all experiments.
      sql`(select 1 from experiment_tags where experiment_tags.experiment_key = experiments.experiment_key
        and ${contains(sql.ref('experiment_tags.tag'))} limit 1) is not null`,
      sql`(select 1 from experiment_parameters as logged
        where logged.experiment_key = experiments.experiment_key
        and ${contains(sql`logged.name || '=' || logged.value`)} limit 1) is not null`,
      // A part of these words is more often part of a name.
      ...(word.length >= 4 ? states : []),
    ],
    sql` or `,
  )})`;
}
