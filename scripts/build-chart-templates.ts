/**
 * Compiles the chart templates ahead of time, so that no browser needs `eval` (ARCHITECTURE.md, invariant 8).
 *
 * vega-lite compiles the one spec of `lineChart`. What differs between charts (domains, ticks, colors, sizes)
 * becomes a signal. A headless view then runs the spec once with recording factories, and every piece of code that
 * vega would pass to `Function` is written to a module as a plain function, keyed by its own text. `npm run build`
 * runs this script; a test runs it again and fails when the generated files differ.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { chartTheme, emptyLineChart, lineChart, type VegaLiteSpec } from '@tracklens/core/display';
import * as vega from 'vega';
import { compile } from 'vega-lite';
import { expressionKey, expressionMakers } from '../packages/ui/src/charts/export/expressions.ts';
import { inRoot } from './folders.ts';

type Json = Record<string, unknown>;
type VegaSpec = Json & { data: Json[]; scales: Json[]; axes: Json[]; signals: Json[]; marks: Json[]; config: Json };

/** Paths of the generated files, relative to the root of the repository. */
export const generatedFiles = {
  template: 'packages/ui/src/charts/generated/line-chart-template.ts',
  expressions: 'packages/ui/src/charts/generated/expressions.ts',
  font: 'packages/ui/src/charts/generated/export-font.ts',
} as const;

const scaleKinds = ['linear', 'log', 'symlog'] as const;

function compiled(xScale: (typeof scaleKinds)[number], yScale: (typeof scaleKinds)[number]): VegaSpec {
  const series = [{ name: 'a', color: '#000000', dash: [] }];
  const spec = withBands(lineChart({ ...emptyLineChart, series, legendLimit: 0, xScale, yScale }, chartTheme('light')));
  return compile(spec as unknown as Parameters<typeof compile>[0]).spec as unknown as VegaSpec;
}

/**
 * Adds the bands behind grouped lines, which show the spread of the members. Only the live chart groups experiments.
 */
function withBands(spec: VegaLiteSpec): VegaLiteSpec {
  const { layer, params, datasets } = spec as unknown as { layer: Json[]; params: Json[]; datasets: Json };
  const line = layer.find((each) => (each.data as Json).name === 'lines')!;
  const band = {
    ...line,
    data: { name: 'bands' },
    mark: { type: 'area', clip: true, line: false, fillOpacity: { expr: 'bandOpacity' } },
    encoding: Object.fromEntries(
      Object.entries({ ...(line.encoding as Json), y2: { field: 'y2' } }).filter(
        ([channel]) => channel !== 'strokeDash',
      ),
    ),
  };
  return {
    ...spec,
    datasets: { bands: [], ...datasets },
    params: [...params, { name: 'bandOpacity', value: 0.18 }],
    layer: [band, ...layer],
  };
}

const signal = (name: string) => ({ signal: name });

/** Tick labels are precomputed: `xTicks[i]` has the label `xTickText[i]`. */
const tickLabels = (axis: 'x' | 'y') => ({
  labels: {
    interactive: false,
    update: { text: signal(`${axis}TickText[indexof(${axis}Ticks, datum.value)]`) },
  },
});

