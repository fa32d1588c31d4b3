import { parseArgs } from 'node:util';
import type { Shell } from '@tracklens/core/contract';
import { defaultDataFolder, demoDataFolder } from '../data-folder/data-folder.ts';
import { shellOf } from '../page/shell.ts';
import { demo } from './demo-command.ts';
import { maintenanceCommands } from './maintenance-commands.ts';
import { openPage } from './open-page.ts';
import { serve } from './serve-command.ts';
import { sync } from './sync-command.ts';
import { UsageError } from './usage-error.ts';

/** Shell commands that run a script of the Python SDK against the service. */
const sdkCommands: Readonly<Record<Shell, string>> = {
  posix: '  COMET_URL_OVERRIDE=http://127.0.0.1:PORT/clientlib/ COMET_API_KEY=$(cat DIR/api-key) python train.py',
  powershell: `  $env:COMET_URL_OVERRIDE = "http://127.0.0.1:PORT/clientlib/"
  $env:COMET_API_KEY = Get-Content DIR\\api-key
  python train.py`,
};

const help = (shell: Shell) => `tracklens demo [--port PORT] [--data DIR] [--print]
tracklens serve [options]
tracklens open [PATH] [--data DIR] [--print]
tracklens check [--repair] [--data DIR]
tracklens backup FILE [--data DIR]
tracklens restore FILE [--data DIR]
tracklens sync [--list | --drop] [--data DIR]

demo starts the service with a recorded example in its own data folder (${demoDataFolder}) and opens it in the browser.

serve starts the local experiment-tracking service on 127.0.0.1 and prints the variables to set for training.

  --port PORT        port to listen on; 0 selects a free one (default 0)
  --data DIR         data folder (default ${defaultDataFolder})
  --api-key-file FILE  file of the API key, or - for standard input;
                     also read from TRACKLENS_API_KEY
                     (default: DIR/api-key, created at the first start)
  --api-key KEY      the API key; every user of this machine can see it in the process list
  --demo             load the recorded example into the workspace demo, once
  --database URL     store records in PostgreSQL; also read from TRACKLENS_DATABASE_URL
  --parent-stdin     exit when standard input ends or the parent disconnects
  --help             show this text

open shows the page of the running service of DIR in the browser, signed in by a one-time link; PATH is a page, such as
/WORKSPACE/PROJECT. Without a browser the link is printed on a terminal, with --print on any output.

check reads the whole data folder: database, metrics, files. It prints the problems and then exits with status 1. The service may run
meanwhile; its data is not changed. With --repair it repairs what can be repaired, and the service must be stopped.

backup writes the database, the files and the API key of a data folder to the archive FILE, also while the service runs. restore
restores them to an empty folder. With PostgreSQL, back up the database with its own tools, then the folder DIR/assets.

sync sends what training scripts have logged and could not send, from the folder ~/.tracklens-spool, or the one that TRACKLENS_SPOOL
names: to the running service of DIR, or to SERVICE_URL_OVERRIDE with SERVICE_API_KEY. --list shows it, --drop deletes it.

The API key is in the file DIR${shell === 'powershell' ? '\\' : '/'}api-key. Log to the service with the Python SDK:
${sdkCommands[shell]}
`;

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        'api-key': { type: 'string' },
        'api-key-file': { type: 'string' },
        demo: { type: 'boolean', default: false },
        database: { type: 'string' },
        'parent-stdin': { type: 'boolean', default: false },
        print: { type: 'boolean', default: false },
        repair: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        drop: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [verb = 'help', ...rest] = positionals;
    const [operand] = verb === 'open' || Object.hasOwn(maintenanceCommands, verb) ? rest.splice(0, 1) : [];
    if (rest.length > 0) throw new UsageError(`Unexpected argument ${rest[0]}`);
    return { verb: values.help ? 'help' : verb, operand, values };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

/**
 * Runs the command line.
 *
 * @returns the exit status: 0 for success, 2 for a usage error, 1 for a failure (or, for `check`, for problems
 * found).
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const { verb, operand, values } = readArguments(args);
    if (verb === 'help') process.stdout.write(help(shellOf()));
    else if (verb === 'serve') await serve(values);
    else if (verb === 'demo') await demo(values);
    else if (verb === 'sync') {
      const { list, drop, data: dataFolder = defaultDataFolder } = values;
      const print = (line: string) => void process.stdout.write(`${line}\n`);
      return await sync({ dataFolder, list, drop, env: process.env, print });
    } else if (verb === 'open') {
      await openPage({ dataFolder: values.data ?? defaultDataFolder, path: operand ?? '/', print: values.print });
    } else if (Object.hasOwn(maintenanceCommands, verb)) return await maintenanceCommands[verb]!(operand, values);
    else throw new UsageError(`Unknown command ${verb}`);
    return 0;
  } catch (error) {
    process.stderr.write(`tracklens: ${(error as Error).message}\n`);
    if (!(error instanceof UsageError)) return 1;
    process.stderr.write('Run "tracklens --help" for the options.\n');
    return 2;
  }
}
