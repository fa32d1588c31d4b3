import { API, type Transport } from '@tracklens/core/browser';
import { bufferedBody } from '@tracklens/core/client';
import { contract } from '@tracklens/core/contract';
import type { Host, Target, ViewState } from '@tracklens/core/display';
import { mountView } from '@tracklens/ui';
import { hostileNames } from './generated-chart.ts';

/*
 * Shows the view that the URL hash names, with a large service. One experiment has 5,000 metrics, one project
 * 10,000 experiments. The longest task of the page is in `data-longest` of its body.
 */

const { experiments, metrics, projects } = contract;
const points = 200;
const key = (index: number) => index.toString(16).padStart(32, '0');
const metricNames = Array.from({ length: 5000 }, (_, index) => {
  return index < hostileNames.length ? hostileNames[index]! : `group${index % 20}/metric ${index}`;
});
/** Experiments whose points were requested. */
const asked = new Set<string>();

const metadata = (index: number) => ({
  experimentKey: key(index),
  experimentName: index % 100 === 0 ? hostileNames[(index / 100) % hostileNames.length]! : `run ${index}`,
  workspaceName: 'ada',
  projectName: 'manySeries',
  running: false,
  archived: false,
  startTimeMillis: 1_700_000_000_000 - index * 1000,
  endTimeMillis: 1_700_000_100_000,
});

const summary = (names: readonly string[]) => ({
  values: names.map((name) => ({ name, valueMin: '0', valueMax: '1', valueCurrent: '0.5', stepCurrent: points })),
});

interface ChartRequest {
  readonly targetedExperiments: readonly string[];
  readonly metrics: readonly string[];
}

function chart({ targetedExperiments, metrics: names }: ChartRequest) {
  for (const each of targetedExperiments) asked.add(each);
  document.body.dataset.asked = String(asked.size);
  const steps = Array.from({ length: points }, (_, at) => at);
  const entry = (index: number) => ({
    metrics: names.map((metricName) => ({
      metricName,
      values: steps.map((at) => Math.exp(-at / (20 + (index % 60))) + 0.02 * Math.sin(at * index)),
      steps,
    })),
  });
  const entries = targetedExperiments.map((each) => [each, entry(Number.parseInt(each, 16))] as const);
  return { experiments: Object.fromEntries(entries) };
}

function respond(path: string, query: ReadonlyArray<readonly [string, string]>, body: unknown): unknown {
  const experimentKey = Object.fromEntries(query).experimentKey ?? key(0);
  const manySeries = experimentKey === key(0) ? metricNames : ['loss'];
  if (path === experiments.metadata.path) return metadata(Number.parseInt(experimentKey, 16));
  if (path === experiments.tags.path) return { tags: [] };
  if (path === metrics.summary.path) return summary(location.hash === '#metrics' ? manySeries : ['loss']);
  if (path === metrics.chart.path) return chart(body as ChartRequest);
  if (path === experiments.list.path) return { experiments: Array.from({ length: 10_000 }, (_, at) => metadata(at)) };
  if (path === projects.list.path) return { projects: [] };
  return { values: [] };
}

const transport: Transport = {
  async send({ path, query, body }) {
    // A response arrives in its own task, as from a network.
    await new Promise((resolve) => setTimeout(resolve));
    const request = body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : null;
    const bytes = new TextEncoder().encode(JSON.stringify(respond(path, query, request)));
    return { status: 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(bytes) };
  },
};

const host: Host = {
  open() {},
  openExternal() {},
  report: (error) => {
    document.body.dataset.reported = error.message;
  },
  theme: { kind: 'light', subscribe: () => () => {} },
};

document.body.dataset.longest = '0';
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    document.body.dataset.longest = String(Math.max(duration, Number(document.body.dataset.longest)));
  }
}).observe({ entryTypes: ['longtask'] });

const manySeries = location.hash === '#metrics';
const target: Target = manySeries
  ? { kind: 'experiment', experimentKey: key(0) }
  : { kind: 'project', workspace: 'ada', projectName: 'manySeries' };
const state: ViewState = manySeries
  ? { version: 1, tab: 'charts' }
  : { version: 1, selection: Array.from({ length: 10_000 }, (_, at) => key(at)) };
mountView(document.getElementById('root')!, { target, state, api: new API({ transport }), host, pollMillis: 600_000 });
