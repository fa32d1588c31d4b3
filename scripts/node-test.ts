import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { coverageTable } from './coverage-table.ts';
import { onEndSignal } from './end-signals.ts';
import { inCache, inRoot, root, searchPath } from './folders.ts';
import { testCosts } from './test-costs.ts';
import { testEntries } from './test-groups.ts';

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
  const { secondAttempt, ...once } = options;
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
  const files = costs.slowestFirst(options.alone ? found : await testEntries(found.sort()));
  const ended = new AbortController();
  onEndSignal(() => ended.abort());
  costs.start();
  const stream = run({
    cwd: root,
    files: files.map((file) => inRoot(file)),
    // One more than there are cores: the suites of browsers and hosts wait for much of their time. With two more, the
    // cores were busier, but the tests took no less time.
    concurrency: availableParallelism() + 1,
    timeout: testTimeoutMillis,
    signal: ended.signal,
    execArgv: ['--conditions=@tracklens/source', `--import=${new URL('test-file-limits.ts', import.meta.url)}`],
    env: {
      ...process.env,
      PATH: searchPath(),
      TRACKLENS_TEST_COSTS: costs.file,
      TRACKLENS_SPOOL: 'off',
      // Halves the start of a process from source. Not with coverage, whose lines would be less exact.
      ...(options.coverageOf ? {} : { NODE_COMPILE_CACHE: inCache('compile-cache') }),
    },
    ...(options.names ? { testNamePatterns: options.names } : {}),
    ...(options.coverageOf ? { coverage: true, coverageIncludeGlobs: options.coverageOf } : {}),
  });
  let passed = false;
  const failed = new Set<string>();
  stream.on('test:summary', ({ file, success }) => {
    if (file === undefined) passed = success;
  });
  stream.on('test:fail', ({ nesting, name, file, todo }) => {
    // A group has one suite for each of its files, which has the path as its name.
    if (nesting === 0 && !todo) failed.add(found.includes(name) ? name : path.relative(root, file ?? name));
  });
  const withTables = async function* (events: AsyncIterable<TestEvent>) {
    let isClosing = false;
    for await (const event of events) {
      if (event.type === 'test:coverage') {
        yield diagnostic(coverageTable(event.data.summary));
        continue;
      }
      // The first of the runner's closing lines.
      if (!isClosing && event.type === 'test:diagnostic' && /^tests \d+$/.test(event.data.message)) {
        isClosing = true;
        yield diagnostic(await costs.save());
      }
      yield event;
    }
  };
  await pipeline(stream, withTables, new spec(), process.stdout, { end: false });
  return { passed: passed && !ended.signal.aborted, failedFiles: ended.signal.aborted ? [] : [...failed] };
}

const diagnostic = (message: string) => ({
  type: 'test:diagnostic',
  data: { nesting: 0, message, level: 'info' },
});
