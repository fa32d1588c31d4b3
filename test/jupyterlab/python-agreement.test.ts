import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import {
  chartTheme,
  legendName,
  lineChart,
  metricSeries,
  paletteNames,
  positiveValues,
  readViewState,
  type Smoothing,
  type Snapshot,
  seriesLooks,
  smoothedLine,
  type ViewState,
} from '@tracklens/core/display';
import fc from 'fast-check';
import { valueText } from '../../packages/core/src/charts/value-text.ts';
import { bufferedBody, type Transport } from '../../packages/core/src/client/transport.ts';
import { leftOut } from '../../packages/core/src/snapshots/left-out.ts';
import { imageMetrics, snapshotChart } from '../../packages/core/src/snapshots/snapshot-chart.ts';
import { takeSnapshot } from '../../packages/core/src/take-snapshot.ts';
import { pythonEnvironment } from '../../scripts/setup.ts';

const packageFolder = path.join(import.meta.dirname, '..', '..', 'packages', 'jupyterlab-ext');

/** Evaluates an expression of Python for each case, `case` being its name there. */
async function inPython<T>(imports: string, expression: string, cases: readonly unknown[]): Promise<T[]> {
  const program = `import json, sys\n${imports}\njson.dump([${expression} for case in json.load(sys.stdin)], sys.stdout)`;
  const { python, env } = await pythonEnvironment();
  const answer = await new Promise<string>((resolve, reject) => {
    const process = execFile(
      python,
      ['-c', program],
      { env: { ...env, PYTHONPATH: packageFolder, PYTHONDONTWRITEBYTECODE: '1' }, maxBuffer: 500_000_000 },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
    process.stdin!.end(JSON.stringify(cases));
  });
  return JSON.parse(answer) as T[];
}

/** The same cases in every run, so that what fails here fails everywhere. */
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number) => fc.sample(arbitrary, { numRuns: count, seed: 7 });

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const finite = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const loggedValue = fc.oneof(
  { weight: 12, arbitrary: finite },
  { weight: 6, arbitrary: finite.map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('NaN', 'Infinity', '-inf', ' 1e-7\ufeff', 'True', '', 'cat', null, '0x10', '1_000', '٣'),
  },
);
const text = fc.oneof(fc.string(), fc.constantFrom('loss', 'lr', 'a.b', 'loss.min', 'x y'));

test('names and values have the same text', async () => {
  const value = fc.oneof(
    loggedValue.map((one) => (typeof one === 'number' ? String(one) : one)),
    fc.double().map(String),
    // Halves of the sixth digit.
    fc.tuple(fc.integer({ min: 100_000, max: 999_999 }), fc.integer({ min: -30, max: 30 })).map(([digits, tens]) => {
      return `${digits}5e${tens}`;
    }),
    fc.string({ unit: 'grapheme' }),
    fc.string().map((digits) => `\u2003${digits.replace(/[^-+.eE0-9_]/g, '')}\u0085`),
  );
  const summary = fc.record({
    name: fc.constantFrom('loss', 'lr', 'loss.min', 'a.b'),
    valueMin: fc.option(value),
    valueMax: fc.option(value),
    valueCurrent: fc.option(value),
  });
  const piece = fc.oneof(
    fc.constantFrom(
      '{name}',
      '{ key }',
      '{tags}',
      '{param.lr}',
      '{metric.loss}',
      '{metric.loss.min}',
      '{metric.a.b.max}',
    ),
    fc.constantFrom(
      '{metric.loss.last}',
      '{param.a.b}',
      '{x}',
      '{{name}}',
      '{}',
      '{param.}',
      '{metric.\n}',
      '{',
      ' ',
      '\ufeff',
      '\u0085',
    ),
    fc.string(),
  );
  const cases = sample(
    fc.record({
      template: fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
      key: fc.stringMatching(/^[0-9a-f]{12}$/),
      label: text,
      details: fc.record({
        tags: fc.array(text, { maxLength: 3 }),
        metrics: fc.array(summary, { maxLength: 4 }),
        parameters: fc.array(summary, { maxLength: 4 }),
      }),
    }),
    2000,
  );
  const names = await inPython<string>(
    'from tracklens.legend_name import legend_name',
    'legend_name(case["template"], case["key"], case["label"], case["details"])',
    cases,
  );
  for (const [index, { template, key, label, details }] of cases.entries()) {
    assert.equal(names[index], legendName(template, { key, label }, details, valueText), JSON.stringify(cases[index]));
  }
  const values = sample(value, 5000);
  const texts = await inPython<string>('from tracklens.values import value_text', 'value_text(case)', values);
  for (const [index, given] of values.entries()) assert.equal(texts[index], valueText(given), JSON.stringify(given));
});

