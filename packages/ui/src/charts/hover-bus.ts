import { emitter } from '../events/emitter.ts';

/** Hovered x value, shared by every chart with the same x axis. */
export interface HoverPosition {
  /** Identifies the x axis, so that a step is not read as a time. */
  readonly axis: string;
  readonly x: number;
  /** Key of the experiment nearest to the pointer, or null. */
  readonly experimentKey: string | null;
  /** Metric of the nearest line, or null. */
  readonly metricName: string | null;
  /** Chart that the pointer is in. Only this one shows the tooltip. */
  readonly source: object;
}

/** Shares the hovered position between the charts of a view. */
export class HoverBus {
  #position: HoverPosition | null = null;
  #highlighted: string | null = null;
  readonly #changes = emitter<HoverPosition | null>();
  /** Calls a listener on every change. Returns a function that unsubscribes. */
  readonly subscribe = this.#changes.subscribe;

  get position(): HoverPosition | null {
    return this.#position;
  }

  set(position: HoverPosition | null): void {
    if (position === null && this.#position === null) return;
    this.#position = position;
    this.#changes.emit(position);
  }

  /** Key of an experiment hovered elsewhere, in a legend or a table. */
  get highlighted(): string | null {
    return this.#highlighted;
  }

  highlight(experimentKey: string | null): void {
    if (experimentKey === this.#highlighted) return;
    this.#highlighted = experimentKey;
    this.#changes.emit(this.#position);
  }
}
