import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { type ColumnTexts, chartMetricJson, textsOf } from '../points/column-texts.ts';
import { chunkPoints, decodePoints } from '../points/metric-chunk.ts';
import { type MetricSummaryRow, readChunks, readOpenEnd } from './metric-read.ts';

/*
 * Charts of every point of a metric. Sealed chunks never change, so their JSON is cached: for a growing metric only the
 * open end is serialized again.
 */

/** Returns all points of one metric as columns, in order: the sealed chunks, then the open end. */
async function readTexts(
  store: Store,
  db: Executor,
  summary: MetricSummaryRow,
  nameOf: (part: string) => string,
  origin: number,
): Promise<ColumnTexts[]> {
  const sealed = summary.sealed / chunkPoints;
  const names = Array.from({ length: sealed }, (_, chunk) => nameOf(`chunk ${chunk}`));
  const cached = names.map((name) => store.columnTexts.get(name));
  const from = cached.indexOf(null);
  if (from !== -1) {
    for (const [index, data] of (await readChunks(db, summary, from, sealed)).entries()) {
      const chunk = from + index;
      if (cached[chunk] !== null) continue;
      const texts = textsOf(decodePoints(data), origin);
      store.columnTexts.set(names[chunk]!, texts);
      cached[chunk] = texts;
    }
  }
  const whole = cached.filter((texts) => texts !== null);
  if (summary.total === summary.sealed) return whole;
  const endName = nameOf(`end of ${summary.total}`);
  let end = store.columnTexts.get(endName);
  if (end === null) {
    end = textsOf(await readOpenEnd(db, summary), origin);
    store.columnTexts.set(endName, end);
  }
  return [...whole, end];
}

const inOrder = (parts: readonly ColumnTexts[]) =>
  parts.every(
    ({ span }, index) => span !== null && (index === 0 || span[0] >= (parts[index - 1]!.span?.[1] ?? Infinity)),
  );

/**
 * Serializes every point of one metric of a chart response; returns null if they are not sorted by step, so that the
 * caller has to sort them first.
 *
 * @param name returns the cache key of a part of the metric. It must differ between origins and runs.
 */
export async function everyPointJson(
  store: Store,
  db: Executor,
  summary: MetricSummaryRow,
  name: (part: string) => string,
  origin: number,
): Promise<Uint8Array | null> {
  const parts = await readTexts(store, db, summary, name, origin);
  return inOrder(parts) ? chartMetricJson(summary.metric_name, parts, summary.total) : null;
}
