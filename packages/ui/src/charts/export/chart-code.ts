import type { ChartSettings, ScaleKind } from '@tracklens/core/charts';
import { xScaleOf } from '@tracklens/core/charts';

type XAxis = ChartSettings['xAxis'];

/** Chart that generated code shows. It repeats the axis, the scales, exponential smoothing and the zoom. */
export interface ChartCode {
  readonly title: string;
  readonly metrics: readonly string[];
  readonly experiments: readonly { readonly key: string; readonly label: string }[];
  readonly settings: ChartSettings;
}

/** Returns a string literal that is valid in Python, JavaScript and TypeScript, with line separators escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the entries of a dictionary of names by key. Equal names get their keys, because lines are drawn by name. */
function names({ experiments }: ChartCode): string {
  const counts = new Map<string, number>();
  for (const { label } of experiments) counts.set(label, (counts.get(label) ?? 0) + 1);
  const nameOf = ({ key, label }: (typeof experiments)[number]) =>
    counts.get(label) === 1 ? label : `${label} (${key})`;
  return experiments.map((one) => `    ${quoted(one.key)}: ${quoted(nameOf(one))},`).join('\n');
}

/** Metric fields with the x values of each axis, except for another metric. */
const lists = { step: 'steps', epoch: 'epochs', wall: 'timestamps', duration: 'timestamps' } as const;

/** Returns the weight of exponential smoothing, which generated code repeats; null for none or another method. */
const emaWeight = ({ smoothing }: ChartSettings) => (smoothing?.method === 'ema' ? smoothing.amount : null);

/** Returns the names of the metrics that the code reads, as the entries of a list. */
function readNames({ metrics, settings: { xAxis } }: ChartCode): string {
  const names = new Set(typeof xAxis === 'object' ? [...metrics, xAxis.metric] : metrics);
  return [...names].map(quoted).join(', ');
}

/** Returns lines with their indentation, which is deeper where they are in a loop over several metrics. */
const inLoop = ({ metrics }: ChartCode, spaces: number, lines: readonly string[]) =>
  metrics.length > 1 ? lines.map((line) => ' '.repeat(spaces) + line) : lines;

/** Returns the title of the y axis. */
const yLabel = ({ metrics: [only, ...others] }: ChartCode) => (others.length > 0 ? 'value' : only!);

/** Returns Python code that reads the points and draws them with matplotlib. */
export function pythonCode(chart: ChartCode): string {
  const { title, metrics, settings } = chart;
  const { xAxis } = settings;
  const [only, ...others] = metrics;
  const isOne = chart.experiments.length === 1;
  const weight = emaWeight(settings);
  return [
    ...(weight === null ? [] : ['import math']),
    ...(xAxis === 'wall' ? ['from datetime import datetime'] : []),
    ...(weight !== null || xAxis === 'wall' ? [''] : []),
    'import matplotlib.pyplot as plt',
    'from comet_ml import API',
    '',
    'experiments = {',
    names(chart),
    '}',
    `answer = API().get_metrics_for_chart(list(experiments), [${readNames(chart)}], full=True)`,
    ...(weight === null ? [] : pythonSmoothing),
    'figure, axes = plt.subplots()',
    'for key, name in experiments.items():',
    '    metrics = {metric["metricName"]: metric for metric in answer.get(key, {}).get("metrics", [])}',
    ...(others.length > 0 ? [`    for metric_name in [${metrics.map(quoted).join(', ')}]:`] : []),
    ...inLoop(chart, 4, [
      `    metric = metrics.get(${others.length > 0 ? 'metric_name' : quoted(only!)})`,
      '    if metric is None:',
      '        continue',
      '    y = [float(value) for value in metric["values"]]',
      `    x = metric.get(${quoted(typeof xAxis === 'object' ? 'steps' : lists[xAxis])}) or list(range(len(y)))`,
      ...pythonX(xAxis),
      ...(weight === null ? [] : [`    y = list(smoothed(y, ${weight}))`]),
      `    axes.plot(x, y, label=${others.length === 0 ? 'name' : isOne ? 'metric_name' : 'f"{name} · {metric_name}"'})`,
    ]),
    `axes.set(title=${quoted(title)}, xlabel=${quoted(xLabel(xAxis))}, ylabel=${quoted(yLabel(chart))})`,
    ...pythonScales(settings),
    'axes.legend()',
    'plt.show()',
    '',
  ].join('\n');
}

const pythonSmoothing = [
  '',
  'def smoothed(values, weight):',
  '    total = weights = 0.0',
  '    for value in values:',
  '        if math.isfinite(value):',
  '            total = total * weight + (1 - weight) * value',
  '            weights = weights * weight + (1 - weight)',
  '        yield total / weights if math.isfinite(value) else value',
  '',
];

