import { resolve } from 'node:path';
import { startStatus } from '@tracklens/core/contract';
import { neededFolder } from '../data-folder/data-folder.ts';
import { shellOf } from '../data-folder/shell.ts';
import { InUseError } from '../errors/in-use-error.ts';
import { type CommandDefinition, commandDefinitions } from './command-definitions.ts';
import { type CommandLine, parseCommandLine } from './command-options.ts';
import { commandHelp, programHelp } from './help-text.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

const commands = commandDefinitions(shellOf());

const definitionOf = (name: string | undefined) =>
  name !== undefined && Object.hasOwn(commands, name) ? commands[name]! : null;

/** Returns the command with a name. */
function command(name: string): CommandDefinition {
  const found = definitionOf(name);
  if (found === null) {
    throw new UsageError(`Unknown command ${name}. The commands are ${Object.keys(commands).join(', ')}`);
  }
  return found;
}

/** Returns the help that a command line asks for; null if it asks for none. */
function requestedHelp({ values, given, words: [name, other] }: CommandLine): string | null {
  const asked = name === 'help' ? other : name;
  if (name !== 'help' && !values.help && !(name === undefined && given.size === 0)) return null;
  return asked === undefined ? programHelp(commands) : commandHelp(asked, command(asked));
}

/** What required arguments name. */
const requiredNouns = { FILE: 'file', PATH: 'file or folder', 'WORKSPACE/PROJECT': 'project' } as const;

/** Runs the command of a command line; resolves with its exit status. */
async function run({ values, given, words: [name, ...rest] }: CommandLine): Promise<number> {
  if (name === undefined) throw new UsageError('Name a command, such as tracklens serve');
  const definition = command(name);
  for (const option of given) {
    if (!definition.options.includes(option)) throw new UsageError(`${name} has no option --${option}`);
  }
  const [argument] = definition.argument === undefined ? [] : rest.splice(0, 1);
  if (rest.length > 0) throw new UsageError(`Unexpected argument ${rest[0]}`);
  if (!argument && definition.argument !== undefined && definition.argument !== '[PATH]') {
    const noun = requiredNouns[definition.argument];
    throw new UsageError(`Name the ${noun}: tracklens ${name} ${definition.argument}`);
  }
  const dataFolder = values.data ?? (await definition.findDataFolder?.()) ?? definition.dataFolder();
  return await definition.run({ values, argument: argument ?? '', dataFolder: resolve(neededFolder(dataFolder)) });
}

/** Outputs of a command line. */
interface CommandOutput {
  out(text: string): void;
  error(text: string): void;
}

const processOutput: CommandOutput = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
};

/**
 * Runs the command line. Help and errors go to the given output.
 *
 * @returns the exit status: 0 for success, 2 for a usage error, one of `startStatus` when another process prevents the
 * start of the service, 1 for other failures (or, for `check`, for problems found).
 */
export async function runCommand(args: readonly string[], output = processOutput): Promise<number> {
  try {
    const line = parseCommandLine(args);
    const help = requestedHelp(line);
    if (help !== null) output.out(help);
    else if (line.values.version) output.out(`tracklens ${version}\n`);
    else return await run(line);
    return 0;
  } catch (error) {
    output.error(`tracklens: ${(error as Error).message}\n`);
    if (error instanceof InUseError) return startStatus[error.kind];
    if (!(error instanceof UsageError)) return 1;
    const name = args.find((argument) => definitionOf(argument) !== null);
    output.error(`Run "tracklens ${name === undefined ? '' : `${name} `}--help" for the options.\n`);
    return 2;
  }
}
