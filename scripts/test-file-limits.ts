import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { root } from './folders.ts';
import type { FileCost } from './test-costs.ts';

// Preloaded into the process of each test file by scripts/node-test.ts.

/** Longest time between two test results of a process, in milliseconds: several times that of the longest test. */
const silenceMillis = 420_000;

if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  const file = path.relative(root, process.argv[1]!);
  endWhenSilent(silenceMillis, file);
  const costs = process.env.TRACKLENS_TEST_COSTS;
  if (costs) process.on('exit', () => appendFileSync(costs, `${JSON.stringify(costOf(file))}\n`));
}

/**
 * Ends this process when it has reported nothing for a time, and names what keeps it running. `--test-timeout` limits
 * tests only: a file whose tests are done still runs as long as, for example, a service was not closed.
 */
function endWhenSilent(millis: number, file: string): void {
  let reported = process.stdout.bytesWritten;
  let since = performance.now();
  setInterval(() => {
    if (process.stdout.bytesWritten !== reported) {
      reported = process.stdout.bytesWritten;
      since = performance.now();
    }
    if (performance.now() - since < millis) return;
    const resources = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name));
    const active = resources.map(([name, found]) => `${found!.length} ${name}`).join(', ');
    console.error(`${file} has reported nothing for ${millis / 1000} s. Still active: ${active}`);
    process.exit(1);
  }, millis / 100).unref();
}

/** Returns what this process has cost so far, on Linux with the processes that it started and that have ended. */
function costOf(file: string): FileCost {
  const wallSeconds = process.uptime();
  if (process.platform === 'linux') {
    // Fields 14 to 17: user and system time of the process and of its children, in ticks of 10 ms.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ').slice(11, 15);
    return { file, wallSeconds, cpuSeconds: fields.reduce((sum, ticks) => sum + Number(ticks), 0) / 100 };
  }
  const { user, system } = process.cpuUsage();
  return { file, wallSeconds, cpuSeconds: (user + system) / 1e6 };
}
