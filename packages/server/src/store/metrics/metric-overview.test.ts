import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../testing/test-service.ts';
import { listExperiments } from '../experiments/experiment-lists.ts';
import { requireProject } from '../experiments/projects.ts';
import { appendPoints } from './metric-append.ts';
import { metricOverview } from './metric-overview.ts';

test('summaries of a project are returned by metric; too many for a response are rejected', async (t) => {
  const { store, experiment, clock } = await testService(t);
  const point = (name: string, value: number) => {
    return { name, value, context: null, step: null, epoch: null, timestamp: clock.now };
  };
  const keys = [await experiment('many'), await experiment('many')];
  for (const [index, key] of keys.entries()) {
    await appendPoints(store, key, [point('loss', index), point('loss', 7), point('none', Number.NaN)]);
  }
  await appendPoints(store, await experiment('other'), [point('loss', 100)]);
  const project = await requireProject(store.db, { workspaceName: 'ada', projectName: 'many' });
  const listed = await listExperiments(store.db, project.project_id, { archived: false, now: clock.now });
  const overview = (limit: number) => metricOverview(store.db, listed, { limit });

  const [loss, none, ...others] = await overview(4);
  assert.deepEqual(others, []);
  const minima = new Map(loss!.experiments.map((index, at) => [listed[index]!.experiment_key, loss!.min[at]]));
  assert.deepEqual(minima, new Map(keys.map((key, index) => [key, index])));
  assert.deepEqual([none?.name, none?.current], ['none', [Number.NaN, Number.NaN]]);
  const ofLoss = await metricOverview(store.db, listed, { metricName: 'loss', limit: 2 });
  assert.deepEqual(ofLoss, [loss]);
  await assert.rejects(overview(3), { status: 413, message: /more than 3 summaries/ });
});
