import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { RunItem } from './run-source.ts';

/** Run of MLflow, without its metrics. */
export interface MlflowRun {
  readonly id: string;
  readonly name: string | null;
  /** Name of its experiment, which is a set of runs. */
  readonly experiment: string | null;
  /** Times in milliseconds since 1970; null if they are unknown. */
  readonly start: number | null;
  readonly end: number | null;
  readonly hasFailed: boolean;
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly tags: readonly (readonly [name: string, value: string])[];
}

/** Tags that MLflow sets itself and that a run has otherwise, or that name what is not imported. */
const ownTags = /^mlflow\.(?:runName|log-model\.history|loggedArtifacts)$/;

/** Yields what a run has, without its metrics and files. */
export function* mlflowItems(run: MlflowRun): Generator<RunItem> {
  const tags = new Map(run.tags);
  yield { kind: 'name', name: run.name || tags.get('mlflow.runName') || run.id };
  if (run.experiment !== null && run.experiment !== '') yield { kind: 'tag', tag: run.experiment };
  for (const time of [run.start, run.end]) if (time !== null) yield { kind: 'time', timeMillis: time };
  for (const [name, value] of run.parameters) yield { kind: 'parameter', name, value };
  for (const [name, value] of tags) if (!ownTags.test(name)) yield { kind: 'other', name, value };
  if (run.hasFailed) yield { kind: 'crash' };
}

/** Returns whether a path is a link: what it names may be outside of what is imported. */
export async function isLink(path: string): Promise<boolean> {
  return (await entryAt(path))?.isSymbolicLink() === true;
}

/** Returns what is at a path, of a link the link itself; null if there is nothing. */
async function entryAt(path: string): Promise<Stats | null> {
  return await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/**
 * Returns the names of the files in a folder and its folders, with slashes; none for a folder that does not exist.
 * Links are not followed.
 *
 * @throws Error for a folder that cannot be read
 */
export async function fileNames(folder: string): Promise<string[]> {
  const found = await entryAt(folder);
  if (found === null || found.isSymbolicLink()) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Yields the files in the artifact folder of a run. */
export async function* mlflowFiles(folder: string): AsyncGenerator<RunItem> {
  const found = await fileNames(folder).catch((error: Error) => error);
  if (found instanceof Error) {
    yield { kind: 'leftOut', what: `files that cannot be read (${found.message})` };
    return;
  }
  for (const fileName of found) {
    const type = /\.(?:png|jpe?g|gif|webp)$/i.test(fileName) ? 'image' : 'asset';
    yield { kind: 'file', fileName, type, content: join(folder, fileName) };
  }
}
