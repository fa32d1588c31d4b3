import type { Domain } from '@tracklens/core/charts';
import { emitter } from '../events/emitter.ts';

/** Range of values shared by the charts of a group: the least to the greatest value of any of them. */
export class SharedRange {
  readonly #extents = new Map<object, Domain>();
  #range: Domain | null = null;
  readonly #changes = emitter();
  /** Calls a listener when `range` changes. Returns a function that unsubscribes. */
  readonly subscribe = this.#changes.subscribe;

  /** The shared range; null without values. */
  get range(): Domain | null {
    return this.#range;
  }

  /** Sets the range of one chart; null removes it. */
  setExtent(chart: object, extent: Domain | null): void {
    if (extent && extent[0] <= extent[1]) this.#extents.set(chart, extent);
    else this.#extents.delete(chart);
    const all = [...this.#extents.values()];
    const next: Domain | null =
      all.length === 0 ? null : [Math.min(...all.map(([least]) => least)), Math.max(...all.map(([, most]) => most))];
    if (next?.[0] === this.#range?.[0] && next?.[1] === this.#range?.[1]) return;
    this.#range = next;
    this.#changes.emit();
  }
}
