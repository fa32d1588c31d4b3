import { readFileSync } from 'node:fs';

/** How long the end of the service may take before the process ends all the same. */
const endMillis = 8_000;

/** Signals this soon after the first are the same request: a terminal, npm and `timeout` each send one. */
const repeatMillis = 1_000;

/** Whether this process was started so that it outlives its terminal, as `nohup` does. Only Linux says so. */
function ignoresHangUp(): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return mask !== undefined && (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}

/**
 * Returns a promise that resolves when the process is asked to end: by a signal (Ctrl-C, a closed terminal, Ctrl-Break on Windows), or
 * by its parent going away. A signal that comes some time after the first ends the process at once.
 *
 * @param parentStdin whether the end of standard input or of the channel to the parent is such a request.
 */
export function askedToEnd(parentStdin: boolean): Promise<void> {
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
    if (!parentStdin) return;
    process.once('disconnect', () => done());
    process.stdin.once('end', () => done());
    process.stdin.once('error', () => done());
    process.stdin.resume();
  });
}

/** Ends the process if it still runs after some seconds, whatever keeps it. */
export function endSoon(): void {
  setTimeout(() => {
    process.stderr.write(`tracklens: The service did not close within ${endMillis / 1000} s and is ended.\n`);
    process.exit(1);
  }, endMillis);
}

/** Waits until what was written to an output has left the process. */
const flushed = (output: NodeJS.WriteStream) => new Promise<void>((done) => output.write('', () => done()));

/** Ends the process with a status, whatever is still open: a connection, an input, a database. */
export async function endProcess(status: number): Promise<never> {
  // An output that nobody reads must not keep the process.
  setTimeout(() => process.exit(status), 1_000);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(status);
}

/** Lets the service run on where its output cannot be written any more: its reader has gone, or the disk is full. */
export function tolerateLostOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
