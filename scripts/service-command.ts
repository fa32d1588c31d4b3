import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { forwardEndSignals, onEndSignal } from './end-signals.ts';
import { inRoot } from './folders.ts';

const programArguments = (verb: string, ...more: string[]) => [
  '--conditions=@tracklens/source',
  inRoot('packages', 'server', 'src', 'cli', 'main.ts'),
  verb,
  ...more,
  ...process.argv.slice(2),
];

/** Folder from which npm was called: relative paths in arguments refer to it. */
const cwd = process.env.INIT_CWD ?? process.cwd();

/** Runs a command of `tracklens` from source and exits with its status. */
export function runCommand(verb: string): void {
  runWithInheritedInput(verb);
}

/**
 * Runs `tracklens serve` from source and exits with its status. The service shuts down when its standard input
 * closes: on a signal to this process, and also when this process is killed. On Windows there is no other way to ask
 * a process to end.
 */
export function runServe(): void {
  // The caller uses standard input itself: `--parent-stdin`, or `--api-key-file -`.
  if (process.argv.some((argument) => /^(--parent-stdin|(--api-key-file=)?-)$/.test(argument))) {
    runWithInheritedInput('serve');
    return;
  }
  const service = spawn(process.execPath, programArguments('serve', '--parent-stdin'), {
    stdio: ['pipe', 'inherit', 'inherit'],
    cwd,
  });
  // The service may end first; writing to its input then fails.
  service.stdin.on('error', () => {});
  onEndSignal(() => service.stdin.end());
  service.on('exit', exitLike);
}

function runWithInheritedInput(verb: string): void {
  const command = spawn(process.execPath, programArguments(verb), { stdio: 'inherit', cwd });
  forwardEndSignals(command);
  command.on('exit', exitLike);
}

function exitLike(code: number | null, signal: NodeJS.Signals | null): void {
  process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 1));
}