test('colours and dashes are the same in every palette, with chosen colours', async () => {
  const key = fc.oneof(fc.stringMatching(/^[0-9a-f]{1,32}$/), fc.string({ unit: 'binary' }));
  const cases = sample(
    fc.uniqueArray(key, { maxLength: 70 }).chain((keys) =>
      fc.record({
        keys: fc.constant(keys),
        palette: fc.constantFrom(...paletteNames),
        colors: fc
          .subarray(keys.filter((one) => one !== '__proto__'))
          .map((some) => Object.fromEntries(some.map((one) => [one, '#123abc']))),
      }),
    ),
    300,
  );
  const looks = await inPython<Record<string, [string, number[]]>>(
    'from tracklens.palette import series_looks',
    '{k: [l.color, list(l.dash)] for k, l in series_looks(case["keys"], case["palette"], case["colors"]).items()}',
    cases,
  );
  for (const [index, { keys, palette, colors }] of cases.entries()) {
    const expected = [...seriesLooks(keys, false, { palette, colors })];
    assert.deepEqual(
      looks[index],
      Object.fromEntries(expected.map(([one, { color, dash }]) => [one, [color, [...dash]]])),
    );
  }
});

const place = fc.option(fc.integer({ min: 0, max: 300 }));

/** A metric as it travels, its points in order or not, resumed or not, with and without steps, epochs and times. */
const metricNamed = (metricName: string, lengths: fc.ArrayConstraints = { maxLength: 90 }) =>
  fc.array(loggedValue, lengths).chain((values) => {
    const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: values.length, maxLength: values.length });
    const steps = fc.oneof(
      fc.constant(values.map((_, index) => index * 3)),
      fc.constant(values.map((_, index) => (index < values.length / 2 ? index : index - 5))),
      list(place),
      list(fc.double({ min: -10, max: 1e4, noNaN: true })),
    );
    const times = fc.oneof(fc.constant(values.map((_, index) => 1.7e12 + index * 1500)), list(place));
    return fc.record(
      {
        metricName: fc.constant(metricName),
        values: fc.constant(values),
        steps,
        epochs: steps,
        timestamps: times,
        durations: times,
        total: fc.integer({ min: 0, max: 5000 }),
      },
      { requiredKeys: ['metricName', 'values'] },
    );
  });

const smoothings = (methods: readonly Smoothing['method'][]): fc.Arbitrary<Smoothing> =>
  fc.record(
    {
      method: fc.constantFrom(...methods),
      amount: fc.oneof(fc.double({ min: 0, max: 1.2, noNaN: true }), fc.double({ min: 0, max: 80, noNaN: true })),
      of: fc.constantFrom('steps', 'millis'),
    },
    { requiredKeys: ['method', 'amount'] },
  );

test('lines are smoothed equally by every method, over any axis, on linear and logarithmic scales', async () => {
  const cases = sample(
    fc.record({
      metric: metricNamed('loss'),
      axis: fc.constantFrom('step', 'epoch', 'wall', 'duration'),
      xLog: fc.boolean(),
      yLog: fc.boolean(),
      smoothing: smoothings(['ema', 'mean', 'median', 'half-life']),
    }),
    3000,
  );
  const lines = await inPython<
    Record<'x' | 'y' | 'segments' | 'breaks' | 'source' | 'drawn', number[]> & { total: number }
  >(
    `from tracklens.metric_series import metric_series, positive_part
from tracklens.smoothing import smoothed_line
def line(case):
    entry = {"metrics": [case["metric"]]}
    series = positive_part(metric_series(entry, case["metric"], case["axis"]), case["xLog"], case["yLog"])
    drawn = smoothed_line(series, entry, case["metric"], case["smoothing"], case["yLog"])
    names = ("x", "y", "segments", "source", "total")
    return {**{name: getattr(series, name) for name in names}, "breaks": [int(one) for one in series.breaks], "drawn": drawn}`,
    'line(case)',
    cases,
  );
  for (const [index, { metric, axis, xLog, yLog, smoothing }] of cases.entries()) {
    const entry = { metrics: [metric] };
    const series = positiveValues(metricSeries(entry, metric, axis), xLog, yLog);
    const { drawn } = smoothedLine(series, entry, metric, smoothing, yLog);
    const given = JSON.stringify(cases[index]);
    const { x, y, segments, breaks, source, total } = lines[index]!;
    assert.deepEqual(
      { x, y, segments, breaks, source, total },
      asJson({
        x: [...series.x],
        y: [...series.y],
        segments: series.segments,
        breaks: [...series.breaks],
        source: [...series.source],
        total: series.total,
      }),
      given,
    );
    // Powers and logarithms of two libraries differ in their last digits.
    const scale = Math.max(1e-300, ...series.y.map(Math.abs));
    for (const [at, value] of drawn.entries()) {
      const other = lines[index]!.drawn[at]!;
      assert.ok(Math.abs(other - value) <= 1e-9 * scale, `${other} for ${value} in ${given}`);
    }
  }
});

