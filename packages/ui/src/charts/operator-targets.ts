import { Operator } from 'vega-dataflow';

interface Target {
  readonly id: number;
}

/** The operators that listen to one: an array, as vega's dataflow walks it, in which each stands once. */
interface Targets extends Array<Target> {
  add(target: Target): Targets;
  remove(target: Target): Targets;
}

function targets(): Targets {
  const list: Target[] = [];
  const known = new Set<Target>();
  return Object.assign(list, {
    add(target: Target) {
      if (!known.has(target)) list.push(target);
      known.add(target);
      return list as Targets;
    },
    remove(target: Target) {
      if (known.delete(target)) list.splice(list.indexOf(target), 1);
      return list as Targets;
    },
  });
}

/**
 * Lets vega's operators forget who stopped listening to them. Its own list (`UniqueList` of vega-dataflow 6.1) keeps the id of each
 * operator that ever listened. New rows make new operators for each line and drop the old ones, so that a chart that watches an
 * experiment held more with every reading.
 */
export function forgetRemovedTargets(): void {
  Operator.prototype.targets = function () {
    this._targets ??= targets();
    return this._targets;
  };
}
