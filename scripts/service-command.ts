import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { forwardEndSignals, onEndSignal } from './end-signals.ts';
import { inRoot } from './folders.ts';

/** Commands that run the service until they are asked to end. */
const serviceCommands = ['serve', 'demo'];

/** Folder from which npm was called: relative paths in arguments refer to it. */
const cwd = process.env.INIT_CWD ?? process.cwd();

const programArguments = (args: readonly string[]) => [
  '--conditions=@tracklens/source',
  inRoot('packages', 'server', 'src', 'cli', 'main.ts'),
  ...args,
];

/** Runs a command line of `tracklens` from source and exits with its status. */
export function runTracklens(args: readonly string[]): void {
  // The caller may use standard input itself: `--parent-stdin`, or `--api-key-file -`.
  const usesInput = args.some((argument) => /^(--parent-stdin|(--api-key-file=)?-)$/.test(argument));
  if (serviceCommands.includes(args[0]!) && !usesInput) runUntilInputEnds(args);
  else runWithInheritedInput(args);
}

/**
 * Runs a service that shuts down when its standard input closes: on a signal to this process, and also when this
 * process is killed. On Windows there is no other way to ask a process to end.
 */
function runUntilInputEnds(args: readonly string[]): void {
  const service = spawn(process.execPath, programArguments([...args, '--parent-stdin']), {
    stdio: ['pipe', 'inherit', 'inherit'],
    cwd,
  });
  // The service may end first; writing to its input then fails.
  service.stdin.on('error', () => {});
  onEndSignal(() => service.stdin.end());
  service.on('exit', exitLike);
}

function runWithInheritedInput(args: readonly string[]): void {
  const command = spawn(process.execPath, programArguments(args), { stdio: 'inherit', cwd });
  forwardEndSignals(command);
  command.on('exit', exitLike);
}

function exitLike(code: number | null, signal: NodeJS.Signals | null): void {
  process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 1));
}
