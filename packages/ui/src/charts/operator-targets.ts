import { Operator } from 'vega-dataflow';

interface Target {
  readonly id: number;
}

/** Target operators of an operator. An array, as vega's dataflow expects, without duplicates. */
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
 * Fixes a memory leak in vega. The `UniqueList` of vega-dataflow 6.1 retains the id of every operator that was ever a
 * target. New rows create new operators for each line and remove the old ones, so a chart of a running experiment
 * would use more memory with every update.
 */
export function forgetRemovedTargets(): void {
  Operator.prototype.targets = function () {
    this._targets ??= targets();
    return this._targets;
  };
}
