import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartTheme } from '../charts/chart-theme.ts';
import { metricSeries } from '../charts/metric-series.ts';
import { seriesPalettes, seriesStyles } from '../charts/palette.ts';
import { smoothedLine } from '../charts/smoothed-line.ts';
import { imageRows } from '../charts/svg-chart.ts';
import { imageCharts, snapshotChart, snapshotModel } from '../snapshots/snapshot-chart.ts';
import type { Snapshot, ViewPayload } from '../snapshots/view-payload.ts';
import type { ViewState } from '../targets/view-state.ts';
import { staticDocument, staticForms } from './static-html.ts';

function snapshot(experiments: number, points: number, name = (index: number) => `otter_${index}`): Snapshot {
  const keys = Array.from({ length: experiments }, (_, index) => `key${index}aaaaaaaa`);
  const values = Array.from({ length: points }, (_, at) =>
    at === 7 ? 'NaN' : String(2 * Math.exp(-at / 80) + 0.1 * Math.sin(at * 12.9898)),
  );
  return {
    takenAtMillis: Date.UTC(2026, 0, 2, 3, 4),
    experiments: keys.map((experimentKey, index) => ({
      metadata: { experimentKey, experimentName: name(index), workspaceName: 'w', projectName: 'p' },
      tags: [],
      metrics: [{ name: 'loss', valueMin: '0.1', valueMax: 'Infinity', valueCurrent: '0.30000000000000004' }],
      parameters: [],
    })),
    chart: Object.fromEntries(
      keys.map((key, index) => [
        key,
        {
          metrics: [
            {
              metricName: 'loss',
              values: values.map((v) => (v === 'NaN' ? v : String(Number(v) + index / 10))),
              steps: values.map((_, at) => at * 10),
            },
          ],
        },
      ]),
    ),
  };
}

const payload = (of: Snapshot, more: Partial<ViewPayload> = {}): ViewPayload => ({
  target: { kind: 'project', workspace: 'w', projectName: 'p' },
  snapshot: of,
  ...more,
});

/** State of a view in which all experiments of a snapshot are selected. */
const selectAll = ({ experiments }: Snapshot): ViewState => ({
  version: 1,
  selection: experiments.map(({ metadata }) => metadata.experimentKey),
});

const size = { width: 640, height: 260 };
const loss = { title: 'loss', metrics: ['loss'] };

/** Image of the one metric that most of these snapshots have, and what it is drawn from. */
function chartOf(of: Snapshot, state?: ViewState) {
  const theme = chartTheme('light');
  const { model, settings } = snapshotModel(of, state, theme, loss);
  const { alt, svg } = snapshotChart(of, state, theme, loss, size)!;
  const rows = imageRows({ model, settings, size });
  const series = model.lines.map(({ key, label: name, color }) => ({ key, name, color }));
  const pointsOf = (name: string) => {
    const { key } = series.find((one) => one.name === name)!;
    return rows.lines.filter((piece) => piece.series === key).flatMap(({ points }) => points);
  };
  return { alt, svg, rows, series, model, pointsOf };
}

function svgOf(html: string): string {
  const found = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(html);
  assert.ok(found, 'an image');
  return Buffer.from(found[1]!, 'base64').toString('utf8');
}

test('the static form shows every line, the table and the date, in under 50 kB', async () => {
  const given = snapshot(14, 10_000);
  const { html, text } = staticForms(payload(given, { state: selectAll(given) }));
  const svg = svgOf(html);
  assert.equal(svg.match(/<path[^>]*stroke-linecap="round"[^>]*>/g)?.length, 14);
  assert.ok(html.length < 50_000, `${html.length} characters`);
  assert.match(html, /As of 2026-01-02 03:04 UTC/);
  assert.match(text, /^Project w\/p/);
  assert.match(text, /otter_3\s+finished\s+0\.3$/m);
});

