import type { Comparison } from './side-by-side.ts';

/** A comparison and the ratio it is held to. */
export interface Measured {
  /** What was done, in a few words. */
  readonly work: string;
  readonly comparison: Comparison;
  /** The least median ratio (peer over ours) that is good enough. */
  readonly atLeast: number;
}

const millis = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

/** One table row: work, sides, medians, ratio with its range, goal. */
export function row({ work, comparison, atLeast }: Measured): string {
  const { oursMillis, peerMillis, ratio, cpuRatio, rounds } = comparison;
  const verdict = ratio.median >= atLeast ? 'met' : 'MISSED';
  return `| ${[
    work,
    `${comparison.ours}: ${millis(oursMillis.median)} ms`,
    `${comparison.peer}: ${millis(peerMillis.median)} ms`,
    `${ratio.median.toFixed(2)} [${ratio.min.toFixed(2)}-${ratio.max.toFixed(2)}]`,
    cpuRatio === null ? '' : cpuRatio.median.toFixed(2),
    rounds,
    `>= ${atLeast} ${verdict}`,
  ].join(' | ')} |`;
}

export const heading = [
  '| work | ours (median) | peer (median) | peer / ours [range] | CPU ratio | rounds | goal |',
  '|---|---|---|---|---|---|---|',
].join('\n');
