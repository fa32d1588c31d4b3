import { open, readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { csvSource } from './csv-source.ts';
import { jsonLinesSource, jsonSource } from './json-source.ts';
import { hasRuns, mlflowDatabaseSource } from './mlflow-database-source.ts';
import { mlflowFolder } from './mlflow-folder-source.ts';
import type { RunSource } from './run-source.ts';
import { isEventFile, tensorboardSource } from './tensorboard-source.ts';

/** Files that tools write into the folder of a run, by their names. Other tables in folders are data sets. */
const runFiles: Readonly<Record<string, (path: string, label: string) => RunSource>> = {
  // Lightning, Ultralytics, RLlib.
  'metrics.csv': csvSource,
  'results.csv': csvSource,
  'progress.csv': csvSource,
  // Hugging Face.
  'trainer_state.json': jsonSource,
  // W&B and others.
  'wandb-history.jsonl': jsonLinesSource,
  'metrics.jsonl': jsonLinesSource,
};

const sqliteHead = 'SQLite format 3\0';

async function isSqlite(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sqliteHead.length), 0, sqliteHead.length, 0);
  return buffer.toString('latin1', 0, bytesRead) === sqliteHead;
}

/**
 * Returns whether a file in a folder may be a database of MLflow: not that of a local service or of another tool.
 * True for one that cannot be read: the import reports why.
 */
async function isMlflowDatabase(path: string): Promise<boolean> {
  if (extname(path) !== '.db' || basename(path) === 'tracklens.db') return false;
  return (await isSqlite(path).catch(() => true)) && hasRuns(path);
}

/** Readers of files that the user names, by extension. */
const readers: Readonly<Record<string, (path: string, label: string) => RunSource>> = {
  '.csv': csvSource,
  '.tsv': csvSource,
  '.json': jsonSource,
  '.jsonl': jsonLinesSource,
  '.ndjson': jsonLinesSource,
};

async function fileSource(path: string): Promise<RunSource> {
  const name = basename(path);
  const label = basename(path, extname(path));
  if (isEventFile(name)) return tensorboardSource(path, label, [path]);
  if (await isSqlite(path)) return mlflowDatabaseSource(path, label);
  const reader = readers[extname(name).toLowerCase()];
  if (reader === undefined) {
    throw new Error(
      `${path} is nothing that can be imported. Name a folder of TensorBoard or MLflow, mlflow.db, or a file of type ${Object.keys(readers).join(', ')}.`,
    );
  }
  return reader(path, label);
}

/** Yields the sources in a folder and its folders, in the order of their paths. Links are not followed. */
async function* folderSources(folder: string, root: string): AsyncGenerator<RunSource> {
  const label = relative(root, folder).split(sep).join('/') || basename(root);
  try {
    const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const events = files.filter(isEventFile).map((name) => join(folder, name));
    if (events.length > 0) yield tensorboardSource(folder, label, events);
    const mlflow = files.includes('meta.yaml') ? await mlflowFolder(folder, label) : null;
    if (mlflow !== null) {
      if (mlflow.source !== null) yield mlflow.source;
      return;
    }
    for (const name of files) {
      const path = join(folder, name);
      if (Object.hasOwn(runFiles, name)) yield runFiles[name]!(path, label);
      else if (await isMlflowDatabase(path)) yield mlflowDatabaseSource(path, label);
    }
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name === '.trash' || entry.name === 'node_modules') continue;
      yield* folderSources(join(folder, entry.name), root);
    }
  } catch (error) {
    yield unreadableSource(folder, label, error);
  }
}

/** Returns the source of a folder that cannot be read, so that the import reports it and imports the others. */
function unreadableSource(path: string, label: string, error: unknown): RunSource {
  return {
    path,
    label,
    items() {
      throw error;
    },
  };
}

/**
 * Returns the sources of a path: a file, or the files of runs in a folder.
 *
 * @throws Error if there is none
 */
export async function findSources(path: string): Promise<RunSource[]> {
  const found = await stat(path).catch((error: Error) => {
    throw new Error(`${path} cannot be read (${error.message}). Check its name.`, { cause: error });
  });
  if (found.isFile()) return [await fileSource(path)];
  if (!found.isDirectory()) throw new Error(`${path} is no file and no folder. Name a file, or a folder.`);
  const sources: RunSource[] = [];
  for await (const source of folderSources(path, path)) sources.push(source);
  if (sources.length > 0) return sources;
  throw new Error(
    `${path} has no runs: no event files of TensorBoard, no runs of MLflow, no ${Object.keys(runFiles).join(', ')}. Name another folder, or a file.`,
  );
}
