import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type TestService, testService } from '../../testing/test-service.ts';
import type { LoggedPoint } from '../points/logged-point.ts';
import { chunkPoints } from '../points/metric-chunk.ts';
import type { WindowRequest } from '../points/window-points.ts';
import { appendPoints } from './metric-append.ts';
import { readSummaries } from './metric-read.ts';
import { type MetricWindow, readWindow, type WindowLimits } from './metric-window.ts';

type Logged = Pick<LoggedPoint, 'value' | 'step' | 'timestamp'>;

async function logged(service: TestService, points: readonly Logged[]): Promise<string> {
  const key = await service.experiment();
  const common = { name: 'loss', context: null, epoch: null };
  for (let from = 0; from < points.length; from += 1500) {
    const batch = points.slice(from, from + 1500).map((point) => ({ ...common, ...point }));
    await appendPoints(service.store, key, batch);
  }
  return key;
}

async function windowOf(
  service: TestService,
  key: string,
  request: WindowRequest,
  limits: WindowLimits,
): Promise<MetricWindow | null> {
  const [summary] = await readSummaries(service.store.db, key, ['loss']);
  return await readWindow(service.store, summary!, request, limits);
}

const rows = ({ points }: MetricWindow) =>
  Array.from(points.values, (value, index) => [points.steps[index]!, points.timestamps[index]!, value] as const);

const everyPoint = { buckets: 1, everyPoint: Number.POSITIVE_INFINITY };

/** Returns the points that a window must contain, from all points. */
function expectedRows(points: readonly Logged[], { axis, from, to }: WindowRequest) {
  const at = ({ step, timestamp }: Logged) => (axis === 'step' ? step! : timestamp);
  const ordered = points.toSorted((a, b) => at(a) - at(b));
  const inside = ordered.filter((point) => at(point) >= from && at(point) <= to);
  const before = ordered.findLast((point) => at(point) < from);
  const after = ordered.find((point) => at(point) > to);
  const row = ({ step, timestamp, value }: Logged) => [step!, timestamp, value] as const;
  return { inside: inside.map(row), all: [before, ...inside, after].filter((one) => one !== undefined).map(row) };
}

/** Returns the points that a chart over steps draws: of those with equal steps, the last. */
function lastOfSteps(points: readonly Logged[]): Logged[] {
  const last = new Map(points.map((point) => [point.step, point]));
  return points.filter((point) => last.get(point.step) === point);
}

/** Series with a disorder: runs that were resumed, equal steps, values that are not finite. */
const series: Readonly<Record<string, (index: number) => Logged>> = {
  ordered: (index) => ({ value: Math.sin(index), step: index * 2, timestamp: 1_000_000 + index * 10 }),
  resumed: (index) => ({ value: Math.cos(index), step: index % 3000, timestamp: 1_000_000 + index * 10 }),
  disordered: (index) => ({ value: index, step: (index * 7919) % 6007, timestamp: 1_000_000 + ((index * 31) % 5003) }),
  'with gaps': (index) => ({
    value: [Number.NaN, Number.POSITIVE_INFINITY, index][Math.min(2, index % 400)]!,
    step: index,
    timestamp: 1_000_000 + index,
  }),
};
const count = 3 * chunkPoints + 300;

