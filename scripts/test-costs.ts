import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inCache, inRoot, root } from './folders.ts';
import { type ProcessTimes, processTimes } from './process-times.ts';

/** What one test file has cost. */
export interface FileCost {
  /** Path within the repository. */
  readonly file: string;
  readonly wallSeconds: number;
  /** User and system time, on Linux with that of all processes it started. */
  readonly cpuSeconds: number;
}

/** The costs of test files in previous runs and in this one. */
export interface TestCosts {
  /** File to which each test process of this run appends its cost as one line of JSON. */
  readonly file: string;
  /** Returns test files in the order in which to start them; files without a known cost come first. */
  slowestFirst(files: readonly string[]): string[];
  /** Starts to measure the CPU time of the test processes. */
  start(): void;
  /** Keeps the costs of this run for the next; returns a table of the slowest files of this run. */
  save(): Promise<string>;
}

const shownFiles = 25;

/** Time between two samples of all processes, which take some 2 ms of CPU. */
const sampleMillis = 500;

/** Recorded seconds of each test file in a whole run, for a checkout that has not run the tests. */
export const recordedTimes = inRoot('test', 'test-times.json');

/** Name of the file with the costs of previous runs. */
const savedName = 'test-costs.jsonl';

/** Reads the costs of previous runs in a folder, and the recorded times of files that have not run. */
export async function testCosts(folder = inCache()): Promise<TestCosts> {
  const saved = path.join(folder, savedName);
  const file = path.join(folder, 'test-costs-new.jsonl');
  await mkdir(folder, { recursive: true });
  await rm(file, { force: true });
  const previous = await readCosts(saved);
  const recorded = JSON.parse(await readFile(recordedTimes, 'utf8')) as Readonly<Record<string, number>>;
  const times = processTimes();
  let sampling: NodeJS.Timeout | undefined;
  const expected = (name: string) => previous.get(name)?.wallSeconds ?? recorded[name] ?? Number.MAX_VALUE;
  return {
    file,
    slowestFirst: (files) => files.toSorted((a, b) => expected(b) - expected(a)),
    start() {
      sampling = setInterval(times.sample, sampleMillis).unref();
    },
    async save() {
      clearInterval(sampling);
      const current = withTimes(await readCosts(file), times);
      const all = new Map([...previous, ...current]);
      await writeFile(saved, [...all.values()].map((cost) => `${JSON.stringify(cost)}\n`).join(''));
      return table([...current.values()]);
    },
  };
}

/** Returns the costs of all files that have run in this checkout. */
export async function savedCosts(): Promise<readonly FileCost[]> {
  return [...(await readCosts(inCache(savedName))).values()];
}

async function readCosts(path: string): Promise<Map<string, FileCost>> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as FileCost).map((cost) => [cost.file, cost]));
}

/** Replaces the CPU time that the processes of the files know of themselves where that of all is larger. */
function withTimes(costs: ReadonlyMap<string, FileCost>, times: ProcessTimes): Map<string, FileCost> {
  const sampled = new Map(
    times.ofChildren().map(({ command, seconds }) => [path.relative(root, command.at(-1) ?? ''), seconds]),
  );
  return new Map(
    [...costs].map(([file, cost]) => {
      const cpuSeconds = Math.max(cost.cpuSeconds, sampled.get(file) ?? 0);
      return [file, { ...cost, cpuSeconds }];
    }),
  );
}

function table(costs: readonly FileCost[]): string {
  const slowest = costs.toSorted((a, b) => b.wallSeconds - a.wallSeconds).slice(0, shownFiles);
  const seconds = (value: number) => value.toFixed(1).padStart(7);
  const lines = slowest.map((cost) => `${seconds(cost.wallSeconds)}${seconds(cost.cpuSeconds)}  ${cost.file}`);
  const total = costs.reduce((sum, cost) => sum + cost.cpuSeconds, 0);
  return [`the slowest test files, seconds of time and of CPU (${total.toFixed(0)} of all)`, ...lines].join('\n');
}
