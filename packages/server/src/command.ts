import { parseArgs } from 'node:util';
import { defaultDataFolder } from './data-folder.ts';
import { openPage } from './page/open-page.ts';
import { type ServiceOptions, startService } from './server.ts';

const help = `tracklens serve [options]
tracklens open [PATH] [--data DIR] [--print]

serve starts the local experiment-tracking service on 127.0.0.1.

  --port PORT        port to listen on; 0 takes a free one (default 0)
  --data DIR         data folder (default ${defaultDataFolder})
  --api-key KEY      use and keep this key; also read from TRACKLENS_API_KEY
                     (default: the folder's own, made at the first start)
  --demo             load the recorded example into the workspace demo, once
  --database URL     keep records in PostgreSQL; also read from TRACKLENS_DATABASE_URL
  --parent-stdin     end when standard input ends or the parent disconnects
  --help             show this text

open shows the page of the running service of DIR in the browser, signed in by a link that works once; PATH names a page, such as
/WORKSPACE/PROJECT. Without a browser, or with --print, the link is printed.

The key lies in the file DIR/api-key. Log to the service with the Python SDK:
  COMET_URL_OVERRIDE=http://127.0.0.1:PORT/clientlib/ COMET_API_KEY=$(cat DIR/api-key) python train.py
`;

class UsageError extends Error {}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        'api-key': { type: 'string' },
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

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`--port ${text} is not a port number`);
  return port;
}

/** Resolves when the process is asked to end: a signal, or the parent going away. */
function untilAskedToEnd(parentStdin: boolean): Promise<void> {
  return new Promise((done) => {
    process.once('SIGINT', () => done());
    process.once('SIGTERM', () => done());
    if (!parentStdin) return;
    process.once('disconnect', () => done());
    process.stdin.once('end', () => done());
    process.stdin.once('error', () => done());
    process.stdin.resume();
  });
}

/** Lets go of what would keep the process: an input that is still open, a parent that still listens. */
function letGo(): void {
  process.stdin.destroy();
  if (process.connected) process.disconnect();
}

async function serve(values: ReturnType<typeof readArguments>['values']): Promise<void> {
  const apiKey = values['api-key'] ?? process.env.TRACKLENS_API_KEY;
  const databaseUrl = values.database ?? process.env.TRACKLENS_DATABASE_URL;
  const options: ServiceOptions = {
    port: portNumber(values.port),
    demo: values.demo,
    ownsProcess: true,
    ...(values.data === undefined ? {} : { dataFolder: values.data }),
    ...(apiKey ? { apiKey } : {}),
    ...(databaseUrl ? { databaseUrl } : {}),
  };
  const asked = untilAskedToEnd(values['parent-stdin']);
  try {
    const service = await startService(options);
    process.stdout.write(`tracklens service: ${service.url}\napi key: ${service.apiKeyFile}\n`);
    await asked;
    await service.close();
  } finally {
    letGo();
  }
}

/** Runs the command line; gives the exit status: 0 for an end that was asked for, 2 for a wrong call, 1 for a failure. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const { verb, path, values } = readArguments(args);
    if (verb === 'help') process.stdout.write(help);
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
