import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import { testService } from '../testing/test-service.ts';
import { loadDemo } from './demo.ts';

const rest = '/api/rest/v2';
const session = { userName: 'ada', defaultWorkspaceName: 'ada' };

test('the recorded example is loaded once: runs that finished, one that diverged, one that crashed', async (t) => {
  const service = await testService(t);
  await loadDemo(service.store, session);
  const list = async () =>
    (
      await service.call<{ experiments: ExperimentMetadata[] }>(
        'GET',
        `${rest}/experiments?workspaceName=demo&projectName=digits&archived=False`,
      )
    ).experiments;
  const loaded = await list();
  assert.ok(loaded.length >= 12);
  assert.equal(loaded.filter((experiment) => experiment.hasCrashed).length, 1);
  assert.ok(loaded.every((experiment) => !experiment.running));
  await service.call('GET', `${rest}/write/experiment/delete?experimentKey=${loaded[0]!.experimentKey}`);
  await loadDemo(service.store, session);
  assert.equal((await list()).length, loaded.length - 1);
});

test('experiments in a workspace of the same name are not replaced by the demo', async (t) => {
  const service = await testService(t);
  await service.call('POST', `${rest}/write/project/create`, { workspaceName: 'demo', projectName: 'mine' });
  for (const onlyIfEmpty of [false, true]) {
    await assert.rejects(loadDemo(service.store, session, { onlyIfEmpty }), /workspace demo of .* has other data/);
  }
  const { projects } = await service.call<{ projects: object[] }>('GET', `${rest}/projects?workspaceName=demo`);
  assert.equal(projects.length, 1);
});
