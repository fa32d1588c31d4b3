import assert from 'node:assert/strict';
import { contract } from '@tracklens/core/contract';
import { multipart } from '../../../packages/core/src/client/multipart.ts';
import type { ContractCase } from '../contract-service.ts';

const { artifacts, assets } = contract;

export const artifactCases: readonly ContractCase[] = [
  {
    title: 'an artifact has versions with files, aliases and tags',
    async run({ api, wire, workspace, experiment }) {
      const { key } = await experiment('artifacts');
      const artifactName = 'my data/x';
      const body = { artifactName, artifactType: 'dataset', experimentKey: key, alias: ['best'], versionTags: ['t'] };
      const { artifactId, artifactVersionId, currentVersion } = await wire(artifacts.upsert, { body });
      const { type, body: file } = multipart([{ name: 'file', fileName: 'a', content: new Uint8Array(3) }]);
      const query = { experimentId: key, fileName: 'a.bin', artifactVersionId };
      await wire(assets.uploadOnline, { query, content: { type, body: file } });
      const remote = { link: 's3://bucket/b', fileName: 'b', artifactVersionId, isRemote: true };
      await wire(artifacts.addRemoteFiles, {
        query: { experimentKey: key },
        body: { remoteArtifactAssetRequests: [remote] },
      });
      await wire(artifacts.setState, { body: { artifactVersionId, experimentKey: key, state: 'CLOSED' } });
      await wire(artifacts.setDetails, { body: { artifactId, tags: ['whole'] } });
      api.clearCache();

      const { artifacts: listed } = await api.getArtifactList(workspace, { artifactType: 'dataset' });
      assert.deepEqual(
        listed.map((one) => [one.name, one.versionsCount, one.sizeInBytes]),
        [[artifactName, 1, 3]],
      );
      assert.deepEqual((await api.getArtifactList(workspace, { artifactType: 'other' })).artifacts, []);
      const details = await api.getArtifactDetails({ workspace, artifactName });
      assert.deepEqual(
        [details.artifactId, details.latestVersion, details.tags],
        [artifactId, currentVersion, ['whole']],
      );
      assert.deepEqual(details.versions[0]!.tags, ['t']);
      assert.equal((await api.getArtifactDetails({ artifactId })).name, artifactName);
      for (const choice of [{ version: currentVersion }, { alias: 'best' }]) {
        const { files } = await api.getArtifactFiles({ workspace, artifactName, ...choice });
        assert.deepEqual(files.map(({ fileName, link }) => [fileName, link]).sort(), [
          ['a.bin', null],
          ['b', 's3://bucket/b'],
        ]);
      }
      await wire(artifacts.setVersionLabels, { body: { artifactVersionId, alias: ['other'], versionTags: [] } });
      const version = await wire(artifacts.version, { query: { artifactId, versionId: artifactVersionId } });
      assert.deepEqual([version.artifactVersion, version.alias, version.tags], [currentVersion, ['other'], []]);
    },
  },
  {
    title: 'an artifact must be named, and an absent one is an error',
    async run({ api, workspace }) {
      await assert.rejects(api.getArtifactDetails({ workspace }), { code: 'invalid' });
      await assert.rejects(api.getArtifactDetails({ workspace, artifactName: 'absent' }), {
        code: /^(not-found|invalid)$/,
      });
    },
  },
];