test('the images draw the experiments of the view, in its order and colors', () => {
  const given = snapshot(14, 20);
  for (const [index, { metadata }] of given.experiments.entries()) metadata.startTimeMillis = index;
  const [oldest, ...others] = given.experiments.map(({ metadata }) => metadata.experimentKey);
  const drawn = (state?: ViewState) => chartOf(given, state).series.map(({ key, color }) => [key, color]);
  const styled = (keys: readonly string[], all = keys) =>
    keys.map((key) => [key, seriesStyles(all, false).get(key)!.color]);
  const newest = others.toReversed().slice(0, 10);
  assert.deepEqual(drawn(), styled(newest));
  const hidden = newest.slice(0, 2);
  assert.deepEqual(drawn({ version: 1, charts: { hidden } }), styled(newest.slice(2), newest));
  const selection = [oldest!, newest[0]!, 'gone'];
  assert.deepEqual(drawn({ version: 1, selection }), styled([newest[0]!, oldest!]));
  const { html } = staticForms(payload(given, { state: { version: 1, selection: [] } }));
  assert.ok(!html.includes('<img'), 'an empty selection has no charts');
  const target = { kind: 'experiment', experimentKey: oldest! } as const;
  const one = { ...given, experiments: given.experiments.slice(0, 1) };
  assert.match(staticForms(payload(one, { target, state: { version: 1, selection: [] } })).html, /<img/);
});

test('the legend shortens names in their middle, and states how many are left out', () => {
  const given = snapshot(14, 20, (index) => `resnet50 learning-rate=0.1 batch=${index + 100}`);
  const { svg } = chartOf(given, selectAll(given));
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!);
  for (let index = 0; index < 11; index++) {
    const name = texts.find((text) => text.endsWith(`=${index + 100}`));
    assert.match(name ?? '', /^resnet50.*….*batch=\d+$/);
  }
  assert.equal(texts.filter((text) => text.includes('batch=')).length, 11);
  assert.ok(texts.includes('3 more'));
});

test('hostile names are escaped', async () => {
  const evil = '<img src=x onerror=alert(1)>"\'&';
  const { html } = staticForms(
    payload(
      snapshot(2, 30, () => evil),
      { target: { kind: 'project', workspace: evil, projectName: evil } },
    ),
  );
  assert.equal(html.match(/<img/g)?.length, 1);
  assert.ok(!html.includes('<script') && !/<[^>]*onerror/.test(html));
  assert.ok(!svgOf(html).includes('<img'));
});

test('a snapshot without points is a table, and no snapshot at all is a heading', async () => {
  const empty = { ...snapshot(1, 0), chart: {} };
  const { html, text } = staticForms(payload(empty, { target: { kind: 'experiment', experimentKey: 'key0aaaaaaaa' } }));
  assert.ok(!html.includes('<img'));
  assert.match(html, /<td[^>]*>loss<\/td>/);
  assert.match(text, /loss\s+0\.3\s+0\.1\s+Infinity/);
  const bare = staticForms({ target: { kind: 'model', workspace: 'w', modelName: 'm', version: '1.0.0' } });
  assert.match(bare.html, /Model w\/m 1\.0\.0/);
});

test('the image has all extremes, distinguishes equal names and states its number of points', () => {
  const given = snapshot(2, 10_000, () => 'same');
  const data = chartOf(given);
  assert.equal(new Set(data.series.map((series) => series.name)).size, 2);
  assert.match(data.alt, /^Chart of loss over step: 2 experiments · [\d,]+ of 20,000 points · 2 NaN$/);
  assert.equal(data.rows.nonFiniteMarkers.length, 2);
  const logged = Object.values(given.chart).flatMap((entry) =>
    entry.metrics[0]!.values.map(Number).filter(Number.isFinite),
  );
  const drawn = data.rows.lines.flatMap(({ points }) => points.map(({ y }) => y));
  assert.deepEqual([Math.max(...drawn), Math.min(...drawn)], [Math.max(...logged), Math.min(...logged)]);
});

test('a line of the image breaks at values that are not finite, and single points are dots', () => {
  const values = [1, 2, 'NaN', 3, 4, 'Infinity', 5];
  const key = 'key0aaaaaaaa';
  const given = { ...snapshot(1, 0), chart: { [key]: { metrics: [{ metricName: 'loss', values }] } } };
  const data = chartOf(given);
  assert.deepEqual(
    data.rows.lines.map(({ points }) => points.map(({ y }) => y)),
    [
      [1, 2],
      [3, 4],
    ],
  );
  assert.deepEqual(
    data.rows.singlePoints.map((dot) => dot.y),
    [5],
  );
});

test('the best point has no marker when it is outside of the range of the image', () => {
  const key = 'key0aaaaaaaa';
  const values = Array.from({ length: 100 }, (_, step) => 2 + Math.sin(step / 9)).with(50, -9);
  const given = { ...snapshot(1, 0), chart: { [key]: { metrics: [{ metricName: 'loss', values }] } } };
  const markers = (charts: object) => chartOf(given, { version: 1, charts }).svg.match(/<circle/g)?.length ?? 0;
  assert.deepEqual([markers({}), markers({ yRange: 'middle' })], [1, 0]);
});

