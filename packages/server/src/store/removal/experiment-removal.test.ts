import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testStore } from '../../testing/test-service.ts';
import { insertExperiment } from '../experiments/experiments.ts';
import { ensureProject } from '../experiments/projects.ts';
import { removeExperiments } from './experiment-removal.ts';

const at = 1_790_000_000_000;

test('more experiments than one batch are all deleted; an absent one stops the deletion', async (t) => {
  const store = await (await testStore(t)).open();
  const project = await ensureProject(store.db, { workspaceName: 'ada', projectName: 'p', owner: 'ada' }, at);
  const begin = { projectId: project.project_id, name: null, runId: 'r', liveness: 'none', startTime: at } as const;
  const keys = Array.from({ length: 430 }, (_, index) => String(index).padStart(32, '0'));
  for (const experimentKey of keys) await insertExperiment(store.db, { experimentKey, ...begin }, at);
  const left = async () => {
    const rows = await store.db.selectFrom('experiments').select('experiment_key').execute();
    return rows.map(({ experiment_key: key }) => key).sort();
  };
  await removeExperiments(store, keys.slice(1));
  assert.deepEqual(await left(), keys.slice(0, 1));
  await assert.rejects(removeExperiments(store, ['f'.repeat(32), ...keys.slice(0, 1)]), { status: 404 });
  assert.deepEqual(await left(), keys.slice(0, 1));
});
