import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Option of the command line. */
interface OptionDefinition {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly default?: string | boolean;
  /** Name of its value in the help. */
  readonly value?: string;
  /** Description in the help, which adds the default of `--data`. */
  readonly help: string;
}

/** Options of all commands, by name, in the order of the help. */
export const options = {
  port: { type: 'string', default: '0', value: 'PORT', help: 'port to listen on; 0 selects a free one (default 0)' },
  data: { type: 'string', value: 'DIR', help: 'data folder' },
  'api-key-file': {
    type: 'string',
    value: 'FILE',
    help: `file of the API key, or - for standard input;
also read from TRACKLENS_API_KEY
(default: DIR/api-key, created at the first start)`,
  },
  'api-key': {
    type: 'string',
    value: 'KEY',
    help: 'the API key; every user of this machine can see it in the process list',
  },
  demo: { type: 'boolean', default: false, help: 'load the recorded example into the workspace demo, once' },
  recording: {
    type: 'string',
    value: 'FILE',
    help: 'load the experiments of this .tracklens file, into a folder without other data',
  },
  database: {
    type: 'string',
    value: 'URL',
    help: `PostgreSQL database for the records, instead of the data folder;
also read from TRACKLENS_DATABASE_URL`,
  },
  'parent-stdin': {
    type: 'boolean',
    default: false,
    help: 'exit when standard input ends or the parent disconnects',
  },
  'idle-exit': {
    type: 'string',
    value: 'SECONDS',
    help: `exit when no client has held a lease for this time;
editors take one for each window`,
  },
  print: { type: 'boolean', default: false, help: 'print the sign-in link, which works once, and open no browser' },
  repair: { type: 'boolean', default: false, help: 'repair what can be repaired; the service must be stopped' },
  list: { type: 'boolean', default: false, help: 'list what is not sent yet, and send nothing' },
  drop: { type: 'boolean', default: false, help: 'delete what is not sent yet, and send nothing' },
  parquet: { type: 'string', value: 'FOLDER', help: 'write Parquet files to this folder' },
  csv: { type: 'string', value: 'FOLDER', help: 'write CSV files to this folder' },
  arrow: { type: 'string', value: 'FOLDER', help: 'write Arrow IPC files (Feather) to this folder' },
  project: {
    type: 'string',
    value: 'WORKSPACE/PROJECT',
    help: 'project that gets the runs (default: local/NAME, with the name of PATH)',
  },
  experiments: {
    type: 'string',
    value: 'KEY,...',
    help: `record only the experiments with these keys,
or for - with those on standard input, one a line`,
  },
  output: { type: 'string', value: 'FILE', help: 'file of the recording (default PROJECT.tracklens)' },
  'no-assets': { type: 'boolean', default: false, help: 'leave out files, also those of models and artifacts' },
  force: { type: 'boolean', default: false, help: 'replace an existing file' },
  help: { type: 'boolean', short: 'h', default: false, help: 'show this text' },
  version: { type: 'boolean', default: false, help: 'print the version' },
} as const satisfies Readonly<Record<string, OptionDefinition>>;

/** Name of an option. */
export type OptionName = keyof typeof options;

/** Values of the options on a command line. */
export type OptionValues = ReturnType<typeof strictValues>['values'];

/** Option, or positional argument, of a command line. */
type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokensOf(args: readonly string[]) {
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function strictValues(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

const isOption = (name: string): name is OptionName => Object.hasOwn(options, name);

/** Returns an option as an argument that contains its value. */
function checkedOption({ name, rawName, value, inlineValue }: OptionToken): string {
  const definition: OptionDefinition | undefined = isOption(name) ? options[name] : undefined;
  if (definition === undefined) throw new UsageError(`Unknown option ${rawName}`);
  if (definition.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`);
    return `--${name}`;
  }
  // An empty value is a variable that is not set: as a path, it would be the working folder. A missing value would
  // otherwise be the next option. A number may be negative; it is rejected where it is used.
  if (!value || (!inlineValue && /^-[^\d]/.test(value))) {
    throw new UsageError(`--${name} needs a value: --${name} ${definition.value}`);
  }
  return `--${name}=${value}`;
}

/** Parsed command line. */
export interface CommandLine {
  readonly values: OptionValues;
  /** Names of the options that were given. */
  readonly given: ReadonlySet<OptionName>;
  /** Name of the command and its arguments. */
  readonly words: readonly string[];
}

/**
 * Parses a command line.
 *
 * @throws UsageError for an unknown option, and for one without its value
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const tokens = tokensOf(args);
  const found = tokens.filter((token) => token.kind === 'option');
  const words = tokens.filter((token) => token.kind === 'positional').map(({ value }) => value);
  const { values } = strictValues(found.map(checkedOption));
  return { values, given: new Set(found.map(({ name }) => name).filter(isOption)), words };
}
