import { resolve } from 'node:path';
import { defaultDataFolder } from '../data-folder/data-folder.ts';
import { backUp, backupText } from '../maintenance/backup.ts';
import { check } from '../maintenance/check.ts';
import { counted } from '../maintenance/problem.ts';
import { restore } from '../maintenance/restore.ts';
import { UsageError } from './usage-error.ts';

/** Arguments of the commands that maintain a data folder. */
interface MaintenanceArguments {
  readonly data?: string | undefined;
  readonly database?: string | undefined;
  readonly repair: boolean;
}

/** Command that maintains a data folder. Takes its operand and returns the exit status. */
type MaintenanceCommand = (operand: string | undefined, values: MaintenanceArguments) => Promise<number>;

const databaseOf = ({ database }: MaintenanceArguments) =>
  database ?? (process.env.TRACKLENS_DATABASE_URL || undefined);

function fileOf(operand: string | undefined, verb: string): string {
  if (operand === undefined) throw new UsageError(`Name the file: tracklens ${verb} FILE`);
  return operand;
}

/** Commands that maintain a data folder, by name. */
export const maintenanceCommands: Readonly<Record<string, MaintenanceCommand>> = {
  async check(operand, values) {
    if (operand !== undefined) throw new UsageError(`Unexpected argument ${operand}`);
    const left = await check({
      dataFolder: values.data ?? defaultDataFolder,
      databaseUrl: databaseOf(values),
      repair: values.repair,
      print: (line) => process.stdout.write(`${line}\n`),
    });
    return left === 0 ? 0 : 1;
  },
  async backup(operand, values) {
    const [file, folder] = [fileOf(operand, 'backup'), values.data ?? defaultDataFolder];
    const report = await backUp(file, folder, databaseOf(values));
    process.stdout.write(backupText(report, file, folder));
    return 0;
  },
  async restore(operand, values) {
    const folder = resolve(values.data ?? defaultDataFolder);
    const { experiments, files } = await restore(fileOf(operand, 'restore'), folder);
    const what = `${counted(experiments, 'experiment')} and ${counted(files, 'file')}`;
    process.stdout.write(`Restored ${what} to ${folder}.\nStart the service there: tracklens serve --data ${folder}\n`);
    return 0;
  },
};
