/**
 * Concurrent writes to the same resource: each one succeeds or is rejected, none is lost, and none fails with a
 * server error.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { concurrently, post } from '../../testing/races.ts';
import { type TestService, testService, upload } from '../../testing/test-service.ts';

const rest = '/api/rest/v2';
const at = [0, 1, 2, 3, 4, 5];

async function statusesOf(responses: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(responses)).map(({ status }) => status).toSorted();
}

/** Returns the keys of experiments that are in no project. */
async function withoutProject({ store: { db } }: TestService): Promise<string[]> {
  const projects = db.selectFrom('projects').select('project_id');
  const rows = await db
    .selectFrom('experiments')
    .select('experiment_key')
    .where('project_id', 'not in', projects)
    .execute();
  return rows.map((row) => row.experiment_key);
}

test('concurrently created versions of an artifact have consecutive numbers', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const made = at.map(async () => {
    const body = { artifactName: 'table', artifactType: 'dataset', experimentKey, alias: ['newest'] };
    const response = await post(service, `${rest}/write/artifacts/upsert`, body);
    assert.equal(response.status, 200);
    return ((await response.json()) as { currentVersion: string }).currentVersion;
  });
  assert.deepEqual(
    (await Promise.all(made)).toSorted(),
    at.map((index) => `${index + 1}.0.0`),
  );
});

test('of concurrent assets with one id, one is stored', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const path = `/clientlib/asset/upload?experimentId=${experimentKey}&assetId=${'a'.repeat(32)}&fileName=f`;
  const sent = at.map((index) => service.send('POST', path, upload(`content ${index}`, 'f')));
  assert.deepEqual(
    await statusesOf(sent),
    at.map(() => 200),
  );
  const list = `${rest}/experiment/asset/list?experimentKey=${experimentKey}&type=all`;
  assert.equal((await service.call<{ assets: unknown[] }>('GET', list)).assets.length, 1);
});

test('a name that is requested concurrently is assigned once', async (t) => {
  const service = await testService(t);
  for (const index of at) await service.experiment(`p${index}`);
  const renamed = at.map((index) => {
    const body = { workspaceName: 'ada', projectName: `p${index}`, newProjectName: 'same' };
    return post(service, `${rest}/write/project/update`, body);
  });
  assert.deepEqual(await statusesOf(renamed), [200, 400, 400, 400, 400, 400]);
});

test('tags that are added concurrently to a registered version are all stored', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const path = `/clientlib/asset/upload?experimentId=${experimentKey}&fileName=w&type=model-element&groupingName=net`;
  await service.send('POST', path, upload('weights', 'w'));
  const { models } = await service.call<{ models: { experimentModelId: string }[] }>(
    'GET',
    `${rest}/experiment/model?experimentKey=${experimentKey}`,
  );
  const { experimentModelId } = models[0]!;
  const registered = at.map((index) =>
    post(service, `${rest}/write/registry-model`, {
      ...{ experimentModelId, registryModelName: 'net', version: `1.0.${index}`, publicModel: false, stages: [] },
    }),
  );
  assert.ok((await statusesOf(registered)).every((status) => status < 500));
  const of = 'workspaceName=ada&modelName=net';
  const details = () =>
    service.call<{ versions: { registryModelItemId: string; stages: string[] }[] }>(
      'GET',
      `${rest}/registry-model/details?${of}`,
    );
  const [version] = (await details()).versions;
  const id = version!.registryModelItemId;
  const tagged = at.map((index) =>
    service.send('GET', `${rest}/write/registry-model/item/stage?modelItemId=${id}&stage=tag${index}`),
  );
  assert.deepEqual(
    await statusesOf(tagged),
    at.map(() => 200),
  );
  const tags = (await details()).versions.find(({ registryModelItemId }) => registryModelItemId === id)!.stages;
  assert.deepEqual(
    tags.toSorted(),
    at.map((index) => `tag${index}`),
  );
});

test('deleting an experiment during logging leaves nothing behind', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const remove = `${rest}/write/experiment/delete?experimentKey=${experimentKey}`;
  const responses = at.flatMap((index) => {
    const metric = { experimentKey, metricName: `m${index}`, metricValue: index };
    const logged = post(service, `${rest}/write/experiment/metric`, metric);
    return index === 3 ? [logged, service.send('GET', remove)] : [logged];
  });
  assert.ok((await statusesOf(responses)).every((status) => status === 200 || status === 404));
  for (const table of ['metric_summaries', 'metric_tails'] as const) {
    assert.deepEqual(await service.store.db.selectFrom(table).select('experiment_key').execute(), [], table);
  }
});

