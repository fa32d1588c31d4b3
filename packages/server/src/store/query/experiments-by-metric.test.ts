import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testStore } from '../../testing/test-service.ts';
import { linkExperiments } from '../experiments/experiment-moves.ts';
import { insertExperiment, updateExperiment } from '../experiments/experiments.ts';
import { appendPoints } from '../metrics/metric-append.ts';
import { experimentsByMetric } from './experiments-by-metric.ts';

const start = 1_790_000_000_000;
/** Values of a metric, with equal ones. `undefined`: the metric was not logged. */
const values = [2, 0.5, undefined, -1, Number.NaN, 0.5, Number.POSITIVE_INFINITY, 0.5, ...Array<undefined>(7)];

interface Logged {
  readonly key: string;
  readonly projectId: string;
  readonly archived: boolean;
  readonly startTime: number;
  readonly value: number | undefined;
}

const logged: readonly Logged[] = Array.from({ length: 48 }, (_, index) => ({
  key: `key${index}`,
  projectId: index % 3 === 0 ? 'other' : 'own',
  archived: index % 5 === 0,
  // Some start at the same time.
  startTime: start + (index >> 1),
  value: values[(index * 7) % values.length],
}));

/** Returns the keys in the order that is expected of a project. */
function sortedKeys(of: readonly Logged[], descending: boolean): string[] {
  const rank = ({ value }: Logged) => (value === undefined || Number.isNaN(value) ? Number.NaN : value);
  const compare = (a: Logged, b: Logged) => {
    const [x, y] = [rank(a), rank(b)];
    const byValue = Number.isNaN(x) || Number.isNaN(y) ? Number(Number.isNaN(x)) - Number(Number.isNaN(y)) : x - y;
    const isRanked = !Number.isNaN(x) && !Number.isNaN(y);
    const ordered = x === y ? 0 : isRanked && descending ? -byValue : byValue;
    return ordered || b.startTime - a.startTime || (a.key < b.key ? -1 : 1);
  };
  return of.toSorted(compare).map(({ key }) => key);
}

test('a page by a metric is the same from the index, from all experiments, and from both', async (t) => {
  const store = await (await testStore(t)).open();
  for (const { key, projectId, archived, startTime, value } of logged) {
    const experiment = { experimentKey: key, projectId, name: null, runId: 'r', liveness: 'none', startTime } as const;
    await insertExperiment(store.db, experiment, startTime);
    if (archived) await updateExperiment(store.db, key, { archived: 1 });
    const point = { name: 'loss', context: null, step: 1, epoch: null, timestamp: startTime };
    if (value !== undefined) await appendPoints(store, key, [{ ...point, value }]);
    await appendPoints(store, key, [{ ...point, name: 'accuracy', value: 1 }]);
  }
  const check = async (isOwn: (one: Logged) => boolean) => {
    for (const archived of [false, true]) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const expected = sortedKeys(
          logged.filter((one) => isOwn(one) && one.archived === archived),
          sortOrder === 'desc',
        );
        for (const [offset, limit] of [
          [0, 3],
          [2, 10],
          [9, 7],
          [20, 10],
          [0, 100],
          [60, 5],
        ] as const) {
          for (const reads of [0, 1, 6, 12, 20, 25, 100, 'counted'] as const) {
            // More others than are counted, or fewer.
            const limits = reads === 'counted' ? { others: 48, values: 0 } : { others: 5, values: reads };
            const listing = { archived, metricName: 'loss', sortBy: 'min', sortOrder, limit, offset } as const;
            const rows = await experimentsByMetric(store.db, 'own', listing, limits);
            assert.deepEqual(
              rows.map((row) => row.experiment_key),
              expected.slice(offset, offset + limit),
              JSON.stringify({ archived, sortOrder, offset, limit, reads }),
            );
          }
        }
      }
    }
  };
  await check(({ projectId }) => projectId === 'own');
  await linkExperiments(store.db, ['key0', 'key3', 'key15'], 'own', start);
  await check(({ projectId, key }) => projectId === 'own' || ['key0', 'key3', 'key15'].includes(key));
});
