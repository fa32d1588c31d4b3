import type { ChildProcess } from 'node:child_process';

const isWindows = process.platform === 'win32';

/** The signals by which a terminal or another process asks this one to end. Ctrl-Break exists on Windows only. */
export const endSignals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  ...(isWindows ? (['SIGBREAK'] as const) : []),
];

/** Calls a function whenever this process is asked to end, instead of ending it. */
export function onEndSignal(listener: (signal: NodeJS.Signals) => void): void {
  for (const signal of endSignals) process.on(signal, listener);
}

/**
 * Leaves the decision when to end to a child process: signals are passed on to it. On Windows the console sends Ctrl-C to the
 * child itself, and a signal from here would end the child at once, without its own clean-up.
 */
export function forwardEndSignals(child: ChildProcess): void {
  onEndSignal((signal) => {
    if (!isWindows) child.kill(signal);
  });
}
