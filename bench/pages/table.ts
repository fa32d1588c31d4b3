import { API, type Transport } from '@tracklens/core/browser';
import { bufferedBody } from '@tracklens/core/client';
import { contract } from '@tracklens/core/contract';
import { mountView } from '@tracklens/ui';
import { lossCurve } from '../seed.ts';
import { plainTable } from './plain-table.ts';
import { quietHost, stage } from './stage.ts';

/*
 * A page with a project of 10,000 experiments, each with metrics and parameters, over a simulated service. `scroll()`
 * scrolls the table as with a trackpad, a step each frame, and returns the longest task. `show()` shows our table or
 * a plain one of the same cells instead.
 */

const { experiments, metrics, projects, query: queries } = contract;
const count = 10_000;
const start = 1_790_000_000_000;
const metricNames = ['loss', 'val_loss', 'accuracy', 'val/accuracy', 'learning_rate', 'grad_norm'];
const parameterNames = Array.from({ length: 24 }, (_, index) => `model|layer${index}|width`);
const keyOf = (index: number) => index.toString(16).padStart(32, '0');
const indexOf = (key: string) => Number.parseInt(key, 16);

const list = Array.from({ length: count }, (_, index) => ({
  experimentKey: keyOf(index),
  experimentName: `sweep-${index}`,
  workspaceName: 'ada',
  projectName: 'large',
  archived: false,
  running: false,
  hasCrashed: index % 97 === 0,
  startTimeMillis: start - index * 60_000,
  endTimeMillis: start - index * 60_000 + 50_000,
  durationMillis: 50_000,
}));

function summaries(index: number) {
  return metricNames.map((name, at) => ({
    name,
    valueMin: String(0.1 + ((index * 7 + at) % 100) / 1000),
    valueMax: String(2 + ((index * 3 + at) % 100) / 10),
    valueCurrent: String(0.2 + ((index * 11 + at) % 100) / 500),
    stepCurrent: 1000,
  }));
}

/** The same of all experiments at once. */
function overview() {
  const all = list.map((_, index) => summaries(index));
  const column = (at: number, end: 'valueCurrent' | 'valueMin' | 'valueMax') => all.map((one) => Number(one[at]![end]));
  return {
    experiments: list,
    metrics: metricNames.map((name, at) => ({
      name,
      experiments: list.map((_, index) => index),
      current: column(at, 'valueCurrent'),
      min: column(at, 'valueMin'),
      max: column(at, 'valueMax'),
    })),
  };
}

function chartOf(keys: readonly string[], names: readonly string[]) {
  const steps = Array.from({ length: 500 }, (_, at) => at * 20);
  return Object.fromEntries(
    keys.map((key) => [
      key,
      {
        experiment_key: key,
        metrics: names.map((metricName) => ({
          metricName,
          values: Array.from(lossCurve(indexOf(key) % 50, 0, steps.length)),
          steps,
        })),
      },
    ]),
  );
}

function respond(path: string, field: (name: string) => string, body: Record<string, unknown>): unknown {
  const index = indexOf(field('experimentKey') || '0');
  switch (path) {
    case experiments.list.path:
      return { experiments: list };
    case experiments.metadata.path:
      return list[index];
    case experiments.tags.path:
      return { tags: index % 3 === 0 ? ['sweep', 'baseline'] : ['sweep'] };
    case queries.summaries.path:
      return overview();
    case metrics.summary.path:
      return { values: summaries(index) };
    case metrics.parameters.path:
      return {
        values: parameterNames.map((name, at) => ({ name, valueCurrent: String(32 * (1 + ((index + at) % 4))) })),
      };
    case metrics.chart.path:
      return { experiments: chartOf(body.targetedExperiments as string[], body.metrics as string[]) };
    case projects.views.path:
      return { views: [] };
    default:
      return {};
  }
}

const encoder = new TextEncoder();
const transport: Transport = {
  async send({ path, query, body }) {
    const field = (name: string) => query.find(([one]) => one === name)?.[1] ?? '';
    const content = body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : {};
    // A response arrives in its own task.
    await new Promise((done) => setTimeout(done, 4));
    const text = JSON.stringify(respond(path, field, content));
    return { status: 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(encoder.encode(text)) };
  },
};

const element = stage();
const columns = [
  'state',
  'spark:loss',
  'spark:accuracy',
  'tag',
  'started',
  'duration',
  ...parameterNames.slice(0, 6).map((name) => `parameter:${name}`),
  ...metricNames.slice(0, 4).flatMap((name) => [`metric:${name}`, `min:${name}`]),
];
mountView(element, {
  target: { kind: 'project', workspace: 'ada', projectName: 'large' },
  state: { version: 1, table: { columns } },
  api: new API({ transport }),
  host: quietHost,
});

const grid = () => document.querySelector<HTMLElement>('.tl-grid')!;
let plain: HTMLElement | null = null;
/** Scroll offset of our table when it was hidden. */
let savedScrollTop = 0;

/** Shows our table or the plain one; resolves when its layout is stable. */
async function show(which: 'ours' | 'plain') {
  if (which === 'plain') {
    savedScrollTop = grid().scrollTop;
    plain ??= plainTable(grid(), count);
    grid().before(plain);
  } else plain?.remove();
  grid().style.display = which === 'plain' ? 'none' : '';
  if (which === 'ours') grid().scrollTop = savedScrollTop;
  await new Promise((done) => setTimeout(done, 500));
}

/** Result of scrolling a table. */
export interface Scrolled {
  /** Duration of the longest task in milliseconds; 0 when none took more than 50. */
  readonly longest: number;
  /** Distance in pixels. */
  readonly distance: number;
}

/** Scrolls the shown table by some pixels a frame. */
async function scroll(frames: number, pixels: number): Promise<Scrolled> {
  const shown = plain?.isConnected ? plain : grid();
  const tasks: number[] = [];
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const from = shown.scrollTop;
  for (let frame = 0; frame < frames; frame++) {
    shown.scrollTop += pixels;
    await new Promise(requestAnimationFrame);
  }
  await new Promise((done) => setTimeout(done, 400));
  for (const { duration } of observer.takeRecords()) tasks.push(duration);
  observer.disconnect();
  return { longest: Math.max(0, ...tasks), distance: shown.scrollTop - from };
}

Object.assign(window, { scrollTable: scroll, showTable: show });
