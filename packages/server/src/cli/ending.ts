import { readFileSync } from 'node:fs';

/** Time limit of a shutdown, after which the process exits anyway. */
const endMillis = 8_000;

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

/** Interval at which a process that npx started looks for its parent. */
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
 * @param parentStdin whether the end of standard input or of the parent's channel also ends the process.
 */
export function endRequested(parentStdin: boolean): Promise<void> {
  return new Promise((done) => {
    let askedAt: number | null = null;
    const ask = () => {
      if (askedAt === null) {
        askedAt = performance.now();
        done();
      } else if (performance.now() - askedAt > repeatMillis) process.exit(1);
    };
    const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGBREAK'];
    if (!ignoresHangUp()) signals.push('SIGHUP');
    for (const signal of signals) process.on(signal, ask);
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

/** Exits the process if it still runs after `endMillis`, whatever keeps it alive. */
export function endSoon(): void {
  setTimeout(() => {
    process.stderr.write(`tracklens: The service did not close within ${endMillis / 1000} s and was stopped.\n`);
    process.exit(1);
  }, endMillis);
}

/** Resolves when everything written to an output has been flushed. */
const flushed = (output: NodeJS.WriteStream) => new Promise<void>((done) => output.write('', () => done()));

/** Exits the process with a status, whatever is still open: a connection, an input, a database. */
export async function endProcess(status: number): Promise<never> {
  // An output without a reader must not block the exit.
  setTimeout(() => process.exit(status), 1_000);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(status);
}

/** Lets the service continue when its output can no longer be written: its reader has exited, or the disk is full. */
export function tolerateLostOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
