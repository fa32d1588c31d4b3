import { contract } from '@tracklens/core/contract';
import { api, id, type Step } from '../step.ts';

const named = { workspace: 'lab', artifact_name: 'my data/x' };

const loggedOnline: Step = {
  kind: 'fixture',
  what: 'an artifact with two files, which only online logging writes',
  async run({ id: own, wire, upload }) {
    const experimentKey = own('first');
    const { artifacts, assets } = contract;
    const artifact = { artifactName: 'my data/x', artifactType: 'dataset', experimentKey };
    const body = { ...artifact, alias: ['best'], versionTags: ['t'], versionMetadata: '{"rows":2}' };
    const { artifactId, artifactVersionId } = await wire(artifacts.upsert, { body });
    const content = new TextEncoder().encode('rows');
    await upload(assets.uploadOnline, { experimentId: experimentKey, fileName: 'a.bin', artifactVersionId }, [
      { name: 'file', fileName: 'file', content },
    ]);
    const remote = { link: 's3://bucket/b', fileName: 'b', artifactVersionId, isRemote: true };
    const query = { experimentKey };
    await wire(artifacts.addRemoteFiles, { query, body: { remoteArtifactAssetRequests: [remote] } });
    await wire(artifacts.setState, { body: { artifactVersionId, experimentKey, state: 'CLOSED' } });
    return { artifact: artifactId, artifactVersion: artifactVersionId };
  },
};

/** Artifacts. */
export const artifactSteps: readonly Step[] = [
  loggedOnline,
  api('get_artifact_list', { workspace: 'lab' }),
  api(
    'get_artifact_list',
    { workspace: 'lab', artifact_type: 'dataset' },
    {
      note: 'of a type',
      reads: {
        artifacts: [{ artifactId: '<artifact>', name: 'my data/x', type: 'dataset', versionsCount: 1, sizeInBytes: 4 }],
      },
    },
  ),
  api(
    'get_artifact_list',
    { workspace: 'lab', artifact_type: 'other' },
    { note: 'of another type', reads: { artifacts: [] } },
  ),
  api('get_artifact_details', named, { reads: { artifactId: '<artifact>', latestVersion: '1.0.0' } }),
  api('get_artifact_details', { artifact_id: id('artifact') }, { note: 'by id', reads: { name: 'my data/x' } }),
  api('get_artifact_details', { workspace: 'lab' }, { note: 'of none' }),
  api(
    'get_artifact_files',
    { ...named, version: '1.0.0' },
    {
      reads: {
        files: [
          { artifactVersionId: '<artifactVersion>', fileName: 'a.bin', fileSize: 4, link: null },
          { artifactVersionId: '<artifactVersion>', fileName: 'b', link: 's3://bucket/b' },
        ],
      },
    },
  ),
  api('get_artifact_files', named, { note: 'of no version' }),
  api('get_artifact_files', { ...named, version: '9.0.0' }, { note: 'of an absent version' }),
  api('get_artifact_files', { ...named, alias: 'best' }, { note: 'by alias' }),
  api('get_artifact_files', { artifact_id: id('artifact'), version: '1.0.0' }, { note: 'by id' }),
];
