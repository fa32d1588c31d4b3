import { nearest, startMillis } from '@tracklens/core/display';
import type { ChartLine, ChartModel } from './chart-model.ts';

/** One experiment's value at the pointer. */
export interface HoverValue {
  readonly line: ChartLine;
  /** The point's place in `line.series`. */
  readonly index: number;
  readonly x: number;
  /** As drawn: smoothed where the chart is. */
  readonly y: number;
  /** As logged. */
  readonly raw: number;
  readonly step: number | null;
  readonly epoch: number | null;
  readonly timestampMillis: number | null;
  /** Since the first moment that the experiment logged. */
  readonly durationMillis: number | null;
  /** Of a group: how far its members are apart here, and how many have a value. */
  readonly spread: { readonly low: number; readonly high: number; readonly count: number } | null;
}

/** How far outside a line's own x the pointer may be for the line to be read still, as a part of the window. */
const reach = 0.02;

function entryAt(line: ChartLine, x: number, slack: number): HoverValue | null {
  const { series, metric, entry } = line;
  let index = -1;
  for (let s = series.segments.length - 1; s >= 0; s--) {
    const start = series.segments[s]!;
    const end = series.segments[s + 1] ?? series.x.length;
    if (start >= end || x < series.x[start]! - slack || x > series.x[end - 1]! + slack) continue;
    // The latest segment that covers x: a resumed run replaced what it overlaps.
    index = nearest(series.x, x, start, end);
    break;
  }
  if (index < 0) return null;
  const source = series.source[index]!;
  const shared = entry.steps?.length === metric.values.length ? entry.steps[source] : null;
  const timestampMillis = metric.timestamps?.[source] ?? null;
  return {
    line,
    index,
    x: series.x[index]!,
    y: line.drawn[index]!,
    raw: series.y[index]!,
    step: metric.steps?.[source] ?? shared ?? null,
    epoch: metric.epochs?.[source] ?? null,
    timestampMillis,
    durationMillis:
      timestampMillis === null ? (metric.durations?.[source] ?? null) : timestampMillis - startMillis(entry),
    spread: line.spread && {
      low: line.spread.low[index]!,
      high: line.spread.high[index]!,
      count: line.spread.count[index]!,
    },
  };
}

/** The value of every line at the x nearest to the one given, greatest first. */
export function valuesAt(model: ChartModel, x: number, window: readonly [number, number]): HoverValue[] {
  const slack = Math.abs(window[1] - window[0]) * reach;
  const entries: HoverValue[] = [];
  for (const line of model.lines) {
    const entry = entryAt(line, x, slack);
    if (entry && entry.x >= window[0] && entry.x <= window[1]) entries.push(entry);
  }
  return entries.sort((a, b) => b.y - a.y);
}

/**
 * The point that arrow keys lead to: `across` points along a line, `along` lines up or down; from nothing to the first point, or
 * the last one going back. Null where there is no point.
 */
export function moveFocus(
  model: ChartModel,
  window: readonly [number, number],
  from: { readonly x: number; readonly experimentKey: string | null } | null,
  across: number,
  along: number,
): { readonly x: number; readonly experimentKey: string } | null {
  const lines = model.lines.filter((line) => line.series.x.length > 0);
  if (lines.length === 0) return null;
  const current = Math.max(
    0,
    lines.findIndex((line) => line.key === from?.experimentKey),
  );
  const line = lines[(current + along + lines.length) % lines.length]!;
  const last = line.series.x.length - 1;
  const here = from === null ? null : entryAt(line, from.x, Number.POSITIVE_INFINITY);
  const stays = from?.experimentKey === line.key;
  const fromTheEnd = across === Number.POSITIVE_INFINITY || (across < 0 && Number.isFinite(across));
  const place = here === null ? (fromTheEnd ? last : firstWithin(line, window)) : here.index + (stays ? across : 0);
  return { x: line.series.x[Math.min(last, Math.max(0, place))]!, experimentKey: line.key };
}

function firstWithin(line: ChartLine, window: readonly [number, number]): number {
  return Math.max(
    0,
    line.series.x.findIndex((x) => x >= window[0]),
  );
}
