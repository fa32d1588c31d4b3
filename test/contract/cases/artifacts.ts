import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    title: 'long integers in metadata are read with all of their digits',
    async run({ api, wire, workspace, experiment }) {
      const { key: experimentKey } = await experiment('artifacts');
      const versionMetadata = '{"seed":12345678901234567890,"sizes":[9007199254740993,7]}';
      const body = { artifactName: 'seeds', artifactType: 'dataset', experimentKey, versionMetadata };
      await wire(artifacts.upsert, { body });
      const { versions } = await api.getArtifactDetails({ workspace, artifactName: 'seeds' });
      assert.deepEqual(versions[0]!.metadata, { seed: '12345678901234567890', sizes: ['9007199254740993', 7] });
    },
  },
  {
    title: 'an artifact is downloaded, all or some files, over what exists as the caller says',
    async run({ api, wire, workspace, experiment, folder }) {
      const { key } = await experiment('artifacts');
      const log = async (artifactName: string, files: Readonly<Record<string, string>>) => {
        const body = { artifactName, artifactType: 'dataset', experimentKey: key };
        const { artifactVersionId } = await wire(artifacts.upsert, { body });
        for (const [fileName, content] of Object.entries(files)) {
          const part = multipart([{ name: 'file', fileName: 'a', content: new TextEncoder().encode(content) }]);
          await wire(assets.uploadOnline, { query: { experimentId: key, fileName, artifactVersionId }, content: part });
        }
        const remote = { link: 's3://bucket/far', fileName: 'far', artifactVersionId, isRemote: true };
        await wire(artifacts.addRemoteFiles, {
          query: { experimentKey: key },
          body: { remoteArtifactAssetRequests: [remote] },
        });
        await wire(artifacts.setState, { body: { artifactVersionId, experimentKey: key, state: 'CLOSED' } });
        api.clearCache();
      };
      const artifact = { workspace, artifactName: 'downloaded' };
      const outputPath = join(folder, 'artifact');
      await log('downloaded', { 'a.txt': 'one', 'sub/b.txt': 'two' });
      const progress: unknown[] = [];
      const onProgress = (one: unknown) => progress.push(one);
      const { files, remoteFiles } = await api.downloadArtifact({
        ...artifact,
        outputPath,
        onProgress,
        concurrency: 1,
      });
      assert.deepEqual(files.map(({ fileName, isPreserved }) => [fileName, isPreserved]).sort(), [
        ['a.txt', false],
        ['sub/b.txt', false],
      ]);
      assert.deepEqual(
        remoteFiles.map(({ link }) => link),
        ['s3://bucket/far'],
      );
      assert.deepEqual(progress.at(-1), { doneFiles: 2, totalFiles: 2, receivedBytes: 6, totalBytes: 6 });
      const read = () => readFile(join(outputPath, 'sub', 'b.txt'), 'utf8');
      assert.equal(await read(), 'two');
      // The same content is no conflict; other content of the same size is one, and so is another size.
      await api.downloadArtifact({ ...artifact, outputPath });
      for (const other of ['TWO', 'longer']) {
        await writeFile(join(outputPath, 'sub', 'b.txt'), other);
        await assert.rejects(api.downloadArtifact({ ...artifact, outputPath }), { code: 'EEXIST' });
        const preserved = await api.downloadArtifact({ ...artifact, outputPath, overwriteStrategy: 'preserve' });
        assert.ok(preserved.files.every(({ isPreserved }) => isPreserved));
        assert.equal(await read(), other);
      }
      const one = { ...artifact, outputPath, fileNames: ['sub/b.txt'], overwriteStrategy: true };
      assert.equal((await api.downloadArtifact(one)).files.length, 1);
      assert.equal(await read(), 'two');
      await assert.rejects(api.downloadArtifact({ ...artifact, fileNames: ['c'] }), { code: 'not-found' });
      await assert.rejects(api.downloadArtifact({ ...artifact, overwriteStrategy: 'other' as never }), {
        code: 'invalid',
      });
      const aborted = { ...artifact, outputPath: join(folder, 'aborted'), signal: AbortSignal.abort() };
      await assert.rejects(api.downloadArtifact(aborted), { code: 'aborted', operation: 'downloadArtifact' });
      await assert.rejects(api.getArtifactFiles({ ...artifact, version: '1.0.0', alias: 'a' }), { code: 'invalid' });
    },
  },
  {
    title: 'a file name of an artifact never leads outside of the folder',
    async run({ api, wire, workspace, experiment, folder }) {
      const { key } = await experiment('artifacts');
      for (const [index, fileName] of ['../outside.txt', '/outside.txt', 'a/../../outside.txt'].entries()) {
        const artifactName = `hostile${index}`;
        const body = { artifactName, artifactType: 'dataset', experimentKey: key };
        const { artifactVersionId } = await wire(artifacts.upsert, { body });
        const part = multipart([{ name: 'file', fileName: 'a', content: new Uint8Array(1) }]);
        const query = { experimentId: key, fileName, artifactVersionId };
        const { assetId } = await wire(assets.uploadOnline, { query, content: part });
        await wire(artifacts.setState, { body: { artifactVersionId, experimentKey: key, state: 'CLOSED' } });
        const outputPath = join(folder, 'hostile');
        await assert.rejects(api.downloadArtifact({ workspace, artifactName, outputPath }), {
          code: 'malformed',
          remedy: /downloadExperimentAsset/,
        });
        await api.downloadExperimentAsset(key, assetId, join(folder, `${artifactName}.txt`));
      }
      await assert.rejects(stat(join(folder, 'outside.txt')), { code: 'ENOENT' });
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
