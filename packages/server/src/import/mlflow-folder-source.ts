import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JSON_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import { fileNames, isLink, type MlflowRun, mlflowFiles, mlflowItems } from './mlflow-run.ts';
import type { RunItem, RunSource } from './run-source.ts';
import { cellNumber } from './table-rows.ts';
import { textLines } from './text-lines.ts';

const time = v.fallback(v.nullable(v.number()), null);
const text = v.fallback(v.nullable(v.string()), null);

/** Content of `meta.yaml` in the folder of a run. */
const RunFile = v.object({
  // Hexadecimal, so that YAML may read it as a number: 12e34.
  run_id: v.union([v.string(), v.number()]),
  run_name: text,
  start_time: time,
  end_time: time,
  status: v.fallback(v.nullable(v.number()), null),
  lifecycle_stage: text,
});
const ExperimentFile = v.object({ name: text });

/** Numbers of the states FAILED and KILLED. */
const failedStates: readonly (number | null)[] = [4, 5];

/**
 * Returns the content of a YAML file; undefined if there is none, or if it is damaged.
 *
 * @throws Error for a file that cannot be read
 */
async function yamlOf(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  try {
    return load(text, { schema: JSON_SCHEMA });
  } catch {
    return undefined;
  }
}

/** Returns the texts in the files of a folder, by the names of the files. */
async function textsIn(folder: string): Promise<[name: string, value: string][]> {
  const texts: [string, string][] = [];
  // One after the other: a process has a limited number of open files.
  for (const name of await fileNames(folder)) texts.push([name, await readFile(join(folder, name), 'utf8')]);
  return texts;
}

/** Yields the points in the file of a metric: lines of the time, the value and the step. */
async function* pointsOf(file: string, name: string): AsyncGenerator<RunItem> {
  let damaged = 0;
  for await (const line of textLines(file)) {
    if (line.trim() === '') continue;
    const [timeMillis, value, step] = line.split(/\s+/).map(cellNumber);
    if (typeof value !== 'number' || typeof timeMillis !== 'number') damaged++;
    else yield { kind: 'point', name, value, step: step ?? undefined, timeMillis };
  }
  if (damaged > 0) yield { kind: 'leftOut', what: `damaged lines of ${file}` };
}

/** Folder of a run of MLflow. */
interface MlflowFolder {
  /** Source of the run; null if it is deleted. */
  readonly source: RunSource | null;
}

/**
 * Returns the run in a folder of MLflow's files, which has a file `meta.yaml`; null if the folder is something else,
 * such as an experiment.
 *
 * @throws Error if the file cannot be read, or is damaged
 */
export async function mlflowFolder(folder: string, label: string): Promise<MlflowFolder | null> {
  const file = join(folder, 'meta.yaml');
  const found = v.safeParse(RunFile, await yamlOf(file));
  if (!found.success) {
    const isRun = ['metrics', 'params'].every((name) => existsSync(join(folder, name)));
    if (isRun) throw new Error(`${file} is damaged: it names no run. Correct it, and import it again.`);
    return null;
  }
  const isDeleted = found.output.lifecycle_stage === 'deleted';
  return { source: isDeleted ? null : sourceOf(folder, label, found.output) };
}

function sourceOf(folder: string, label: string, meta: v.InferOutput<typeof RunFile>): RunSource {
  const { run_id, run_name, start_time, end_time, status } = meta;
  return {
    path: folder,
    label,
    async *items() {
      const experiment = v.safeParse(ExperimentFile, await yamlOf(join(dirname(folder), 'meta.yaml')));
      const run: MlflowRun = {
        id: String(run_id),
        name: run_name,
        experiment: experiment.success ? experiment.output.name : null,
        start: start_time,
        end: end_time,
        hasFailed: failedStates.includes(status),
        parameters: await textsIn(join(folder, 'params')),
        tags: await textsIn(join(folder, 'tags')),
      };
      for (const item of mlflowItems(run)) yield { run: '', item };
      for (const path of ['params', 'tags', 'metrics', 'artifacts'].map((name) => join(folder, name))) {
        if (await isLink(path)) yield { run: '', item: { kind: 'leftOut', what: `the link ${path}` } };
      }
      for (const name of await fileNames(join(folder, 'metrics'))) {
        for await (const item of pointsOf(join(folder, 'metrics', name), name)) yield { run: '', item };
      }
      for await (const item of mlflowFiles(join(folder, 'artifacts'))) yield { run: '', item };
    },
  };
}
