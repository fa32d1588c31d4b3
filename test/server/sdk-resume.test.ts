import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointsOf, sdkSession, valuesOf } from './sdk-session.ts';

interface Resumed {
  readonly key: string;
  readonly createdKey: string;
  readonly gotKeys: readonly string[];
  readonly same: boolean;
  readonly chosenKey: string;
  readonly tagsRead: readonly string[];
  readonly nameRead: string;
  readonly url: string;
  readonly refusals: Readonly<Record<string, readonly string[]>>;
}

test('the SDK resumes an experiment and starts one in each of its modes', async (t) => {
  const session = await sdkSession<Resumed>(t, 'log_resumed.py');
  const { logged } = session;
  const metadata = (key: string) => session.read<Record<string, unknown>>(`experiment/metadata?experimentKey=${key}`);

  await t.test('an ExistingExperiment continues where the first ended', async () => {
    const { key } = logged;
    assert.deepEqual(
      await pointsOf(session, key, 'loss'),
      Array.from({ length: 9 }, (_, step) => [1 / (1 + step), step, null]),
    );
    assert.equal((await valuesOf(session, 'parameters', key)).lr, '0.05');
    assert.equal((await valuesOf(session, 'log-other', key)).note, 'from the first');
    const { tags } = await session.read<{ tags: string[] }>(`experiment/tags?experimentKey=${key}`);
    assert.deepEqual(tags, ['first', 'second']);
    const { output } = await session.read<{ output: string }>(`experiment/output?experimentKey=${key}`);
    assert.match(output, /a line of the first\n.*a line of the second\n/s);
    const { experimentName, running, hasCrashed } = await metadata(key);
    assert.deepEqual([experimentName, running, hasCrashed], ['twice begun', false, false]);
  });

  await t.test('an ExistingExperiment reads the stored data', () => {
    assert.deepEqual(logged.tagsRead, ['first']);
    assert.equal(logged.nameRead, 'twice begun');
    assert.equal(logged.url, `${session.service.url}/lab/resumed/${logged.key}`);
  });

  await t.test('start creates, gets, and gets or creates', async () => {
    const { createdKey, gotKeys, same, chosenKey } = logged;
    assert.deepEqual(gotKeys, [createdKey, createdKey]);
    assert.ok(same, 'a running experiment is given again');
    assert.deepEqual(await pointsOf(session, createdKey, 'loss'), [
      [1, 0, null],
      [0.5, 1, null],
      [0.25, 2, null],
    ]);
    assert.deepEqual(await pointsOf(session, chosenKey, 'loss'), [[4, 0, null]]);
    assert.equal((await metadata(createdKey)).experimentName, 'started');
    const { tags } = await session.read<{ tags: string[] }>(`experiment/tags?experimentKey=${createdKey}`);
    assert.deepEqual(tags, ['by start']);
    const { experiments } = await session.read<{ experiments: { experimentKey: string }[] }>(
      'experiments?workspaceName=lab&projectName=resumed&archived=False',
    );
    assert.deepEqual(
      experiments.map(({ experimentKey }) => experimentKey).toSorted(),
      [logged.key, createdKey, chosenKey].toSorted(),
    );
  });

  await t.test('an existing key is not created, and a missing one is not returned', () => {
    assert.deepEqual(logged.refusals, {
      'create what is there': ['InvalidExperimentMode'],
      'get what is absent': ['ExperimentNotFound'],
    });
  });
});
