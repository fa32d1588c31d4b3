import { parseArgs } from 'node:util';
import { defaultDataFolder } from './data-folder.ts';
import { openPage } from './page/open-page.ts';
import { type Shell, shellOf } from './page/shell.ts';
import { serve } from './serve-command.ts';
import { UsageError } from './usage-error.ts';

/** How the Python SDK is pointed to the service, as it is typed in a shell. */
const sdkCommands: Readonly<Record<Shell, string>> = {
  posix: '  COMET_URL_OVERRIDE=http://127.0.0.1:PORT/clientlib/ COMET_API_KEY=$(cat DIR/api-key) python train.py',
  powershell: `  $env:COMET_URL_OVERRIDE = "http://127.0.0.1:PORT/clientlib/"
  $env:COMET_API_KEY = Get-Content DIR\\api-key
  python train.py`,
};

const help = (shell: Shell) => `tracklens serve [options]
tracklens open [PATH] [--data DIR] [--print]

serve starts the local experiment-tracking service on 127.0.0.1.

  --port PORT        port to listen on; 0 takes a free one (default 0)
  --data DIR         data folder (default ${defaultDataFolder})
  --api-key-file FILE  use and keep the key in FILE, or on standard input for -;
                     also read from TRACKLENS_API_KEY
                     (default: the folder's own, made at the first start)
  --api-key KEY      the same; every user of this machine can see KEY in the list of processes
  --demo             load the recorded example into the workspace demo, once
  --database URL     keep records in PostgreSQL; also read from TRACKLENS_DATABASE_URL
  --parent-stdin     end when standard input ends or the parent disconnects
  --help             show this text

open shows the page of the running service of DIR in the browser, signed in by a link that works once; PATH names a page, such as
/WORKSPACE/PROJECT. Without a browser, or with --print, the link is printed.

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
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [verb = 'help', ...rest] = positionals;
    const [path] = verb === 'open' ? rest.splice(0, 1) : [];
    if (rest.length > 0) throw new UsageError(`Unexpected argument ${rest[0]}`);
    return { verb: values.help ? 'help' : verb, path, values };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

/** Runs the command line; gives the exit status: 0 for an end that was asked for, 2 for a wrong call, 1 for a failure. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const { verb, path, values } = readArguments(args);
    if (verb === 'help') process.stdout.write(help(shellOf()));
    else if (verb === 'serve') await serve(values);
    else if (verb === 'open') {
      await openPage({ dataFolder: values.data ?? defaultDataFolder, path: path ?? '/', print: values.print });
    } else throw new UsageError(`There is no command ${verb}`);
    return 0;
  } catch (error) {
    process.stderr.write(`tracklens: ${(error as Error).message}\n`);
    if (!(error instanceof UsageError)) return 1;
    process.stderr.write('Run "tracklens --help" for the options.\n');
    return 2;
  }
}
