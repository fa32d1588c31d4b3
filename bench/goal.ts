import type { Comparison, Spread } from './side-by-side.ts';

/** A comparison and its required ratio. */
export interface Measured {
  /** What was done, in a few words. */
  readonly work: string;
  readonly comparison: Comparison;
  /** Required minimum of the median ratio (peer over ours). */
  readonly atLeast: number;
}

/** A quantity of Tracklens alone and its upper limit. */
export interface LimitedQuantity {
  readonly work: string;
  readonly quantity: string;
  readonly unit: string;
  readonly values: Spread;
  readonly limit: number;
}

/** Result of a benchmark case. */
export type Outcome = Measured | LimitedQuantity;

/** Returns whether the median meets the goal. */
export function isMet(outcome: Outcome): boolean {
  return 'limit' in outcome
    ? outcome.values.median <= outcome.limit
    : outcome.comparison.ratio.median >= outcome.atLeast;
}

const short = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const resultOf = (outcome: Outcome) => (isMet(outcome) ? 'met' : 'MISSED');

/** One table row: work, sides, medians, ratio with its range, goal. */
export function tableRow(outcome: Outcome): string {
  if ('limit' in outcome) {
    const { work, quantity, unit, values, limit } = outcome;
    const range = `${short(values.median)} ${unit} [${short(values.min)}-${short(values.max)}]`;
    return `| ${work} | ${quantity}: ${range} | | | | | <= ${limit} ${unit} ${resultOf(outcome)} |`;
  }
  const { oursMillis, peerMillis, ratio, cpuRatio, rounds, ours, peer } = outcome.comparison;
  return `| ${[
    outcome.work,
    `${ours}: ${short(oursMillis.median)} ms`,
    `${peer}: ${short(peerMillis.median)} ms`,
    `${ratio.median.toFixed(2)} [${ratio.min.toFixed(2)}-${ratio.max.toFixed(2)}]`,
    cpuRatio === null ? '' : cpuRatio.median.toFixed(2),
    rounds,
    `>= ${outcome.atLeast} ${resultOf(outcome)}`,
  ].join(' | ')} |`;
}

/** Header of the table of results. */
export const heading = [
  '| work | ours (median) | peer (median) | peer / ours [range] | CPU ratio | rounds | goal |',
  '|---|---|---|---|---|---|---|',
].join('\n');
