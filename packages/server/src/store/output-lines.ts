import { requireExperiment } from './experiments.ts';
import type { Executor } from './store.ts';

/** A piece of output; it keeps its line end. */
export interface OutputLine {
  readonly text: string;
  readonly stderr: boolean;
  /** Its place in the output of one process or one call; null when the client does not say. */
  readonly offset: number | null;
}

/** Appends lines. Runs inside a transaction. */
export async function appendOutput(trx: Executor, experimentKey: string, lines: readonly OutputLine[]): Promise<void> {
  await requireExperiment(trx, experimentKey);
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
 * The lines of calls that came one after another, in the order they were written. Standard output and standard error come
 * in calls of their own that share one count of offsets; an offset that was there before begins a new count.
 */
export function orderOutput(calls: readonly (readonly OutputLine[])[]): OutputLine[] {
  const ordered: OutputLine[] = [];
  let section: OutputLine[] = [];
  let seen = new Set<number>();
  const endSection = () => {
    ordered.push(...section.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0)));
    section = [];
    seen = new Set();
  };
  for (const lines of calls) {
    const counted = lines.every((line) => line.offset !== null);
    if (!counted || lines.some((line) => seen.has(line.offset!))) endSection();
    if (counted) {
      for (const line of lines) seen.add(line.offset!);
      section.push(...lines);
    } else ordered.push(...lines);
  }
  endSection();
  return ordered;
}

/** The output of an experiment in order. */
export async function readOutput(db: Executor, experimentKey: string): Promise<OutputLine[]> {
  const rows = await db
    .selectFrom('experiment_output')
    .select('lines')
    .where('experiment_key', '=', experimentKey)
    .orderBy('part')
    .execute();
  return orderOutput(rows.map((row) => JSON.parse(row.lines) as OutputLine[]));
}

/** How many lines an experiment has: a run that is taken up again counts on from there. */
export async function countOutputLines(db: Executor, experimentKey: string): Promise<number> {
  const rows = await db
    .selectFrom('experiment_output')
    .select('lines')
    .where('experiment_key', '=', experimentKey)
    .execute();
  return rows.reduce((count, row) => count + (JSON.parse(row.lines) as unknown[]).length, 0);
}
