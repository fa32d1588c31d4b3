import { resolve } from 'node:path';
import { defaultDataFolder } from '../data-folder/data-folder.ts';
import { typedCommand } from '../data-folder/typed-command.ts';
import { backUp, backupText } from '../maintenance/backup.ts';
import { check } from '../maintenance/check.ts';
import { counted } from '../maintenance/problem.ts';
import { restore } from '../maintenance/restore.ts';
import { databaseUrlOf } from './database-url.ts';

/** Arguments of the commands that maintain a data folder. */
interface MaintenanceArguments {
  readonly data?: string | undefined;
  readonly database?: string | undefined;
  readonly repair: boolean;
}

/** Runs `tracklens check`; resolves with the exit status. */
export async function checkFolder(values: MaintenanceArguments): Promise<number> {
  const left = await check({
    dataFolder: values.data ?? defaultDataFolder,
    databaseUrl: databaseUrlOf(values.database),
    repair: values.repair,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  return left === 0 ? 0 : 1;
}

/** Runs `tracklens backup FILE`. */
export async function backUpFolder(values: MaintenanceArguments, file: string): Promise<void> {
  const folder = values.data ?? defaultDataFolder;
  const report = await backUp(file, folder, databaseUrlOf(values.database));
  process.stdout.write(backupText(report, file, folder));
}

/** Runs `tracklens restore FILE`. */
export async function restoreFolder(values: MaintenanceArguments, file: string): Promise<void> {
  const folder = resolve(values.data ?? defaultDataFolder);
  const { experiments, files } = await restore(file, folder);
  const what = `${counted(experiments, 'experiment')} and ${counted(files, 'file')}`;
  process.stdout.write(`Restored ${what} to ${folder}.\nStart the service there: ${typedCommand('serve', folder)}\n`);
}
