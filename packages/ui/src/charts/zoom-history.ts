import type { Zoom } from '@tracklens/core/charts';

/** Previous and next zooms of a chart. */
export interface ZoomHistory {
  readonly past: readonly (Zoom | null)[];
  readonly future: readonly (Zoom | null)[];
}

/** Empty history. */
export const noZoomHistory: ZoomHistory = { past: [], future: [] };

/** Maximum number of previous zooms. */
const longest = 50;

/** Returns the history after a new zoom: `before` becomes the latest previous zoom, and next zooms are dropped. */
export function zoomed({ past }: ZoomHistory, before: Zoom | null): ZoomHistory {
  return { past: [...past.slice(1 - longest), before], future: [] };
}

/** Goes one step back (-1) or forward (1). Returns null where there is none. */
export function steppedZoom(
  { past, future }: ZoomHistory,
  now: Zoom | null,
  step: -1 | 1,
): { readonly zoom: Zoom | null; readonly history: ZoomHistory } | null {
  const from = step < 0 ? past : future;
  if (from.length === 0) return null;
  const zoom = from.at(-1)!;
  const rest = from.slice(0, -1);
  return {
    zoom,
    history: step < 0 ? { past: rest, future: [...future, now] } : { past: [...past, now], future: rest },
  };
}
