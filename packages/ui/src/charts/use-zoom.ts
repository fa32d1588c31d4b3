import { useState } from 'react';
import type { ChartProps } from './chart-props.ts';
import type { Zoom } from './chart-settings.ts';
import { noZoomHistory, steppedZoom, type ZoomHistory, zoomed } from './zoom-history.ts';

/** Zoom of a chart and its history. */
export interface ChartZoom {
  readonly zoom: Zoom | null;
  readonly history: ZoomHistory;
  onZoom(next: Zoom | null): void;
  /** Goes to the previous or the next zoom. */
  onStep(by: -1 | 1): void;
}

/** Manages the zoom of a chart and its history. The zoom is uncontrolled where `props.zoom` is omitted. */
export function useZoom(props: Pick<ChartProps, 'zoom' | 'onZoom'>): ChartZoom {
  const [ownZoom, setOwnZoom] = useState<Zoom | null>(null);
  const [history, setHistory] = useState(noZoomHistory);
  const zoom = props.zoom === undefined ? ownZoom : props.zoom;
  const show = (next: Zoom | null) => {
    setOwnZoom(next);
    props.onZoom?.(next);
  };
  const onZoom = (next: Zoom | null) => {
    if (JSON.stringify(next) === JSON.stringify(zoom)) return;
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
