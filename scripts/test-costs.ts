import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inCache, inRoot, root } from './folders.ts';
import { type ProcessTimes, processTimes } from './process-times.ts';

/** Seconds that a test file took. */
export interface TestTimes {
  readonly wallSeconds: number;
  /** User and system time, on Linux with that of all processes it started. */
  readonly cpuSeconds: number;
}

/** What one test file has cost. */
export interface FileCost extends TestTimes {
  /** Path within the repository. */
  readonly file: string;
}

/** The costs of test files in previous runs and in this one. */
export interface TestCosts {
  /** File to which each test process of this run appends its cost as one line of JSON. */
  readonly file: string;
  /** Returns test files in the order in which to start them; files without a known cost come first. */
  slowestFirst(files: readonly string[]): string[];
  /** Returns how many processors a test file is expected to keep busy; 1 if its cost is unknown. */
  cpuShare(file: string): number;
  /** Returns the recorded cost of a test file, which is the same on every machine. */
  recordedCost(file: string): number;
  /** Starts a run: removes what an earlier one wrote, and measures the CPU time of the test processes. */
  start(): Promise<void>;
  /** Saves the costs of this run for the next; returns a table of the slowest files of this run. */
  save(): Promise<string>;
}

const shownFiles = 25;

/** Expected CPU time of a test file that is not recorded. */
const unknownSeconds = 20;

/** Time between two samples of all processes, which take some 2 ms of CPU. */
const sampleMillis = 500;

/** Times of each test file in a whole run on Linux, by path: the same in every checkout. */
export const recordedTimesFile = inRoot('test', 'test-times.json');

/** Name of the file with the costs of previous runs. */
const savedName = 'test-costs.jsonl';

/** Reads the costs of previous runs in a folder, and the recorded times of files that have not run. */
export async function testCosts(folder = inCache()): Promise<TestCosts> {
  const saved = path.join(folder, savedName);
  const file = path.join(folder, 'test-costs-new.jsonl');
  const previous = await readCosts(saved);
  const recorded = await recordedTimes();
  const times = processTimes();
  let sampling: NodeJS.Timeout | undefined;
  const expected = (name: string) => previous.get(name)?.wallSeconds ?? recorded[name]?.wallSeconds ?? Number.MAX_VALUE;
  return {
    file,
    slowestFirst: (files) => files.toSorted((a, b) => expected(b) - expected(a)),
    cpuShare(name) {
      // Recorded times first: a file seems to need less of a processor when many others ran at the same time.
      const times = recorded[name] ?? previous.get(name);
      return times ? times.cpuSeconds / Math.max(times.wallSeconds, 1) : 1;
    },
    recordedCost: (name) => recorded[name]?.cpuSeconds ?? unknownSeconds,
    async start() {
      await mkdir(folder, { recursive: true });
      await rm(file, { force: true });
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

/** Reads the recorded times of test files. */
export async function recordedTimes(): Promise<Readonly<Record<string, TestTimes>>> {
  return JSON.parse(await readFile(recordedTimesFile, 'utf8')) as Record<string, TestTimes>;
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
