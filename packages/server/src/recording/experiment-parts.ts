import { contract } from '@tracklens/core/contract';
import { readValues } from '../store/experiments/experiment-items.ts';
import { stateOf } from '../store/experiments/experiment-state.ts';
import type { OutputLine } from '../store/experiments/output-lines.ts';
import { parseExactJson } from '../store/tables/exact-json.ts';
import type { ExperimentRow } from '../store/tables/experiment-tables.ts';
import type { TextKind, ValueRow } from '../store/tables/item-tables.ts';
import {
  getRequest,
  jsonRequest,
  jsonTextRequest,
  type RecordedPart,
  type RecordedRequest,
  withFields,
} from './recorded-part.ts';
import type { RecordedExperiment, RecordedProject } from './recorded-project.ts';

const { experiments, logging, metrics, projects, system } = contract;

/** Yields the requests that create an experiment and log everything but its metrics and files. */
export async function* experimentParts(
  source: RecordedProject,
  experiment: RecordedExperiment,
): AsyncGenerator<RecordedPart> {
  const of = `texts and parameters of ${experiment.label}`;
  for (const request of creation(source, experiment)) yield { of, request: () => request };
  for await (const request of textRequests(source, experiment)) yield { of, request: () => request };
  for await (const request of itemRequests(source, experiment)) yield { of, request: () => request };
  for await (const request of outputRequests(source, experiment)) {
    yield { of: `output of ${experiment.label}`, request: () => request };
  }
}

function* creation({ project }: RecordedProject, { row, projectName }: RecordedExperiment): Generator<RecordedRequest> {
  const experimentKey = row.experiment_key;
  // Offline, so that it has no process before its end is set.
  yield jsonRequest(logging.addRun, row.start_time, {
    experimentKey,
    teamName: project.workspace_name,
    projectName,
    offline: true,
  });
  if (row.project_id !== project.project_id) {
    yield getRequest(projects.symlink, row.start_time, { experimentKey, projectName: project.project_name });
  }
  if (row.file_path !== null) {
    yield jsonRequest(experiments.setFilePath, row.start_time, { experimentKey, filePath: row.file_path });
  }
}

/** Returns system details without the environment variables, which may be secret and which no response contains. */
function withoutEnvironment(details: string): string {
  const { env, ...others } = parseExactJson(details) as Record<string, unknown>;
  return JSON.stringify(others);
}

/** Requests that log a text, from its stored form. */
const textRequestOf: Readonly<
  Record<TextKind, (experimentKey: string, content: string, timeMillis: number) => RecordedRequest>
> = {
  code: (experimentKey, code, timeMillis) => jsonRequest(experiments.setCode, timeMillis, { experimentKey, code }),
  graph: (experimentKey, graph, timeMillis) => jsonRequest(experiments.setGraph, timeMillis, { experimentKey, graph }),
  html: (experimentKey, html, timeMillis) =>
    jsonRequest(experiments.logHtml, timeMillis, { experimentKey, html, override: true }),
  git: (experimentKey, git, timeMillis) =>
    jsonTextRequest(experiments.setGitMetadata, timeMillis, withFields({ experimentKey }, git)),
  system: (experimentKey, details, timeMillis) =>
    jsonTextRequest(system.setDetails, timeMillis, withFields({ experimentKey }, withoutEnvironment(details))),
  cloud: (experimentKey, details, timeMillis) =>
    jsonTextRequest(system.setCloudDetails, timeMillis, withFields({ experimentKey }, details)),
  dependencies: (experimentKey, list, timeMillis) =>
    jsonTextRequest(system.setDependencies, timeMillis, withFields({ experimentKey }, `{"logDependencies":${list}}`)),
};

async function* textRequests({ db }: RecordedProject, { row }: RecordedExperiment): AsyncGenerator<RecordedRequest> {
  const texts = await db
    .selectFrom('experiment_texts')
    .selectAll()
    .where('experiment_key', '=', row.experiment_key)
    .orderBy('kind')
    .execute();
  for (const { kind, content, updated_at } of texts) yield textRequestOf[kind](row.experiment_key, content, updated_at);
}

/**
 * Returns the logs of a parameter or other item that lead to its row: its minimum, its maximum and its current value.
 * Text has no order: its current value is also its minimum and its maximum.
 */
