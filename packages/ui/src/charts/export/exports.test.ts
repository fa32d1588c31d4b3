import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartModel, chartRows } from '@tracklens/core/charts';
import { chartSettings } from '@tracklens/core/display';
import fc from 'fast-check';
import { type ChartCode, pythonCode, typescriptCode } from './chart-code.ts';
import { drawnCsv, pointsCsv } from './chart-csv.ts';
import { escaped } from './chart-image.ts';
import { chartJson } from './chart-json.ts';
import { csvText, tsvText } from './csv.ts';
import { readPoints, savedPoints } from './exported-points.ts';
import { exportName } from './file-name.ts';
import { bytesOf } from './text-bytes.ts';

const guards: readonly [given: string | number | null, cell: string][] = [
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['+1+2', "'+1+2"],
  ['-1', '-1'],
  [-1.5e-7, '-1.5e-7'],
  ['-Infinity', '-Infinity'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['a, b', '"a, b"'],
  ['two\nlines', '"two\nlines"'],
  [null, ''],
  ['plain', 'plain'],
];
for (const [given, cell] of guards) {
  test(`a cell ${JSON.stringify(given)} is written ${JSON.stringify(cell)}`, () =>
    assert.equal(csvText([[given]]), `${cell}\r\n`));
}

/** Minimal RFC 4180 parser for CSV written by `csvText`. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quotedCell, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quotedCell === undefined ? plain! : quotedCell.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('written CSV is read back, and no cell begins a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const back = readCsv(csvText(rows));
      const given = rows.flat();
      for (const [index, cell] of back.flat().entries())
        assert.ok(cell === given[index] || cell === `'${given[index]}`);
      assert.equal(back.flat().length, given.length);
      for (const cell of back.flat()) assert.ok(!/^[=@\t\r]/.test(cell), JSON.stringify(cell));
    }),
  );
});

test('copied rows have as many cells as given, and no cell begins a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const back = tsvText(rows)
        .split('\n')
        .map((line) => line.split('\t'));
      assert.deepEqual(
        back.map((row) => row.length),
        rows.map((row) => row.length),
      );
      for (const cell of back.flat()) assert.ok(!/^[=@\r]/.test(cell), JSON.stringify(cell));
    }),
    { examples: [[[['=cmd()', '\t@a']]]] },
  );
  assert.equal(tsvText([['=cmd()', '-1', '+a\tb', null]]), "'=cmd()\t-1\t'+a b\t");
});

const chart = {
  a: { metrics: [{ metricName: 'loss', values: ['1', 'NaN', 3], steps: [0, 1, 2], timestamps: [0, 1000, null] }] },
  b: { metrics: [{ metricName: 'loss', values: [3, 2, 1], steps: [0, 1, 2] }] },
};
const experiments = [
  { key: 'a', label: '=cmd()' },
  { key: 'b', label: 'two' },
];
const input = {
  metrics: ['loss'],
  chart,
  experiments,
  settings: chartSettings(undefined, 'loss'),
  dark: false,
  sampledTo: null,
} as const;

const textOf = async (pieces: AsyncIterable<string>) => new TextDecoder().decode(await bytesOf(pieces));
const header = ['experiment_key', 'experiment_name', 'step', 'epoch', 'time', 'loss'];

test('the points of a saved copy are exported', async () => {
  assert.deepEqual(readCsv(await textOf(pointsCsv(['loss'], savedPoints(['loss'], experiments, chart)))).slice(0, 4), [
    header,
    ['a', "'=cmd()", '0', '', '1970-01-01T00:00:00.000Z', '1'],
    ['a', "'=cmd()", '1', '', '1970-01-01T00:00:01.000Z', 'NaN'],
    ['a', "'=cmd()", '2', '', '', '3'],
  ]);
});

test('columns of any length are exported as CSV and JSON, value for value', async () => {
  const count = 20_001;
  const values = Float64Array.from({ length: count }, (_, index) => (index === 7 ? Number.NaN : 1 / index));
  const steps = Float64Array.from({ length: count }, (_, index) => (index === 3 ? Number.NaN : index * 10));
  const times = Float64Array.from({ length: count }, (_, index) => 1_790_000_000_000 + index);
  const read = async (key: string) => (key === 'a' ? { steps, epochs: null, times, values } : null);
  const rows = readCsv(await textOf(pointsCsv(['loss'], readPoints(['loss'], experiments, read))));
  assert.deepEqual(rows.slice(0, 2), [header, ['a', "'=cmd()", '0', '', '2026-09-21T14:13:20.000Z', 'Infinity']]);
  assert.deepEqual([rows[4]![2], rows[8]![5], rows.length], ['', 'NaN', count + 1]);
  for (const [index, row] of rows.slice(1).entries()) assert.ok(Object.is(Number(row[5]), values[index]), row[5]);
  const settings = chartSettings(undefined, 'loss');
  const shown = { title: 'loss', caption: '', model: chartModel(input), experiments, settings, data: chart };
  const exported = { ...shown, plot: null as never };
  const parsed = JSON.parse(await textOf(chartJson(exported, readPoints(['loss'], experiments, read))));
  const [only, ...others] = parsed.experiments;
  assert.deepEqual([parsed.metricName, only.name, only.epochs, others], ['loss', '=cmd()', null, []]);
  assert.deepEqual(
    [only.values[0], only.values[7], only.steps[3], only.timestamps[2]],
    ['Infinity', 'NaN', null, 1_790_000_000_002],
  );
  assert.ok(only.values.every((value: unknown, index: number) => Object.is(Number(value), values[index])));
  const none = JSON.parse(await textOf(chartJson(exported, readPoints(['loss'], [], read))));
  assert.deepEqual(none.experiments, []);
});

test('the drawn points are exported', () => {
  const model = chartModel(input);
  const rows = readCsv(drawnCsv(model, chartRows(model, model.xExtent, 100)));
  assert.deepEqual(rows[0], ['experiment_key', 'experiment_name', 'step', 'loss']);
  assert.deepEqual(
    rows.slice(1).filter(([key]) => key === 'b'),
    [
      ['b', 'two', '0', '3'],
      ['b', 'two', '1', '2'],
      ['b', 'two', '2', '1'],
    ],
  );
});

test('a single point is exported once, also of experiments with equal colors', () => {
  const keys = Array.from({ length: 12 }, (_, index) => `experiment${index}`);
  const metrics = [{ metricName: 'loss', values: [1], steps: [100] }];
  const model = chartModel({
    ...input,
    chart: Object.fromEntries(keys.map((key) => [key, { metrics }])),
    experiments: keys.map((key) => ({ key, label: 'run', color: '#111' })),
  });
  const rows = readCsv(drawnCsv(model, chartRows(model, model.xExtent, 100)));
  assert.deepEqual(
    rows.slice(1),
    keys.map((key) => [key, 'run', '100', '1']),
  );
});

test('a group is exported with its band and its count', () => {
  const groups = [{ key: 'g', label: 'lr = 0.1', members: ['a', 'b'] }];
  const group = { by: 'lr', center: 'mean', band: 'range', members: true } as const;
  const model = chartModel({ ...input, groups, settings: { ...input.settings, group } });
  assert.deepEqual(readCsv(drawnCsv(model, chartRows(model, model.xExtent, 100))), [
    ['group', 'step', 'loss', 'low', 'high', 'n'],
    ['lr = 0.1', '0', '2', '1', '3', '2'],
    ['lr = 0.1', '1', '2', '2', '2', '1'],
    ['lr = 0.1', '2', '2', '1', '3', '2'],
  ]);
});

const code: ChartCode = {
  title: 'loss',
  metrics: ['loss"\n\u2028x'],
  experiments: [{ key: 'a', label: '"""; import os' }],
  settings: {
    ...chartSettings(undefined, 'loss'),
    yScale: 'log',
    smoothing: { method: 'ema', amount: 0.6 },
    zoom: { x: [1, 5] },
  },
};

test('a name cannot leave its string in the code', () => {
  for (const text of [pythonCode(code), typescriptCode(code)]) {
    assert.ok(text.includes('"loss\\"\\n\\u2028x"'));
    assert.ok(text.includes('"\\"\\"\\"; import os"'));
    assert.ok(!text.includes('\u2028'));
  }
});

test('experiments with equal names have different names in the code, and are not one line', () => {
  const twins = [
    { key: 'a', label: 'baseline' },
    { key: 'b', label: 'baseline' },
    { key: 'c', label: 'other' },
  ];
  for (const write of [pythonCode, typescriptCode]) {
    const text = write({ ...code, experiments: twins });
    assert.match(text, /"a": "baseline \(a\)",\s+"b": "baseline \(b\)",\s+"c": "other",/);
  }
});

test('code repeats scales, zoom and smoothing', () => {
  assert.match(pythonCode(code), /set_yscale\("log"\)\naxes\.set_xlim\(1, 5\)/);
  assert.match(pythonCode(code), /smoothed\(y, 0\.6\)/);
  assert.match(typescriptCode(code), /type: "log" \}/);
  assert.match(typescriptCode(code), /domain: \[1, 5\]/);
});

test('a file is named by project, experiment, metric, variant and day, without what a file system rejects', () => {
  const day = new Date(2026, 10, 21).getTime();
  for (const [parts, expected] of [
    [['digits', 'warm restart', 'val/loss', 'drawn'], 'digits_warm_restart_val_loss_drawn_2026-11-21'],
    [['digits', '', 'val/loss', ''], 'digits_val_loss_2026-11-21'],
    [['../..', 'a:b*"'], 'a_b_2026-11-21'],
  ] as const) {
    assert.equal(exportName(parts, day), expected);
  }
});

test('names of files are short enough for every file system, and no character is cut in two', () => {
  for (const letter of ['x', '験', '😀', 'y😀']) {
    const long = letter.repeat(200);
    const name = `${exportName([long, long, long, 'saved_points'], new Date(2026, 10, 21).getTime())}.tracklens`;
    assert.ok(Buffer.byteLength(name) <= 255, `${Buffer.byteLength(name)} bytes`);
    assert.ok(name.isWellFormed());
    assert.match(name, /_saved_points_2026-11-21\.tracklens$/);
  }
});

test('names are text in a saved page', () => {
  assert.equal(escaped('<img src=x onerror="a">&\u0000\ud800'), '&lt;img src=x onerror=&quot;a&quot;&gt;&amp;');
});

const metrics = ['loss', 'val'];
const several = {
  ...input,
  metrics,
  chart: { ...chart, b: { metrics: [...chart.b.metrics, { metricName: 'val', values: [7], steps: [2] }] } },
};

test('several metrics are exported with their names', async () => {
  const model = chartModel(several);
  const drawn = readCsv(drawnCsv(model, chartRows(model, model.xExtent, 100)));
  assert.deepEqual(drawn[0], ['experiment_key', 'experiment_name', 'metric', 'step', 'value']);
  assert.deepEqual(drawn.slice(-2), [
    ['b', 'two', 'loss', '2', '1'],
    ['b', 'two', 'val', '2', '7'],
  ]);
  const points = () => savedPoints(metrics, experiments, several.chart);
  const every = readCsv(await textOf(pointsCsv(metrics, points())));
  assert.deepEqual(every[0], ['experiment_key', 'experiment_name', 'metric', 'step', 'epoch', 'time', 'value']);
  assert.deepEqual([every.length, every.at(-1)], [8, ['b', 'two', 'val', '2', '', '', '7']]);
  const shown = { title: 'both', caption: '', model, experiments, settings: several.settings, data: several.chart };
  const json = JSON.parse(await textOf(chartJson({ ...shown, plot: null as never }, points())));
  assert.deepEqual(json.metricNames, metrics);
  assert.deepEqual(
    json.experiments.map((one: { experimentKey: string; metricName: string }) => [one.experimentKey, one.metricName]),
    [
      ['a', 'loss'],
      ['b', 'loss'],
      ['b', 'val'],
    ],
  );
});

test('code reads and names several metrics', () => {
  const both = { ...code, metrics, title: 'both', experiments };
  const python = pythonCode(both);
  assert.match(python, /, \["loss", "val"\], full=True\)/);
  assert.match(python, /^ {4}for metric_name in \["loss", "val"\]:\n {8}metric = metrics\.get\(metric_name\)$/m);
  assert.match(python, /^ {8}axes\.plot\(x, y, label=f"\{name\} · \{metric_name\}"\)$/m);
  assert.match(python, /axes\.set\(title="both", xlabel="step", ylabel="value"\)/);
  const typescript = typescriptCode({ ...both, experiments: experiments.slice(1) });
  assert.match(typescript, /^ {2}\["loss", "val"\]\.flatMap\(\(metricName\) => \{\n {4}const name = metricName;$/m);
  assert.match(typescript, /^ {4}const metric = metricOf\(answer\[key\], metricName\);$/m);
  assert.match(typescript, /^ {2}\}\),\n\);$/m);
});
