import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException } from '../client/errors.ts';
import { readViewPayload, type Snapshot, snapshotBudgetBytes } from '../snapshots/view-payload.ts';
import { staticForms } from '../static-charts/static-html.ts';
import type { Tab } from '../targets/tabs.ts';
import type { Target } from '../targets/target.ts';
import { readSnapshot } from './index.ts';
import type { SnapshotSource } from './snapshot-source.ts';

const experimentKey = 'key0aaaaaaaa';

type Experiment = NonNullable<Awaited<ReturnType<SnapshotSource['getExperimentByKey']>>>;

/** Source of one experiment, whose operations return what `given` names. */
function sourceOf(given: object, account: object = {}): SnapshotSource {
  const experiment = {
    metadata: async () => ({ experimentKey, workspaceName: 'w', projectName: 'p' }),
    getTags: async () => ['baseline'],
    getMetricsSummary: async () => [{ name: 'loss', valueCurrent: '0.5' }],
    getParametersSummary: async () => [{ name: 'lr', valueCurrent: '0.1' }],
    getOthersSummary: async () => [],
    getAssetList: async () => [],
    getCode: async () => null,
    getGitMetadata: async () => ({}),
    getGitPatch: async () => null,
    getModelGraph: async () => null,
    getOutputPieces: async () => [],
    getHtml: async () => null,
    ...given,
  } as unknown as Experiment;
  return {
    getExperimentByKey: async () => experiment,
    getMetricsForChart: async () => ({
      [experimentKey]: { metrics: [{ metricName: 'loss', values: ['1', '2'], steps: [0, 1] }] },
    }),
    getProjectNotes: async () => '',
    ...account,
  } as unknown as SnapshotSource;
}

/** Files with ids of 36 characters and `size` bytes each. */
const filesOf = (type: string, count: number, size: number) => ({
  getAssetList: async () =>
    Array.from({ length: count }, (_, at) => ({
      assetId: String(at).padStart(36, '0'),
      fileName: `src/m${at}.txt`,
      type,
      step: null,
      fileSize: size,
      createdAt: at,
    })),
  getAsset: async () => new Uint8Array(size).fill(97),
});

/** Takes a snapshot of a tab, and tests its size and that it is read back completely. */
async function taken(source: SnapshotSource, tab: Tab | undefined, more: Partial<Target> = {}) {
  const target = { kind: 'experiment', experimentKey, ...more } as Target;
  const state = { version: 1, tab } as const;
  const snapshot: Snapshot = await readSnapshot(source, target, { state });
  const bytes = Buffer.byteLength(JSON.stringify(snapshot));
  assert.ok(bytes <= snapshotBudgetBytes, `${bytes} bytes`);
  const read = readViewPayload(JSON.parse(JSON.stringify({ target, state, snapshot })));
  assert.ok(read.ok && read.payload.snapshot !== undefined);
  const { html, text } = staticForms(read.payload);
  assert.ok(html.length <= 50_000, `${html.length} characters of HTML`);
  return { snapshot, html, text };
}

/** Tests that a snapshot has the tags, metrics, parameters and points of its experiment. */
function assertRecords({ experiments: [one], chart }: Snapshot): void {
  assert.deepEqual([one!.tags, one!.metrics.length, one!.parameters.length], [['baseline'], 1, 1]);
  assert.equal(chart[experimentKey]?.metrics.length, 1);
}

const script = 'x = 1\n'.repeat(4900);

test('script and patch come before source files, and all of them leave space for the records', async () => {
  const code = { getCode: async () => script, getGitPatch: async () => new Uint8Array(29_000) };
  const { snapshot, html, text } = await taken(sourceOf({ ...filesOf('source_code', 12, 8000), ...code }), 'code');
  assertRecords(snapshot);
  const { content } = snapshot;
  assert.ok(content!.code!.length > 20_000 && content!.gitPatch);
  const { length } = content!.assets!;
  assert.ok(length > 0 && length < 12, `${length} files`);
  assert.match(text, new RegExp(`${length} of 12 source files · part of the script$`));
  assert.ok(html.includes('>Script<'));
});

