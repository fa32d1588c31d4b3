import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { type ExperimentMetadata, recordingLimits } from '@tracklens/core/contract';
import { temporaryFolder } from '@tracklens/core/test-support';
import type { Store } from '../store/database/store.ts';
import { ensureProject } from '../store/experiments/projects.ts';
import { openStore } from '../store/open-store.ts';
import { type TestService, testService } from '../testing/test-service.ts';
import { readRecording, replay } from './recording.ts';
import { loadRecording } from './recording-load.ts';
import { startService } from './server.ts';

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

test('a request that the service rejects ends the replay', async (t) => {
  const { store } = await testService(t);
  await assert.rejects(replay(store, session, recording(point(1, 1))), /Request 1 of the recording/);
});

for (const [what, request] of [
  ['a path outside of the interface', { ...end, path: '/api/maintenance/backup' }],
  ['a path that leads there', { ...end, path: '/clientlib/../api/maintenance/backup' }],
  ['a page', { ...end, method: 'GET', path: '/' }],
  ['another host', { ...end, path: '//host.example/clientlib/status-report/update' }],
  ['another method', { ...end, method: 'DELETE' }],
] as const) {
  test(`${what} is not requested`, async (t) => {
    const { store } = await testService(t);
    await assert.rejects(
      replay(store, session, recording(request)),
      /Request 1 of the recording is damaged or unknown/,
    );
  });
}

/** Writes a compressed recording into a temporary folder. */
async function fileOf(t: TestContext, text: string): Promise<string> {
  const file = join(await temporaryFolder(t), 'run.tracklens');
  await writeFile(file, brotliCompressSync(text));
  return file;
}

test('a file is loaded once', async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, recording(run, point(1_001_000, 5), end));
  await loadRecording(service.store, session, file);
  await loadRecording(service.store, session, file);
  assert.deepEqual(await points(service), [[1_001_000, '5']]);
});

const mine = (store: Store, workspaceName: string) =>
  ensureProject(store.db, { workspaceName, projectName: 'mine', owner: 'ada' }, 1);

const projectsOf = async (store: Store) => {
  const rows = await store.db.selectFrom('projects').select(['workspace_name', 'project_name']).execute();
  return rows.map((row) => `${row.workspace_name}/${row.project_name}`).sort();
};

test('a recording that fails leaves nothing, and later experiments stay', async (t) => {
  const { store } = await testService(t);
  const broken = await fileOf(t, `${recording(run, point(1_001_000, 5))}\n{"broken`);
  await assert.rejects(loadRecording(store, session, broken), /Request 3 of the recording is damaged/);
  assert.deepEqual(await projectsOf(store), []);
  for (const workspaceName of ['demo', 'local']) await mine(store, workspaceName);
  await assert.rejects(
    loadRecording(store, session, broken),
    /has other data\. Choose an empty (folder|database) with/,
  );
  assert.deepEqual(await projectsOf(store), ['demo/mine', 'local/mine']);
});

const other = { workspaceName: 'other', projectName: 'mine' };
for (const [what, request] of [
  ['a run', post(1_002_000, '/clientlib/logger/add/run', { experimentKey: 'd'.repeat(32), teamName: 'other' })],
  ['an experiment', post(1_002_000, `${rest}/write/experiment/create`, other)],
  ['a project', post(1_002_000, `${rest}/write/project/create`, other)],
] as const) {
  test(`a recording with ${what} of a second workspace is rejected and leaves nothing`, async (t) => {
    const { store } = await testService(t);
    const file = await fileOf(t, recording(run, request, end));
    await assert.rejects(
      loadRecording(store, session, file),
      /Request 2 of the recording .*only to the workspace demo/,
    );
    assert.deepEqual(await projectsOf(store), []);
    assert.deepEqual(await store.db.selectFrom('workspaces').select('workspace_name').execute(), []);
  });
}

test('a run of a recording that names no workspace is in that of the recording', async (t) => {
  const { store } = await testService(t);
  const unnamed = post(1_000_000, '/clientlib/logger/add/run', { experimentKey: key });
  await loadRecording(store, session, await fileOf(t, recording(unnamed, end)));
  assert.deepEqual(await projectsOf(store), ['demo/general']);
});

test('a start removes what an interrupted load left, once and nothing else', async (t) => {
  const dataFolder = await temporaryFolder(t);
  const changed = async (change: (store: Store) => Promise<unknown>) => {
    const store = await openStore({ folder: dataFolder });
    await change(store).finally(() => store.close());
    await (await startService({ dataFolder })).close();
    const after = await openStore({ folder: dataFolder });
    return await projectsOf(after).finally(() => after.close());
  };
  const interrupted = await changed(async (store) => {
    await mine(store, 'local');
    await interruptLoad(store, recording(run, point(1_001_000, 5)));
  });
  assert.deepEqual(interrupted, ['local/mine']);
  assert.deepEqual(await changed((store) => mine(store, 'demo')), ['demo/mine', 'local/mine']);
});

