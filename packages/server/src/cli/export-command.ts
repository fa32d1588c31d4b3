import { resolve } from 'node:path';
import { sizeText } from '@tracklens/core/contract';
import { exportProject, type FormatName, tableFormats } from '../export/export-project.ts';
import { counted } from '../maintenance/counted.ts';
import { openRecords } from '../maintenance/folder-database.ts';
import { databaseUrlOf } from './database-url.ts';
import { projectOf } from './project-argument.ts';
import { shutdownSignal } from './shutdown.ts';
import { UsageError } from './usage-error.ts';

/** Arguments of `tracklens export`: the folder of the files for each format. */
interface ExportArguments extends Partial<Record<FormatName, string | undefined>> {
  readonly database?: string | undefined;
}

/** Runs `tracklens export WORKSPACE/PROJECT` and prints the files. Ctrl-C cancels it. */
export async function exportFiles(values: ExportArguments, argument: string, dataFolder: string): Promise<void> {
  const project = projectOf(argument);
  const formats = (Object.keys(tableFormats) as FormatName[]).filter((format) => values[format] !== undefined);
  if (formats.length === 0) throw new UsageError('Give a format with its folder: --parquet, --csv or --arrow');
  const signal = shutdownSignal();
  const print = (line: string) => void process.stderr.write(`${line}\n`);
  const databaseUrl = databaseUrlOf(values.database);
  const records = await openRecords(dataFolder, databaseUrl);
  print(`Exporting ${argument} of ${databaseUrl === undefined ? dataFolder : 'the database'}`);
  try {
    for (const format of formats) {
      const folder = values[format]!;
      const files = await exportProject(records.db, { ...project, format, folder, signal, print }).catch((error) => {
        throw signal.aborted ? new Error(`Cancelled. Nothing was written to ${resolve(folder)}.`) : error;
      });
      for (const { path, rows, bytes } of files) {
        process.stdout.write(`${path}: ${counted(rows, 'row')}, ${sizeText(bytes)}\n`);
      }
    }
  } finally {
    await records.close();
  }
}