test('a saved state sets metric, axis, scale and range of the image', () => {
  const state = {
    version: 1 as const,
    charts: {
      metrics: ['loss'],
      yScale: 'log' as const,
      zoom: { loss: { x: [100, 500] as [number, number] } },
      hidden: ['key0aaaaaaaa'],
    },
  };
  const data = chartOf(snapshot(2, 1000), state);
  assert.equal(data.series.length, 1);
  assert.equal(data.model.yScale, 'log');
  const points = data.rows.lines.flatMap((piece) => piece.points);
  // One point on either side leads the line to the edge.
  assert.ok(points.every(({ x, y }) => x >= 90 && x <= 510 && y > 0));
});

test('a saved state sets palette, colors, names, smoothing and experiments of the image', () => {
  const keys = [0, 1, 2].map((index) => `key${index}aaaaaaaa`);
  const charts = {
    palette: 'okabe-ito' as const,
    colors: { [keys[1]!]: '#123456' },
    label: '{name} ends at {metric.loss}',
    smoothing: { method: 'ema' as const, amount: 0.9 },
  };
  const state = { version: 1 as const, charts, selection: keys.slice(0, 2) };
  const given = snapshot(3, 400);
  const data = chartOf(given, state);
  assert.deepEqual(
    data.series.map(({ name, color }) => [name, color]),
    [
      ['otter_0 ends at 0.3', seriesStyles(keys.slice(0, 2), false, charts).get(keys[0]!)!.color],
      ['otter_1 ends at 0.3', '#123456'],
    ],
  );
  assert.ok(seriesPalettes['okabe-ito'].light.includes(data.series[0]!.color));
  const entry = given.chart[keys[0]!]!;
  const metric = entry.metrics[0]!;
  const series = metricSeries(entry, metric, 'step');
  const smooth = smoothedLine(series, entry, metric, charts.smoothing, 'linear').drawn;
  const first = data.pointsOf('otter_0 ends at 0.3');
  assert.ok(first.length > 20 && first.length < 400);
  for (const { x, y } of first) assert.equal(y, smooth[series.x.indexOf(x)]);
  const raw = data.rows.rawLines.filter((piece) => piece.series === keys[0]).flatMap(({ points }) => points);
  assert.ok(raw.length > 20);
  for (const { x, y } of raw) assert.equal(y, series.y[series.x.indexOf(x)]);
  assert.match(data.alt, / · smoothed$/);
  const sameName = chartOf(given, { version: 1, charts: { label: 'same' } });
  assert.equal(new Set(sameName.series.map(({ name }) => name)).size, 3);
});

test('the static form of a payload shows its state', async () => {
  const state = { version: 1 as const, charts: { palette: 'okabe-ito' as const, colors: { key1aaaaaaaa: '#123456' } } };
  const svg = svgOf(staticForms(payload(snapshot(2, 50), { state })).html);
  assert.match(svg, /stroke="#123456"/);
  assert.match(svg, new RegExp(`stroke="(${seriesPalettes['okabe-ito'].light.join('|')})"`));
});

test('each group of experiments is one line with its band', () => {
  const given = snapshot(4, 60);
  for (const [index, one] of given.experiments.entries()) {
    one.parameters = [{ name: 'lr', valueCurrent: index < 2 ? '0.1' : '0.2' }];
  }
  const group = { by: 'parameter:lr', center: 'mean' as const, band: 'range' as const, members: false };
  const { alt, svg, series } = chartOf(given, { version: 1, charts: { group } });
  assert.deepEqual(
    series.map(({ name }) => name),
    ['lr = 0.1 (2)', 'lr = 0.2 (2)'],
  );
  const palette = 'okabe-ito' as const;
  const groupKeys = ['parameter:lr=0.1', 'parameter:lr=0.2'];
  const colors = { [groupKeys[1]!]: '#123456' };
  const colored = chartOf(given, { version: 1, charts: { group, palette, colors } });
  const styles = seriesStyles(groupKeys, false, { palette });
  assert.deepEqual(
    colored.series.map(({ color }) => color),
    [styles.get(groupKeys[0]!)!.color, '#123456'],
  );
  assert.match(alt, /4 experiments · mean of 2 groups/);
  assert.equal(svg.match(/fill-opacity/g)?.length, 4, 'a band for each piece between missing values');
});