test('a model graph is part of the code', async () => {
  const { snapshot, text } = await taken(sourceOf({ getModelGraph: async () => ({ layers: ['conv'] }) }), 'code');
  assert.equal(snapshot.content!.modelGraph, '{\n  "layers": [\n    "conv"\n  ]\n}');
  assert.match(text, /^Model graph\n\{\n {2}"layers"/m);
  const long = await taken(sourceOf({ getModelGraph: async () => 'conv 3x3\n'.repeat(9000) }), 'code');
  assert.match(long.text, / · part of the model graph$/);
});

test('the charts of an experiment include its curves, the newest first, also without a chosen tab', async () => {
  const curve = JSON.stringify({ x: [0, 0, 1], y: [0, 0.5, 1], name: 'roc' });
  const asset = { fileName: 'roc', type: 'curve', fileSize: curve.length, createdAt: 0 };
  const curves = {
    getAssetList: async ({ assetType }: { assetType?: string }) => {
      const listed = Array.from({ length: 900 }, (_, step) => ({ ...asset, assetId: `roc ${step}`, step }));
      return assetType === 'curve' ? listed : assert.fail('all files are listed');
    },
    getAsset: async () => new TextEncoder().encode(curve),
  };
  for (const tab of ['charts', undefined] as const) {
    const { snapshot, html, text } = await taken(sourceOf(curves), tab);
    assertRecords(snapshot);
    const { length } = snapshot.content!.assets!;
    assert.ok(length > 40 && length < 200, `${length} curves`);
    assert.equal(snapshot.content!.assets![0]!.step, 899);
    assert.match(html, /alt="Chart of loss [\s\S]*alt="Curve roc: step 899 · 3 points"/);
    assert.match(text, new RegExp(` · ${length} of 900 curves$`));
    const none = await taken(sourceOf({}), tab);
    assert.equal(none.snapshot.content, undefined);
  }
});

test('charts are saved without the curves if their files cannot be read', async () => {
  const getAssetList = async () => {
    throw RestApiException.of({ code: 'forbidden', operation: 'getAssetList', reason: 'no files', status: 403 });
  };
  const { snapshot, html, text } = await taken(sourceOf({ getAssetList }), 'charts');
  assertRecords(snapshot);
  assert.match(html, /alt="Chart of loss /);
  assert.match(text, / · without the curves$/);
});

test('a file that is stored elsewhere or was deleted meanwhile is left out, and the others are shown', async () => {
  for (const [tab, type] of [
    ['histograms', 'histogram3d'],
    ['audio', 'audio'],
  ] as const) {
    const { getAssetList } = filesOf(type, 3, 100);
    const source = sourceOf({
      getAssetList: async () => (await getAssetList()).map((asset, at) => ({ ...asset, remote: at === 0 })),
      async getAsset(assetId: string) {
        if (!assetId.endsWith('2'))
          throw RestApiException.of({ code: 'not-found', operation: 'getAsset', reason: 'none' });
        return new Uint8Array(100);
      },
    });
    const { snapshot } = await taken(source, tab);
    assert.deepEqual(Object.keys(snapshot.content!.files!), ['2'.padStart(36, '0')], tab);
    assertRecords(snapshot);
  }
});

test('artifacts that were deleted or belong to others are left out, like in the live view', async () => {
  const failure = (code: 'forbidden' | 'not-found') => RestApiException.of({ code, operation: 'get', reason: 'none' });
  const used = ['shared', 'deleted', 'secret'].map((artifactId) => ({
    artifactId,
    artifactVersionId: `v-${artifactId}`,
  }));
  const source = sourceOf(
    { getArtifactLineage: async () => ({ artifacts: used }) },
    {
      getArtifactList: async () => ({ artifacts: [] }),
      async getArtifactDetails({ artifactId }: { artifactId: string }) {
        if (artifactId !== 'shared') throw failure(artifactId === 'secret' ? 'forbidden' : 'not-found');
        const version = { artifactVersionId: 'v-shared', version: '1.0.0', alias: [], tags: [], sizeInBytes: 1 };
        return { artifactId, name: artifactId, type: 'dataset', versions: [version] };
      },
      getArtifactFiles: () => Promise.reject(failure('not-found')),
    },
  );
  const { snapshot, text } = await taken(source, 'artifacts');
  assert.deepEqual(snapshot.content!.artifactInputs, ['v-shared']);
  assert.match(text, /^shared +1\.0\.0 +input +dataset/m);
  assert.match(text, / · 0 of 1 lists of files$/);
});

test('a failure of the service while files are read fails the snapshot', async () => {
  const failure = RestApiException.of({ code: 'server', operation: 'getAsset', reason: 'the disk is full' });
  const source = sourceOf({ ...filesOf('histogram3d', 1, 100), getAsset: () => Promise.reject(failure) });
  await assert.rejects(taken(source, 'histograms'), failure);
});

test('values of a metric that are long texts are read back', async () => {
  const values = ['1', `0.${'1'.repeat(200)}`, `1${'0'.repeat(400)}`, `${'1'.repeat(200)}x`, ' '.repeat(200), null];
  const metrics = [{ metricName: 'loss', values, steps: [...values.keys()] }];
  const source = sourceOf({}, { getMetricsForChart: async () => ({ [experimentKey]: { metrics } }) });
  const { snapshot } = await taken(source, 'charts');
  assert.deepEqual(snapshot.chart[experimentKey]!.metrics[0]!.values, [
    '1',
    '0.1111111111111111',
    'Infinity',
    `${'1'.repeat(99)}…`,
    `${' '.repeat(99)}…`,
    null,
  ]);
});

test('output that is not ASCII is measured in bytes', async () => {
  const output = [{ text: '训练步骤完成损失\n'.repeat(6500), stderr: false }];
  const { snapshot, text } = await taken(sourceOf({ getOutputPieces: async () => output }), 'text');
  assertRecords(snapshot);
  assert.match(snapshot.content!.output![0]!.text, /^训练.*characters are not in the saved copy.*训练步骤完成损失\n$/s);
  assert.match(text, /the middle of the output$/);
});

test('output and HTML come before texts, in the snapshot and on a page', async () => {
  const given = {
    ...filesOf('text-sample', 12, 6000),
    getOutputPieces: async () => [{ text: 'epoch 1 loss 0.5\n'.repeat(3300), stderr: false }],
    getHtml: async () => '<p>'.repeat(9900),
  };
  const { snapshot, html, text } = await taken(sourceOf(given), 'text');
  assertRecords(snapshot);
  assert.equal(snapshot.content!.output![0]!.stderr, false, 'the whole output');
  assert.equal(snapshot.content!.html!.length, 29_700);
  assert.match(html, />Output<.*>HTML</s);
  assert.match(text, /^1 more text$/m);
  assert.match(text, /1 of 12 texts$/);
});

test('details of the machine that exceed the budget are stated, and leave the records', async () => {
  const system = { installedPackages: [], osPackages: [], command: ['x'.repeat(120_000)] };
  const { snapshot, text } = await taken(sourceOf({ getSystemDetails: async () => system }), 'installed-packages');
  assertRecords(snapshot);
  assert.match(text, /UTC · the content of the tab$/);
});

test('notes come before other items, and the number of items includes those that are left out', async () => {
  const others = [
    ...Array.from({ length: 200 }, (_, at) => ({ name: `o${at}`, valueCurrent: 'v'.repeat(900) })),
    { name: 'notes', valueCurrent: '# my notes' },
  ];
  const { snapshot, text } = await taken(sourceOf({ getOthersSummary: async () => others }), 'notes');
  assertRecords(snapshot);
  const kept = snapshot.experiments[0]!.others!;
  assert.ok(kept.length > 40 && kept.length < 201);
  assert.equal(kept.at(-1)!.name, 'notes');
  assert.match(text, /^# my notes$/m);
  assert.match(text, /^160 more$/m);
});

test('the number of parameters includes those that are left out', async () => {
  const parameters = Array.from({ length: 1500 }, (_, at) => ({ name: `p${at}`, valueCurrent: 'v'.repeat(120) }));
  const { snapshot, text } = await taken(sourceOf({ getParametersSummary: async () => parameters }), 'parameters');
  assert.ok(snapshot.experiments[0]!.parameters.length < 1500);
  assert.match(text, /^1,480 more$/m);
});

test('records whose names exceed the budget are counted', async () => {
  const parameters = [{ name: 'p'.repeat(90_000), valueCurrent: '1' }];
  const metrics = [{ name: 'm'.repeat(90_000), valueCurrent: '1' }];
  const source = sourceOf({
    getParametersSummary: async () => parameters,
    getMetricsSummary: async () => metrics,
  });
  const { snapshot, text } = await taken(source, 'charts');
  assert.deepEqual(snapshot.experiments[0]!.parameters, []);
  assert.match(text, /^metric +last +min +max\n1 more\nparameter +value\n1 more$/m);
});

test('a model has the version of the target and the newest ones that fit', async () => {
  const versions = Array.from({ length: 300 }, (_, at) => ({
    version: `${at}.0.0`,
    createdAt: at,
    comment: 'n'.repeat(600),
  }));
  const source = sourceOf({}, { getRegistryModelDetails: async () => ({ modelName: 'm', description: '', versions }) });
  const target = { kind: 'model', workspace: 'w', modelName: 'm', version: '3.0.0' } as const;
  const { snapshot, text } = await taken(source, undefined, target);
  const kept = (snapshot.model!.versions as typeof versions).map(({ version }) => version);
  assert.ok(kept.length > 100 && kept.length < 300);
  assert.deepEqual([kept[0], kept.at(-1)], ['3.0.0', '299.0.0']);
  assert.match(text, new RegExp(`${kept.length} of 300 versions$`));
});

test('the description of a model is shortened until its newest version fits', async () => {
  const description = `First line.\n${'A long description. '.repeat(20_000)}\nLast line.`;
  const versions = [{ version: '1.0.0', createdAt: 1 }];
  const source = sourceOf({}, { getRegistryModelDetails: async () => ({ modelName: 'm', description, versions }) });
  const { snapshot } = await taken(source, undefined, { kind: 'model', workspace: 'w', modelName: 'm' });
  assert.match(
    String(snapshot.model!.description),
    /^First line\.\n.+ characters are not in the saved copy …\nLast line\.$/s,
  );
  assert.equal(snapshot.model!.versions!.length, 1);
});

test('the snapshot of a project leaves out an experiment that was deleted since it was listed', async () => {
  const listed = ['a', 'b', 'c'].map((experimentKey) => ({
    metadata: async () => ({ experimentKey, workspaceName: 'w', projectName: 'p' }),
    getTags: async () => [],
    getMetricsSummary: async () => [],
    async getParametersSummary() {
      if (experimentKey !== 'b') return [];
      throw RestApiException.of({ code: 'not-found', operation: 'getParametersSummary', reason: 'none' });
    },
  }));
  const source = sourceOf({}, { getExperiments: async () => listed });
  const { snapshot } = await taken(source, undefined, { kind: 'project', workspace: 'w', projectName: 'p' });
  const keys = snapshot.experiments.map(({ metadata }) => metadata.experimentKey);
  assert.deepEqual([keys, snapshot.whole!.experiments, snapshot.whole!.drawn], [['a', 'c'], 2, 2]);
});