/** Returns Python lines that convert x from the logged list to the axis. */
function pythonX(xAxis: XAxis): string[] {
  if (typeof xAxis === 'object') {
    return [
      `    other = metrics.get(${quoted(xAxis.metric)})`,
      '    if other is None:',
      '        continue',
      '    by_step = dict(zip(other["steps"], other["values"]))',
      '    pairs = [(float(by_step[at]), value) for at, value in zip(x, y) if at in by_step]',
      '    x, y = [at for at, _ in pairs], [value for _, value in pairs]',
    ];
  }
  if (xAxis === 'duration') return ['    start = min(x, default=0)', '    x = [(at - start) / 1000 for at in x]'];
  return xAxis === 'wall' ? ['    x = [datetime.fromtimestamp(at / 1000) for at in x]'] : [];
}

/** Returns Python lines for the scales and the visible range. */
function pythonScales(settings: ChartSettings): string[] {
  const { xAxis, yScale, zoom } = settings;
  const xScale = xScaleOf(settings);
  const x = (at: number) =>
    xAxis === 'wall' ? `datetime.fromtimestamp(${at / 1000})` : String(xAxis === 'duration' ? at / 1000 : at);
  return [
    ...(xScale === 'linear' ? [] : [`axes.set_xscale("${xScale}")`]),
    ...(yScale === 'linear' ? [] : [`axes.set_yscale("${yScale}")`]),
    ...(zoom?.x ? [`axes.set_xlim(${zoom.x.map(x).join(', ')})`] : []),
    ...(zoom?.y ? [`axes.set_ylim(${zoom.y.join(', ')})`] : []),
  ];
}

function xLabel(x: XAxis): string {
  if (typeof x === 'object') return x.metric;
  return x === 'wall' ? 'time' : x === 'duration' ? 'seconds' : x;
}

/** Returns TypeScript code for a notebook kernel that reads the points and draws them with vega-lite. */
export function typescriptCode(chart: ChartCode): string {
  const { metrics, settings } = chart;
  const { xAxis: x, zoom, yScale } = settings;
  const axis = typeof x === 'object' ? `{ metric: ${quoted(x.metric)} }` : quoted(x);
  const [only, ...others] = metrics;
  const label = chart.experiments.length === 1 ? 'metricName' : `\`\${experiment} · \${metricName}\``;
  const weight = emaWeight(settings);
  const scale = (kind: ScaleKind, range: readonly [number, number] | undefined) =>
    `{ type: ${quoted(kind)}${kind === 'log' ? '' : ', zero: false'}${range ? `, domain: [${range.join(', ')}]` : ''} }`;
  const type = x === 'wall' ? 'temporal' : 'quantitative';
  const xType =
    x === 'wall' ? (zoom?.x ? `{ domain: [${zoom.x.join(', ')}] }` : '{}') : scale(xScaleOf(settings), zoom?.x);
  return [
    "import { API } from '@tracklens/core';",
    "import { metricOf, metricSeries } from '@tracklens/core/display';",
    '',
    'const experiments: Record<string, string> = {',
    names(chart).replaceAll(/^ {4}/gm, '  '),
    '};',
    `const answer = await new API().getMetricsForChart(Object.keys(experiments), { metrics: [${readNames(chart)}], full: true });`,
    ...(others.length === 0
      ? ['const values = Object.entries(experiments).flatMap(([key, name]) => {']
      : [
          'const values = Object.entries(experiments).flatMap(([key, experiment]) =>',
          `  [${metrics.map(quoted).join(', ')}].flatMap((metricName) => {`,
          `    const name = ${label};`,
        ]),
    ...inLoop(chart, 2, [
      `  const metric = metricOf(answer[key], ${others.length > 0 ? 'metricName' : quoted(only!)});`,
      '  if (!metric) return [];',
      `  const { x, y } = metricSeries(answer[key], metric, ${axis});`,
      ...typescriptPoints(weight),
    ]),
    ...(others.length === 0 ? ['});'] : ['  }),', ');']),
    'const spec = {',
    "  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',",
    '  width: 640,',
    '  height: 260,',
    '  data: { values },',
    "  mark: { type: 'line', clip: true },",
    '  encoding: {',
    `    x: { field: 'x', type: '${type}', title: ${quoted(xLabel(x))}, scale: ${xType} },`,
    `    y: { field: 'y', type: 'quantitative', title: ${quoted(yLabel(chart))}, scale: ${scale(yScale, zoom?.y)} },`,
    "    color: { field: 'name', type: 'nominal', title: null },",
    '  },',
    '};',
    "({ [Symbol.for('Jupyter.display')]: () => ({ 'application/vnd.vegalite.v6+json': spec, 'application/vnd.vegalite.v5+json': spec }) });",
    '',
  ].join('\n');
}

/** Returns TypeScript lines that return the points of a series, smoothed by a weight. */
function typescriptPoints(weight: number | null): string[] {
  if (weight === null) return ['  return Array.from(x, (at, index) => ({ name, x: at, y: y[index] }));'];
  return [
    '  let total = 0;',
    '  let weights = 0;',
    '  return Array.from(x, (at, index) => {',
    `    total = total * ${weight} + ${1 - weight} * y[index];`,
    `    weights = weights * ${weight} + ${1 - weight};`,
    '    return { name, x: at, y: total / weights };',
    '  });',
  ];
}
