import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { environmentCommands, environmentStatements } from '@tracklens/core/contract';
import { shellOf } from '../data-folder/shell.ts';
import { typedCommand } from '../data-folder/typed-command.ts';
import { Leases } from '../service/leases.ts';
import { type Service, type ServiceOptions, startService } from '../service/server.ts';
import { databaseUrlOf } from './database-url.ts';
import { exclusionCommand, exclusionStatement } from './proxy-exclusion.ts';
import { limitShutdown, shutdownRequested } from './shutdown.ts';
import { UsageError } from './usage-error.ts';

/** Arguments of `tracklens serve`. */
export interface ServeArguments {
  readonly port: string;
  readonly 'api-key'?: string | undefined;
  readonly 'api-key-file'?: string | undefined;
  readonly database?: string | undefined;
  readonly demo?: ServiceOptions['demo'];
  readonly recording?: string | undefined;
  readonly 'parent-stdin': boolean;
  readonly 'idle-exit'?: string | undefined;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port ${text} is not a port number, from 0 to 65535`);
  return port;
}

/** Returns the leases of a service that ends when it is idle for the given number of seconds. */
function leasesOf(seconds: string | undefined): Leases | null {
  if (seconds === undefined) return null;
  if (!/^\d{1,6}$/.test(seconds)) throw new UsageError(`--idle-exit ${seconds} is not a number of seconds`);
  return new Leases(1000 * Number(seconds));
}

/** Reads the first line of standard input. */
async function lineOfInput(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece;
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0]!;
}

/** Returns the key given by the user: in a file, on standard input, as an argument, or in the environment. */
async function givenKey(values: ServeArguments): Promise<string | undefined> {
  const file = values['api-key-file'];
  if (file === undefined) return values['api-key'] ?? (process.env.TRACKLENS_API_KEY || undefined);
  if (values['api-key'] !== undefined) throw new UsageError('Give --api-key or --api-key-file, not both');
  if (file === '-' && values['parent-stdin']) {
    throw new UsageError('--api-key-file - and --parent-stdin both read standard input: give one of them');
  }
  const text = await (file === '-' ? lineOfInput() : readFile(file, 'utf8')).catch((error: Error) => {
    throw new Error(`The API key cannot be read from ${file} (${error.message}). Check --api-key-file.`);
  });
  const key = text.trim();
  if (key === '') throw new Error(`${file === '-' ? 'Standard input' : file} holds no API key. Check --api-key-file.`);
  return key;
}

const indented = (lines: string) => lines.replace(/^(?=.)/gm, '  ');

/** Returns what to set for training, and what ends the service. It names the file of the key, never the key. */
function trainingText({ url, apiKeyFile }: Service, idleSeconds: string | undefined): string {
  const shell = shellOf();
  return `
To log with comet_ml, in the ${shell === 'powershell' ? 'PowerShell' : 'terminal'} where you train:

${indented(environmentCommands(shell, url, apiKeyFile) + exclusionCommand(shell))}
or in Python, before comet_ml is imported:

${indented(environmentStatements(url, apiKeyFile) + exclusionStatement())}
To see the experiments: ${typedCommand('open', dirname(apiKeyFile))}
${idleSeconds === undefined ? 'Ctrl-C ends the service.' : `The service ends at most ${idleSeconds} s after its last use.`}
`;
}

/** Prints the lines that programs read, then what to set for training. */
function printStart(service: Service, { 'idle-exit': idleSeconds }: ServeArguments): void {
  const text = trainingText(service, idleSeconds);
  process.stdout.write(`tracklens service: ${service.url}\napi key: ${service.apiKeyFile}\n${text}`);
}

/** Runs the service until it is asked to end, which may happen during its start. Calls `started` once it responds. */
export async function serve(
  values: ServeArguments,
  dataFolder: string,
  started: (service: Service, values: ServeArguments) => Promise<void> | void = printStart,
): Promise<void> {
  const port = portNumber(values.port);
  const leases = leasesOf(values['idle-exit']);
  const apiKey = await givenKey(values);
  const databaseUrl = databaseUrlOf(values.database);
  const options: ServiceOptions = {
    port,
    ...(values.demo === undefined ? {} : { demo: values.demo }),
    ...(values.recording === undefined ? {} : { recording: values.recording }),
    ownsProcess: true,
    dataFolder,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(leases === null ? {} : { leases }),
  };
  const ending = Promise.race([
    shutdownRequested({ parentStdin: values['parent-stdin'] }),
    ...(leases === null ? [] : [leases.idle]),
  ]);
  const service = await Promise.race([startService(options), ending]);
  // Ended during its start. The state is that of a crash, from which the next start recovers.
  if (service === undefined) return;
  await Promise.race([started(service, values), ending]);
  await ending;
  limitShutdown();
  await service.close();
}