const keys = ['a1', 'b2', 'c3'].map((start) => start.padEnd(12, '0'));
const range = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -5, max: 30 }).map((from): [number, number] => [from, 20 * from + 100]) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: -5, max: 300 }), fc.integer({ min: -5, max: 300 })) },
);
const scale = fc.constantFrom('linear' as const, 'log' as const, 'symlog' as const);

const viewState: fc.Arbitrary<ViewState> = fc
  .record(
    {
      xAxis: fc.oneof(
        fc.constantFrom('step' as const, 'epoch' as const, 'wall' as const, 'duration' as const),
        fc.constantFrom('accuracy', 'accuracy', 'nothing').map((metric) => ({ metric })),
      ),
      xScale: scale,
      yScale: scale,
      smoothing: smoothings(['ema', 'mean', 'median']),
      zoom: fc.record({ loss: fc.record({ x: range, y: range }, { requiredKeys: [] }) }, { requiredKeys: [] }),
      hidden: fc.subarray(keys, { maxLength: 1 }),
      palette: fc.constantFrom(...paletteNames),
      colors: fc.subarray(keys).map((some) => Object.fromEntries(some.map((key) => [key, '#AB12cd']))),
      label: fc.constantFrom('', 'same', '{name}', '{name} {metric.loss}', '{tags} {param.lr}'),
    },
    { requiredKeys: [] },
  )
  .chain(({ smoothing, ...charts }) =>
    // Rounding of logarithms may choose another of two equal points: the test of smoothing holds them within it.
    fc.record(
      {
        version: fc.constant(1 as const),
        charts: fc.constant({ ...charts, ...(smoothing && charts.yScale !== 'log' ? { smoothing } : {}) }),
        selection: fc.subarray([...keys, 'elsewhere']),
      },
      { requiredKeys: ['version'] },
    ),
  );

const snapshotOf = (lengths?: fc.ArrayConstraints): fc.Arbitrary<Snapshot> =>
  fc
    .record({
      metrics: fc.tuple(...keys.map(() => fc.tuple(metricNamed('loss', lengths), fc.option(metricNamed('accuracy'))))),
      names: fc.tuple(...keys.map(() => fc.constantFrom('mlp', 'mlp', '', '<b>'))),
      shown: fc.subarray(keys, { minLength: 1 }),
    })
    .map(({ metrics, names, shown }) => ({
      takenAtMillis: 0,
      experiments: keys.slice(0, 2).map((experimentKey, index) => ({
        metadata: { experimentKey, experimentName: names[index]!, workspaceName: 'w', projectName: 'p' },
        tags: index === 0 ? ['a', 'b'] : [],
        metrics: [{ name: 'loss', valueCurrent: '0.30000000000000004' }],
        parameters: [{ name: 'lr', valueCurrent: `1e-${index + 5}` }],
      })),
      chart: Object.fromEntries(
        shown.map((key) => [key, { metrics: metrics[keys.indexOf(key)]!.filter((metric) => metric !== null) }]),
      ),
    }));

