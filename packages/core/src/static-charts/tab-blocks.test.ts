import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { valueText } from '../charts/value-text.ts';
import { ArtifactDetails, ArtifactFile, AssetRecord } from '../contract/records/index.ts';
import type { Snapshot, ViewPayload } from '../snapshots/view-payload.ts';
import { staticForms } from './static-html.ts';

const experimentKey = 'key0aaaaaaaa';

/** Returns the snapshot of an experiment with one metric. */
function snapshot(): Snapshot {
  const values = Array.from({ length: 40 }, (_, at) => String(at));
  return {
    takenAtMillis: Date.UTC(2026, 0, 2, 3, 4),
    experiments: [
      {
        metadata: { experimentKey, experimentName: 'otter', workspaceName: 'w', projectName: 'p' },
        tags: [],
        metrics: [{ name: 'loss', valueCurrent: '0.3' }],
        parameters: [],
      },
    ],
    chart: { [experimentKey]: { metrics: [{ metricName: 'loss', values }] } },
  };
}

/** Payload of an open tab of an experiment, with the content of that tab. */
function tabPayload(content: NonNullable<Snapshot['content']>, of = snapshot()): ViewPayload {
  return {
    target: { kind: 'experiment', experimentKey },
    snapshot: { ...of, content },
    state: { version: 1, tab: content.tab },
  };
}

const base64 = (value: string | Uint8Array) => Buffer.from(value).toString('base64');

/** Assets with an id, a name and a step each. */
const assetsOf = (names: readonly string[]) =>
  names.map((fileName, step) => v.parse(AssetRecord, { assetId: `a${step}`, fileName, step }));

test('an experiment has its project, state, start, duration and tags below its name', () => {
  const given = snapshot();
  const [one] = given.experiments;
  Object.assign(one!.metadata, { startTimeMillis: Date.UTC(2026, 0, 2, 3, 4), durationMillis: 125_000 });
  Object.assign(one!, { tags: ['<b>', 'sweep'] });
  const { html, text } = staticForms(tabPayload({ tab: 'charts' }, given));
  assert.match(text, /\nw\/p · finished · started 2026-01-02 03:04 UTC · took 2m 5s · <b>, sweep\n/);
  assert.ok(html.includes('&lt;b&gt;, sweep'));
});