function logsOf({ name, value, value_min, value_max, updated_at, timestamp_min, timestamp_max }: ValueRow) {
  const logs = [
    { name, value: value_min, timestamp: timestamp_min },
    { name, value: value_max, timestamp: timestamp_max },
    { name, value, timestamp: updated_at },
  ];
  const isSame = (a: (typeof logs)[number], b: (typeof logs)[number] | undefined) =>
    a.value === b?.value && a.timestamp === b.timestamp;
  return logs.filter((log, index) => log.value !== null && !isSame(log, logs[index + 1]));
}

/** Key of the other item that names an experiment. Logged under the second key, the name is stored under both. */
const nameKeys = { stored: 'Name', both: 'name' };

async function* itemRequests({ db }: RecordedProject, { row }: RecordedExperiment): AsyncGenerator<RecordedRequest> {
  const experimentKey = row.experiment_key;
  const parameters = await readValues(db, 'experiment_parameters', experimentKey);
  if (parameters.length > 0) {
    const values = parameters.flatMap(logsOf).map(({ name, value, timestamp }) => ({
      parameterName: name,
      parameterValue: value,
      timestamp,
    }));
    yield jsonRequest(metrics.logParameterBatch, row.start_time, { experimentKey, values });
  }
  const others = await readValues(db, 'experiment_others', experimentKey);
  const order = ({ name }: ValueRow) => (name === nameKeys.both ? 0 : name === nameKeys.stored ? 1 : 2);
  for (const { name, value, timestamp } of others.sort((a, b) => order(a) - order(b)).flatMap(logsOf)) {
    yield jsonRequest(experiments.logOther, row.start_time, { experimentKey, key: name, value, timestamp });
  }
  const tags = await db
    .selectFrom('experiment_tags')
    .select(['tag', 'added_at'])
    .where('experiment_key', '=', experimentKey)
    .orderBy('position')
    .execute();
  if (tags.length === 0) return;
  yield jsonRequest(experiments.addTags, tags.at(-1)!.added_at, {
    experimentKey,
    addedTags: tags.map(({ tag }) => tag),
  });
}

async function* outputRequests({ db }: RecordedProject, { row }: RecordedExperiment): AsyncGenerator<RecordedRequest> {
  const experimentKey = row.experiment_key;
  const parts = await db
    .selectFrom('experiment_output')
    .select('lines')
    .where('experiment_key', '=', experimentKey)
    .orderBy('part')
    .execute();
  for (const part of parts) {
    const outputLines = (JSON.parse(part.lines) as OutputLine[]).map(({ text, stderr, offset, time }) => ({
      output: text,
      stderr,
      offset,
      localTimestamp: time,
    }));
    yield jsonRequest(experiments.logOutput, row.start_time, { experimentKey, outputLines });
  }
}

/** Yields the requests that set the state and the times of an experiment. They are the last ones of it. */
export function* experimentEnd({ now }: RecordedProject, { row, label }: RecordedExperiment): Generator<RecordedPart> {
  for (const request of endRequests(row, now)) yield { of: `texts and parameters of ${label}`, request: () => request };
}

function* endRequests(row: ExperimentRow, now: number): Generator<RecordedRequest> {
  const { experiment_key: experimentKey, run_id: runId, error, start_time: start, end_time: end } = row;
  const { hasCrashed, endTime } = stateOf(row, now);
  if (hasCrashed) {
    yield jsonRequest(experiments.updateStatus, endTime, { experimentKey, runId, hasCrashed, error });
  } else {
    if (error !== null) yield jsonRequest(experiments.updateStatus, endTime, { experimentKey, error });
    // One that runs has ended when its recording is repeated.
    if (row.liveness !== 'none' || endTime !== start) {
      yield jsonRequest(logging.heartbeat, endTime, { experimentKey, runId, is_alive: false });
    }
  }
  if (row.end_set === 1 && end >= start) {
    const times = { startTimeMillis: start, endTimeMillis: end };
    yield jsonRequest(experiments.setStartEndTime, row.last_updated, { experimentKey, ...times });
  }
  const { archive, restore } = experiments;
  yield getRequest(row.archived === 1 ? archive : restore, row.last_updated, { experimentKey });
}