test('experiments with the same value are one group, and those without any value are not grouped', () => {
  const given = snapshot(3, 60);
  for (const one of given.experiments) one.parameters = [{ name: 'opt', valueCurrent: 'adam' }];
  const linesBy = (by: string, of = given) => {
    const group = { by, center: 'mean' as const, band: 'range' as const, members: false };
    const { alt, series } = chartOf(of, { version: 1, charts: { group } });
    return { alt, names: series.map(({ name }) => name) };
  };
  const { alt, names } = linesBy('parameter:opt');
  assert.deepEqual(names, ['opt = adam (3)']);
  assert.match(alt, /3 experiments · mean of 1 group ·/);
  assert.deepEqual(linesBy('parameter:absent').names, ['otter_0', 'otter_1', 'otter_2']);
  const one = snapshot(1, 60);
  one.experiments[0]!.parameters = [{ name: 'opt', valueCurrent: 'adam' }];
  assert.deepEqual(linesBy('parameter:opt', one).names, ['otter_0']);
});

test('every scale and axis is drawn without invalid numbers', () => {
  for (const xAxis of ['step', 'wall', 'duration'] as const) {
    for (const scale of ['linear', 'log', 'symlog'] as const) {
      const given = snapshot(2, 40);
      for (const { metrics } of Object.values(given.chart)) {
        metrics[0]!.timestamps = metrics[0]!.values.map((_, at) => 1_767_312_000_000 + at * 60_000);
      }
      const { svg } = chartOf(given, { version: 1, charts: { xAxis, xScale: scale, yScale: scale } });
      assert.ok(!/="[^"]*(NaN|Infinity)[^"]*"/.test(svg), `${xAxis} ${scale}: ${svg}`);
      assert.ok((svg.match(/<text/g)?.length ?? 0) > 8, `${xAxis} ${scale}: tick labels`);
    }
  }
});

test('characters that XML forbids are removed from names', () => {
  const { svg } = chartOf(snapshot(2, 20, (index) => `a\u0000b\ud800<c>&"${index}`));
  assert.match(svg, /a b\ufffd&lt;c&gt;&amp;&quot;0/);
});

test('values that are not finite are marked once in each column and kind, however many there are, and counted in words', async () => {
  const given = snapshot(25, 1);
  const values = Array.from({ length: 3000 }, (_, at) =>
    at % 3 === 0 ? at / 1000 : at % 3 === 1 ? 'NaN' : 'Infinity',
  );
  const metrics = [{ metricName: 'loss', values, steps: values.map((_, at) => at) }];
  for (const [key, entry] of Object.entries(given.chart)) given.chart[key] = { ...entry, metrics };
  const state = selectAll(given);
  const data = chartOf(given, state);
  assert.match(data.alt, /25,000 NaN · 25,000 infinite/);
  const positions = data.rows.nonFiniteMarkers.map(
    ({ color, x, top }) => `${color} ${top} ${Math.floor((x / 2997) * 5)}`,
  );
  assert.ok(positions.length >= 25 && positions.length <= 2 * 25 * 7, `${positions.length} marks`);
  const { html } = staticForms(payload(given, { state }));
  assert.ok(svgOf(html).length < 60_000, `${svgOf(html).length} characters`);
});

test('the view has at most four images, and the number of further charts is stated', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'seventh'];
  const given = snapshot(3, 40);
  for (const [key, entry] of Object.entries(given.chart)) {
    given.chart[key] = { ...entry, metrics: names.map((metricName) => ({ ...entry.metrics[0]!, metricName })) };
  }
  for (const one of given.experiments) one.metrics = names.map((name) => ({ name, valueCurrent: '1' }));
  const whole = { experiments: 412, drawn: 412, metrics: 7 };
  const said = 'charts of 3 of 412 experiments and 4 of 7 metrics';
  const all = staticForms(payload({ ...given, whole }));
  assert.equal(all.html.match(/<img/g)?.length, 4);
  assert.ok(all.html.includes(`3 of 412 experiments · ${said}`), all.html.slice(-400));
  assert.match(all.text, /UTC · 3 of 412 experiments$/);
  const state = { version: 1 as const, charts: { metrics: ['seventh', 'gone'] } };
  assert.deepEqual(
    imageCharts(given, state).map(({ title }) => title),
    ['seventh'],
  );
  const some = staticForms(payload({ ...given, whole: { ...whole, drawn: 3, metrics: 1 } }, { state }));
  assert.match(some.html, /alt="Chart of seventh over step/);
  assert.match(some.html, /<th[^>]*>seventh<\/th>/);
  assert.match(some.html, /UTC · 3 of 412 experiments</);
  const narrowed = { version: 1 as const, project: { query: 'loss < 1' } };
  assert.match(staticForms(payload({ ...given, whole }, { state: narrowed })).text, / · without the view's query$/);
});

