import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { coverageTable } from './coverage-table.ts';
import { onEndSignal } from './end-signals.ts';
import { inCache, inRoot, root, searchPath } from './folders.ts';
import { folderOfRun } from './temporary-files.ts';
import { type TestCosts, testCosts } from './test-costs.ts';
import { testEntries } from './test-groups.ts';
import { scheduled, type TestJob, testLimits } from './test-schedule.ts';
import { type Shard, shardOf } from './test-shards.ts';

/** Options of `runTests`. */
export interface TestRunOptions {
  /** Whether to run each file in a process of its own. */
  readonly alone?: boolean;
  /** Runs only tests whose names match one of these patterns. */
  readonly names?: readonly string[];
  /** Glob patterns of the sources whose coverage is measured and printed; default: none. */
  readonly coverageOf?: readonly string[];
  /**
   * Whether failed test files run a second time, each in a process of its own, after all others. Files that pass then
   * are reported as flaky, and do not fail the run.
   */
  readonly secondAttempt?: boolean;
  /** Part of the files to run; default: all. */
  readonly shard?: Shard;
}

/**
 * Limit of one test or suite in milliseconds, unless it has its own. A machine may be several times as slow as ours.
 */
const testTimeoutMillis = 600_000;

/** Most test files that get a second attempt. With more failures the cause is a defect, not a slow machine. */
const maxSecondAttempts = 3;

/**
 * Runs test files, given as paths or glob patterns, with node's test runner, and prints its report. Returns whether all
 * tests passed. What took longest in previous runs starts first, so that no long file is left for the end.
 */
export async function runTests(patterns: readonly string[], options: TestRunOptions = {}): Promise<boolean> {
  const { passed, failedFiles } = await runOnce(patterns, options);
  const { secondAttempt, shard: _, ...once } = options;
  if (passed || !secondAttempt || failedFiles.length === 0 || failedFiles.length > maxSecondAttempts) return passed;
  console.log(`\nsecond attempt: ${failedFiles.join(', ')}`);
  const again = await runOnce(failedFiles, { ...once, alone: true });
  console.log(
    again.passed
      ? `flaky, passed at the second attempt: ${failedFiles.join(', ')}`
      : `failed at both attempts: ${again.failedFiles.join(', ')}`,
  );
  return again.passed;
}

/** Result of running test files once. */
interface TestRun {
  readonly passed: boolean;
  /** Paths of the failed test files within the repository. */
  readonly failedFiles: readonly string[];
}

async function runOnce(patterns: readonly string[], options: TestRunOptions): Promise<TestRun> {
  const found: string[] = [];
  for await (const file of glob(patterns, { cwd: root })) found.push(file);
  if (found.length === 0) {
    console.error(`No test file matches ${patterns.join(' ')}.`);
    return { passed: false, failedFiles: [] };
  }
  const costs = await testCosts();
  await using stack = new AsyncDisposableStack();
  const env = environmentOf(options, costs, await folderOfRun(stack));
  const entries = options.alone ? found : await testEntries(found.sort());
  const files = costs.slowestFirst(options.shard ? shardOf(entries, options.shard, costs.recordedCost) : entries);
  const aborted = new AbortController();
  onEndSignal(() => aborted.abort());
  const failed = new Set<string>();
  const counts = new Map<string, number>();
  let passedJobs = 0;
  // The report of the coverage is that of one run.
  const jobs = options.coverageOf
    ? [{ files, cpuShare: 0 }]
    : files.map((file) => ({ files: [file], cpuShare: costs.cpuShare(file) }));
  const start = (job: TestJob, ended: () => void) => {
    const stream = run({
      cwd: root,
      files: job.files.map((file) => inRoot(file)),
      concurrency: availableParallelism() + 1,
      timeout: testTimeoutMillis,
      signal: aborted.signal,
      execArgv: ['--conditions=@tracklens/source', `--import=${new URL('test-file-limits.ts', import.meta.url)}`],
      env,
      ...(options.names ? { testNamePatterns: options.names } : {}),
      ...(options.coverageOf ? { coverage: true, coverageIncludeGlobs: options.coverageOf } : {}),
    });
    stream.on('test:summary', ({ file }) => {
      if (file === undefined) ended();
    });
    return stream;
  };
  const events = async function* () {
    const began = performance.now();
    await costs.start();
    for await (const event of scheduled(jobs, testLimits(availableParallelism()), start)) {
      if (event.type === 'test:coverage') {
        yield diagnostic(coverageTable(event.data.summary));
      } else if (event.type === 'test:summary' && event.data.file === undefined) {
        if (event.data.success) passedJobs += 1;
        const ended = event.data.counts as unknown as Readonly<Record<string, number>>;
        for (const [name, count] of Object.entries(ended)) counts.set(name, (counts.get(name) ?? 0) + count);
      } else if (event.type !== 'test:diagnostic' || !closingLine.test(event.data.message)) {
        if (event.type === 'test:fail' && event.data.nesting === 0 && !event.data.todo) {
          const { name, file } = event.data;
          // A group has one suite for each of its files, which has the path as its name.
          failed.add(found.includes(name) ? name : path.relative(root, file ?? name));
        }
        yield event;
      }
    }
    yield diagnostic(await costs.save());
    for (const [title, name] of closingCounts) yield diagnostic(`${title} ${counts.get(name) ?? 0}`);
    yield diagnostic(`duration_ms ${performance.now() - began}`);
  };
  await pipeline(events, new spec(), process.stdout, { end: false });
  const passed = passedJobs === jobs.length;
  return { passed: passed && !aborted.signal.aborted, failedFiles: aborted.signal.aborted ? [] : [...failed] };
}

/** Environment of the test processes. */
function environmentOf({ coverageOf }: TestRunOptions, costs: TestCosts, temporary: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: searchPath(),
    TMPDIR: temporary,
    TRACKLENS_TEST_COSTS: costs.file,
    TRACKLENS_SPOOL: 'off',
    // Halves the start of a process from source. Not with coverage, whose lines would be less exact.
    ...(coverageOf ? {} : { NODE_COMPILE_CACHE: inCache('compile-cache') }),
  };
}

/** Closing lines of the runner: their titles, and the names of the counts. */
const closingCounts = [
  ...['tests', 'suites'].map((name) => [name, name] as const),
  ['pass', 'passed'],
  ['fail', 'failed'],
  ...['cancelled', 'skipped', 'todo'].map((name) => [name, name] as const),
] as const;

const closingLine = new RegExp(`^(?:${closingCounts.map(([title]) => title).join('|')}|duration_ms) [\\d.]+$`);

const diagnostic = (message: string) => ({
  type: 'test:diagnostic',
  data: { nesting: 0, message, level: 'info' },
});