test('an experiment that is created during the deletion of its project has a project', async (t) => {
  const service = await testService(t);
  for (const index of at) await service.experiment(index < 3 ? 'going' : 'other');
  const project = { workspaceName: 'ada', projectName: 'going' };
  const responses = at.flatMap((index) => {
    const made = post(service, `${rest}/write/experiment/create`, project);
    const removed = post(service, `${rest}/write/project/delete`, { ...project, deleteAllExperiments: true });
    return index === 2 ? [made, removed] : [made];
  });
  assert.deepEqual(
    (await statusesOf(responses)).filter((status) => status >= 500),
    [],
  );
  assert.deepEqual(await withoutProject(service), []);
});

const rename = (service: TestService, projectName: string, newProjectName: string) =>
  post(service, `${rest}/write/project/update`, { workspaceName: 'ada', projectName, newProjectName });
const remove = (service: TestService, projectName: string) =>
  post(service, `${rest}/write/project/delete`, { workspaceName: 'ada', projectName });

for (const newName of ['general', 'a name that sorts first']) {
  test(`a project that is renamed to ${newName} during its deletion leaves no experiment without a project`, async (t) => {
    const service = await testService(t);
    for (const index of at) {
      const name = `project ${index}`;
      await service.experiment(name);
      const calls = [() => remove(service, name), () => rename(service, name, newName)];
      const statuses = await statusesOf((index % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
      // 400: the project is now `general`, which retains experiments, or the name is in use. 404: it was deleted first.
      assert.ok(
        statuses.every((status) => [200, 400, 404].includes(status)),
        String(statuses),
      );
      assert.deepEqual(await withoutProject(service), []);
    }
  });
}

test('a project that is deleted while another one is renamed to its name leaves no experiment without a project', async (t) => {
  const service = await testService(t);
  for (const round of Array.from({ length: 20 }, (_, index) => index)) {
    const [from, to] = [`from ${round}`, `to ${round}`];
    await service.experiment(from);
    const create = () => post(service, `${rest}/write/experiment/create`, { workspaceName: 'ada', projectName: to });
    const others = [create, () => rename(service, from, to), create, () => remove(service, from), create];
    const statuses = await concurrently(others, round, () => remove(service, to));
    assert.ok(
      statuses.every((status) => status < 500),
      String(statuses),
    );
    assert.deepEqual(await withoutProject(service), []);
  }
});

test('an experiment that is created while its project is renamed, or another one to its name, is stored', async (t) => {
  const service = await testService(t);
  for (const round of Array.from({ length: 20 }, (_, index) => index)) {
    const [from, to] = [`from ${round}`, `to ${round}`];
    await service.experiment(from);
    const create = (projectName: string) => () =>
      post(service, `${rest}/write/experiment/create`, { workspaceName: 'ada', projectName });
    const created = [create(from), create(to), create(from), create(to)];
    const renamed: number[] = [];
    const statuses = await concurrently(created, round, async () => {
      const response = await rename(service, from, to);
      renamed.push(response.status);
      return new Response();
    });
    assert.deepEqual(
      statuses,
      statuses.map(() => 200),
    );
    assert.ok([200, 400].includes(renamed[0]!), String(renamed));
    assert.deepEqual(await withoutProject(service), []);
  }
});

test('a copy of an experiment whose project is deleted meanwhile has a project', async (t) => {
  const service = await testService(t);
  for (const index of at) {
    const from = await service.experiment(`copied ${index}`);
    for (const name of at) {
      const metric = { experimentKey: from, metricName: `m${name}`, metricValue: 1 };
      await post(service, `${rest}/write/experiment/metric`, metric);
    }
    const copy = { copiedExperimentKey: from, newExperimentKey: randomUUID().replaceAll('-', '') };
    const copied = post(service, '/clientlib/logger/copy-steps-from-experiment', copy);
    const statuses = await statusesOf([copied, remove(service, `copied ${index}`)]);
    assert.deepEqual(statuses, [200, 200]);
    assert.deepEqual(await withoutProject(service), []);
  }
});