test('an image of Python has the spec of the one of TypeScript, whatever the state arranges', async () => {
  const short = sample(fc.record({ snapshot: snapshotOf(), state: viewState }), 1200);
  // More points than an image has columns.
  const long = sample(fc.record({ snapshot: snapshotOf({ minLength: 900, maxLength: 1000 }), state: viewState }), 60);
  const cases = [...short, ...long];
  const specs = await inPython<unknown>(
    `from tracklens.snapshot_chart import snapshot_chart
from tracklens.static_chart import line_chart
def spec(case):
    chart = snapshot_chart(case["snapshot"], case["state"], "loss", 640, 260)
    return None if chart is None else line_chart(chart)`,
    'spec(case)',
    cases,
  );
  let drawn = 0;
  for (const [index, { snapshot, state }] of cases.entries()) {
    const data = snapshotChart(snapshot, state, chartTheme('light'), 'loss', { width: 640, height: 260 });
    const expected = data === null ? null : asJson(lineChart(data, chartTheme('light')));
    assert.deepEqual(specs[index], expected, JSON.stringify(cases[index]));
    if (data !== null) drawn++;
  }
  assert.ok(drawn > 500, `${drawn} of ${cases.length} have something to draw`);
});

/** A project of a service: each experiment with the lengths of its metrics, by name. Values follow from their index. */
interface World {
  readonly experiments: readonly {
    readonly key: string;
    readonly started: number;
    readonly metrics: Readonly<Record<string, number>>;
    readonly parameters: number;
  }[];
  readonly state: ViewState;
}

const worldKeys = Array.from({ length: 90 }, (_, index) => `k${String(index).padStart(31, '0')}`);
const metricPool = [
  'loss',
  'accuracy',
  'sys.cpu',
  'f1',
  'lr',
  'grad/norm',
  'val/loss',
  'val/f1',
  'seventh',
  'eighth',
  'ninth',
];
const someMetrics = fc.uniqueArray(fc.constantFrom(...metricPool, 'never'), { maxLength: 8 });

const world: fc.Arbitrary<World> = fc
  .record({
    count: fc.integer({ min: 0, max: 90 }),
    longest: fc.constantFrom(3, 40, 600),
    texts: fc.constantFrom(2, 8, 60),
  })
  .chain(({ count, longest, texts }) => {
    const here = worldKeys.slice(0, count);
    const chosen = fc.oneof(fc.subarray(here, { maxLength: Math.min(5, count) }), fc.subarray(here));
    const columns = fc.array(fc.constantFrom('name', 'tag', 'metric:f1', 'min:ninth', 'spark:eighth', 'parameter:p7'));
    const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] });
    return fc.record({
      experiments: fc.tuple(
        ...here.map((key) =>
          fc.record({
            key: fc.constant(key),
            started: fc.integer({ min: 0, max: 50 }),
            metrics: fc.dictionary(fc.constantFrom(...metricPool), fc.integer({ min: 0, max: longest }), {
              noNullPrototype: true,
            }),
            parameters: fc.integer({ min: 0, max: texts }),
          }),
        ),
      ),
      state: record({
        charts: record({
          metrics: someMetrics,
          xAxis: fc.oneof(fc.constant('step' as const), fc.record({ metric: fc.constantFrom('lr', 'never') })),
          hidden: chosen,
          zoom: fc.constantFrom({}, { ninth: { x: [0, 5] as [number, number] } }),
          full: someMetrics,
          label: fc.constantFrom('{name}', '{param.p9} {metric.f1.min}'),
        }),
        table: record({ columns, pinned: columns, sort: fc.constant({ column: 'max:lr', descending: true }) }),
        project: record({ query: fc.constantFrom('', 'loss < 1'), axes: columns }),
        selection: chosen.map((keys) => ['elsewhere', ...keys]),
      }).map((state) => ({ version: 1 as const, ...state })),
    });
  });

