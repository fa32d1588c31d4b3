import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectView } from '@tracklens/core/contract';
import { type TestService, testService } from '../../testing/test-service.ts';

const rest = '/api/rest/v2';
const project = { workspaceName: 'ada', projectName: 'viewed' };
const state = { version: 1 };

async function viewedProject(t: Parameters<typeof testService>[0]): Promise<TestService> {
  const service = await testService(t);
  await service.call('POST', `${rest}/write/project/create`, project);
  return service;
}

const save = (service: TestService, change: object, status = 200) =>
  service.call<ProjectView & { msg?: string }>(
    'POST',
    `${rest}/write/project/named-view`,
    { ...project, ...change },
    status,
  );
const list = async (service: TestService) =>
  (await service.call<{ views: ProjectView[] }>('GET', `${rest}/project/named-views?${new URLSearchParams(project)}`))
    .views;

const deep = (levels: number): object => {
  let nested: object = {};
  for (let level = 0; level < levels; level++) nested = [nested];
  return { nested };
};
const rejected: [what: string, change: object, message: RegExp][] = [
  ['no name', { viewName: ' \n', state }, /needs a name/],
  ['a name of 101 characters', { viewName: 'x'.repeat(101), state }, /at most 100 characters; this one has 101/],
  ['a name with U+0000', { viewName: 'a\0b', state }, /U\+0000/],
  ['no state', { viewName: 'x' }, /viewName and a state/],
  ['a state that is a text', { viewName: 'x', state: 'x' }, /state/],
  ['a state of a million letters', { viewName: 'x', state: { text: 'é'.repeat(500_000) } }, /at most 256000 bytes/],
];
for (const [what, change, message] of rejected) {
  test(`a view with ${what} is rejected, and none is kept`, async (t) => {
    const service = await viewedProject(t);
    assert.match((await save(service, change, 400)).msg ?? '', message);
    assert.deepEqual(await list(service), []);
  });
}

test('a state that is nested more deeply than can be written is rejected', async (t) => {
  const service = await viewedProject(t);
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const body = JSON.stringify({ ...project, viewName: 'x', state: { nested: 0 } }).replace('0', nested);
  const headers = { 'content-type': 'application/json' };
  assert.equal((await service.send('POST', `${rest}/write/project/named-view`, body, headers)).status, 400);
  await save(service, { viewName: 'deep enough', state: deep(100) });
  assert.deepEqual((await list(service))[0]?.state, deep(100));
});

test('long integers in a state keep their digits', async (t) => {
  const service = await viewedProject(t);
  const body = JSON.stringify({ ...project, viewName: 'x', state: { seed: 0 } }).replace(':0', ':9007199254740993');
  const headers = { 'content-type': 'application/json' };
  const saved = await service.send('POST', `${rest}/write/project/named-view`, body, headers);
  const read = await service.send('GET', `${rest}/project/named-views?${new URLSearchParams(project)}`);
  for (const response of [saved, read]) assert.match(await response.text(), /"state":\{"seed":9007199254740993\}/);
});

test('special names are stored as text', async (t) => {
  const service = await viewedProject(t);
  const names = ['"><img src=x onerror=alert(1)>', "'; drop table project_views; --", '../../x', '\u202egnp', '😀'];
  for (const viewName of names) assert.equal((await save(service, { viewName, state })).viewName, viewName);
  const broken = await save(service, { viewName: 'half \ud83d', state });
  assert.equal(broken.viewName, 'half \ufffd');
  const remaining = (await list(service)).map(({ viewName }) => viewName);
  assert.deepEqual(remaining.toSorted(), [...names, broken.viewName].toSorted());
});

test('of views saved concurrently under one name one is stored, and one default remains', async (t) => {
  const service = await viewedProject(t);
  const concurrent = Array.from({ length: 5 }, () =>
    service.send('POST', `${rest}/write/project/named-view`, JSON.stringify({ ...project, viewName: 'x', state }), {
      'content-type': 'application/json',
    }),
  );
  const statuses = (await Promise.all(concurrent)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 400, 400, 400, 400]);
  await Promise.all(['a', 'b', 'c'].map((viewName) => save(service, { viewName, state, isDefault: true })));
  const views = await list(service);
  assert.equal(views.length, 4);
  assert.equal(views.filter(({ isDefault }) => isDefault).length, 1);
});

test('a project has at most 500 views, which are deleted with it', async (t) => {
  const service = await viewedProject(t);
  for (let view = 0; view < 500; view++) await save(service, { viewName: `view ${view}`, state });
  assert.match((await save(service, { viewName: 'one more', state }, 400)).msg ?? '', /at most 500 views/);
  const [first] = await list(service);
  await save(service, { viewId: first!.viewId, viewName: 'changed all the same' });
  await service.call('POST', `${rest}/write/project/delete`, { ...project, deleteAllExperiments: false });
  await service.call('POST', `${rest}/write/project/create`, project);
  assert.deepEqual(await list(service), []);
  const left = await service.store.db.selectFrom('project_views').select('view_id').execute();
  assert.deepEqual(left, []);
});
