import {
  isComplete,
  type ReadWindows,
  seriesWindows,
  visiblePart,
  windowAxis,
  windowedChart,
  windowTotals,
  type ZoomInput,
  zoomWindow,
} from '@tracklens/core/charts';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { ChartData, LoadedWindow } from '../charts/index.ts';
import { retryPause } from '../live/retry-pause.ts';
import { failureOf } from '../source/failure.ts';
import { useView } from '../view/view-context.ts';

/** Delay in milliseconds between the last change of the zoom and the request of its points. */
const settleMillis = 120;

/** Delay in milliseconds before a failed read of a window is repeated. It grows with each failure in a row. */
const firstRetryMillis = 1000;

/** Points of a window, as read from the service. */
interface ReadWindow extends ReadWindows {
  readonly chart: ChartData;
  readonly axis: 'step' | 'time';
}

/** Points of a chart with those of its zoom. */
export interface WindowedChart {
  readonly chart: ChartData | null;
  /** Window whose points are part of the chart; null while the overview is shown. */
  readonly window: LoadedWindow | null;
  /** Whether the zoom has to be shown from all points of the metric, because the service has no ranged reads. */
  readonly needsAll: boolean;
}

const noPoints: ChartData = {};
const noZoom = { domain: [Number.NaN, Number.NaN], extent: [Number.NaN, Number.NaN] } as const;

/** Returns whether a read window has all that would be read for the visible one: it is the same, or has every point. */
function holds(read: ReadWindow, visible: readonly [number, number]): boolean {
  const part = visiblePart(read, visible);
  return part === 'all' || (part === 'part' && read.windows.every(isComplete));
}

/**
 * Returns whether the points of a window can be drawn. On the axis of another metric all of them are needed: the
 * extremes of two metrics are at different steps.
 */
const isExact = ({ xAxis, windows }: ReadWindow) => typeof xAxis !== 'object' || windows.every(isComplete);

const overlaps = ({ domain }: ReadWindow, [from, to]: readonly [number, number]) =>
  domain[0] <= to && domain[1] >= from;

/**
 * Reads the points of a zoomed chart's window when the zoom has settled, and returns the chart with them. Without a
 * zoom it returns the overview. A change of the zoom cancels the read of the previous window.
 *
 * @param container element whose width is the number of pixel columns
 */
export function useChartWindow(
  overview: ChartData | null,
  { metrics, experiments, groups = null, settings }: Omit<ZoomInput, 'chart'>,
  container: RefObject<HTMLElement>,
): WindowedChart {
  const { live } = useView();
  const { zoom, xAxis } = settings;
  const [read, setRead] = useState<ReadWindow | null>(null);
  const [isOffered, setOffered] = useState(true);
  const [failures, setFailures] = useState(0);
  const axis = useMemo(() => windowAxis(xAxis, overview, metrics), [xAxis, overview, metrics]);
  const {
    domain: [from, to],
    extent: [first, last],
  } = useMemo(
    () => zoomWindow({ chart: overview ?? noPoints, metrics, experiments, groups, settings }) ?? noZoom,
    [overview, metrics, experiments, groups, settings],
  );
  const isWanted = live !== null && axis !== null && isOffered && from < to;

  useEffect(() => {
    if (!isWanted || overview === null || axis === null) return;
    const domain = [from, to] as const;
    if (read?.chart === overview && read.xAxis === xAxis && holds(read, domain)) return;
    const request = new AbortController();
    let timer = setTimeout(() => {
      const series = seriesWindows(overview, metrics, xAxis, domain);
      const buckets = Math.min(4000, Math.max(200, container.current?.clientWidth ?? 0));
      live.windows(series, { axis, buckets, signal: request.signal }).then(
        (windows) => {
          if (request.signal.aborted) return;
          setFailures(0);
          if (windows === null) setOffered(false);
          else setRead({ chart: overview, metrics, xAxis, domain, axis, windows });
        },
        // The overview remains, with its label.
        (error: unknown) => {
          const pause = retryPause(failureOf(error), failures + 1, firstRetryMillis, Date.now());
          if (pause === null || request.signal.aborted) return;
          timer = setTimeout(() => setFailures(failures + 1), pause);
        },
      );
    }, settleMillis);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [live, overview, metrics, xAxis, axis, from, to, isWanted, read, failures, container]);

  const current = isWanted && read !== null && read.xAxis === xAxis && overlaps(read, [from, to]) ? read : null;
  const shown = current !== null && isExact(current) ? current : null;
  const chart = useMemo(
    () => (overview && shown ? windowedChart(overview, shown.axis, shown.windows) : overview),
    [overview, shown],
  );
  const part = shown && visiblePart(shown, [from, to]);
  const window = useMemo(
    () => shown && part && { domain: shown.domain, extent: [first, last] as const, totals: windowTotals(shown, part) },
    [shown, part, first, last],
  );
  return { chart, window, needsAll: zoom !== null && (!isWanted || current !== shown) };
}
