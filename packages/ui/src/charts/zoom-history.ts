import type { Zoom } from './chart-settings.ts';

/** The zooms of a chart that a person went through, to go back to and forward again. */
export interface ZoomHistory {
  readonly past: readonly (Zoom | null)[];
  readonly future: readonly (Zoom | null)[];
}

/** Nothing zoomed yet. */
export const noZoomHistory: ZoomHistory = { past: [], future: [] };

/** More steps than this nobody goes back. */
const longest = 50;

/** After a new zoom: what was shown before can be gone back to, and there is nothing ahead any more. */
export function zoomed({ past }: ZoomHistory, before: Zoom | null): ZoomHistory {
  return { past: [...past.slice(1 - longest), before], future: [] };
}

/** One step back (-1) or forward (1) from what is shown now; null where there is none. */
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
