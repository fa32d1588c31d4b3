import type { ScaleKind, Smoothing, XAxis, Zoom } from '../chart-settings.ts';

/** Settings that generated code repeats to show the same chart. */
export interface ChartCode {
  readonly metricName: string;
  readonly experiments: readonly { readonly key: string; readonly label: string }[];
  readonly x: XAxis;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly smoothing: Smoothing | null;
  readonly zoom: Zoom | null;
}

/** Returns a string literal that is valid in Python, JavaScript and TypeScript, with line separators escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const names = ({ experiments }: ChartCode) =>
  experiments.map(({ key, label }) => `    ${quoted(key)}: ${quoted(label)},`).join('\n');

/** Metric fields with the x values of each axis, except for another metric. */
const lists = { step: 'steps', epoch: 'epochs', wall: 'timestamps', duration: 'timestamps' } as const;

/** Returns Python code that reads the points and draws them with matplotlib. */
export function pythonCode(chart: ChartCode): string {
  const { metricName, x, smoothing, zoom } = chart;
  const other = typeof x === 'object' ? x.metric : null;
  const metrics = other === null ? [metricName] : [metricName, other];
  const ema = smoothing?.method === 'ema' ? smoothing.amount : null;
  const list = typeof x === 'object' ? 'steps' : lists[x];
  const scale =
    typeof x === 'object' || x === 'step' || x === 'epoch'
      ? []
      : x === 'duration'
        ? ['    start = min(x, default=0)', '    x = [(at - start) / 1000 for at in x]']
        : ['    x = [datetime.fromtimestamp(at / 1000) for at in x]'];
  const join =
    other === null
      ? []
      : [
          `    other = metrics.get(${quoted(other)})`,
          '    if other is None:',
          '        continue',
          '    by_step = dict(zip(other["steps"], other["values"]))',
          '    pairs = [(float(by_step[at]), value) for at, value in zip(x, y) if at in by_step]',
          '    x, y = [at for at, _ in pairs], [value for _, value in pairs]',
        ];
  const smooth = [
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
  return [
    ...(ema === null ? [] : ['import math']),
    ...(x === 'wall' ? ['from datetime import datetime'] : []),
    ...(ema !== null || x === 'wall' ? [''] : []),
    'import matplotlib.pyplot as plt',
    'from comet_ml import API',
    '',
    'experiments = {',
    names(chart),
    '}',
    `answer = API().get_metrics_for_chart(list(experiments), [${metrics.map(quoted).join(', ')}], full=True)`,
    ...(ema === null ? [] : smooth),
    'figure, axes = plt.subplots()',
    'for key, name in experiments.items():',
    '    metrics = {metric["metricName"]: metric for metric in answer.get(key, {}).get("metrics", [])}',
    `    metric = metrics.get(${quoted(metricName)})`,
    '    if metric is None:',
    '        continue',
    '    y = [float(value) for value in metric["values"]]',
    `    x = metric.get(${quoted(list)}) or list(range(len(y)))`,
    ...join,
    ...scale,
    ...(ema === null ? [] : [`    y = list(smoothed(y, ${ema}))`]),
    '    axes.plot(x, y, label=name)',
    `axes.set(title=${quoted(metricName)}, xlabel=${quoted(xLabel(x))}, ylabel=${quoted(metricName)})`,
    ...(chart.xScale === 'linear' ? [] : [`axes.set_xscale("${chart.xScale}")`]),
    ...(chart.yScale === 'linear' ? [] : [`axes.set_yscale("${chart.yScale}")`]),
    ...(zoom?.x && x !== 'wall'
      ? [`axes.set_xlim(${zoom.x.map((at) => (x === 'duration' ? at / 1000 : at)).join(', ')})`]
      : []),
    ...(zoom?.x && x === 'wall'
      ? [`axes.set_xlim(${zoom.x.map((at) => `datetime.fromtimestamp(${at / 1000})`).join(', ')})`]
      : []),
    ...(zoom?.y ? [`axes.set_ylim(${zoom.y.join(', ')})`] : []),
    'axes.legend()',
    'plt.show()',
    '',
  ].join('\n');
}

function xLabel(x: XAxis): string {
  if (typeof x === 'object') return x.metric;
  return x === 'wall' ? 'time' : x === 'duration' ? 'seconds' : x;
}

/** Returns TypeScript code for a notebook kernel that reads the points and draws them with vega-lite. */
export function typescriptCode(chart: ChartCode): string {
  const { metricName, x, smoothing, zoom, xScale, yScale } = chart;
  const axis = typeof x === 'object' ? `{ metric: ${quoted(x.metric)} }` : quoted(x);
  const metrics = typeof x === 'object' ? [metricName, x.metric] : [metricName];
  const ema = smoothing?.method === 'ema' ? smoothing.amount : null;
  const scale = (kind: ScaleKind, range: readonly [number, number] | undefined) =>
    `{ type: ${quoted(kind)}${kind === 'log' ? '' : ', zero: false'}${range ? `, domain: [${range.join(', ')}]` : ''} }`;
  const type = x === 'wall' ? 'temporal' : 'quantitative';
  const xType = x === 'wall' ? (zoom?.x ? `{ domain: [${zoom.x.join(', ')}] }` : '{}') : scale(xScale, zoom?.x);
  return [
    "import { API } from '@tracklens/core';",
    "import { metricOf, metricSeries } from '@tracklens/core/display';",
    '',
    'const experiments: Record<string, string> = {',
    names(chart).replaceAll(/^ {4}/gm, '  '),
    '};',
    `const answer = await new API().getMetricsForChart(Object.keys(experiments), { metrics: [${metrics.map(quoted).join(', ')}], full: true });`,
    'const values = Object.entries(experiments).flatMap(([key, name]) => {',
    `  const metric = metricOf(answer[key], ${quoted(metricName)});`,
    '  if (!metric) return [];',
    `  const { x, y } = metricSeries(answer[key], metric, ${axis});`,
    ...(ema === null
      ? ['  return Array.from(x, (at, index) => ({ name, x: at, y: y[index] }));']
      : [
          '  let total = 0;',
          '  let weights = 0;',
          '  return Array.from(x, (at, index) => {',
          `    total = total * ${ema} + ${1 - ema} * y[index];`,
          `    weights = weights * ${ema} + ${1 - ema};`,
          '    return { name, x: at, y: total / weights };',
          '  });',
        ]),
    '});',
    'const spec = {',
    "  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',",
    '  width: 640,',
    '  height: 260,',
    '  data: { values },',
    "  mark: { type: 'line', clip: true },",
    '  encoding: {',
    `    x: { field: 'x', type: '${type}', title: ${quoted(xLabel(x))}, scale: ${xType} },`,
    `    y: { field: 'y', type: 'quantitative', title: ${quoted(metricName)}, scale: ${scale(yScale, zoom?.y)} },`,
    "    color: { field: 'name', type: 'nominal', title: null },",
    '  },',
    '};',
    "({ [Symbol.for('Jupyter.display')]: () => ({ 'application/vnd.vegalite.v6+json': spec, 'application/vnd.vegalite.v5+json': spec }) });",
    '',
  ].join('\n');
}
