import type { Executor } from '../database/executor.ts';
import { pause } from '../database/slice-queue.ts';

/** Line of output, including its line break. */
export interface OutputLine {
  readonly text: string;
  readonly stderr: boolean;
  /** Position in the output of one process or one call; null if the client does not send it. */
  readonly offset: number | null;
  /** Client time with an unspecified origin; null if the client does not send it. */
  readonly time: number | null;
}

/** Appends lines. Runs inside `withExperimentLock`. */
export async function appendOutput(trx: Executor, experimentKey: string, lines: readonly OutputLine[]): Promise<void> {
  const last = await trx
    .selectFrom('experiment_output')
    .select((eb) => eb.fn.max('part').as('part'))
    .where('experiment_key', '=', experimentKey)
    .executeTakeFirst();
  await trx
    .insertInto('experiment_output')
    .values({ experiment_key: experimentKey, part: (last?.part ?? -1) + 1, lines: JSON.stringify(lines) })
    .execute();
}

/**
 * Merger of the lines of consecutive calls in the order they were written. Standard output and standard error arrive in
 * separate calls that share one sequence of offsets. An offset that occurs again starts a new sequence. A line with
 * the same offset, text and client time as an earlier one is a duplicate.
 */
class OrderedOutput {
  readonly #ordered: OutputLine[] = [];
  #section = new Map<number, OutputLine>();

  /** Adds the lines of the next call. */
  add(call: readonly OutputLine[]): void {
    const lines = call.filter((line) => !this.#isRepeated(line));
    const offsets = new Set(lines.map((line) => line.offset));
    const counted = !offsets.has(null) && offsets.size === lines.length;
    if (!counted || lines.some((line) => this.#section.has(line.offset!))) this.#endSection();
    if (counted) for (const line of lines) this.#section.set(line.offset!, line);
    else for (const line of lines) this.#ordered.push(line);
  }

  /** Returns all lines. */
  end(): OutputLine[] {
    this.#endSection();
    return this.#ordered;
  }

  #isRepeated(line: OutputLine): boolean {
    const before = line.offset === null ? undefined : this.#section.get(line.offset);
    return before !== undefined && line.time !== null && before.time === line.time && before.text === line.text;
  }

  #endSection(): void {
    // Not `push(...lines)`: a call has at most some 100,000 arguments.
    for (const line of [...this.#section.values()].sort((a, b) => a.offset! - b.offset!)) this.#ordered.push(line);
    this.#section = new Map();
  }
}

/**
 * Returns the lines of consecutive calls in the order they were written.
 * @internal Exported for tests: tested for every order without a database.
 */
export function orderOutput(calls: readonly (readonly OutputLine[])[]): OutputLine[] {
  const output = new OrderedOutput();
  for (const call of calls) output.add(call);
  return output.end();
}

/** Number of calls that one statement reads: a few milliseconds of work. */
const callsPerStatement = 32;

/** Yields the lines of each call, in order of arrival, and pauses in between. */
async function* callsOf(db: Executor, experimentKey: string): AsyncGenerator<OutputLine[]> {
  let before = -1;
  for (;;) {
    const rows = await db
      .selectFrom('experiment_output')
      .select(['part', 'lines'])
      .where('experiment_key', '=', experimentKey)
      .where('part', '>', before)
      .orderBy('part')
      .limit(callsPerStatement)
      .execute();
    for (const { lines } of rows) yield JSON.parse(lines) as OutputLine[];
    if (rows.length < callsPerStatement) return;
    before = Number(rows.at(-1)!.part);
    await pause();
  }
}

/** Returns the output of an experiment, in order. */
export async function readOutput(db: Executor, experimentKey: string): Promise<OutputLine[]> {
  const output = new OrderedOutput();
  for await (const call of callsOf(db, experimentKey)) output.add(call);
  return output.end();
}

/**
 * Returns the ranges of the concatenated lines that are standard error, as start (inclusive) and end (exclusive).
 * Adjacent lines form one range.
 */
export function stderrRanges(lines: readonly OutputLine[]): [number, number][] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (const { text, stderr } of lines) {
    const end = at + text.length;
    const last = ranges.at(-1);
    if (stderr && end > at) {
      if (last !== undefined && last[1] === at) last[1] = end;
      else ranges.push([at, end]);
    }
    at = end;
  }
  return ranges;
}

/** Returns the number of output lines of an experiment. A resumed run continues counting from it. */
export async function countOutputLines(db: Executor, experimentKey: string): Promise<number> {
  let count = 0;
  for await (const call of callsOf(db, experimentKey)) count += call.length;
  return count;
}
