import { chartModel } from '@tracklens/core/charts';
import { chartSettings, chartTheme } from '@tracklens/core/display';
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import * as vegaLite from 'vega-lite';
import { mountChart } from '../../packages/ui/src/charts/chart-view.ts';
import { painted } from './stage.ts';

/*
 * A page that draws the same chart in two ways, from the same parsed response, under a policy that forbids eval. Its
 * address selects the work: `#ours`, `#stock` or `#parse`; the result is in `document.title`.
 */

type ChartResponse = Parameters<typeof chartModel>[0]['chart'];

const settings = chartSettings(undefined, 'loss');
const size = { width: 800, height: 300 };
let text = '';
let data: ChartResponse = {};

function container(): HTMLElement {
  const element = document.createElement('div');
  element.style.width = `${size.width}px`;
  document.body.replaceChildren(element);
  return element;
}

/** Duration, and the number of pixels drawn before the chart was removed. */
interface Drawing {
  readonly millis: number;
  readonly drawn: number;
}

async function ours(): Promise<Drawing> {
  const element = container();
  const start = performance.now();
  const experiments = Object.keys(data).map((key) => ({ key, label: key }));
  const model = chartModel({
    chart: data,
    metrics: ['loss'],
    experiments,
    settings,
    dark: false,
    sampledTo: null,
  });
  const { promise: drawn, resolve } = Promise.withResolvers<void>();
  const content = { model, settings, theme: chartTheme('light') };
  const view = mountChart(element, content, { height: size.height, onDrawn: () => resolve() });
  await drawn;
  await painted();
  const spent = performance.now() - start;
  const lines = view.stats().series;
  view.dispose();
  return { millis: spent, drawn: lines };
}

async function stock(): Promise<Drawing> {
  const element = container();
  const start = performance.now();
  const values = Object.entries(data).flatMap(([experiment, entry]) =>
    entry.metrics.flatMap((metric) =>
      metric.values.map((value, index) => ({ experiment, step: metric.steps![index], value })),
    ),
  );
  const spec = {
    ...size,
    data: { values },
    mark: 'line',
    encoding: {
      x: { field: 'step', type: 'quantitative' },
      y: { field: 'value', type: 'quantitative' },
      color: { field: 'experiment', type: 'nominal' },
    },
  } as unknown as Parameters<typeof vegaLite.compile>[0];
  const runtime = vega.parse(vegaLite.compile(spec).spec, undefined, { ast: true });
  const view = new vega.View(runtime, { expr: expressionInterpreter, renderer: 'canvas', container: element });
  await view.runAsync();
  await painted();
  const spent = performance.now() - start;
  const lines = element.querySelectorAll('canvas').length;
  view.finalize();
  return { millis: spent, drawn: lines };
}

async function parse(): Promise<Drawing> {
  const start = performance.now();
  JSON.parse(text);
  return { millis: performance.now() - start, drawn: 0 };
}

async function work(): Promise<void> {
  const name = location.hash.slice(1).split('-')[0];
  if (name === '') return;
  try {
    // Both sides get new objects, so that no cache of the last round helps.
    if (name !== 'parse') data = JSON.parse(text) as ChartResponse;
    const drawing = await (name === 'ours' ? ours() : name === 'stock' ? stock() : parse());
    document.title = JSON.stringify({ hash: location.hash, ...drawing });
  } catch (error) {
    document.title = JSON.stringify({ hash: location.hash, error: String(error) });
  }
}

text = await (await fetch('/response.json')).text();
data = JSON.parse(text) as ChartResponse;
addEventListener('hashchange', () => void work());
document.title = 'ready';
