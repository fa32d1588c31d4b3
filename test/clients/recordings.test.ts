import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestService, testService } from '../../packages/server/src/testing/test-service.ts';
import { readRecording, replay } from './replay.ts';

const rest = '/api/rest/v2';

/** Values of the experiment of a recording, read after its replay. */
async function readBack(service: TestService) {
  const read = <T>(path: string) => service.call<T>('GET', `${rest}/${path}`);
  type Values = { values: { name: string; valueCurrent: string }[] };
  const { experiments } = await read<{ experiments: { experimentKey: string; experimentName: string }[] }>(
    'experiments?workspaceName=demo&projectName=clients',
  );
  const [{ experimentKey, experimentName } = assert.fail('no experiment')] = experiments;
  const of = `experimentKey=${experimentKey}`;
  const pairs = ({ values }: Values) => Object.fromEntries(values.map((one) => [one.name, one.valueCurrent]));
  const metrics = pairs(await read<Values>(`experiment/metrics/summary?${of}`));
  delete metrics['process duration'];
  const { assets } = await read<{ assets: { fileName: string; remote: boolean }[] }>(`experiment/asset/list?${of}`);
  const artifact = await read<{
    latestVersion: string;
    tags: string[];
    versions: { version: string; alias: string[]; tags: string[]; state: string; metadata: unknown }[];
  }>('artifacts/get?workspace=demo&artifactName=table');
  const { files } = await read<{ files: { fileName: string; remote: boolean; link: string | null }[] }>(
    'artifacts/version/files?workspace=demo&artifactName=table&alias=latest',
  );
  return {
    name: experimentName,
    parameters: pairs(await read<Values>(`experiment/parameters?${of}`)),
    // Newer Python SDKs log how long the process ran, which differs between recordings.
    metrics,
    tags: (await read<{ tags: string[] }>(`experiment/tags?${of}`)).tags.toSorted(),
    html: (await read<{ html: string }>(`experiment/html?${of}`)).html,
    assets: assets.map(({ fileName, remote }) => (remote ? `${fileName} (remote)` : fileName)).toSorted(),
    latest: artifact.latestVersion,
    versions: artifact.versions.map(({ version, alias, tags, state, metadata }) => ({
      version,
      alias: alias.toSorted(),
      tags,
      state,
      metadata,
    })),
    files: files.map(({ fileName, remote, link }) => ({ fileName, remote, link })),
  };
}

const artifactFiles = [
  { fileName: 'rows.parquet', remote: true, link: 's3://bucket/rows.parquet' },
  { fileName: 'rows.txt', remote: false, link: null },
];
const closed = { tags: ['checked'], state: 'CLOSED', metadata: { rows: 2 } };
const versions = [
  { version: '1.0.0', alias: ['v1'], ...closed },
  { version: '2.0.0', alias: ['Latest', 'v2'], ...closed },
];

const python = (parameters: Record<string, string>) => ({
  name: 'python run',
  // The SDK logs the last step itself; versions before 3.58 that of each context.
  parameters: { lr: '0.1', curr_step: '4', ...parameters },
  metrics: { accuracy: '0.5', train_loss: '0.5' },
  tags: ['python'],
  html: '<p>report</p>',
  latest: '2.0.0',
  versions,
  files: artifactFiles,
});

/** What each client logged, by the name of its recording. */
const logged: Readonly<Record<string, object>> = {
  java: {
    name: 'java run',
    parameters: { batch: '32', train_lr: '0.1', validate_lr: '0.9' },
    metrics: { accuracy: '0.25', train_loss: '0.5', validate_loss: '0.75' },
    tags: ['java'],
    html: '<p>report</p>',
    latest: '2.0.0',
    versions,
    files: artifactFiles,
  },
  r: {
    name: 'r run',
    parameters: { lr: '0.1' },
    metrics: { train_loss: '0.25' },
    tags: ['r', 'test'],
    html: '<p>report</p>',
    latest: '2.0.0',
    versions: [versions[0], { ...versions[1], alias: ['Latest', 'gold'] }],
    files: artifactFiles,
  },
  'python-3.31': python({ train_curr_step: '0', net: '{"depth": 2}' }),
  'python-3.40': python({ train_curr_step: '0', 'net|depth': '2' }),
  'python-3.43': python({ train_curr_step: '0', 'net|depth': '2' }),
  'python-3.58': python({ 'net|depth': '2' }),
};

for (const [name, expected] of Object.entries(logged)) {
  const recording = await readRecording(name);
  test(`${recording.client}: every response matches its recording, and what was logged is read back`, async (t) => {
    const service = await testService(t);
    // The workspace of a newly installed service.
    await service.call('POST', `${rest}/write/project/create`, { workspaceName: 'local', projectName: 'general' });
    await replay(recording, service);
    const read = await readBack(service);
    for (const [what, value] of Object.entries(expected))
      assert.deepEqual(read[what as keyof typeof read], value, what);
  });
}
