import { equalSetting, type Zoom } from '@tracklens/core/charts';
import { useState } from 'react';
import { noZoomHistory, steppedZoom, type ZoomHistory, zoomed } from './zoom-history.ts';

/** Zoom of a chart and its history. */
export interface ChartZoom {
  readonly zoom: Zoom | null;
  readonly history: ZoomHistory;
  onZoom(next: Zoom | null): void;
  /** Goes to the previous or the next zoom. */
  onStep(by: -1 | 1): void;
}

/** Returns a zoom with the history of its changes by the user. */
export function useZoomHistory(zoom: Zoom | null, show: (zoom: Zoom | null) => void): ChartZoom {
  const [history, setHistory] = useState(noZoomHistory);
  const onZoom = (next: Zoom | null) => {
    if (equalSetting(next, zoom)) return;
    setHistory(zoomed(history, zoom));
    show(next);
  };
  const onStep = (by: -1 | 1) => {
    const to = steppedZoom(history, zoom, by);
    if (!to) return;
    setHistory(to.history);
    show(to.zoom);
  };
  return { zoom, history, onZoom, onStep };
}
