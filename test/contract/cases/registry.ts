import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIExperiment } from '@tracklens/core';
import { contract } from '@tracklens/core/contract';
import { multipart } from '../../../packages/core/src/client/multipart.ts';
import type { ContractCase, ContractService } from '../contract-service.ts';

const { assets, registry } = contract;

/** Creates an experiment that has logged the model `net` with one file. */
export async function withModel({ wire, experiment }: ContractService): Promise<APIExperiment> {
  const one = await experiment('registry');
  const { type, body } = multipart([{ name: 'file', fileName: 'm', content: new TextEncoder().encode('weights') }]);
  const query = { experimentId: one.key, fileName: 'm.bin', type: 'model-element', groupingName: 'net' };
  await wire(assets.uploadOnline, { query, content: { type, body } });
  return one;
}

export const registryCases: readonly ContractCase[] = [
  {
    title: 'a model is registered, described, and found',
    async run(service) {
      const { api, workspace } = service;
      const one = await withModel(service);
      const reply = await one.registerModel('net', {
        registryName: 'first',
        description: 'd',
        tags: ['t'],
        status: 'QA',
      });
      assert.ok(reply.registryModelId && reply.registryModelItemId);
      await one.registerModel('net', { registryName: 'first', version: '1.1.0', comment: 'better' });
      assert.ok((await api.getRegistryModelNames(workspace)).includes('first'));
      assert.equal(await api.getRegistryModelCount(workspace), (await api.getRegistryModelNames(workspace)).length);
      assert.deepEqual((await api.getRegistryModelVersions(workspace, 'first')).sort(), ['1.0.0', '1.1.0']);
      const details = await api.getRegistryModelDetails(workspace, 'first');
      assert.equal(details.description, 'd');
      const version = await api.getRegistryModelDetails(workspace, 'first', { version: '1.1.0' });
      assert.deepEqual([version?.comment, version?.experimentModel?.experimentKey], ['better', one.key]);
      assert.equal(await api.getRegistryModelDetails(workspace, 'first', { version: '9.0.0' }), null);
      await assert.rejects(one.registerModel('net', { registryName: 'first', version: 'one' }), { code: 'invalid' });
      await assert.rejects(one.registerModel('net', { workspace: 'elsewhere' }), { code: 'invalid' });
    },
  },
  {
    title: 'versions have status, tags, files and a history',
    async run(service) {
      const { api, wire, workspace, folder } = service;
      const one = await withModel(service);
      const { registryModelItemId: id } = await one.registerModel('net', { registryName: 'second', tags: ['t'] });
      const model = await api.getModel(workspace, 'second');
      const statuses = await api.modelRegistryAllowedStatusValues(workspace);
      await model.setStatus('1.0.0', statuses.at(-1)!);
      assert.equal(await model.status('1.0.0'), statuses.at(-1));
      await model.addTag('1.0.0', 'extra');
      await model.deleteTag('1.0.0', 't');
      assert.deepEqual(await model.tags('1.0.0'), ['extra']);
      assert.deepEqual(await model.findVersions({ tag: 'extra' }), ['1.0.0']);
      assert.deepEqual(await model.findVersions({ versionPrefix: '2' }), []);
      assert.deepEqual(
        (await model.getAssets('1.0.0')).map(({ fileName }) => fileName),
        ['m.bin'],
      );
      await model.download('1.0.0', { outputPath: join(folder, 'model') });
      assert.equal(await readFile(join(folder, 'model', 'm.bin'), 'utf8'), 'weights');
      await model.getVersionHistory('1.0.0');
      assert.equal((await model.getDetails()).modelName, 'second');
      await wire(registry.setMetadata, { path: { id }, body: { metadata: [{ key: 'k', value: 1 }] } });
      assert.deepEqual((await wire(registry.metadata, { path: { id } })).metadata, [{ key: 'k', value: 1 }]);
      await wire(registry.setStatusConfiguration, { path: { id }, body: { status: statuses[0]! } });
      await wire(registry.statusConfiguration, { path: { id } });
    },
  },
  {
    title: 'a model is renamed, noted and deleted',
    async run(service) {
      const { api, workspace } = service;
      const one = await withModel(service);
      await one.registerModel('net', { registryName: 'third' });
      await api.updateRegistryModelNotes(workspace, 'third', 'read me');
      assert.equal(await api.getRegistryModelNotes(workspace, 'third'), 'read me');
      await api.updateRegistryModel(workspace, 'third', { newName: 'renamed', description: 'new', public: true });
      const renamed = await api.getRegistryModelDetails(workspace, 'renamed');
      assert.deepEqual([renamed.description, renamed.isPublic], ['new', true]);
      await one.registerModel('net', { registryName: 'renamed', version: '2.0.0' });
      await api.deleteRegistryModelVersion(workspace, 'renamed', '1.0.0');
      assert.deepEqual(await api.getRegistryModelVersions(workspace, 'renamed'), ['2.0.0']);
      await api.deleteRegistryModel(workspace, 'renamed');
      assert.ok(!(await api.getRegistryModelNames(workspace)).includes('renamed'));
    },
  },
  {
    title: 'the older operations on stages still work',
    async run(service) {
      const { api, wire, workspace, folder } = service;
      const one = await withModel(service);
      const { models } = await wire(assets.models, { query: { experimentKey: one.key } });
      const older = { experimentModelId: models[0]!.experimentModelId, registryModelName: 'older' };
      await wire(registry.createModel, { body: { ...older, version: '1.0.0', stages: ['staging'] } });
      await wire(registry.createVersion, { body: { ...older, version: '1.2.0' } });
      await api.addRegistryModelVersionStage(workspace, 'older', '1.2.0', 'production');
      const latest = await api.getLatestRegistryModelVersionDetails(workspace, 'older', { stage: 'production' });
      assert.deepEqual(
        latest.versions.map(({ version }) => version),
        ['1.2.0'],
      );
      await api.deleteRegistryModelVersionStage(workspace, 'older', '1.2.0', 'production');
      await api.updateRegistryModelVersion(workspace, 'older', '1.2.0', { comment: 'c', stages: ['x'] });
      const assetsOf = await api.getModelRegistryVersionAssets(workspace, 'older', { version: '1.2.0' });
      assert.deepEqual([assetsOf.comment, assetsOf.stages, assetsOf.assets.length], ['c', ['x'], 1]);
      await api.downloadRegistryModel(workspace, 'older', { version: '1.2.0', outputPath: join(folder, 'older') });
      assert.equal(await readFile(join(folder, 'older', 'm.bin'), 'utf8'), 'weights');
      const both = { version: '1.2.0', stage: 'x' };
      await assert.rejects(api.downloadRegistryModel(workspace, 'older', both), { code: 'invalid' });
    },
  },
];
