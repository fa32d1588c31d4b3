import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Snapshot } from '@tracklens/core/display';
import { listIdentity, ReadRecords } from './read-records.ts';

const key = 'abc';
const names = { workspaceName: 'local', projectName: 'vision' };
const metadata = (running: boolean, endTimeMillis = 0) => ({ experimentKey: key, ...names, running, endTimeMillis });
const metric = (valueCurrent: string) => [{ name: 'loss', valueCurrent }];
const chart = (value: number) => ({ [key]: { metrics: [{ metricName: 'loss', values: [value], steps: [0] }] } });
const snapshot: Snapshot = {
  takenAtMillis: 1,
  experiments: [{ metadata: metadata(true, 5), tags: ['sweep'], metrics: metric('1'), parameters: [] }],
  chart: {},
  project: { projectName: 'vision', workspaceName: 'local' },
  whole: { experiments: 1, drawn: 1, metrics: 1 },
};

/** Records with a clock of their own, and the number of changes that they have reported. */
function setUp(t: { after(work: () => void): void }) {
  mock.timers.enable({ apis: ['Date'], now: 1000 });
  t.after(() => mock.timers.reset());
  let changes = 0;
  const records = new ReadRecords(() => changes++);
  return { records, tick: (millis: number) => mock.timers.tick(millis), changes: () => changes };
}

test('a read is a change only if it differs from the read before, or from the saved copy', (t) => {
  const { records, changes } = setUp(t);
  records.compareWith(snapshot);
  records.note('metadata', key, metadata(true, 9));
  records.note('metrics', key, metric('1'));
  records.note('tags', key, ['sweep']);
  records.note('code', key, 'print(1)');
  records.note('experiments', listIdentity({ workspace: 'local', projectName: 'vision' }), [metadata(true)]);
  assert.equal(changes(), 0);
  records.note('metrics', key, metric('0.5'));
  assert.equal(changes(), 1);
  records.note('metadata', key, metadata(false, 12));
  assert.equal(changes(), 2);
  records.note('code', key, 'print(2)');
  records.note('experiments', listIdentity({ workspace: 'local', projectName: 'vision' }), []);
  assert.equal(changes(), 4);
  // What was read decides, not an older copy.
  records.compareWith(snapshot);
  records.note('metadata', key, metadata(false, 12));
  assert.equal(changes(), 4);
});

test('a result is used again while it is new, and longer for an experiment that has ended', (t) => {
  const { records, tick } = setUp(t);
  records.note('metadata', key, metadata(true));
  records.note('tags', key, ['sweep']);
  assert.deepEqual(records.last('tags', key, 10_000), ['sweep']);
  assert.equal(records.last('tags', 'other', 10_000), undefined);
  tick(10_001);
  assert.equal(records.last('tags', key, 10_000), undefined);
  records.note('metadata', key, metadata(false, 8000));
  assert.equal(records.last('tags', key, 20_000), undefined, 'read before the end');
  records.note('tags', key, ['sweep', 'best']);
  tick(3_600_000);
  assert.deepEqual(records.last('tags', key, 10_000), ['sweep', 'best']);
});

test('what was read before the end of a run was known is read again, also when it arrives later', (t) => {
  const { records } = setUp(t);
  records.note('metadata', key, metadata(true));
  const stateBegun = records.begin();
  const begun = records.begin();
  records.note('metadata', key, metadata(false, 8000), stateBegun);
  records.note('metrics', key, metric('0.5'), begun);
  records.noteChart([key], ['loss'], chart(0.5), begun);
  assert.equal(records.last('metrics', key, 10_000), undefined);
  assert.equal(records.chart([key], ['loss'], 10_000), undefined);
  assert.deepEqual(records.last('metadata', key, 10_000), metadata(false, 8000));
  records.note('metrics', key, metric('0.1'));
  records.noteChart([key], ['loss'], chart(0.1));
  assert.deepEqual(records.last('metrics', key, 10_000), metric('0.1'));
  assert.deepEqual(records.chart([key], ['loss'], 10_000), chart(0.1));
});

test('a response that arrives after that of a later read is not used', (t) => {
  const { records, changes } = setUp(t);
  const [earlier, later] = [records.begin(), records.begin()];
  records.note('metadata', key, metadata(false, 8000), later);
  records.note('metadata', key, metadata(true), earlier);
  assert.deepEqual(records.last('metadata', key, 10_000), metadata(false, 8000));
  assert.equal(changes(), 0);
});

test('the saved copy is never used as a result', (t) => {
  const { records } = setUp(t);
  records.compareWith(snapshot);
  assert.equal(records.last('metrics', key, 10_000), undefined);
});

test('points are used again only if all are recorded, and none was read before the last change', (t) => {
  const { records, tick } = setUp(t);
  records.note('metadata', key, metadata(true));
  records.note('metrics', key, metric('1'));
  records.noteChart([key], ['loss', 'absent'], chart(1));
  assert.deepEqual(records.chart([key], ['loss', 'absent'], 10_000), chart(1));
  assert.equal(records.chart([key], ['loss', 'accuracy'], 10_000), undefined);
  tick(1);
  records.note('metrics', key, metric('0.5'));
  assert.equal(records.chart([key], ['loss'], 10_000), undefined);
});