/** Leaves what a load leaves that is interrupted after a recording. */
async function interruptLoad(store: Store, text: string): Promise<void> {
  await store.db.insertInto('service_facts').values({ name: 'loading', value: 'demo' }).execute();
  await replay(store, session, text);
}

test('the next load of a recording replaces what an interrupted one left', async (t) => {
  const service = await testService(t);
  await interruptLoad(service.store, recording(run, point(1_001_000, 6)));
  const file = await fileOf(t, recording(run, point(1_001_000, 6), point(1_002_000, 7), end));
  await loadRecording(service.store, session, file);
  assert.deepEqual(await points(service), [
    [1_001_000, '6'],
    [1_002_000, '7'],
  ]);
});

const skip = process.env.TRACKLENS_TEST_DATABASE_URL
  ? false
  : 'a data folder has one service; test/server/postgres.test.ts runs this on PostgreSQL';

test('experiments that another service stored after an interrupted load stay', { skip }, async (t) => {
  const service = await testService(t);
  await interruptLoad(service.store, recording(run));
  const mine = { workspaceName: 'demo', projectName: 'digits' };
  await service.call('POST', `${rest}/write/experiment/create`, mine);
  const file = await fileOf(t, recording(run, end));
  await assert.rejects(loadRecording(service.store, session, file), /the database has other data/);
  const list = `${rest}/experiments?workspaceName=demo&projectName=digits&archived=False`;
  assert.equal((await service.call<{ experiments: object[] }>('GET', list)).experiments.length, 2);
});

test('services that start at the same time load a recording once', { skip }, async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, recording(run, point(1_001_000, 5), end));
  await Promise.all([1, 2, 3].map(() => loadRecording(service.store, session, file)));
  assert.deepEqual(await points(service), [[1_001_000, '5']]);
});

test('an artifact that outlives its project is other data', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const artifact = { artifactName: 'data', artifactType: 'dataset', experimentKey };
  await service.call('POST', `${rest}/write/artifacts/upsert`, artifact);
  const project = { workspaceName: 'ada', projectName: 'digits', deleteAllExperiments: true };
  await service.call('POST', `${rest}/write/project/delete`, project);
  assert.deepEqual(await projectsOf(service.store), []);
  const file = await fileOf(t, recording(run));
  await assert.rejects(loadRecording(service.store, session, file), /has other data/);
});

test('other data is never replaced: a folder takes one recording', async (t) => {
  const service = await testService(t);
  const another = await fileOf(t, recording(run, point(1_001_000, 6)));
  await service.call('POST', `${rest}/write/project/create`, { workspaceName: 'demo', projectName: 'mine' });
  await assert.rejects(
    loadRecording(service.store, session, another),
    /has other data\. Choose an empty (folder|database) with/,
  );
  const projects = await service.call<{ projects: object[] }>('GET', `${rest}/projects?workspaceName=demo`);
  assert.equal(projects.projects.length, 1);

  const empty = await testService(t);
  await loadRecording(empty.store, session, another);
  const file = await fileOf(t, recording(run, point(1_001_000, 5)));
  await assert.rejects(
    loadRecording(empty.store, session, file),
    /has another recording\. Choose an empty (folder|database)/,
  );
  assert.deepEqual(await points(empty), [[1_001_000, '6']]);
});

test('what is no recording, or too large, is not read', async (t) => {
  const folder = await temporaryFolder(t);
  const text = join(folder, 'text.tracklens');
  await writeFile(text, '{"target":');
  await assert.rejects(readRecording(text), /is no recording of experiments/);
  await assert.rejects(readRecording(await fileOf(t, '{}')), /is no recording of experiments/);
  for (const name of ['none', '.']) {
    await assert.rejects(readRecording(join(folder, name)), /cannot be read .*Check the name of the file/);
  }
  const large = join(folder, 'large.tracklens');
  await writeFile(large, '');
  await truncate(large, recordingLimits.file + 1);
  await assert.rejects(readRecording(large), /is too large: a recording has at most 20 MB/);
  const spaces = ' '.repeat(1_000_000);
  const bomb = await fileOf(t, recording(run) + Array.from({ length: 101 }, () => spaces).join(''));
  await assert.rejects(readRecording(bomb), /is too large: a recording has unpacked at most 100 MB/);
});