/** A service with one project, for the client. */
function worldApi({ experiments }: World): API {
  const metadata = ({ key, started }: World['experiments'][number]) => ({
    experimentKey: key,
    experimentName: `run ${key.slice(-2)}`,
    workspaceName: 'w',
    projectName: 'p',
    startTimeMillis: started,
  });
  const named = (key: unknown) => experiments.find((one) => one.key === key)!;
  const answer = (path: string, { experimentKey, targetedExperiments = [], metrics = [] }: Record<string, unknown>) => {
    if (path === 'project') return { projectName: 'p' };
    if (path === 'experiments') return { experiments: experiments.map(metadata) };
    if (path === 'experiment/tags') return { tags: [String(experimentKey).slice(-1)] };
    if (path === 'experiment/metrics/summary')
      return {
        values: Object.keys(named(experimentKey).metrics).map((name) => ({ name, valueMin: '0', valueCurrent: '12' })),
      };
    if (path === 'experiment/parameters')
      return {
        values: Array.from({ length: named(experimentKey).parameters }, (_, at) => ({
          name: `p${at}`,
          valueCurrent: 'x'.repeat((at * 97) % 1300),
        })),
      };
    const series = (length: number) => ({
      values: Array.from({ length }, (_, at) => (at % 37 === 36 ? 'NaN' : ((at * at * 7919) % 997) + 0.123456789)),
      steps: Array.from({ length }, (_, at) => at * 3),
    });
    const entry = (key: string) => ({
      metrics: (metrics as string[]).flatMap((metricName) => {
        const length = named(key).metrics[metricName];
        return length === undefined ? [] : [{ metricName, ...series(length) }];
      }),
    });
    return { experiments: Object.fromEntries((targetedExperiments as string[]).map((key) => [key, entry(key)])) };
  };
  const transport: Transport = {
    async send({ path, query, body }) {
      const fields = body ? JSON.parse(new TextDecoder().decode(body as Uint8Array)) : Object.fromEntries(query);
      const text = JSON.stringify(answer(path.replace('/api/rest/v2/', ''), fields));
      return { status: 200, headers: {}, body: bufferedBody(new TextEncoder().encode(text)) };
    },
  };
  return new API({ transport, url: 'https://service.example', cache: false });
}

/** The same service, for Python. */
const worldInPython = `
import httpx
from tracklens.configuration import ServiceAddress
from tracklens.left_out import left_out
from tracklens.service import Service
from tracklens.snapshot import project_snapshot
from tracklens.snapshot_chart import image_metrics
def copied(case):
    experiments = {one["key"]: one for one in case["experiments"]}
    def series(length):
        values = ["NaN" if at % 37 == 36 else at * at * 7919 % 997 + 0.123456789 for at in range(length)]
        return {"values": values, "steps": [at * 3 for at in range(length)]}
    def answer(path, fields):
        one = experiments.get(fields.get("experimentKey"))
        if path == "project":
            return {"projectName": "p"}
        if path == "experiments":
            return {"experiments": [{"experimentKey": key, "experimentName": "run " + key[-2:], "workspaceName": "w",
                "projectName": "p", "startTimeMillis": each["started"]} for key, each in experiments.items()]}
        if path == "experiment/tags":
            return {"tags": [one["key"][-1:]]}
        if path == "experiment/metrics/summary":
            return {"values": [{"name": name, "valueMin": "0", "valueCurrent": "12"} for name in one["metrics"]]}
        if path == "experiment/parameters":
            return {"values": [{"name": f"p{at}", "valueCurrent": "x" * (at * 97 % 1300)} for at in range(one["parameters"])]}
        return {"experiments": {key: {"metrics": [{"metricName": name, **series(experiments[key]["metrics"][name])}
            for name in fields["metrics"] if name in experiments[key]["metrics"]]} for key in fields["targetedExperiments"]}}
    def carried(request):
        fields = json.loads(request.content) if request.content else dict(request.url.params)
        return httpx.Response(200, json=answer(request.url.path.removeprefix("/api/rest/v2/"), fields))
    with Service(ServiceAddress("http://127.0.0.1:9", "key", "a test"), httpx.MockTransport(carried)) as service:
        copy = project_snapshot(service, "w", "p", case["state"])
    names = image_metrics(copy, case["state"])
    return {"copy": copy, "charted": names, "said": left_out({"viewId": "gone"}, copy, case["state"], rows=1, metrics=len(names), experiments=len(copy["chart"]))}`;