/** Turns everything that differs between charts into signals, so that one template serves every line chart. */
function liveTemplate(spec: VegaSpec): VegaSpec {
  const theme = chartTheme('light');
  const { $schema: _schema, description: _description, style: _style, ...rest } = spec;
  const named = (scale: Json, replacement: Json) => {
    const { nice: _nice, zero: _zero, ...rest } = scale;
    return { ...rest, ...replacement };
  };
  const domains: Record<string, Json> = {
    x: { domain: signal('xDomain'), zero: false },
    y: { domain: signal('yDomain'), zero: false },
    color: { domain: signal('seriesNames'), range: signal('seriesColors') },
    strokeDash: { domain: signal('seriesNames'), range: signal('seriesDashes') },
  };
  return {
    ...rest,
    background: null,
    // The padding for tick labels is fixed instead of measured: plots of a view are aligned, and hover can compute x.
    autosize: { type: 'none' },
    padding: signal('plotPadding'),
    data: spec.data.filter((source) => source.source === undefined).map(({ name }) => ({ name, values: [] })),
    signals: [
      ...spec.signals,
      { name: 'plotPadding', value: { left: 52, top: 10, right: 14, bottom: 40 } },
      { name: 'xDomain', value: [0, 1] },
      { name: 'yDomain', value: [0, 1] },
      { name: 'xTicks', value: [] },
      { name: 'yTicks', value: [] },
      { name: 'xTickText', value: [] },
      { name: 'yTickText', value: [] },
      { name: 'xTitle', value: '' },
      { name: 'seriesNames', value: [] },
      { name: 'seriesColors', value: [] },
      { name: 'seriesDashes', value: [] },
      { name: 'labelFont', value: theme.font },
      { name: 'labelColor', value: theme.mutedText },
      { name: 'axisColor', value: theme.axis },
      { name: 'gridColor', value: theme.grid },
    ],
    scales: spec.scales.map((scale) => named(scale, domains[scale.name as string] ?? {})),
    axes: spec.axes.map((axis) => {
      const name = axis.scale as 'x' | 'y';
      const { tickCount: _count, ...rest } = axis;
      const title = name === 'x' ? { title: signal('xTitle') } : {};
      const encode = axis.labels === false ? {} : { encode: tickLabels(name) };
      return { ...rest, ...title, values: signal(`${name}Ticks`), ...encode };
    }),
    marks: spec.marks.map((mark) => simplifiedMark(mark, spec.data)),
    config: {
      ...spec.config,
      axis: {
        ...(spec.config.axis as Json),
        labelColor: signal('labelColor'),
        labelFont: signal('labelFont'),
        titleColor: signal('labelColor'),
        titleFont: signal('labelFont'),
        domainColor: signal('axisColor'),
        tickColor: signal('axisColor'),
        gridColor: signal('gridColor'),
      },
      legend: undefined,
      title: undefined,
    },
  };
}

/**
 * Simplifies a mark for the live chart. Hover reads the data instead of the drawing, so marks need no events. Rows
 * are finite by construction, so the validity checks are removed, and the filtered copies of the named data are
 * replaced by the data itself. Each line is one row that contains its points, so vega does not group every point by
 * line.
 */
function simplifiedMark(mark: Json, data: readonly Json[], withinLine = false): Json {
  const from = mark.from as Json | undefined;
  const source = data.find((entry) => entry.name === from?.data)?.source;
  const encode = mark.encode as { update: Json };
  const { defined: _defined, ...rest } = encode.update;
  const facet = from?.facet as Json | undefined;
  const inner = mark.marks as Json[] | undefined;
  return {
    ...mark,
    interactive: false,
    ...(source === undefined ? {} : { from: { data: source } }),
    ...(facet ? { from: { facet: { name: facet.name, data: facet.data, field: 'points' } } } : {}),
    encode: { update: withinLine ? withLineColors(rest) : rest },
    ...(inner ? { marks: inner.map((each) => simplifiedMark(each, data, true)) } : {}),
  };
}

/** Moves color and dash from each point to the row of its line. */
function withLineColors(update: Json): Json {
  const own = Object.entries(update).map(([channel, value]) => {
    const { field, ...rest } = value as Json;
    return [channel, field === 'series' ? { ...rest, field: { parent: 'series' } } : value];
  });
  return Object.fromEntries(own) as Json;
}

/**
 * Returns whether templates with other scales differ only in their scale types. The live view changes the types at run
 * time, see `withScales`.
 */
function differsOnlyInScaleTypes(): boolean {
  const base = liveTemplate(compiled('linear', 'linear'));
  return scaleKinds.every((x) =>
    scaleKinds.every((y) => {
      const other = liveTemplate(compiled(x, y));
      const scales = other.scales.map((scale) =>
        scale.name === 'x' || scale.name === 'y' ? { ...scale, type: 'linear' } : scale,
      );
      return JSON.stringify({ ...other, scales }) === JSON.stringify(base);
    }),
  );
}