test('the system tab charts lines before single points, and counts the metrics of the machine', () => {
  const given = snapshot();
  const names = ['sys.a', 'sys.b', 'sys.c', 'sys.d', 'sys.e', 'process duration'];
  const entry = given.chart[experimentKey]!;
  const metrics = names.map((metricName) => {
    const { values } = metricName === 'sys.a' ? { values: ['1'] } : entry.metrics[0]!;
    return { metricName, values, steps: values.map(() => 0), timestamps: values.map((_, at) => at * 60_000) };
  });
  given.chart[experimentKey] = { ...entry, metrics };
  given.experiments[0]!.metrics = ['loss', ...names].map((name) => ({ name, valueCurrent: '1' }));
  const { html } = staticForms(
    tabPayload({ tab: 'system-metrics' }, { ...given, whole: { experiments: 1, drawn: 1, metrics: 1 } }),
  );
  const drawn = [...html.matchAll(/alt="Chart of (.*?) over duration:/g)].map(([, name]) => name);
  assert.deepEqual(drawn, ['process duration', 'sys.b', 'sys.c', 'sys.d']);
  assert.match(html, /charts of 4 of 6 metrics/);
});

test('without a chosen tab, that of the target is shown', () => {
  const { snapshot: given } = tabPayload({ tab: 'text', output: [{ text: 'epoch 1\n', stderr: false }] });
  const target = { kind: 'experiment', experimentKey, tab: 'text' } as const;
  assert.match(staticForms({ target, snapshot: given! }).text, /\nOutput\nepoch 1\n/);
  const state = { version: 1, tab: 'metrics' } as const;
  assert.match(staticForms({ target, snapshot: given!, state }).text, /\nloss +0\.3\n/);
});

test('images that do not fit are listed', () => {
  const assets = assetsOf(['large', 'small']);
  const png = (size: number) =>
    base64(Uint8Array.from({ length: size }, (_, at) => [137, 80, 78, 71, 13, 10, 26, 10][at] ?? 0));
  const { html } = staticForms(tabPayload({ tab: 'images', assets, files: { a0: png(29_000), a1: png(60) } }));
  assert.equal(html.match(/<figure/g)?.length, 1);
  assert.match(html, /alt="small at step 1".*Not shown here.*<td[^>]*>large</s);
});

test('files of artifacts are listed with their paths in the version', () => {
  const version = { artifactVersionId: 'v1', version: '1.0.0', sizeInBytes: 3 };
  const artifacts = [v.parse(ArtifactDetails, { artifactId: 'a1', name: 'set', type: 'dataset', versions: [version] })];
  const files = [v.parse(ArtifactFile, { assetId: 'f1', dir: 'data', fileName: 'data/blob.bin', fileSize: 3 })];
  const { text } = staticForms(tabPayload({ tab: 'artifacts', artifacts, artifactFiles: { 'a1 1.0.0': files } }));
  assert.match(text, /^set 1\.0\.0 +data\/blob\.bin +3$/m);
});

test('a confusion matrix has its title, and a color for each count by its share of the row', () => {
  const json = JSON.stringify({
    title: 'Validation',
    labels: ['a', 'b'],
    matrix: [
      [9, 1],
      [0, 0],
    ],
  });
  const { html } = staticForms(
    tabPayload({ tab: 'confusion-matrices', assets: assetsOf(['m.json']), files: { a0: base64(json) } }),
  );
  assert.match(html, /<strong>Validation<\/strong>/);
  assert.deepEqual(
    [...html.matchAll(/background:([^"]+)">(\d+)/g)].map(([, color, count]) => [count, color]),
    [
      ['9', 'rgba(31,111,211,0.54)'],
      ['1', 'rgba(211,60,50,0.08)'],
    ],
  );
});

test('confusion matrices that are not drawn are listed', () => {
  const assets = assetsOf(['broken', 'b', 'c', 'd', 'e']);
  const matrix = base64(JSON.stringify({ labels: ['x'], matrix: [[1]] }));
  const files = { a0: base64('{}'), a1: matrix, a2: matrix, a3: matrix, a4: matrix };
  const { html, text } = staticForms(tabPayload({ tab: 'confusion-matrices', assets, files }));
  assert.deepEqual(html.match(/(?<=<strong>)[bc](?=<)/g), ['b', 'c']);
  assert.match(text, /Not shown here\nfile.*\nbroken .*\nd .*\ne .*\nAs of/);
});

test('a file whose rows are not those of a matrix is listed, like in the live view', () => {
  for (const matrix of [[[1, 2, 3], [4]], [[1, 2]], [[1], [2]], [1, 2], [[]]]) {
    const files = { a0: base64(JSON.stringify({ labels: ['x', 'y'], matrix })) };
    const { html, text } = staticForms(tabPayload({ tab: 'confusion-matrices', assets: assetsOf(['uneven']), files }));
    assert.ok(!html.includes('true \\ predicted'), html);
    assert.match(text, /^uneven /m);
  }
});

test('a count of a confusion matrix that is not finite has no color', () => {
  const files = { a0: base64('{"labels":["a","b"],"matrix":[[1e999,1],[-1e999,1e308]]}') };
  const { html, svg } = staticForms(tabPayload({ tab: 'confusion-matrices', assets: assetsOf(['m']), files }));
  assert.deepEqual(
    [...html.matchAll(/background:([^"]+)">([^<]+)/g)].map(([, color, count]) => [count, color]),
    [
      ['1', 'rgba(211,60,50,0.60)'],
      ['1e+308', 'rgba(31,111,211,0.60)'],
    ],
  );
  assert.ok(!svg!.includes('NaN'), svg!);
});

test('files of Python with NaN and infinities are shown', () => {
  const files = (json: string) => ({ assets: assetsOf(['file']), files: { a0: base64(json) } });
  const curve = '{"name": "roc", "x": [0, 1, 2, 3], "y": [0.5, NaN, 1, -Infinity]}';
  assert.match(staticForms(tabPayload({ tab: 'charts', ...files(curve) })).html, /alt="Curve file: .*4 points/);
  const matrix = '{"labels": ["a"], "matrix": [[7]], "maxSamplesPerCell": Infinity}';
  assert.match(staticForms(tabPayload({ tab: 'confusion-matrices', ...files(matrix) })).text, /^a +7$/m);
  const histogram =
    '{"index_values": [[1000, 5]], "offset": 0, "start": 1e-12, "step": 1.1, "stop": 1e20, "mean": NaN}';
  assert.match(staticForms(tabPayload({ tab: 'histograms', ...files(histogram) })).text, /^file +0 +5 /m);
});

test('an audio file without a known length is listed, whatever its id is', () => {
  const assets = assetsOf(['a.wav', 'b.wav']).map((asset, index) => ({
    ...asset,
    assetId: ['constructor', 'a1'][index]!,
  }));
  const { text } = staticForms(tabPayload({ tab: 'audio', assets, audioSeconds: { a1: 2 } }));
  assert.match(text, /^a\.wav +0 +0$/m);
  assert.match(text, /^b\.wav +1 +2\.0 +0$/m);
});

test('a terminal gets no control characters of titles', () => {
  const title = '\u001b]0;title\u0007\r\nnext';
  const matrix = { a0: base64(JSON.stringify({ title, matrix: [[1]] })) };
  const texts = { a0: base64('content') };
  for (const payload of [
    tabPayload({ tab: 'confusion-matrices', assets: assetsOf(['m']), files: matrix }),
    tabPayload({ tab: 'text', assets: assetsOf([title]), files: texts }),
  ]) {
    assert.match(staticForms(payload).text, /^\]0;title next(?: at step 0)?$/m);
  }
});

test('texts are shown as far as they fit, and the others are counted', () => {
  for (const [size, allFit] of [
    [100, true],
    [2500, false],
  ] as const) {
    const names = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const files = Object.fromEntries(names.map((name, index) => [`a${index}`, base64(name.padEnd(size, '.'))]));
    const { html } = staticForms(tabPayload({ tab: 'text', assets: assetsOf(names), files }));
    const shown = html.match(/<strong>text /g)?.length ?? 0;
    const more = Number(/(\d+) more texts/.exec(html)?.[1] ?? 0);
    assert.deepEqual([shown + more, more === 0], [30, allFit]);
  }
});

test('histograms are ordered by name, the newest step first, and are listed once', () => {
  const one = JSON.stringify({
    version: 2,
    index_values: [[1000, 5]],
    values: null,
    offset: 0,
    start: 1e-12,
    step: 1.1,
    stop: 1e20,
  });
  const assets = assetsOf(['b', 'a', 'b', 'c']).reverse();
  const { text } = staticForms(
    tabPayload({ tab: 'histograms', assets, files: { a0: base64(one), a1: base64(one), a2: base64(one) } }),
  );
  const rows = text.split('\n').filter((line) => /^[abc] /.test(line));
  assert.deepEqual(
    rows.map((line) => line.split(/ +/).slice(0, 2).join(' ')),
    ['a 1', 'b 2', 'b 0', 'c 3'],
  );
});

test('of histograms that were logged at one step the newest is listed', () => {
  const ofValue = (index: number) =>
    JSON.stringify({ version: 2, index_values: [[index, 7]], offset: 0, start: 1e-12, step: 1.1, stop: 1e20 });
  const assets = assetsOf(['w', 'w']).map((asset) => ({ ...asset, step: 3 }));
  const files = { a0: base64(ofValue(775)), a1: base64(ofValue(1080)) };
  const { text } = staticForms(tabPayload({ tab: 'histograms', assets, files }));
  assert.deepEqual(text.match(/^w +3 .*/gm), ['w          3     7       0    0    0       0    0    ▁▁▁▁▁▁█▁▁▁▁▁']);
});

test('images, histograms and confusion matrices are figures, unless images are left out', () => {
  const png = base64(Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10));
  const counts = [[1000, 5]];
  const histogram = { version: 2, index_values: counts, values: null, offset: 0, start: 1e-12, step: 1.1, stop: 1e20 };
  const matrix = {
    labels: ['a', '<b>'],
    matrix: [
      [9, 1],
      [0, 4],
    ],
  };
  const names = (count: number) => assetsOf(Array.from({ length: count }, (_, index) => `<${index % 8}>`));
  const files = (count: number, file: unknown) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`a${index}`, file === png ? png : base64(JSON.stringify(file))]),
    );
  for (const [content, shape, count] of [
    [
      { tab: 'images', assets: names(3), files: files(3, png) },
      /<image [^>]*href="data:image\/png;base64,iVBORw0KGgo="/g,
      3,
    ],
    [{ tab: 'histograms', assets: names(16), files: files(16, histogram) }, />&lt;\d&gt;<.*?step 1?\d · 5 values</g, 6],
    [{ tab: 'confusion-matrices', assets: names(2), files: files(2, matrix) }, /<rect [^>]*fill="#(?:8|7|a|f)/g, 6 + 3],
  ] as const) {
    const payload = tabPayload(content as never);
    const { svg } = staticForms(payload);
    assert.equal(svg?.match(shape)?.length, count, content.tab);
    assert.ok(!svg.includes('<0>'));
    assert.equal(staticForms(payload, { images: false }).svg, null);
  }
});

test('notes are rendered, and stay as they are in a terminal', () => {
  const payload = tabPayload({ tab: 'notes', projectNotes: '# Plan\n- *one* <script>' });
  payload.snapshot!.experiments[0]!.others = [{ name: 'notes', valueCurrent: '**Done**' }];
  const { html, text } = staticForms(payload);
  assert.match(html, /Notes<\/strong><\/p><div><p><strong>Done<\/strong><\/p><\/div>/);
  assert.match(html, /<h4>Plan<\/h4><ul><li><em>one<\/em> &lt;script&gt;<\/li><\/ul>/);
  assert.match(text, /\*\*Done\*\*\nNotes of the project\n# Plan\n- \*one\* <script>/);
});

test('values are written as in the live view, without separators of thousands', () => {
  for (const [given, shown] of [
    ['12000000000', '1.2e10'],
    ['999999999', '999999999'],
    ['-1234567', '-1234567'],
    ['1234567.8', '1234570'],
    ['1e3', '1000'],
    ['True', 'True'],
    ['false', 'false'],
    ['0.00012345678', '0.000123457'],
    ['0.000012345678', '1.2346e-5'],
    ['-Infinity', '-Infinity'],
    ['0', '0'],
  ] as const) {
    assert.equal(valueText(given), shown);
  }
});