/** Where two values of JSON differ first, including the order of names, which is the order of the images. */
function firstDifference(a: unknown, b: unknown, where = ''): string | null {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? null : `${where}: ${JSON.stringify(a)?.slice(0, 200)} for ${JSON.stringify(b)?.slice(0, 200)}`;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  if (where.endsWith('chart')) assert.deepEqual(Object.keys(a), Object.keys(b), where);
  if (left.length !== right.length) return `${where}: ${Object.keys(a)} for ${Object.keys(b)}`;
  for (const [name, one] of left) {
    const found = firstDifference(one, (b as Record<string, unknown>)[name], `${where}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

test('a snapshot of Python is the one of TypeScript, whatever the view chooses and however little fits', async () => {
  const cases = sample(world, 50);
  const copies = await inPython<{ copy: Snapshot; charted: string[]; said: string[] }>(
    worldInPython,
    'copied(case)',
    cases,
  );
  let thinned = 0;
  for (const [index, { state, experiments }] of cases.entries()) {
    const target = { kind: 'project', workspace: 'w', projectName: 'p' } as const;
    const copy = asJson(await takeSnapshot(worldApi(cases[index]!), target, { state })) as Snapshot;
    const { takenAtMillis } = copy;
    const given = JSON.stringify({ state, experiments: experiments.length });
    const other = { ...copies[index]!.copy, takenAtMillis };
    // Whole snapshots are too long for a message.
    assert.equal(firstDifference(other, copy), null, given);
    const charted = imageMetrics(copy, state);
    assert.deepEqual(copies[index]!.charted, charted, given);
    const shown = { rows: 1, metrics: charted.length, experiments: Object.keys(copy.chart).length };
    assert.deepEqual(copies[index]!.said, leftOut({ ...target, viewId: 'gone' }, copy, state, shown), given);
    const chosen = experiments.map(({ key }) => key).filter((key) => state.selection?.includes(key));
    if (chosen.length > 0 && chosen.length <= 5) {
      for (const key of chosen)
        assert.ok(
          copy.experiments.some(({ metadata }) => metadata.experimentKey === key),
          given,
        );
    }
    if (copy.experiments.length < experiments.length) thinned++;
  }
  assert.ok(thinned > 8 && thinned < 42, `${thinned} of ${cases.length} do not hold every experiment`);
});

test('an external state is read equally: invalid parts are left out', async () => {
  const junk = fc.oneof(
    fc.constantFrom(
      1,
      0,
      -1,
      1.5,
      8,
      9,
      3000,
      true,
      false,
      null,
      '',
      'step',
      'log',
      'min',
      'x'.repeat(301),
      '🐟'.repeat(501),
    ),
    fc.constantFrom({}, { metric: 'loss' }, { constructor: 1, a: 2 }, { method: 'ema', amount: 0.5, more: 1 }),
  );
  const names = fc.oneof(fc.array(text, { maxLength: 3 }), fc.constant([1, 'a']), junk);
  const fields = <T extends Record<string, fc.Arbitrary<unknown>>>(model: T) => fc.record(model, { requiredKeys: [] });
  const charts = fields({
    ...Object.fromEntries(
      ['xAxis', 'xScale', 'yScale', 'yRange', 'sameY', 'columns', 'palette', 'label', 'search', 'nothing'].map(
        (name) => [name, junk],
      ),
    ),
    smoothing: fc.oneof(junk, fields({ method: fc.constantFrom('ema', 'mean', 'x'), amount: junk, of: junk })),
    zoom: fc.oneof(
      junk,
      fc.dictionary(
        text,
        fields({
          x: fc.oneof(junk, fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 3 })),
          y: junk,
        }),
      ),
    ),
    metrics: names,
    hidden: names,
    colors: fc.dictionary(text, fc.constantFrom('#12345f', '#ABCDEF', '#12345', '#12345f\n', 'red', 7), { maxKeys: 2 }),
    opened: fc.constantFrom(
      { constructor: true, a: false },
      { constructor: 1, prototype: 1, b: true },
      JSON.parse('{"__proto__": 1, "c": true}'),
      { a: 1 },
    ),
    group: fields({ by: text, center: fc.constantFrom('mean', 'x'), band: fc.constantFrom('std', 1), members: junk }),
    pins: fc.dictionary(text, fields({ x: junk, experimentKey: fc.oneof(text, junk) }), { maxKeys: 2 }),
  });
  const state = fields({
    version: fc.constantFrom(1, 1, 1, 1, 2, '1', true, null),
    tab: fc.constantFrom('charts', 'chart', 3),
    tabs: fields({
      metrics: junk,
      images: fields({ size: junk, step: junk, chosen: names }),
      'confusion-matrices': fields({ cell: fields({ row: junk, column: junk }), name: junk }),
    }),
    view: junk,
    charts,
    table: fields({ columns: names, sort: fields({ column: junk, descending: junk }), search: junk, pinned: names }),
    project: fields({ part: junk, scatter: fields({ x: text, y: junk, xScale: junk }), axes: names }),
    selection: names,
    unknown: junk,
  });
  const cases = sample(fc.oneof({ weight: 30, arbitrary: state }, { weight: 1, arbitrary: junk }), 3000);
  const read = await inPython<ViewState>(
    'from tracklens.view_state import read_view_state',
    'read_view_state(case)',
    cases,
  );
  for (const [index, given] of cases.entries()) {
    assert.deepEqual(read[index], asJson(readViewState(asJson(given))), JSON.stringify(given));
  }
});
