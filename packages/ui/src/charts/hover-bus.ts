/** Where a person points: one x value, read by every chart with the same horizontal axis. */
export interface HoverPosition {
  /** The kind of horizontal axis, so that a step is not read as a time. */
  readonly axis: string;
  readonly x: number;
  /** The experiment nearest to the pointer, where there is one. */
  readonly experimentKey: string | null;
  /** The chart the pointer is in; only that one shows the tooltip. */
  readonly source: object;
}

/** Carries the pointer's position between the charts of one view. */
export interface HoverBus {
  readonly position: HoverPosition | null;
  set(position: HoverPosition | null): void;
  /** An experiment that is pointed at elsewhere, in a legend or a table. */
  readonly highlighted: string | null;
  highlight(experimentKey: string | null): void;
  /** Calls back on every move until the answered function is called. */
  subscribe(listener: (position: HoverPosition | null) => void): () => void;
}

/** A bus for the charts of one view. */
export function hoverBus(): HoverBus {
  const listeners = new Set<(position: HoverPosition | null) => void>();
  let position: HoverPosition | null = null;
  let highlighted: string | null = null;
  return {
    get position() {
      return position;
    },
    set(next) {
      if (next === null && position === null) return;
      position = next;
      for (const listener of [...listeners]) listener(next);
    },
    get highlighted() {
      return highlighted;
    },
    highlight(experimentKey) {
      if (experimentKey === highlighted) return;
      highlighted = experimentKey;
      for (const listener of [...listeners]) listener(position);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
