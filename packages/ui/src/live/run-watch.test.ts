import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { english } from '../text/translate.ts';
import { type EndedRun, RunWatch, type WatchedRun } from './run-watch.ts';

type RunRecord = Awaited<ReturnType<ConstructorParameters<typeof RunWatch>[0]['read']>>;

/** Creates a watch of experiments that the test changes. Its timer is that of the test. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const records = new Map<string, RunRecord | (() => never)>();
  const reads: string[] = [];
  const ended: EndedRun[] = [];
  const changes: (readonly WatchedRun[])[] = [];
  const watch = new RunWatch({
    async read({ experimentKey }) {
      reads.push(experimentKey);
      const record = records.get(experimentKey) ?? null;
      return typeof record === 'function' ? record() : record;
    },
    ended: (run) => ended.push(run),
    changed: (runs) => changes.push(runs),
    translate: english,
    everyMillis: 1000,
  });
  t.after(() => watch.dispose());
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pass = async (millis: number) => {
    t.mock.timers.tick(millis);
    await settle();
  };
  return { watch, records, reads, ended, changes, settle, pass };
}

const running = (experimentKey: string, fields: object = {}) => ({ experimentKey, running: true, ...fields });
const fails = (code: string) => () => {
  throw { code };
};

test('the end of a watched experiment is reported once, with its duration', async (t) => {
  const { watch, records, reads, ended, pass } = watched(t);
  records.set('a', running('a'));
  watch.add({ experimentKey: 'a', connection: 'c' });
  await pass(0);
  await pass(1000);
  assert.deepEqual(reads, ['a', 'a']);
  assert.deepEqual(ended, []);
  records.set('a', { experimentKey: 'a', experimentName: 'lr=0.3', running: false, durationMillis: 7_800_000 });
  await pass(1000);
  assert.deepEqual(ended, [
    { experimentKey: 'a', connection: 'c', label: 'lr=0.3', state: 'finished', text: 'lr=0.3 finished after 2h 10m.' },
  ]);
  await pass(10_000);
  assert.equal(reads.length, 3);
});

test('an experiment that has crashed already is reported with the first read', async (t) => {
  const { watch, records, ended, settle } = watched(t);
  records.set('a', { experimentKey: 'abcdefghijkl', hasCrashed: true });
  watch.add({ experimentKey: 'a' });
  await settle();
  assert.deepEqual(
    ended.map(({ text }) => text),
    ['abcdefghi crashed.'],
  );
});

test('a long name leaves space for how the experiment has ended', async (t) => {
  const { watch, records, ended, settle } = watched(t);
  const experimentName = `${'a very long name '.repeat(20)}seed=17`;
  records.set('a', { experimentKey: 'a', experimentName, hasCrashed: true, durationMillis: 7_800_000 });
  watch.add({ experimentKey: 'a' });
  await settle();
  assert.match(ended[0]!.text, /^a very long name .{1,60}seed=17 crashed after 2h 10m\.$/);
  // A notification of JupyterLab shows no more characters.
  assert.ok(ended[0]!.text.length <= 140);
});

test('several experiments share one interval, and one that is removed is not reported', async (t) => {
  const { watch, records, reads, ended, changes, pass } = watched(t);
  for (const key of ['a', 'b']) records.set(key, running(key));
  watch.add({ experimentKey: 'a' });
  watch.add({ experimentKey: 'b' });
  await pass(0);
  await pass(1000);
  assert.deepEqual(reads, ['a', 'a', 'b']);
  watch.delete({ experimentKey: 'a' });
  assert.equal(watch.has({ experimentKey: 'a' }), false);
  for (const key of ['a', 'b']) records.set(key, { experimentKey: key, running: false });
  await pass(1000);
  assert.deepEqual(
    ended.map(({ experimentKey }) => experimentKey),
    ['b'],
  );
  assert.deepEqual(
    changes.map((runs) => runs.map(({ experimentKey }) => experimentKey)),
    [['a'], ['a', 'b'], ['b'], []],
  );
});

test('experiments are watched together, until all of them are watched and the user changes it', (t) => {
  const { watch, changes } = watched(t);
  const [a, b] = [{ experimentKey: 'a' }, { experimentKey: 'b', connection: 'c' }];
  watch.add(a);
  assert.equal(watch.toggle([a, b]), true);
  assert.deepEqual(changes.at(-1), [a, b]);
  assert.equal(watch.toggle([a, b]), false);
  assert.deepEqual(changes.at(-1), []);
  assert.equal(watch.toggle([]), false);
});

test('a service that fails is read less often, and an unknown experiment is no longer watched', async (t) => {
  const { watch, records, reads, ended, pass } = watched(t);
  records.set('a', fails('unreachable'));
  watch.add({ experimentKey: 'a' });
  await pass(0);
  for (let millis = 0; millis < 8000; millis += 1000) await pass(1000);
  assert.ok(reads.length >= 3 && reads.length <= 5, `${reads.length} reads`);
  records.set('a', fails('not-found'));
  for (let millis = 0; millis < 20_000; millis += 1000) await pass(1000);
  assert.equal(watch.has({ experimentKey: 'a' }), false);
  assert.deepEqual(ended, []);
});

test('an unknown experiment does not delay the reads of the others', async (t) => {
  const { watch, records, reads, pass } = watched(t);
  records.set('a', fails('not-found'));
  records.set('b', running('b'));
  watch.add({ experimentKey: 'a' });
  watch.add({ experimentKey: 'b' });
  await pass(0);
  await pass(1000);
  await pass(1000);
  assert.deepEqual(reads, ['a', 'b', 'b']);
});

test('a read that takes longer than the interval is the only one', async (t) => {
  const { watch, records, reads, pass } = watched(t);
  let answer = () => {};
  records.set('a', running('a'));
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = new RunWatch({
    async read({ experimentKey }) {
      reads.push(experimentKey);
      await held;
      return running(experimentKey);
    },
    ended: () => {},
    translate: english,
    everyMillis: 1000,
  });
  t.after(() => slow.dispose());
  slow.add({ experimentKey: 'a' });
  slow.add({ experimentKey: 'b' });
  await pass(5000);
  assert.deepEqual(reads, ['a']);
  answer();
  await pass(0);
  await pass(1000);
  assert.deepEqual(reads, ['a', 'a', 'b']);
  watch.dispose();
});