for (const [name, pointOf] of Object.entries(series)) {
  test(`a window has every point of a series that is ${name}, or its extremes`, async (t) => {
    const service = await testService(t);
    const points = Array.from({ length: count }, (_, index) => pointOf(index));
    const key = await logged(service, points);
    const ends = fc.tuple(fc.integer({ min: -200, max: 7000 }), fc.integer({ min: 0, max: 7000 }));
    const axes = fc.constantFrom('step', 'time');
    await fc.assert(
      fc.asyncProperty(axes, ends, fc.integer({ min: 1, max: 40 }), async (axis, [start, width], buckets) => {
        const from = axis === 'step' ? start : 1_000_000 + start;
        const request = { axis, from, to: from + width } as const;
        const expected = expectedRows(points, request);
        const whole = (await windowOf(service, key, request, everyPoint))!;
        assert.deepEqual(rows(whole), expected.all);
        assert.equal(whole.total, expected.inside.length);

        const sampled = (await windowOf(service, key, request, { buckets, everyPoint: 0 }))!;
        assert.equal(sampled.total, expected.inside.length);
        const found = new Set(rows(sampled).map(String));
        const drawn = axis === 'step' ? expectedRows(lastOfSteps(points), request) : expected;
        for (const row of rows(sampled)) assert.ok(drawn.all.some((one) => String(one) === String(row)));
        for (const extreme of extremesOf(drawn.inside, request, buckets))
          assert.ok(found.has(String(extreme)), String(extreme));
        assert.ok(sampled.points.values.length <= 5 * buckets + 2);
      }),
      // Before the first step of both attempts of a resumed run.
      { numRuns: 8, examples: [['step', [-1, 0], 1]] },
    );
  });
}

/** Returns the lowest and highest finite value of each bucket. */
function extremesOf(
  inside: readonly (readonly [step: number, time: number, value: number])[],
  { axis, from, to }: WindowRequest,
  buckets: number,
) {
  const byBucket = new Map<number, (readonly [number, number, number])[]>();
  for (const row of inside) {
    const at = row[axis === 'step' ? 0 : 1];
    const bucket = to === from ? 0 : Math.min(buckets - 1, Math.floor(((at - from) / (to - from)) * buckets));
    byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), row]);
  }
  return [...byBucket.values()].flatMap((rowsOf) => {
    const finite = rowsOf.filter(([, , value]) => Number.isFinite(value));
    const values = finite.map(([, , value]) => value);
    const [least, greatest] = [Math.min(...values), Math.max(...values)];
    const distinct = (value: number) => (values.filter((one) => one === value).length === 1 ? [value] : []);
    return [...distinct(least), ...distinct(greatest)].map((value) => finite.find((row) => row[2] === value)!);
  });
}

test('a series with a point without a step has no window of steps', async (t) => {
  const service = await testService(t);
  const points = Array.from({ length: 3000 }, (_, index) => ({ value: index, step: index, timestamp: 1 + index }));
  for (const missing of [10, 2999]) {
    const key = await logged(service, points.with(missing, { value: 1, step: null as never, timestamp: 5 }));
    assert.equal(await windowOf(service, key, { axis: 'step', from: 0, to: 9 }, everyPoint), null);
    assert.equal((await windowOf(service, key, { axis: 'time', from: 2, to: 9 }, everyPoint))?.total, 9);
  }
});

test('the ranges of chunks that an earlier version has sealed are computed once', async (t) => {
  const service = await testService(t);
  const { db } = service.store;
  const points = Array.from({ length: 70 * chunkPoints }, (_, step) => ({ value: step, step, timestamp: 1 + step }));
  const key = await logged(service, points.slice(0, 60 * chunkPoints));
  await db.deleteFrom('metric_ranges').execute();
  // Chunks that are sealed afterwards have ranges; those before them are still missing.
  const common = { name: 'loss', context: null, epoch: null };
  await appendPoints(
    service.store,
    key,
    points.slice(60 * chunkPoints).map((point) => ({ ...common, ...point })),
  );
  const request = { axis: 'step', from: 2000, to: 2009 } as const;
  const read = () => windowOf(service, key, request, everyPoint);
  const [one, two] = await Promise.all([read(), read()]);
  assert.deepEqual(rows(one!), expectedRows(points, request).all);
  assert.deepEqual(rows(two!), rows(one!));
  const stored = await db.selectFrom('metric_ranges').select(['part', 'data']).orderBy('part').execute();
  assert.deepEqual(
    stored.map(({ part, data }) => [Number(part), data.length / (17 * 8)]),
    [
      [0, 64],
      [1, 6],
    ],
  );
  assert.deepEqual(rows((await read())!), rows(one!));
});
