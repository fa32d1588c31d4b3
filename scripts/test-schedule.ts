/** Test file, or several that share a run. */
export interface TestJob {
  readonly files: readonly string[];
  /** Processors that it is expected to keep busy. */
  readonly cpuShare: number;
}

/** What may run at the same time. */
export interface TestLimits {
  /** Maximum sum of the CPU shares. */
  readonly cpuShares: number;
  readonly jobs: number;
}

/**
 * Limits of jobs on a number of processors. The suites of browsers and hosts wait for much of their time. More at the
 * same time would end sooner, but tests with time limits of their own would fail for want of a processor.
 */
export function testLimits(processors: number): TestLimits {
  return { cpuShares: 1.1 * processors, jobs: processors + 2 };
}

/** Returns the first waiting job whose CPU share is left over by those that run, if any; if none runs, the first. */
export function nextJob<T extends TestJob>(
  waiting: readonly T[],
  running: readonly TestJob[],
  limits: TestLimits,
): T | undefined {
  if (running.length === 0) return waiting[0];
  if (running.length >= limits.jobs) return undefined;
  const left = running.reduce((sum, { cpuShare }) => sum - cpuShare, limits.cpuShares);
  return waiting.find(({ cpuShare }) => cpuShare <= left);
}

/**
 * Starts jobs, the first ones first, as the limits allow. Yields the events of one job after the other, in the order
 * of their starts. `start` calls `ended` at the end of a job; its stream keeps the events until they are read.
 */
export async function* scheduled<T extends TestJob, Event>(
  jobs: readonly T[],
  limits: TestLimits,
  start: (job: T, ended: () => void) => AsyncIterable<Event>,
): AsyncGenerator<Event> {
  const waiting = new Set(jobs);
  const running = new Set<T>();
  const streams: AsyncIterable<Event>[] = [];
  const startMore = () => {
    for (;;) {
      const job = nextJob([...waiting], [...running], limits);
      if (!job) return;
      waiting.delete(job);
      running.add(job);
      streams.push(
        start(job, () => {
          running.delete(job);
          startMore();
        }),
      );
    }
  };
  startMore();
  // Streams are added while earlier ones are read.
  for (const stream of streams) yield* stream;
}
