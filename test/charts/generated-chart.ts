import type { ChartData, ChartExperiment } from '@tracklens/ui/charts';

/** Content of a generated chart. */
export interface ChartShape {
  readonly experiments: number;
  readonly points: number;
  /** Number of points per NaN; every tenth NaN is Infinity instead. 0 for none. */
  readonly brokenEvery?: number;
  readonly valuesAsText?: boolean;
  readonly seed?: number;
  /** Values; default: falling losses. */
  readonly values?: keyof typeof oddValues;
  /** Names of experiments with markup and other special text. */
  readonly hostileNames?: boolean;
  /** Whether all lines are solid. */
  readonly solid?: boolean;
}

/** Special values that drawings must support, by the index of the point. */
const oddValues = {
  nan: () => 'NaN',
  constant: () => 0.25,
  negative: (point: number) => -1 - point,
  huge: (point: number) => (point % 2 === 0 ? 1e300 : -1e300),
  tiny: (point: number) => 5e-324 * (point % 3),
  zero: () => 0,
} as const satisfies Record<string, (point: number) => number | string>;

/** Names with markup and code. */
export const hostileNames = [
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
  '🦦🏳️‍🌈 loss 損失 خسارة \u202Etxt.exe',
  'x'.repeat(200),
  'train/../../loss',
  '.',
  '__proto__',
  'constructor',
  "');window.hacked=1;//",
  '$' + '{window.hacked=1}{{window.hacked=1}}',
  'datum.value]);window.hacked=1',
] as const;

/** Returns a generator of numbers in [0, 1) for a seed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns falling losses with noise and spikes in the format of the service. */
export function generatedChart(shape: ChartShape): { chart: ChartData; experiments: ChartExperiment[] } {
  const next = random(shape.seed ?? 7);
  const chart: ChartData = {};
  const experiments: ChartExperiment[] = [];
  for (let run = 0; run < shape.experiments; run++) {
    const key = `run${String(run).padStart(4, '0')}${Math.floor(next() * 1e9).toString(36)}`;
    const rate = 10 ** (-1 - 2 * next());
    const floor = 0.05 + 0.25 * next();
    const values: (number | string)[] = [];
    const steps: number[] = [];
    const timestamps: number[] = [];
    const start = 1_700_000_000_000 + run * 60_000;
    for (let point = 0; point < shape.points; point++) {
      const part = point / shape.points;
      const spike = next() < 0.0008 ? next() * 1.5 : 0;
      const value = floor + 2.3 * Math.exp(-part * (3 + rate * 60)) + (next() - 0.5) * 0.08 * (1.2 - part) + spike;
      const broken =
        shape.brokenEvery !== undefined && shape.brokenEvery > 0 && point % shape.brokenEvery === shape.brokenEvery - 1;
      const infinite = broken && point % (shape.brokenEvery * 10) === shape.brokenEvery * 10 - 1;
      const odd = shape.values && oddValues[shape.values](point);
      const shown = odd ?? (infinite ? 'Infinity' : broken ? 'NaN' : value);
      values.push(shape.valuesAsText ? String(shown) : shown);
      steps.push(point * 10);
      timestamps.push(start + point * 850);
    }
    chart[key] = {
      experiment_key: key,
      metrics: [{ metricName: 'loss', values, steps, epochs: null, timestamps, durations: null }],
    };
    experiments.push({
      key,
      label: shape.hostileNames
        ? hostileNames[run % hostileNames.length]!
        : `brave_otter_${run} lr=${rate.toPrecision(2)}`,
      ...(shape.solid ? { dash: [] } : {}),
    });
  }
  return { chart, experiments };
}
