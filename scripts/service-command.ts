import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { forwardEndSignals, onEndSignal } from './end-signals.ts';
import { inRoot } from './folders.ts';

const programArguments = (verb: string, ...more: string[]) => [
  '--conditions=@tracklens/source',
  inRoot('packages', 'server', 'src', 'main.ts'),
  verb,
  ...more,
  ...process.argv.slice(2),
];

/** The folder of the person who called npm: relative paths in arguments are meant from there. */
const cwd = process.env.INIT_CWD ?? process.cwd();

/** Runs a command of `tracklens` from source and ends with its status. */
export function runCommand(verb: string): void {
  runWithOurInput(verb);
}

/**
 * Runs `tracklens serve` from source and ends with its status. The service ends in order when its standard input ends: on a
 * signal to us, and also when we are ended by force. Windows has no other way to ask a process to end.
 */
export function runServe(): void {
  // The caller has a use for standard input: `--parent-stdin`, or `--api-key-file -`.
  if (process.argv.some((argument) => /^(--parent-stdin|(--api-key-file=)?-)$/.test(argument))) {
    runWithOurInput('serve');
    return;
  }
  const service = spawn(process.execPath, programArguments('serve', '--parent-stdin'), {
    stdio: ['pipe', 'inherit', 'inherit'],
    cwd,
  });
  // The service may end first: then nobody reads its input.
  service.stdin.on('error', () => {});
  onEndSignal(() => service.stdin.end());
  service.on('exit', exitLike);
}

function runWithOurInput(verb: string): void {
  const command = spawn(process.execPath, programArguments(verb), { stdio: 'inherit', cwd });
  forwardEndSignals(command);
  command.on('exit', exitLike);
}

function exitLike(code: number | null, signal: NodeJS.Signals | null): void {
  process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 1));
}
