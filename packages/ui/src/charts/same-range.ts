import type { Domain } from './scales.ts';

/** The range of values that several charts show together: from the least to the greatest that any of them has. */
export interface SameRange {
  /** Null where nobody has values. */
  readonly whole: Domain | null;
  /** Says what one chart has; null when it leaves. */
  tell(chart: object, extent: Domain | null): void;
  /** Calls back when the whole changed, until the answered function is called. */
  subscribe(listener: () => void): () => void;
}

/** A range for the charts of one group. */
export function sameRange(): SameRange {
  const extents = new Map<object, Domain>();
  const listeners = new Set<() => void>();
  let whole: Domain | null = null;
  return {
    get whole() {
      return whole;
    },
    tell(chart, extent) {
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
