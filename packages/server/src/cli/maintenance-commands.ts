import { typedCommand } from '../data-folder/typed-command.ts';
import { backUp, backupText } from '../maintenance/backup.ts';
import { check } from '../maintenance/check.ts';
import { counted } from '../maintenance/counted.ts';
import { restore } from '../maintenance/restore.ts';
import { databaseUrlOf } from './database-url.ts';

/** Arguments of the commands that maintain a data folder. */
interface MaintenanceArguments {
  readonly database?: string | undefined;
  readonly repair: boolean;
}

/** Runs `tracklens check`; resolves with the exit status. */
export async function checkFolder(values: MaintenanceArguments, dataFolder: string): Promise<number> {
  const left = await check({
    dataFolder,
    databaseUrl: databaseUrlOf(values.database),
    repair: values.repair,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  return left === 0 ? 0 : 1;
}

/** Runs `tracklens backup FILE`. */
export async function backUpFolder(values: MaintenanceArguments, file: string, dataFolder: string): Promise<void> {
  const report = await backUp(file, dataFolder, databaseUrlOf(values.database));
  process.stdout.write(backupText(report, file, dataFolder));
}

/** Runs `tracklens restore FILE`. */
export async function restoreFolder(file: string, dataFolder: string): Promise<void> {
  const { experiments, files } = await restore(file, dataFolder);
  const what = `${counted(experiments, 'experiment')} and ${counted(files, 'file')}`;
  process.stdout.write(
    `Restored ${what} to ${dataFolder}.\nStart the service there: ${typedCommand('serve', dataFolder)}\n`,
  );
}
