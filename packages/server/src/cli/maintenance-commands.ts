import { resolve } from 'node:path';
import { typedCommand } from '../data-folder/typed-command.ts';
import { backUp, backupText } from '../maintenance/backup.ts';
import { check } from '../maintenance/check.ts';
import { counted } from '../maintenance/counted.ts';
import { restore } from '../maintenance/restore.ts';
import { databaseUrlOf } from './database-url.ts';
import { shutdownSignal } from './shutdown.ts';

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

/** Runs `tracklens backup FILE`. Ctrl-C cancels it. */
export async function backUpFolder(values: MaintenanceArguments, file: string, dataFolder: string): Promise<void> {
  const signal = shutdownSignal();
  const report = await backUp(file, dataFolder, { databaseUrl: databaseUrlOf(values.database), signal }).catch(
    (error) => {
      throw signal.aborted ? new Error(`Cancelled. Nothing was written to ${resolve(file)}.`) : error;
    },
  );
  process.stdout.write(backupText(report, file, dataFolder));
}

/** Runs `tracklens restore FILE`. Ctrl-C cancels it. */
export async function restoreFolder(file: string, dataFolder: string): Promise<void> {
  const signal = shutdownSignal();
  const { experiments, files } = await restore(file, dataFolder, signal).catch((error) => {
    throw signal.aborted ? new Error(`Cancelled. Nothing was restored to ${dataFolder}.`) : error;
  });
  const what = `${counted(experiments, 'experiment')} and ${counted(files, 'file')}`;
  process.stdout.write(
    `Restored ${what} to ${dataFolder}.\nStart the service there: ${typedCommand('serve', dataFolder)}\n`,
  );
}
