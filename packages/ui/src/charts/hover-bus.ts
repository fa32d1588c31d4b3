/** Hovered x value, shared by every chart with the same x axis. */
export interface HoverPosition {
  /** Identifies the x axis, so that a step is not read as a time. */
  readonly axis: string;
  readonly x: number;
  /** Key of the experiment nearest to the pointer, or null. */
  readonly experimentKey: string | null;
  /** Chart that the pointer is in. Only this one shows the tooltip. */
  readonly source: object;
}

/** Shares the hovered position between the charts of a view. */
export interface HoverBus {
  readonly position: HoverPosition | null;
  set(position: HoverPosition | null): void;
  /** Key of an experiment hovered elsewhere, in a legend or a table. */
  readonly highlighted: string | null;
  highlight(experimentKey: string | null): void;
  /** Calls `listener` on every change. Returns a function that unsubscribes. */
  subscribe(listener: (position: HoverPosition | null) => void): () => void;
}

/** Creates a bus for the charts of a view. */
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
