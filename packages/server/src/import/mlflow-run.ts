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
  const found = await lstat(path).catch(() => null);
  return found?.isSymbolicLink() === true;
}

/** Returns the names of the files in a folder and its folders, with slashes. Links are not followed. */
export async function fileNames(folder: string): Promise<string[]> {
  if (await isLink(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Yields the files in the artifact folder of a run. */
export async function* mlflowFiles(folder: string): AsyncGenerator<RunItem> {
  for (const fileName of await fileNames(folder)) {
    const type = /\.(?:png|jpe?g|gif|webp)$/i.test(fileName) ? 'image' : 'asset';
    yield { kind: 'file', fileName, type, content: join(folder, fileName) };
  }
}
