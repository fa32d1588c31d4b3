import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentMetadata, Project } from '@tracklens/core/contract';
import { pause } from '../store/database/slice-queue.ts';
import { insertExperiment } from '../store/experiments/experiments.ts';
import { post, removeExperiment } from '../testing/races.ts';
import { type TestService, testService } from '../testing/test-service.ts';

const rest = '/api/rest/v2';
const create = (service: TestService, projectName: string, status = 200) =>
  service.call<{ projectId: string; sdk_error_code: number }>(
    'POST',
    `${rest}/write/project/create`,
    { workspaceName: 'ada', projectName, projectDescription: 'about', isPublic: true },
    status,
  );
const get = (service: TestService, projectName: string) =>
  service.call<Project>('GET', `${rest}/project?workspaceName=ada&projectName=${encodeURIComponent(projectName)}`);
const isAbsent = async (service: TestService, projectName: string) =>
  (await service.send('GET', `${rest}/project?workspaceName=ada&projectName=${projectName}`)).status === 404;
const list = async (service: TestService) =>
  (await service.call<{ projects: Project[] }>('GET', `${rest}/projects?workspaceName=ada`)).projects;
const keysIn = async (service: TestService, projectName: string) =>
  (
    await service.call<{ experiments: ExperimentMetadata[] }>(
      'GET',
      `${rest}/experiments?workspaceName=ada&projectName=${projectName}`,
    )
  ).experiments.map((experiment) => experiment.experimentKey);
const remove = (service: TestService, projectName: string, deleteAllExperiments: boolean, status = 200) =>
  service.call(
    'POST',
    `${rest}/write/project/delete`,
    { workspaceName: 'ada', projectName, deleteAllExperiments },
    status,
  );

test('a project is read back by name and by id', async (t) => {
  const service = await testService(t);
  const { projectId } = await create(service, 'größe 1');
  const project = await get(service, 'größe 1');
  assert.deepEqual(project, {
    projectId,
    projectName: 'größe 1',
    ownerUserName: 'ada',
    projectDescription: 'about',
    workspaceName: 'ada',
    numberOfExperiments: 0,
    lastUpdated: service.clock.now,
    public: true,
    isPublic: true,
  });
  assert.deepEqual(await service.call('GET', `${rest}/project?projectId=${projectId}`), project);
  assert.deepEqual(await list(service), [project]);
  assert.deepEqual((await service.call('GET', `${rest}/workspaces`)).workspaceNames, ['ada']);
});

test('a project counts its experiments and those shown in it, and reports when one last changed', async (t) => {
  const service = await testService(t);
  const key = await service.experiment('digits');
  await service.experiment('digits');
  service.clock.now += 5000;
  const { link } = await service.call('GET', `${rest}/write/project/symlink?experimentKey=${key}&projectName=mirror`);
  assert.equal(link, `http://127.0.0.1/ada/mirror/${key}`);
  await service.call('GET', `${rest}/write/experiment/set-status?experimentKey=${key}`);
  const counts = (await list(service)).map((project) => [project.projectName, project.numberOfExperiments]);
  assert.deepEqual(counts, [
    ['digits', 2],
    ['mirror', 1],
  ]);
  assert.equal((await get(service, 'digits')).lastUpdated, service.clock.now);
  await service.call('GET', `${rest}/write/experiment/archive?experimentKey=${key}`);
  assert.equal((await get(service, 'digits')).numberOfExperiments, 1);
});

const badNames: [string, number][] = [
  ['', 98219],
  ['   ', 98219],
  ['x'.repeat(101), 1341241],
  ['a/b', 0],
  ['a\nb', 0],
  ['.', 0],
  ['..', 0],
];
for (const [name, code] of badNames) {
  test(`the project name ${JSON.stringify(name.slice(0, 10))} is rejected with code ${code}`, async (t) => {
    assert.equal((await create(await testService(t), name, 400)).sdk_error_code, code);
  });
}

test('project names are unique in a workspace', async (t) => {
  const service = await testService(t);
  await create(service, 'digits');
  await create(service, 'letters');
  await create(service, 'digits', 400);
  const rename = (newProjectName: string, status: number) =>
    service.call(
      'POST',
      `${rest}/write/project/update`,
      { workspaceName: 'ada', projectName: 'letters', newProjectName },
      status,
    );
  await rename('digits', 400);
  await rename('words', 200);
  assert.ok(await isAbsent(service, 'letters'));
});

test('of several requests that create a project at the same time, one creates it and the others are rejected', async (t) => {
  const service = await testService(t);
  const body = JSON.stringify({ workspaceName: 'ada', projectName: 'same' });
  const create = () =>
    service.send('POST', `${rest}/write/project/create`, body, { 'content-type': 'application/json' });
  const responses = await Promise.all(Array.from({ length: 8 }, create));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...new Array<number>(7).fill(400)]);
});

