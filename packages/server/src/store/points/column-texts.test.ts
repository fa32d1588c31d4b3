import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type TestService, testService } from '../../testing/test-service.ts';
import { chunkPoints } from './metric-chunk.ts';

interface Logged {
  readonly metricValue: number | string;
  readonly step: number | null;
  readonly epoch: number | null;
  readonly timestamp: number;
}

/**
 * Batches of up to a few chunks of points, generated from a few numbers: shrinking thousands of points would take too
 * long.
 */
const batch = fc
  .record({
    count: fc.integer({ min: 1, max: 2 * chunkPoints + 5 }),
    stepsBack: fc.integer({ min: 0, max: 3 }),
    withEpochs: fc.boolean(),
    missingStep: fc.boolean(),
    broken: fc.constantFrom(0, 1, 700),
  })
  .map(
    ({ count, stepsBack, withEpochs, missingStep, broken }) =>
      (from: number): Logged[] =>
        Array.from({ length: count }, (_, index) => ({
          metricValue:
            broken > 0 && index % broken === broken - 1 ? ['NaN', 'Infinity', '-Infinity'][index % 3]! : index / 7,
          step: missingStep && index === count >> 1 ? null : from + index - stepsBack,
          epoch: withEpochs ? index >> 6 : null,
          timestamp: 1_790_000_000_000 + from + index,
        })),
  );

interface Drawn {
  readonly values: (number | string)[];
  readonly steps: (number | null)[] | null;
  readonly epochs: (number | null)[] | null;
  readonly timestamps: number[];
  readonly durations: number[];
  readonly total: number;
}

async function drawn(service: TestService, experimentKey: string): Promise<Drawn> {
  const question = {
    targetedExperiments: [experimentKey],
    metrics: ['loss'],
    independentMetrics: true,
    fetchFull: true,
  };
  const { experiments } = await service.call<{ experiments: Record<string, { metrics: Drawn[] }> }>(
    'POST',
    '/api/rest/v2/experiments/multi-metric-chart',
    question,
  );
  return experiments[experimentKey]!.metrics[0]!;
}

/** Expected chart of all points: sorted by step if every point has one, else in logging order. */
function expected(points: readonly Logged[]): Drawn {
  const bySteps = points.every(({ step }) => step !== null);
  const shown = bySteps ? points.toSorted((a, b) => a.step! - b.step!) : points;
  const column = <K extends 'step' | 'epoch'>(name: K) =>
    shown.every((point) => point[name] === null) ? null : shown.map((point) => point[name]);
  const origin = Math.min(...points.map(({ timestamp }) => timestamp));
  return {
    values: shown.map(({ metricValue }) => metricValue),
    steps: column('step'),
    epochs: column('epoch'),
    timestamps: shown.map(({ timestamp }) => timestamp),
    durations: shown.map(({ timestamp }) => timestamp - origin),
    total: points.length,
  };
}

test('a chart of all points contains them in order, also after more were logged to a cached one', async (t) => {
  const service = await testService(t);
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
      const experimentKey = await service.experiment();
      const points: Logged[] = [];
      for (const make of batches) {
        const logged = make(points.length);
        points.push(...logged);
        await service.call('POST', '/clientlib/batch/logger/experiment/metric', {
          experimentKey,
          values: logged.map((point) => ({ metricName: 'loss', ...point })),
        });
        const wanted = expected(points);
        assert.deepEqual(pick(await drawn(service, experimentKey)), wanted);
        assert.deepEqual(pick(await drawn(service, experimentKey)), wanted);
      }
    }),
    { numRuns: 12 },
  );
});

const pick = ({ values, steps, epochs, timestamps, durations, total }: Drawn): Drawn => ({
  values,
  steps,
  epochs,
  timestamps,
  durations,
  total,
});
