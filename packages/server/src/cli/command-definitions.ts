import type { Shell } from '@tracklens/core/contract';
import { defaultDataFolder, demoDataFolder } from '../data-folder/data-folder.ts';
import type { OptionName, OptionValues } from './command-options.ts';
import { demo } from './demo-command.ts';
import { exportFiles } from './export-command.ts';
import { importFiles } from './import-command.ts';
import { backUpFolder, checkFolder, restoreFolder } from './maintenance-commands.ts';
import { openPage } from './open-page.ts';
import { recordExperiments } from './record-command.ts';
import { exportedFolder, runningFolder } from './running-folder.ts';
import { serve } from './serve-command.ts';
import { sync } from './sync-command.ts';

/** Call of a command. */
interface CommandCall {
  readonly values: OptionValues;
  /** Empty if none was given. */
  readonly argument: string;
  /** Absolute path. */
  readonly dataFolder: string;
}

/** Command of the program. */
export interface CommandDefinition {
  /** Argument after its name, in brackets if it is optional. */
  readonly argument?: 'FILE' | 'PATH' | 'WORKSPACE/PROJECT' | '[PATH]';
  /** One line about it, for the list of commands. */
  readonly summary: string;
  /** Paragraphs about it, for its help. */
  readonly help: string;
  readonly options: readonly OptionName[];
  /** Returns the data folder that is used without `--data`; null for a user without a home folder. */
  readonly dataFolder: () => string | null;
  /** Finds that folder, where it depends on the services that run. Default: `dataFolder`. */
  readonly findDataFolder?: () => Promise<string | null>;
  /** Runs it. Resolves with the exit status. */
  run(call: CommandCall): Promise<number>;
}

/** Lines that run a script of the Python SDK against the service. */
const sdkLines: Readonly<Record<Shell, string>> = {
  posix: '  COMET_URL_OVERRIDE=http://127.0.0.1:PORT/clientlib/ COMET_API_KEY=$(cat DIR/api-key) python train.py',
  powershell: `  $env:COMET_URL_OVERRIDE = "http://127.0.0.1:PORT/clientlib/"
  $env:COMET_API_KEY = Get-Content DIR\\api-key
  python train.py`,
};

/** Returns the exit status of a command that fails only by an error. */
async function success(done: Promise<void>): Promise<number> {
  await done;
  return 0;
}

type CommandDefinitions = Readonly<Record<string, CommandDefinition>>;

/** Returns the commands that start and show the service. */
const serviceCommands = (shell: Shell): CommandDefinitions => ({
  demo: {
    summary: 'start the service with recorded runs and open them in the browser',
    help: `Starts the service with a recorded training sweep, in a data folder of its own, and opens the
sweep in the browser. If it runs already, only opens the browser. With --recording, shows the
experiments of a file instead; each file has a data folder of its own.`,
    options: ['port', 'data', 'recording', 'print', 'parent-stdin'],
    dataFolder: demoDataFolder,
    run: ({ values, dataFolder }) => success(demo(values, dataFolder)),
  },
  serve: {
    summary: 'start the service and print what to set for training',
    help: `Starts the local experiment-tracking service on 127.0.0.1, and prints the variables to set where
you train. With the Python SDK:

${sdkLines[shell]}`,
    options: ['port', 'data', 'api-key-file', 'api-key', 'demo', 'recording', 'database', 'parent-stdin', 'idle-exit'],
    dataFolder: defaultDataFolder,
    run: ({ values, dataFolder }) => success(serve(values, dataFolder)),
  },
  open: {
    argument: '[PATH]',
    summary: 'open the page of the running service in the browser',
    help: `Opens the page of the running service in the browser, signed in by a link that works once. PATH is
a page, such as /WORKSPACE/PROJECT. Without --data this is the service of the default data folder,
else that of "tracklens demo". Without a browser the link is printed on a terminal, with --print on
any output.`,
    options: ['data', 'print'],
    dataFolder: defaultDataFolder,
    findDataFolder: runningFolder,
    run: ({ values: { print }, argument, dataFolder }) =>
      success(openPage({ dataFolder, path: argument || '/', print })),
  },
});

