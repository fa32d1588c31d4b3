import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { DatabaseSync } from '../store/database/sqlite-module.ts';
import { type MlflowRun, mlflowFiles, mlflowItems } from './mlflow-run.ts';
import type { RunItem, RunSource } from './run-source.ts';

const time = v.nullable(v.number());
const text = v.nullable(v.string());

const RunRow = v.object({
  id: v.string(),
  name: text,
  status: text,
  start: time,
  end: time,
  artifacts: text,
  experiment: text,
});
const ValueRow = v.object({ key: v.string(), value: v.fallback(v.string(), '') });
const PointRow = v.object({ key: v.string(), value: v.number(), is_nan: v.number(), timestamp: time, step: time });

type Database = InstanceType<typeof DatabaseSync>;

/** Time limit in milliseconds for a lock of MLflow, which may log meanwhile. */
const lockMillis = 10_000;

/** MLflow stores an infinity as the largest number. */
function loggedValue(point: v.InferOutput<typeof PointRow>): number {
  if (point.is_nan === 1) return Number.NaN;
  return Math.abs(point.value) === Number.MAX_VALUE ? Math.sign(point.value) * Infinity : point.value;
}

function runOf(db: Database, row: v.InferOutput<typeof RunRow>): MlflowRun {
  const values = (table: 'params' | 'tags') =>
    db
      .prepare(`select key, value from ${table} where run_uuid = ? order by key`)
      .all(row.id)
      .map((value) => v.parse(ValueRow, value))
      .map(({ key, value }) => [key, value] as const);
  return {
    id: row.id,
    name: row.name,
    experiment: row.experiment,
    start: row.start,
    end: row.end,
    hasFailed: row.status === 'FAILED' || row.status === 'KILLED',
    parameters: values('params'),
    tags: values('tags'),
  };
}

/**
 * Yields the points of a run, from a temporary copy: while a statement reads the database, MLflow could not log. Times
 * and steps are read as `real`: they may be larger integers than JavaScript has.
 */
function* pointsOf(db: Database, run: string): Generator<RunItem> {
  db.exec('drop table if exists temp.points');
  db.prepare(
    `create temp table points as
      select key, value, is_nan, cast(timestamp as real) as timestamp, cast(step as real) as step
      from metrics where run_uuid = ? order by metrics.timestamp, metrics.step`,
  ).run(run);
  for (const row of db.prepare('select * from temp.points order by rowid').iterate()) {
    const point = v.parse(PointRow, row);
    yield {
      kind: 'point',
      name: point.key,
      value: loggedValue(point),
      step: point.step ?? undefined,
      timeMillis: point.timestamp ?? undefined,
    };
  }
}

/** Returns the path that the address of files names; null for files that are not on a disk. */
function localPath(uri: string): string | null {
  if (!/^[a-z][a-z\d+.-]+:/i.test(uri)) return uri;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** Yields the files of a run, if they are next to the database: another folder is not part of what is imported. */
async function* filesOf(database: string, uri: string | null): AsyncGenerator<RunItem> {
  if (uri === null) return;
  const root = await realpath(dirname(database));
  const isInside = (other: string) => {
    const below = relative(root, other);
    return !below.startsWith('..') && !isAbsolute(below);
  };
  const path = localPath(uri);
  const wanted = path === null ? null : resolve(root, path);
  const folder = wanted === null ? null : await realpath(wanted).catch((error: NodeJS.ErrnoException) => error);
  if (typeof folder === 'string' && isInside(folder)) yield* mlflowFiles(folder);
  else if (folder instanceof Error && isInside(wanted!)) {
    // A run without files has no folder.
    if (folder.code !== 'ENOENT') yield { kind: 'leftOut', what: `files that cannot be read (${folder.message})` };
  } else yield { kind: 'leftOut', what: `files in ${uri}` };
}

const runsQuery = `select r.run_uuid as id, r.name, r.status, r.start_time as start, r.end_time as end,
  r.artifact_uri as artifacts, e.name as experiment
  from runs r left join experiments e on e.experiment_id = r.experiment_id
  where r.lifecycle_stage is not 'deleted' order by r.start_time`;

/** Returns whether a SQLite database has a table of runs. True for one that cannot be read: the import reports why. */
export function hasRuns(path: string): boolean {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return db.prepare("select 1 from sqlite_master where type = 'table' and name = 'runs'").get() !== undefined;
    } finally {
      db.close();
    }
  } catch {
    return true;
  }
}

/**
 * Returns the runs in the SQLite database of MLflow.
 *
 * @throws Error for another file
 */
export function mlflowDatabaseSource(path: string, label: string): RunSource {
  return {
    path,
    label,
    async *items() {
      const db = new DatabaseSync(path, { readOnly: true, timeout: lockMillis });
      try {
        for (const row of rowsOf(db, path)) {
          const run = runOf(db, row);
          for (const item of mlflowItems(run)) yield { run: run.id, item };
          for (const item of pointsOf(db, run.id)) yield { run: run.id, item };
          for await (const item of filesOf(path, row.artifacts)) yield { run: run.id, item };
        }
      } finally {
        db.close();
      }
    },
  };
}

function rowsOf(db: Database, path: string): v.InferOutput<typeof RunRow>[] {
  try {
    return v.parse(v.array(RunRow), db.prepare(runsQuery).all());
  } catch (error) {
    throw new Error(`${path} is no database of MLflow (${(error as Error).message}).`, { cause: error });
  }
}
