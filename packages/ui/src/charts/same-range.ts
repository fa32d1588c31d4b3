import type { Domain } from '@tracklens/core/charts';

/** Range of values shared by several charts: the least to the greatest value of any of them. */
export interface SameRange {
  /** The shared range; null without values. */
  readonly range: Domain | null;
  /** Sets the range of one chart; null removes it. */
  setExtent(chart: object, extent: Domain | null): void;
  /** Calls `listener` when `range` changes. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Creates a shared range for the charts of a group. */
export function sameRange(): SameRange {
  const extents = new Map<object, Domain>();
  const listeners = new Set<() => void>();
  let whole: Domain | null = null;
  return {
    get range() {
      return whole;
    },
    setExtent(chart, extent) {
      if (extent && extent[0] <= extent[1]) extents.set(chart, extent);
      else extents.delete(chart);
      const all = [...extents.values()];
      const next: Domain | null =
        all.length === 0 ? null : [Math.min(...all.map(([least]) => least)), Math.max(...all.map(([, most]) => most))];
      if (next?.[0] === whole?.[0] && next?.[1] === whole?.[1]) return;
      whole = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
