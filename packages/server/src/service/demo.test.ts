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