test('a document has all charts of the snapshot, and no script', () => {
  const names = ['a', 'b', 'c', 'd', 'e', '<script>alert(1)</script>'];
  const given = snapshot(2, 5);
  for (const [key, entry] of Object.entries(given.chart)) {
    given.chart[key] = { ...entry, metrics: names.map((metricName) => ({ ...entry.metrics[0]!, metricName })) };
  }
  const html = staticDocument(payload(given));
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
  assert.equal(html.match(/<img/g)?.length, names.length);
  assert.match(html, /content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"/);
  assert.doesNotMatch(html, /<script/);
});

test('a document separates tables, aligns images at the top and breaks long words', () => {
  const html = staticDocument(payload(snapshot(2, 5)));
  for (const rule of [
    /^table \{ margin-bottom: 1em;/m,
    /^img, figure \{ vertical-align: top \}/m,
    /^pre \{ overflow-wrap: anywhere \}/m,
  ]) {
    assert.match(html, rule);
  }
});

test('combined metrics are one image, which names each of its lines', () => {
  const given = snapshot(2, 40);
  const names = ['a', 'train_loss', 'val_loss'];
  for (const [key, entry] of Object.entries(given.chart)) {
    given.chart[key] = { ...entry, metrics: names.map((metricName) => ({ ...entry.metrics[0]!, metricName })) };
  }
  for (const one of given.experiments) one.metrics = names.map((name) => ({ name, valueCurrent: '1' }));
  const charts = { combined: [{ title: 'losses', metrics: ['val_loss', 'train_loss', 'absent'] }] };
  const formsOf = (of: Snapshot) => {
    const whole = { experiments: 2, drawn: Object.keys(of.chart).length, metrics: 3 };
    const { html } = staticForms(payload({ ...of, whole }, { state: { version: 1, charts } }));
    const labels = [...svgOf(html).matchAll(/>([^<>]*_loss)<\/text>/g)].map(([, label]) => label);
    return { html, alts: [...html.matchAll(/alt="(.*?)"/g)].map(([, alt]) => alt), labels };
  };
  const both = formsOf(given);
  assert.match(
    both.alts[0]!,
    /^Chart of losses \(val_loss, train_loss\) over step: 2 experiments · 2 metrics · 156 of 160/,
  );
  assert.match(both.alts[1]!, /^Chart of a over step: 2 experiments · 78 of 80/);
  const labelsOf = (name: string) => ['val_loss', 'train_loss'].map((metric) => `${name} &#183; ${metric}`);
  assert.deepEqual(both.labels, [...labelsOf('otter_0'), ...labelsOf('otter_1')]);
  assert.match(svgOf(both.html), /stroke-dasharray/);
  assert.ok(!both.html.includes('of 3 metrics'), 'each metric has an image');
  const [[key, entry]] = Object.entries(given.chart) as [[string, Snapshot['chart'][string]]];
  const oneLogged = formsOf({ ...given, chart: { [key]: entry } });
  assert.match(oneLogged.alts[0]!, /: otter_0 · 2 metrics · /);
  assert.deepEqual(oneLogged.labels, labelsOf('otter_0'), 'as in the view, which compares two experiments');
  const one = formsOf({ ...given, experiments: given.experiments.slice(0, 1), chart: { [key]: entry } });
  assert.deepEqual(one.labels, ['val_loss', 'train_loss']);
});

test('the table has the columns of the view, also for a single experiment', async () => {
  const given = snapshot(1, 0);
  given.experiments[0]!.parameters = [{ name: 'lr', valueCurrent: '0.001' }];
  const table = { columns: ['name', 'parameter:lr', 'min:loss', 'metric:none', 'spark:loss'] };
  const { text } = staticForms(payload(given, { state: { version: 1, table } }));
  assert.match(text, /^experiment +state +lr +loss min\notter_0 +finished +0\.001 +0\.1$/m);
});

test('parameters are shown in their tab, and logged control characters are removed', async () => {
  const given = snapshot(1, 40, () => 'otter\u001b[31m\n0');
  given.experiments[0]!.parameters = Array.from({ length: 31 }, (_, at) => ({ name: `p${at}`, valueCurrent: `${at}` }));
  const target = { kind: 'experiment', experimentKey: 'key0aaaaaaaa' } as const;
  const both = staticForms(payload(given, { target, state: { version: 1, tab: 'charts' } }));
  assert.match(
    both.text,
    /^Experiment otter \[31m 0\nw\/p · finished\nmetric +last .*\nloss .*\nparameter +value\np0 +0\n(p.*\n){19}11 more\nAs of/,
  );
  assert.match(both.html, /<img.*<table>.*<table>.*11 more/s);
  const alone = staticForms(payload(given, { target, state: { version: 1, tab: 'parameters' } }));
  assert.doesNotMatch(alone.html + alone.text, /<img|metric|loss/);
});

test('the text of a parameter is unchanged, in its tab and in the table of a project', () => {
  const given = snapshot(1, 0);
  const texts = ['123456789', '3.10', 'True', '007', '4294967295', '1e-05', '0.00012345678'];
  given.experiments[0]!.parameters = texts.map((valueCurrent, at) => ({ name: `p${at}`, valueCurrent }));
  const target = { kind: 'experiment', experimentKey: 'key0aaaaaaaa' } as const;
  const columns = texts.map((_, at) => `parameter:p${at}`);
  for (const { html, text } of [
    staticForms(payload(given, { target, state: { version: 1, tab: 'parameters' } })),
    staticForms(payload(given, { state: { version: 1, table: { columns } } })),
  ]) {
    for (const one of texts) {
      assert.ok(html.includes(`>${one}</td>`), `${one} in ${html}`);
      assert.ok(text.split(/\s+/).includes(one), `${one} in ${text}`);
    }
  }
});

test('a table with long texts of digits is written fast', () => {
  const given = snapshot(1, 1);
  given.experiments[0]!.parameters = [{ name: 'digits', valueCurrent: `${'1'.repeat(99_999)}x` }];
  const started = process.cpuUsage();
  const { html } = staticForms(payload(given, { target: { kind: 'experiment', experimentKey: 'key0aaaaaaaa' } }));
  const { user } = process.cpuUsage(started);
  assert.match(html, />1{119}…</);
  assert.ok(user < 2_000_000, `${user} µs`);
});

test('a snapshot without a valid time has no date', () => {
  for (const takenAtMillis of [1e20, -1e20, 0]) {
    const { html, text } = staticForms(payload({ ...snapshot(1, 1), takenAtMillis }));
    assert.ok(!`${html}${text}`.includes('As of'), text);
  }
});

test('texts are shortened without half of a character, which a notebook cannot store', () => {
  for (const start of ['', 'a']) {
    const long = `${start}${'😀'.repeat(10_000)}`;
    const given = snapshot(1, 1, () => long);
    given.experiments[0]!.parameters = [{ name: long, valueCurrent: long }];
    given.experiments[0]!.tags = [long];
    const target = { kind: 'experiment', experimentKey: 'key0aaaaaaaa' } as const;
    const content = { tab: 'text', output: [{ text: long, stderr: null }] } as const;
    for (const state of [{ version: 1 }, { version: 1, tab: 'text' }] as const) {
      const { html, text } = staticForms({
        target,
        state,
        snapshot: { ...given, content: { ...content, output: [...content.output] } },
      });
      assert.ok(text.isWellFormed(), text);
      assert.ok(!html.includes('\ufffd'), html);
    }
  }
});

test('a terminal gets no control characters of the URL', () => {
  const url = 'https://host/\u001b]0;title\u0007\nw/p';
  const { text } = staticForms({ target: { kind: 'project', workspace: 'w', projectName: 'p' }, url });
  assert.equal(text, 'Project w/p\nhttps://host/ ]0;title w/p');
});

test('an absent named view is reported', async () => {
  const target = { kind: 'project', workspace: 'w', projectName: 'p', viewId: 'v' } as const;
  const said = / · there is no named view v/;
  assert.match(staticForms(payload(snapshot(1, 0), { target, state: { version: 1 } })).text, said);
  assert.doesNotMatch(staticForms(payload(snapshot(1, 0), { target, state: { version: 1, view: 'v' } })).text, said);
});
