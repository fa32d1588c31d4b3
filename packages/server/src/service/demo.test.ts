import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import { type TestService, testService } from '../testing/test-service.ts';
import { loadDemo, replay } from './demo.ts';

const rest = '/api/rest/v2';
const session = { userName: 'ada', defaultWorkspaceName: 'ada' };
const head = { format: 'tracklens-recording', version: 1, workspace: 'demo', projectName: 'digits' };
const key = 'c'.repeat(32);

function recording(...requests: object[]): string {
  return [head, ...requests].map((line) => JSON.stringify(line)).join('\n');
}
const post = (timeMillis: number, path: string, body: object, response?: object) => ({
  timeMillis,
  method: 'POST',
  path,
  contentType: 'application/json',
  text: JSON.stringify(body),
  ...(response === undefined ? {} : { answer: JSON.stringify(response) }),
});
const run = post(1_000_000, '/clientlib/logger/add/run', {
  experimentKey: key,
  teamName: 'demo',
  projectName: 'digits',
});
const point = (timeMillis: number, metricValue: number) =>
  post(timeMillis, `${rest}/write/experiment/metric`, { experimentKey: key, metricName: 'm', metricValue });
const end = post(1_009_000, '/clientlib/status-report/update', { experimentKey: key, is_alive: false });

const points = async (service: TestService) =>
  (
    await service.call<{ metrics: { timestamp: number; metricValue: string }[] }>(
      'GET',
      `${rest}/experiment/metrics/get-all?experimentKey=${key}`,
    )
  ).metrics.map(({ timestamp, metricValue }) => [timestamp, metricValue]);

test('a replay has the times of the recording', async (t) => {
  const service = await testService(t);
  await replay(service.store, session, recording(run, point(1_001_000, 5), end));
  assert.deepEqual(await points(service), [[1_001_000, '5']]);
  const metadata = await service.call<ExperimentMetadata>('GET', `${rest}/experiment/metadata?experimentKey=${key}`);
  assert.deepEqual([metadata.startTimeMillis, metadata.durationMillis, metadata.running], [1_000_000, 9_000, false]);
});

test('a replay that was interrupted begins again', async (t) => {
  const service = await testService(t);
  const whole = recording(run, point(1_001_000, 5), end);
  await assert.rejects(replay(service.store, session, `${recording(run, point(1_001_000, 5))}\n{"broken`));
  await replay(service.store, session, whole);
  assert.deepEqual(await points(service), [[1_001_000, '5']]);
});

test('ids that the service creates replace the recorded ones', async (t) => {
  const service = await testService(t);
  const ids = { artifactId: '1'.repeat(32), artifactVersionId: '2'.repeat(32) };
  await replay(
    service.store,
    session,
    recording(
      run,
      post(
        1_001_000,
        `${rest}/write/artifacts/upsert`,
        { artifactName: 'data', artifactType: 'dataset', experimentKey: key },
        { ...ids, currentVersion: '1.0.0', previousVersion: null },
      ),
      post(1_002_000, `${rest}/write/artifacts/state`, {
        artifactVersionId: ids.artifactVersionId,
        experimentKey: key,
        state: 'CLOSED',
      }),
    ),
  );
  const version = await service.call('GET', `${rest}/artifacts/version?workspace=demo&artifactName=data&alias=Latest`);
  assert.equal(version.artifactVersion, '1.0.0');
  assert.notEqual(version.artifactVersionId, ids.artifactVersionId);
});

test('files that are no recording, or that the service rejects, are not replayed', async (t) => {
  const { store } = await testService(t);
  await assert.rejects(replay(store, session, '{"format":"other"}'));
  await assert.rejects(replay(store, session, recording(point(1, 1))), /Request 1 of the recording/);
});

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
