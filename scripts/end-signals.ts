import type { ChildProcess } from 'node:child_process';

const isWindows = process.platform === 'win32';

/** Signals that a terminal or another process sends to end this one. Ctrl-Break exists only on Windows. */
export const endSignals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  ...(isWindows ? (['SIGBREAK'] as const) : []),
];

/** Registers a listener that is called when this process is asked to end, instead of ending it. */
export function onEndSignal(listener: (signal: NodeJS.Signals) => void): void {
  for (const signal of endSignals) process.on(signal, listener);
}

/**
 * Forwards end signals to a child process, which decides when to end. On Windows the console sends Ctrl-C to the
 * child itself, and a forwarded signal would kill it without clean-up.
 */
export function forwardEndSignals(child: ChildProcess): void {
  onEndSignal((signal) => {
    if (!isWindows) child.kill(signal);
  });
}
