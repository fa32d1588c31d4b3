import { readFileSync } from 'node:fs';

/** Time limit of a shutdown, after which the process exits anyway. */
const shutdownTimeoutMillis = 8_000;

/** Signals this soon after the first count as the same request: a terminal, npm and `timeout` each send one. */
const repeatMillis = 1_000;

/**
 * Returns whether this process ignores SIGHUP to keep running after its terminal, as under `nohup`. Detected on Linux
 * only.
 */
function ignoresHangUp(): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return mask !== undefined && (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}

/** Interval at which a process that npx started checks whether its parent still runs. */
const parentCheckMillis = 1_000;

/**
 * Returns whether npx started this process. On a signal npx ends the shell between them, but not this process, which
 * then gets another parent. Other parents may leave their service running.
 */
function isRunByNpx(): boolean {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script } = process.env;
  // Other programs that npx runs pass their environment on.
  return event === 'npx' && /^["']?tracklens\b/.test(script ?? '');
}

/**
 * Returns a promise that resolves when the process should end: on a signal (Ctrl-C, a closed terminal, Ctrl-Break on
 * Windows), or when npx or its parent exits. A later signal exits the process at once, unless it follows the first
 * within `repeatMillis`.
 *
 * @param options.parentStdin whether the end of standard input or of the parent's channel also ends the process.
 */
export function shutdownRequested({ parentStdin = false } = {}): Promise<void> {
  return new Promise((done) => {
    let requestedAt: number | null = null;
    const onSignal = () => {
      if (requestedAt === null) {
        requestedAt = performance.now();
        done();
      } else if (performance.now() - requestedAt > repeatMillis) process.exit(1);
    };
    const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGBREAK'];
    if (!ignoresHangUp()) signals.push('SIGHUP');
    for (const signal of signals) process.on(signal, onSignal);
    if (isRunByNpx()) {
      const parent = process.ppid;
      const check = () => {
        if (process.ppid !== parent) done();
      };
      setInterval(check, parentCheckMillis).unref();
    }
    if (!parentStdin) return;
    process.once('disconnect', () => done());
    process.stdin.once('end', () => done());
    process.stdin.once('error', () => done());
    process.stdin.resume();
  });
}

/** Returns a signal that aborts when the process should end, for a command that is cancelled then. */
export function shutdownSignal(): AbortSignal {
  const cancelling = new AbortController();
  void shutdownRequested().then(() => cancelling.abort());
  return cancelling.signal;
}

/** Exits the process if it still runs after `shutdownTimeoutMillis`, whatever keeps it alive. */
export function limitShutdown(): void {
  setTimeout(() => {
    process.stderr.write(
      `tracklens: The service did not close within ${shutdownTimeoutMillis / 1000} s and was stopped.\n`,
    );
    process.exit(1);
  }, shutdownTimeoutMillis);
}

/** Resolves when everything written to an output has been flushed. */
const flushed = (output: NodeJS.WriteStream) => new Promise<void>((done) => output.write('', () => done()));

/** Exits the process with a status, whatever is still open: a connection, an input, a database. */
export async function exitProcess(status: number): Promise<never> {
  // An output without a reader must not block the exit.
  setTimeout(() => process.exit(status), 1_000);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(status);
}

/** Ignores errors of the outputs, so that the service continues when their reader has exited, or the disk is full. */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