test('an update changes only the given fields', async (t) => {
  const service = await testService(t);
  const { projectId } = await create(service, 'digits');
  await service.call('POST', `${rest}/write/project/update`, { projectId, newProjectDescription: 'new' });
  await service.call('POST', `${rest}/write/project/update`, { projectId, isPublic: false });
  const project = await get(service, 'digits');
  assert.deepEqual([project.projectName, project.projectDescription, project.public], ['digits', 'new', false]);
});

test('notes are replaced completely', async (t) => {
  const service = await testService(t);
  const { projectId } = await create(service, 'digits');
  const notes = async () => (await service.call('GET', `${rest}/project/notes?projectId=${projectId}`)).notes;
  assert.equal(await notes(), '');
  for (const text of ['# first', 'second']) {
    await service.call('POST', `${rest}/write/project/notes`, { projectId, notes: text });
    assert.equal(await notes(), text);
  }
});

test('a share key is listed until it is revoked', async (t) => {
  const service = await testService(t);
  const { projectId } = await create(service, 'digits');
  const codes = async () =>
    (await service.call('GET', `${rest}/project/get-project-share-links?projectId=${projectId}`)).shareCodes;
  const { shareCode } = await service.call('GET', `${rest}/write/project/add-share-link?projectId=${projectId}`);
  assert.deepEqual(await codes(), [shareCode]);
  await service.call(
    'GET',
    `${rest}/write/project/delete-project-share-link?projectId=${projectId}&shareCode=${shareCode}`,
  );
  assert.deepEqual(await codes(), []);
});

test('deleting a project deletes its experiments only on request', async (t) => {
  const service = await testService(t);
  const kept = await service.experiment('first');
  const gone = await service.experiment('second');
  await remove(service, 'first', false);
  assert.ok(await isAbsent(service, 'first'));
  assert.deepEqual(await keysIn(service, 'general'), [kept]);
  await remove(service, 'second', true);
  assert.equal((await service.send('GET', `${rest}/experiment/metadata?experimentKey=${gone}`)).status, 400);
  await remove(service, 'general', false, 400);
  await remove(service, 'general', true);
  assert.deepEqual(await list(service), []);
});

test('an experiment that is shown in `general` counts once there after the deletion of its own project', async (t) => {
  const service = await testService(t);
  const key = await service.experiment('digits');
  await service.call('GET', `${rest}/write/project/symlink?experimentKey=${key}&projectName=general`);
  await remove(service, 'digits', false);
  assert.deepEqual(await keysIn(service, 'general'), [key]);
  assert.equal((await get(service, 'general')).numberOfExperiments, 1);
});

test('experiments that are moved or deleted during the deletion of their project do not stop it', async (t) => {
  const service = await testService(t);
  const { projectId } = await create(service, 'going');
  const begin = { projectId, name: null, runId: 'r', liveness: 'none', startTime: service.clock.now } as const;
  const keys = Array.from({ length: 430 }, (_, index) => String(index).padStart(32, '0'));
  for (const experimentKey of keys) {
    await insertExperiment(service.store.db, { experimentKey, ...begin }, service.clock.now);
  }
  const left = async () => {
    const rows = await service.store.db.selectFrom('experiments').select('experiment_key').execute();
    return rows.map((row) => row.experiment_key);
  };
  const body = { workspaceName: 'ada', projectName: 'going', deleteAllExperiments: true };
  const deletions = [body, body].map((each) => post(service, `${rest}/write/project/delete`, each));
  // Until the first batch is deleted.
  while ((await left()).length === keys.length) await pause();
  // In the middle of the list, and so in a later batch.
  const [moved, deleted] = [keys[214]!, keys[215]!];
  const changes = await Promise.all([
    post(service, `${rest}/write/experiment/move`, {
      experimentKeys: [moved],
      targetWorkspaceName: 'ada',
      targetProjectName: 'remaining',
      symlink: false,
    }),
    removeExperiment(service, deleted),
  ]);
  assert.deepEqual(
    [...changes, ...(await Promise.all(deletions))].map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.ok(await isAbsent(service, 'going'));
  assert.deepEqual(await left(), [moved]);
  assert.deepEqual(await keysIn(service, 'remaining'), [moved]);
});

test('an absent project or workspace is 404', async (t) => {
  const service = await testService(t);
  for (const path of ['project?projectId=x', 'project/notes?projectId=x', 'projects?workspaceName=x']) {
    assert.equal((await service.send('GET', `${rest}/${path}`)).status, 404, path);
  }
  assert.equal((await service.send('GET', `${rest}/project?workspaceName=ada`)).status, 400);
});
