import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { inCache } from './folders.ts';

/** What one test file has cost. */
export interface FileCost {
  /** Path within the repository. */
  readonly file: string;
  readonly wallSeconds: number;
  /** User and system time, with that of the processes it started. */
  readonly cpuSeconds: number;
}

/** The costs of test files in previous runs and in this one. */
export interface TestCosts {
  /** File to which each test process of this run appends its cost as one line of JSON. */
  readonly file: string;
  /** Returns test files in the order in which to start them; files without a known cost come first. */
  slowestFirst(files: readonly string[]): string[];
  /** Keeps the costs of this run for the next; returns a table of the slowest files of this run. */
  save(): Promise<string>;
}

const shownFiles = 15;

/** Reads the costs of previous runs. */
export async function testCosts(): Promise<TestCosts> {
  const saved = inCache('test-costs.jsonl');
  const file = inCache('test-costs-new.jsonl');
  await mkdir(inCache(), { recursive: true });
  await rm(file, { force: true });
  const previous = await readCosts(saved);
  const expected = (name: string) => previous.get(name)?.wallSeconds ?? Number.MAX_VALUE;
  return {
    file,
    slowestFirst: (files) => files.toSorted((a, b) => expected(b) - expected(a)),
    async save() {
      const current = await readCosts(file);
      const all = new Map([...previous, ...current]);
      await writeFile(saved, [...all.values()].map((cost) => `${JSON.stringify(cost)}\n`).join(''));
      return table([...current.values()]);
    },
  };
}

async function readCosts(path: string): Promise<Map<string, FileCost>> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as FileCost).map((cost) => [cost.file, cost]));
}

function table(costs: readonly FileCost[]): string {
  const slowest = costs.toSorted((a, b) => b.wallSeconds - a.wallSeconds).slice(0, shownFiles);
  const seconds = (value: number) => value.toFixed(1).padStart(7);
  const lines = slowest.map((cost) => `${seconds(cost.wallSeconds)}${seconds(cost.cpuSeconds)}  ${cost.file}`);
  return ['the slowest test files, seconds of time and of CPU', ...lines].join('\n');
}
