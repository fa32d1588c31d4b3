import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentDetails, Metadata, MetricOverview } from '../source/view-source.ts';
import { experimentRows } from './experiment-rows.ts';

const record = (experimentKey: string) => ({ experimentKey }) as Metadata;
const detailsOf = (tag: string) => ({ tags: [tag], metrics: [], parameters: [] }) as unknown as ExperimentDetails;
const [a, b, c] = [record('a'), record('b'), record('c')];
const none = new Map<string, MetricOverview>();

test('an unchanged row remains the same object', () => {
  const rows = experimentRows();
  const first = detailsOf('first');
  const before = rows([a, b], new Map([['a', first]]), none);
  assert.deepEqual(
    before.map(({ details }) => details),
    [first, null],
  );
  const records = [c, a, b];
  const moved = rows(records, new Map([['a', first]]), none);
  assert.equal(moved[1], before[0]);
  assert.equal(moved[2], before[1]);

  const second = detailsOf('second');
  const reported = rows(
    records,
    new Map([
      ['a', first],
      ['b', second],
    ]),
    none,
  );
  assert.equal(reported[0], moved[0]);
  assert.equal(reported[1], moved[1]);
  assert.equal(reported[2]?.details, second);
  assert.notEqual(reported, moved, 'another list, since a row of it is another');
});

test('new details, new metrics and another source create new rows', () => {
  const rows = experimentRows();
  const records = [a, b];
  const [first, again] = [detailsOf('first'), detailsOf('again')];
  rows(records, new Map([['a', first]]), none);
  assert.equal(rows(records, new Map([['a', again]]), none)[0]?.details, again);

  const overview = new Map() as MetricOverview;
  const withMetrics = rows(records, new Map([['a', again]]), new Map([['b', overview]]));
  assert.equal(withMetrics[1]?.metrics, overview);

  const empty = rows(records, new Map(), new Map([['b', overview]]));
  assert.equal(empty[0]?.details, null);
});

test('details of experiments that are not in the list are ignored', () => {
  const rows = experimentRows();
  const records = [a];
  rows(records, new Map(), none);
  const [row, ...others] = rows(records, new Map([['gone', detailsOf('x')]]), none);
  assert.equal(row?.details, null);
  assert.deepEqual(others, []);
});

test('added details appear in the next rows', () => {
  const rows = experimentRows();
  const records = [a, b];
  const growing = new Map<string, ExperimentDetails>();
  rows(records, growing, none);
  const later = detailsOf('later');
  growing.set('b', later);
  assert.equal(rows(records, new Map(growing), none)[1]?.details, later);
});
