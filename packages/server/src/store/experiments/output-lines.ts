import type { Executor } from '../database/executor.ts';

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
 * Merges the lines of consecutive calls in the order they were written. Standard output and standard error arrive in
 * separate calls that share one sequence of offsets. An offset that occurs again starts a new sequence. A line with
 * the same offset, text and client time as an earlier one is a duplicate.
 * @internal Exported for tests: tested for every order without a database.
 */
export function orderOutput(calls: readonly (readonly OutputLine[])[]): OutputLine[] {
  const ordered: OutputLine[] = [];
  let section = new Map<number, OutputLine>();
  const endSection = () => {
    // Not `push(...lines)`: a call has at most some 100,000 arguments.
    for (const line of [...section.values()].sort((a, b) => a.offset! - b.offset!)) ordered.push(line);
    section = new Map();
  };
  const isRepeated = (line: OutputLine) => {
    const before = line.offset === null ? undefined : section.get(line.offset);
    return before !== undefined && line.time !== null && before.time === line.time && before.text === line.text;
  };
  for (const call of calls) {
    const lines = call.filter((line) => !isRepeated(line));
    const offsets = new Set(lines.map((line) => line.offset));
    const counted = !offsets.has(null) && offsets.size === lines.length;
    if (!counted || lines.some((line) => section.has(line.offset!))) endSection();
    if (counted) for (const line of lines) section.set(line.offset!, line);
    else for (const line of lines) ordered.push(line);
  }
  endSection();
  return ordered;
}

/** Returns the output of an experiment, in order. */
export async function readOutput(db: Executor, experimentKey: string): Promise<OutputLine[]> {
  const rows = await db
    .selectFrom('experiment_output')
    .select('lines')
    .where('experiment_key', '=', experimentKey)
    .orderBy('part')
    .execute();
  return orderOutput(rows.map((row) => JSON.parse(row.lines) as OutputLine[]));
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
  const rows = await db
    .selectFrom('experiment_output')
    .select('lines')
    .where('experiment_key', '=', experimentKey)
    .execute();
  return rows.reduce((count, row) => count + (JSON.parse(row.lines) as unknown[]).length, 0);
}
