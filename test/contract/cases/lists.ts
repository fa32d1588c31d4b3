import assert from 'node:assert/strict';
import type { ListPromise } from '@tracklens/core';
import { contract } from '@tracklens/core/contract';
import { multipart } from '../../../packages/core/src/client/multipart.ts';
import type { ContractCase, ContractService } from '../contract-service.ts';

const { artifacts, assets } = contract;
const projectName = 'lists';

async function collect<T>(elements: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const element of elements) found.push(element);
  return found;
}

/** Logs an experiment with two of everything that can be listed. Returns the list operations on it. */
async function seededLists({ api, wire, workspace, experiment }: ContractService) {
  const run = await experiment(projectName);
  const other = await experiment(projectName);
  await other.archive();
  await experiment(projectName);
  await Promise.all([0, 1].map((step) => run.logMetrics({ loss: step, 'a"b]': Number.NaN }, { step })));
  await run.logCurve('f', [0, 1], [1, 2]);
  await run.logCurve('g', [0, 1], [1, 2]);
  for (const name of ['m1', 'm2']) {
    const query = { experimentId: run.key, fileName: `${name}.bin`, type: 'model-element', groupingName: name };
    await wire(assets.uploadOnline, { query, content: multipartFile() });
    await run.registerModel(name, { workspace, version: '1.0.0' });
    await run.registerModel(name, { workspace, version: '1.1.0' });
  }
  const body = { artifactName: 'listed', artifactType: 'lists', experimentKey: run.key };
  const { artifactVersionId } = await wire(artifacts.upsert, { body });
  for (const fileName of ['a', 'b']) {
    const query = { experimentId: run.key, fileName, artifactVersionId };
    await wire(assets.uploadOnline, { query, content: multipartFile() });
  }
  await wire(artifacts.setState, { body: { artifactVersionId, experimentKey: run.key, state: 'CLOSED' } });
  await wire(artifacts.upsert, { body: { ...body, artifactName: 'second' } });
  api.clearCache();
  const model = await api.getModel(workspace, 'm1');
  const one = <T>(list: ListPromise<T>) => ({ list, of: (whole: unknown) => whole as T[] });
  const inside = <T, L>(list: ListPromise<T, L>, of: (whole: L) => T[]) => ({ list, of: of as (w: unknown) => T[] });
  return {
    getProjects: () => one(api.getProjects(workspace)),
    getExperiments: () => one(api.getExperiments(workspace, { projectName })),
    getArchivedExperiments: () => one(api.getArchivedExperiments(workspace, { projectName })),
    query: () => one(api.query(workspace, projectName, 'Metric("loss") >= 0')),
    queryAny: () => one(api.queryAny(workspace, projectName, ['Metric("loss") >= 0', 'Tag("absent")'])),
    getArtifactList: () => inside(api.getArtifactList(workspace, { artifactType: 'lists' }), (w) => w.artifacts),
    getArtifactFiles: () => inside(api.getArtifactFiles({ workspace, artifactName: 'listed' }), (w) => w.files),
    getRegistryModelNames: () => one(api.getRegistryModelNames(workspace)),
    getRegistryModelVersions: () => one(api.getRegistryModelVersions(workspace, 'm1')),
    findVersions: () => one(model.findVersions()),
    getAssets: () => one(model.getAssets('1.0.0')),
    getMetrics: () => one(run.getMetrics()),
    'getMetrics of one': () => one(run.getMetrics({ metric: 'a"b]' })),
    getAssetList: () => one(run.getAssetList()),
    getModelNames: () => one(run.getModelNames()),
    getModelAssetList: () => one(run.getModelAssetList('m1')),
    getCurves: () => one(run.getCurves()),
  };
}

const multipartFile = () => multipart([{ name: 'file', fileName: 'a', content: new Uint8Array(3) }]);

/** Lists that are returned whole or one by one. */
export const listCases: readonly ContractCase[] = [
  {
    title: 'each list is the same whether it is awaited or iterated over',
    async run(service) {
      for (const [name, call] of Object.entries(await seededLists(service))) {
        const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort();
        const { list, of } = call();
        const whole = of(await list);
        assert.ok(whole.length >= 1, `${name} is empty`);
        assert.deepEqual(sorted(await collect(call().list as AsyncIterable<unknown>)), sorted(whole), name);
      }
    },
  },
  {
    title: 'many experiments take few requests, and a loop that ends early fewer',
    async run({ api, workspace, experiment, requests }) {
      for (let index = 0; index < 110; index += 10) {
        await Promise.all(Array.from({ length: 10 }, () => experiment('many')));
      }
      const before = requests();
      const found = await collect(api.getExperiments(workspace, { projectName: 'many' }));
      assert.equal(new Set(found.map(({ key }) => key)).size, 110);
      assert.equal(requests() - before, 2);
      for await (const _ of api.getExperiments(workspace, { projectName: 'many' })) break;
      assert.equal(requests() - before, 3);
    },
  },
  {
    title: 'an iteration fails with the name of its operation, and ends with its signal',
    async run({ api, workspace, experiment }) {
      const absent = collect(api.getArtifactFiles({ workspace, artifactName: 'absent' }));
      await assert.rejects(absent, { operation: 'getArtifactFiles', code: /^(not-found|invalid)$/ });
      await assert.rejects(collect(api.getProjects(5 as never)), { operation: 'getProjects', code: 'invalid' });
      const run = await experiment('aborted');
      await run.logMetric('loss', 1);
      const signal = AbortSignal.abort();
      await assert.rejects(collect(run.getMetrics({ signal })), { operation: 'getMetrics', code: 'aborted' });
    },
  },
];
