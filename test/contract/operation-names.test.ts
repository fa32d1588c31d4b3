import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, isRestApiException, type Transport } from '@tracklens/core';
import { bufferedBody } from '@tracklens/core/client';
import { temporaryFolder } from '@tracklens/core/test-support';
import { typedOperations } from './class-types.ts';
import { callOperation, validArguments } from './valid-call.ts';

const metadata = { experimentKey: 'a', workspaceName: 'a', projectName: 'a', projectId: 'a' };
const version = { version: 'a', registryModelItemId: 'i', assets: [] };
const artifactVersion = {
  artifact: { artifactId: 'a', artifactName: 'a', artifactType: 'a', tags: [], workspaceName: 'a' },
  artifactVersion: '1.0.0',
  artifactVersionId: 'v',
  alias: [],
  tags: [],
  sizeInBytes: 0,
};
const asset = { assetId: 'a', fileName: 'a', link: 'http://service/?experimentKey=a' };

/** Enough of a service that every operation gets to its last request. */
const answers: Readonly<Record<string, unknown>> = {
  projects: { projects: [metadata] },
  project: metadata,
  experiments: { experiments: [metadata] },
  'experiment/metadata': metadata,
  'project/notes': { notes: '' },
  'project/column-names': { columns: [] },
  'project/query': { experimentKeys: ['a'] },
  'project/experiment-summaries': { experiments: [metadata], metrics: [] },
  'experiments/find': { experiments: [metadata] },
  'project/experiment-groups': { groups: [] },
  'experiment/asset/list': { assets: [asset] },
  'experiment/asset/get-by-name': { assets: [asset] },
  'experiment/asset/get-asset': { name: 'a', x: [1], y: [1] },
  'write/artifacts/upsert': { artifactId: 'a', artifactVersionId: 'v', currentVersion: '1.0.0', previousVersion: null },
  'artifacts/version': artifactVersion,
  'get/artifacts': { artifacts: [] },
  '/clientlib/asset': { assetId: 'a' },
  'registry-model/compact-details': { registryModelId: 'm' },
  'registry-model/details': { registryModelId: 'm', modelName: 'a', versions: [version] },
  'registry-model/item/details': version,
  'registry-model/item/download-instructions': { versions: [{ ...version, assets: [asset] }] },
};

/** A service that rejects one request, counted from 0, and answers the others. */
function refusing() {
  let [count, refused] = [0, Number.POSITIVE_INFINITY];
  const transport: Transport = {
    async send({ path }) {
      const fails = count++ === refused;
      const name = path.replace(/^.*\/rest\/v2\//, '');
      const answer = fails ? { msg: 'Out of order' } : (answers[name] ?? {});
      const bytes = new TextEncoder().encode(JSON.stringify(answer));
      return { status: fails ? 500 : 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(bytes) };
    },
  };
  return {
    transport,
    set(at: number) {
      [count, refused] = [0, at];
    },
    get isRefused() {
      return count > refused;
    },
  };
}

/** These go on to open a browser once they are answered. */
const shows = new Set(['display', 'displayProject']);
/** Minimum number of requests of operations that call others: this many must have failed one after another. */
const compound: Readonly<Record<string, number>> = {
  get: 1,
  getExperiments: 2,
  genExperiments: 2,
  getArchivedExperiments: 2,
  getExperiment: 1,
  getProjectNotes: 2,
  setProjectNotes: 2,
  archiveExperiments: 1,
  deleteExperiments: 1,
  moveExperiments: 2,
  query: 3,
  getPanelExperiments: 1,
  getPanelExperimentKeys: 1,
  getPanelMetricsNames: 1,
  getPanelProjectId: 1,
  toJson: 14,
  display: 1,
  mimeBundle: 4,
  displayProject: 1,
  getModelData: 1,
  getEnvironmentDetails: 1,
  getCurves: 2,
  getAssetByName: 2,
  logParameters: 1,
  logPoints3d: 2,
  logEmbedding: 3,
  logArtifact: 4,
  registerModel: 1,
  getArtifact: 1,
  updateRegistryModel: 2,
  deleteRegistryModelVersion: 2,
  downloadTensorflowFolder: 2,
  'Model.tags': 1,
  'Model.setStatus': 2,
  'Model.addTag': 2,
  'Model.getVersionHistory': 2,
  'Model.download': 2,
};

/**
 * Operations that succeed if a request fails whose data they can do without: the curves of an output, or whether the
 * service recognizes the key of a new version.
 */
const partial = new Set(['mimeBundle', 'registerModel', 'logArtifact']);

test('when any request of an operation fails, the message names the operation', async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ['file.txt', 'clip.gif']) await writeFile(join(folder, name), 'text');
  for (const operation of typedOperations()) {
    const name = operation.on === 'Model' ? `Model.${operation.name}` : operation.name;
    await t.test(name, async () => {
      const service = refusing();
      const retry = { attempts: 1 };
      const api = new API({ ...service, cache: false, retry, workspace: 'a', projectName: 'a', warn: () => {} });
      const model = await api.getModel('a', 'a');
      let failures = 0;
      for (let at = 0; at < (shows.has(name) ? 1 : 20); at++) {
        service.set(at);
        await rm(join(folder, 'out'), { recursive: true, force: true });
        const given = callOperation({ api, model, folder }, operation, validArguments(operation, folder));
        const failure = await given.then(
          () => null,
          (error: unknown) => error,
        );
        if (!service.isRefused) break;
        if (failure === null && partial.has(name)) continue;
        assert.ok(isRestApiException(failure), `not ours: ${String(failure)}`);
        assert.equal(failure.operation, name, failure.message);
        failures++;
      }
      assert.ok(failures >= (compound[name] ?? 0), `only ${failures} of its requests failed`);
    });
  }
});