/** Runs a template once with rows in every named dataset. Returns all code that vega asked to compile. */
async function recordedExpressions(template: VegaSpec): Promise<Map<string, { args: string[]; code: string }>> {
  const recorded = new Map<string, { args: string[]; code: string }>();
  const makers = expressionMakers((args, code) => {
    recorded.set(expressionKey(args, code), { args, code });
    return Function(...args, code) as () => unknown;
  });
  for (const x of scaleKinds) {
    for (const y of scaleKinds) {
      const scales = template.scales.map((scale) =>
        scale.name === 'x' ? { ...scale, type: x } : scale.name === 'y' ? { ...scale, type: y } : scale,
      );
      const runtime = vega.parse({ ...template, scales } as unknown as vega.Spec, {}, { ast: true });
      const view = new vega.View(runtime, { renderer: 'none', expr: makers } as vega.ViewOptions);
      const point = { color: '#000000', x: 0.5, y: 0.5 };
      for (const data of ['bands', 'lines', 'rawLines']) {
        view.data(data, [{ series: 'a', points: [1, 2, 3].map((at) => ({ x: at / 4, y: at / 4, y2: at / 3 })) }]);
      }
      view
        .data('singlePoints', [point])
        .data('bestMarker', [point])
        .data('nonFiniteMarkers', [{ ...point, top: true, shape: 'circle' }]);
      view.signal('seriesNames', ['a']).signal('seriesColors', ['#000000']).signal('seriesDashes', [[]]);
      for (const axis of ['x', 'y']) {
        view.signal(`${axis}Domain`, [0.1, 1]).signal(`${axis}Ticks`, [0.1, 1]).signal(`${axis}TickText`, ['0.1', '1']);
      }
      await view.runAsync();
      await view.signal('xDomain', [0.2, 0.8]).resize().runAsync();
      view.finalize();
    }
  }
  return recorded;
}

function expressionsModule(recorded: Map<string, { args: string[]; code: string }>): string {
  const entries = [...recorded]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { args, code }]) => {
      return `  [${JSON.stringify(key)}, function (${args.join(', ')}) { ${code} }],`;
    });
  return [
    '// Written by scripts/build-chart-templates.ts; do not edit.',
    '// @ts-nocheck',
    '',
    '/** What vega would compile at run time, compiled ahead of time: functions by their parameters and code. */',
    'export const expressions: ReadonlyMap<string, (...args: unknown[]) => unknown> = new Map([',
    ...entries,
    ']);',
    '',
  ].join('\n');
}

function templateModule(template: VegaSpec): string {
  return [
    '// Written by scripts/build-chart-templates.ts; do not edit.',
    '',
    '/** The vega spec of every line chart; what differs between charts is a signal. JSON text, so that each chart has its own copy. */',
    `export const lineChartTemplate: string = ${JSON.stringify(JSON.stringify(template)).replaceAll("'", "\\'").replace(/^"|"$/g, "'").replaceAll('\\"', '"')};`,
    '',
  ].join('\n');
}

/**
 * Returns the font of exported images as a text module, which is loaded lazily when an image is saved, with any
 * bundler.
 */
function fontModule(): string {
  const file = createRequire(inRoot('packages/ui/package.json')).resolve(
    '@fontsource/inter/files/inter-latin-400-normal.woff2',
  );
  return [
    '// Written by scripts/build-chart-templates.ts; do not edit.',
    '// Inter, Copyright 2016 The Inter Project Authors (https://github.com/rsms/inter), under the SIL Open Font License 1.1',
    '// (https://openfontlicense.org). Latin letters, regular weight.',
    '',
    '/** WOFF2 bytes in base64. */',
    `export const exportFont = '${readFileSync(file).toString('base64')}';`,
    '',
  ].join('\n');
}

/** Returns the text of every generated file by path. */
export async function chartTemplates(): Promise<Map<string, string>> {
  if (!differsOnlyInScaleTypes()) {
    throw new Error(
      'vega-lite compiles the line chart differently for another scale; one template no longer serves all.',
    );
  }
  // Round trip through JSON text, because the live view gets the template as JSON.
  const template = JSON.parse(JSON.stringify(liveTemplate(compiled('linear', 'linear')))) as VegaSpec;
  return new Map([
    [generatedFiles.template, templateModule(template)],
    [generatedFiles.expressions, expressionsModule(await recordedExpressions(template))],
    [generatedFiles.font, fontModule()],
  ]);
}

/** Returns the paths of generated files that are missing or out of date. */
export async function staleTemplates(): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, text] of await chartTemplates()) {
    const file = inRoot(path);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) stale.push(path);
  }
  return stale;
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of await chartTemplates()) {
    mkdirSync(dirname(inRoot(path)), { recursive: true });
    writeFileSync(inRoot(path), text);
    console.log(`${path}: ${(text.length / 1024).toFixed(1)} KB`);
  }
}
