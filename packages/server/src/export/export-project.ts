import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { count as withSeparators } from '../maintenance/counted.ts';
import { createOutputFolder } from '../maintenance/output-folder.ts';
import type { Executor } from '../store/database/executor.ts';
import { draftOf, moveToFreeName, syncFile } from '../store/disk/durable-files.ts';
import { requireProject } from '../store/experiments/projects.ts';
import { exportedTables } from './exported-tables.ts';
import { pointCount, projectSource } from './project-source.ts';
import type { Batch, Table, TableFormat } from './table.ts';

/** Formats of an export, loaded when they are used. */
export const tableFormats = {
  parquet: async (): Promise<TableFormat> => (await import('./parquet-format.ts')).parquetFormat,
  csv: async (): Promise<TableFormat> => (await import('./csv-format.ts')).csvFormat,
  arrow: async (): Promise<TableFormat> => (await import('./arrow-format.ts')).arrowFormat,
};

/** Name of a format. */
export type FormatName = keyof typeof tableFormats;

/** Options of an export. */
export interface ExportOptions {
  readonly workspaceName: string;
  readonly projectName: string;
  readonly format: FormatName;
  /** Folder of the files; created if it is missing. */
  readonly folder: string;
  /** Cancels the export, which then leaves no file. */
  readonly signal: AbortSignal;
  /** Called with each message about the progress. */
  print(line: string): void;
}

/** Written file of an export. */
export interface ExportedFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Number of points between two messages about the progress. */
const progressPoints = 1_000_000;

/** Returns the table with its rows counted while they are written. */
function counting(table: Table, onBatch: (batch: Batch) => void): Table {
  return {
    ...table,
    async *batches() {
      for await (const batch of table.batches()) {
        onBatch(batch);
        yield batch;
      }
    },
  };
}

/**
 * Writes the records of a project to files, one for each table. All files appear when the last one is complete; after
 * a failure none is left. What is logged meanwhile may be missing.
 *
 * @throws ServiceError 404 if there is no such project; Error if a file exists, or cannot be written
 */
export async function exportProject(db: Executor, options: ExportOptions): Promise<ExportedFile[]> {
  const { workspaceName, projectName, print, signal } = options;
  const { project_id: projectId } = await requireProject(db, { workspaceName, projectName });
  const source = await projectSource(db, projectId);
  const format = await tableFormats[options.format]();
  const folder = resolve(options.folder);
  const pathOf = (name: string) => join(folder, `${name}.${format.extension}`);
  const existing = exportedTables.map(({ name }) => pathOf(name)).find((path) => existsSync(path));
  if (existing !== undefined) throw new Error(`${existing} already exists. Give another folder, or delete it.`);
  await createOutputFolder(folder);
  const total = await pointCount(source);
  const drafts: { draft: string; path: string; rows: number }[] = [];
  const moved: string[] = [];
  const onDeletion = (key: string) => print(`Experiment ${key} was deleted meanwhile; its points are incomplete.`);
  try {
    for (const definition of exportedTables) {
      const path = pathOf(definition.name);
      const written = { draft: draftOf(path), path, rows: 0 };
      drafts.push(written);
      await rm(written.draft, { force: true });
      const table = counting(await definition.open(source, onDeletion), ({ count }) => {
        const before = Math.floor(written.rows / progressPoints);
        written.rows += count;
        if (definition.name === 'metrics' && Math.floor(written.rows / progressPoints) > before) {
          print(`${withSeparators(written.rows)} of ${withSeparators(total)} points`);
        }
      });
      await format.write(written.draft, table, signal);
      await syncFile(written.draft);
    }
    signal.throwIfAborted();
    for (const { draft, path } of drafts) {
      await moveToFreeName(draft, path);
      moved.push(path);
    }
  } catch (error) {
    for (const path of [...drafts.map(({ draft }) => draft), ...moved]) await rm(path, { force: true });
    throw error;
  }
  return await Promise.all(drafts.map(async ({ path, rows }) => ({ path, rows, bytes: (await stat(path)).size })));
}
