import { type Condition, type ExperimentValues, type LoggedValue, matches, type Source } from '@tracklens/core/query';
import { environmentOf } from '../environment-names.ts';
import { type ExperimentRow, inProject, stateOf } from './experiments.ts';
import type { Executor } from './store.ts';

/*
 * A query is answered in two steps: one statement for each kind of thing that it names brings the values it needs of all
 * experiments of the project, then the language's own evaluation decides. So there is one meaning of a query, whichever
 * database lies below, and no text of a query ever becomes SQL.
 */

/** Names that a condition tests, by where they come from. */
export function namesOf(condition: Condition, found = new Map<Source, Set<string>>()): Map<Source, Set<string>> {
  if ('test' in condition) {
    const { source, name } = condition.test;
    found.set(source, (found.get(source) ?? new Set()).add(name));
  } else for (const part of 'and' in condition ? condition.and : condition.or) namesOf(part, found);
  return found;
}

/** What queries can test of the experiment itself; `duration` in seconds, times in milliseconds since 1970. */
export const metadataTypes = {
  experiment_key: 'string',
  name: 'string',
  file_name: 'string',
  file_path: 'string',
  state: 'string',
  running: 'boolean',
  start_server_timestamp: 'datetime',
  end_server_timestamp: 'datetime',
  duration: 'timenumber',
} as const;

function metadataOf(
  row: ExperimentRow,
  now: number,
): Record<keyof typeof metadataTypes | 'experimentKey', LoggedValue> {
  const { running, hasCrashed, endTime } = stateOf(row, now);
  return {
    experiment_key: row.experiment_key,
    experimentKey: row.experiment_key,
    name: row.name,
    file_name: row.file_name,
    file_path: row.file_path,
    state: running ? 'running' : hasCrashed ? 'crashed' : 'finished',
    running,
    start_server_timestamp: row.start_time,
    end_server_timestamp: running ? null : endTime,
    duration: Math.max(0, endTime - row.start_time) / 1000,
  };
}

type Records = Record<Exclude<keyof ExperimentValues, 'tags'>, Map<string, Record<string, LoggedValue>>>;

/** Statements take the names in slices, below the limit of variables of both dialects. */
const namesPerStatement = 500;

function put(records: Map<string, Record<string, LoggedValue>>, key: string, name: string, value: LoggedValue): void {
  const record = records.get(key);
  if (record === undefined) records.set(key, { [name]: value });
  else record[name] = value;
}

/** Adds the values of the named metrics, parameters, other items or system details of a project's experiments. */
async function loadNamed(db: Executor, projectId: string, source: Source, names: string[], records: Records) {
  const inThisProject = inProject(projectId);
  for (let from = 0; from < names.length; from += namesPerStatement) {
    const slice = names.slice(from, from + namesPerStatement);
    if (source === 'metrics') {
      const rows = await db
        .selectFrom('metric_summaries')
        .innerJoin('experiments', 'experiments.experiment_key', 'metric_summaries.experiment_key')
        .select(['metric_summaries.experiment_key', 'metric_name', 'value_current'])
        .where('metric_name', 'in', slice)
        .where(inThisProject)
        .execute();
      for (const row of rows) put(records.metrics, row.experiment_key, row.metric_name, row.value_current ?? 'NaN');
    } else if (source === 'params' || source === 'log_other') {
      const [table, record] =
        source === 'params'
          ? (['experiment_parameters', records.parameters] as const)
          : (['experiment_others', records.others] as const);
      const rows = await db
        .selectFrom(`${table} as items`)
        .innerJoin('experiments', 'experiments.experiment_key', 'items.experiment_key')
        .select(['items.experiment_key', 'items.name', 'items.value'])
        .where('items.name', 'in', slice)
        .where(inThisProject)
        .execute();
      for (const row of rows) put(record, row.experiment_key, row.name, row.value);
    }
  }
}

async function loadEnvironment(db: Executor, projectId: string, records: Records): Promise<void> {
  const rows = await db
    .selectFrom('experiment_texts')
    .innerJoin('experiments', 'experiments.experiment_key', 'experiment_texts.experiment_key')
    .select(['experiment_texts.experiment_key', 'content'])
    .where('kind', '=', 'system')
    .where(inProject(projectId))
    .execute();
  for (const row of rows) records.environment.set(row.experiment_key, environmentOf(JSON.parse(row.content)));
}

async function loadTags(db: Executor, projectId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('experiment_tags')
    .innerJoin('experiments', 'experiments.experiment_key', 'experiment_tags.experiment_key')
    .select(['experiment_tags.experiment_key', 'tag'])
    .where(inProject(projectId))
    .execute();
  const tags = new Map<string, string[]>();
  for (const { experiment_key, tag } of rows) {
    const list = tags.get(experiment_key);
    if (list === undefined) tags.set(experiment_key, [tag]);
    else list.push(tag);
  }
  return tags;
}

const nothing: Record<string, LoggedValue> = {};

/** The experiments of a project for which a condition holds, newest first. */
export async function findMatching(
  db: Executor,
  projectId: string,
  condition: Condition,
  { archived, now }: { archived: boolean; now: number },
): Promise<string[]> {
  const experiments = await db
    .selectFrom('experiments')
    .selectAll()
    .where(inProject(projectId))
    .where('archived', '=', archived ? 1 : 0)
    .orderBy('start_time', 'desc')
    .orderBy('experiment_key')
    .execute();
  const names = namesOf(condition);
  const records: Records = {
    metrics: new Map(),
    parameters: new Map(),
    others: new Map(),
    metadata: new Map(),
    environment: new Map(),
  };
  for (const [source, wanted] of names) await loadNamed(db, projectId, source, [...wanted], records);
  if (names.has('env_details')) await loadEnvironment(db, projectId, records);
  const tags = names.has('tag') ? await loadTags(db, projectId) : new Map<string, string[]>();
  return experiments
    .filter((row) => {
      const key = row.experiment_key;
      return matches(condition, {
        metrics: records.metrics.get(key) ?? nothing,
        parameters: records.parameters.get(key) ?? nothing,
        others: records.others.get(key) ?? nothing,
        environment: records.environment.get(key) ?? nothing,
        metadata: names.has('metadata') ? metadataOf(row, now) : nothing,
        tags: tags.get(key) ?? [],
      });
    })
    .map((row) => row.experiment_key);
}