/** Commands that read and write data. */
const dataCommands: CommandDefinitions = {
  check: {
    summary: 'check a data folder and report problems',
    help: `Reads the whole data folder: database, metrics, files. Prints the problems, and then exits with
status 1. The service may run meanwhile; its data is not changed.`,
    options: ['repair', 'data', 'database'],
    dataFolder: defaultDataFolder,
    run: ({ values, dataFolder }) => checkFolder(values, dataFolder),
  },
  backup: {
    argument: 'FILE',
    summary: 'write a data folder to one archive, also while the service runs',
    help: `Writes the database, the files and the API key of a data folder to the archive FILE, also while the
service runs. With PostgreSQL, back up the database with its own tools, then the folder DIR/assets.`,
    options: ['data', 'database'],
    dataFolder: defaultDataFolder,
    run: ({ values, argument, dataFolder }) => success(backUpFolder(values, argument, dataFolder)),
  },
  restore: {
    argument: 'FILE',
    summary: 'restore such an archive to a new data folder',
    help: 'Restores the archive FILE of "tracklens backup" to an empty or new folder.',
    options: ['data'],
    dataFolder: defaultDataFolder,
    run: ({ argument, dataFolder }) => success(restoreFolder(argument, dataFolder)),
  },
  export: {
    argument: 'WORKSPACE/PROJECT',
    summary: 'write the records of a project to Parquet, CSV or Arrow files',
    help: `Writes the records of a project to one file for each table: experiments, tags, parameters, others,
system, assets and metrics, also while the service runs. The contents of files are not exported.
Without --data it reads the default data folder. If that has no data and only the demo runs, it reads
the folder of "tracklens demo".`,
    options: ['parquet', 'csv', 'arrow', 'data', 'database'],
    dataFolder: defaultDataFolder,
    findDataFolder: exportedFolder,
    run: ({ values, argument, dataFolder }) => success(exportFiles(values, argument, dataFolder)),
  },
  record: {
    argument: 'WORKSPACE/PROJECT',
    summary: 'write the experiments of a project to a file that anyone can open',
    help: `Writes the experiments of a project to a .tracklens file, also while the service runs: everything that
was logged, with its times. "tracklens demo --recording FILE" and VS Code open it. A recording has at
most 20 MB, unpacked 100 MB. It contains paths, host names and users that the experiments logged, but
no API key. Without --data it reads the same data folder as "tracklens export".`,
    options: ['experiments', 'output', 'no-assets', 'force', 'data', 'database'],
    dataFolder: defaultDataFolder,
    findDataFolder: exportedFolder,
    run: ({ values, argument, dataFolder }) => success(recordExperiments(values, argument, dataFolder)),
  },
  import: {
    argument: 'PATH',
    summary: 'import runs that TensorBoard, MLflow or another tool has logged',
    help: `Imports the runs in PATH into a project of the local service, which may run meanwhile: a folder of
TensorBoard, the folder or the database of MLflow, a CSV file, or JSON. In a folder it looks for event
files, runs of MLflow, metrics.csv, results.csv, progress.csv, trainer_state.json, metrics.jsonl and
wandb-history.jsonl. A run that was imported before is left as it is.`,
    options: ['project', 'data', 'database'],
    dataFolder: defaultDataFolder,
    run: ({ values, argument, dataFolder }) => importFiles(values, argument, dataFolder),
  },
  sync: {
    summary: 'send what training scripts logged and could not send',
    help: `Sends what training scripts have logged and could not send, from the folder ~/.tracklens-spool, or
the one that TRACKLENS_SPOOL names: to the running service of DIR, or to SERVICE_URL_OVERRIDE with
SERVICE_API_KEY.`,
    options: ['list', 'drop', 'data'],
    dataFolder: defaultDataFolder,
    run: ({ values: { list, drop }, dataFolder }) =>
      sync({ dataFolder, list, drop, env: process.env, print: (line) => void process.stdout.write(`${line}\n`) }),
  },
};

/** Returns the commands of the program, by name, in the order of the help. */
export const commandDefinitions = (shell: Shell): CommandDefinitions => ({
  ...serviceCommands(shell),
  ...dataCommands,
});
