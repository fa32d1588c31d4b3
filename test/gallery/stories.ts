import { type Tab, tabs } from '../../packages/core/src/targets/tabs.ts';
import type { Target } from '../../packages/core/src/targets/target.ts';
import type { ViewState } from '../../packages/core/src/targets/view-state.ts';
import type { ChartProps } from '../../packages/ui/src/charts/chart-props.ts';
import { type TreeId, treeDefinitions } from '../../packages/ui/src/trees/tree-definitions.ts';
import type { ChartShape } from '../charts/generated-chart.ts';
import type { SeededContent } from '../tabs/seeded-content.ts';
import type { SeededProject } from '../ui/seeded-project.ts';
import { tabStories } from './tab-stories.ts';

/** Content of a story's page. It is plain data that is sent to the browser. */
export type Piece =
  | { readonly kind: 'view'; readonly target: Target; readonly state?: ViewState; readonly connected?: boolean }
  | { readonly kind: 'tree'; readonly tree: TreeId }
  | { readonly kind: 'query' }
  | { readonly kind: 'chart'; readonly shape: ChartShape; readonly props: Partial<ChartProps> };

/** Story of the gallery. */
export interface Story {
  /** Id in the URL of the gallery. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly piece: Piece;
  /** Selector of an element that exists once the story is ready. */
  readonly ready: string;
  /** Selectors of an element that the test clicks, and of what appears, for content that no state opens. */
  readonly press?: { readonly at: string; readonly ready: string };
  /** Height of the page in the test, in pixels; default 700. */
  readonly height?: number;
  /** False for a story that is drawn in two steps: its image depends on the moment. Default true. */
  readonly hasBaseline?: boolean;
}

const drawn = '.tracklens-plot[data-series]';

const chart = (id: string, title: string, shape: ChartShape, props: Partial<ChartProps> = {}): Story => ({
  id: `chart-${id}`,
  group: 'Charts',
  title,
  piece: { kind: 'chart', shape, props },
  ready: drawn,
});

const charts: readonly Story[] = [
  chart('one', 'One experiment', { experiments: 1, points: 400 }),
  chart('ten', 'Ten experiments', { experiments: 10, points: 1000 }),
  {
    ...chart('fifty', 'Fifty experiments of ten thousand points', { experiments: 50, points: 10_000 }),
    hasBaseline: false,
  },
  chart('single-point', 'A single point', { experiments: 1, points: 1 }),
  chart('log', 'Logarithmic', { experiments: 6, points: 500 }, { settings: { yScale: 'log' } }),
  chart('symlog', 'Symmetric logarithmic', { experiments: 6, points: 500 }, { settings: { yScale: 'symlog' } }),
  chart(
    'smoothed',
    'Smoothed, with the raw lines behind',
    { experiments: 4, points: 800 },
    {
      settings: { smoothing: { method: 'ema', amount: 0.95 } },
    },
  ),
  chart('wall-time', 'By wall time', { experiments: 4, points: 300 }, { settings: { xAxis: 'wall' } }),
  chart('duration', 'By duration', { experiments: 4, points: 300 }, { settings: { xAxis: 'duration' } }),
  chart('broken', 'NaN and infinities', { experiments: 3, points: 400, brokenEvery: 23 }),
  chart('all-nan', 'Nothing but NaN', { experiments: 2, points: 50, brokenEvery: 1 }),
  chart('text', 'Values as text', { experiments: 3, points: 200, valuesAsText: true }),
];

/** The project with a customized view. */
function arrangements({ keys }: SeededProject): readonly Story[] {
  const target = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;
  const shown = (
    id: string,
    title: string,
    ready: string,
    state: Omit<ViewState, 'version'>,
    more: Partial<Story> = {},
  ): Story => ({
    id: `project-${id}`,
    group: 'Projects',
    title,
    piece: { kind: 'view', target, state: { version: 1, ...state } },
    ready,
    ...more,
  });
  const charts = { height: 1250 };
  const sparks = ['state', 'spark:loss', 'metric:loss', 'spark:val/accuracy', 'max:val/accuracy'];
  const part = (name: 'scatter' | 'parallel' | 'compare') => ({ project: { part: name } });
  return [
    shown('views', 'its named views', '.tl-view-name', {}, { press: { at: '.tl-view-name', ready: '.tl-view-list' } }),
    shown('sparklines', 'courses in the table', '.tl-spark path', { table: { columns: sparks } }),
    shown(
      'columns',
      'choosing columns',
      '[role=grid] [role=row][data-id]',
      {},
      {
        press: { at: 'button:has-text("Columns")', ready: '.tl-popup' },
      },
    ),
    shown('query', 'narrowed by a query', '.tl-query-field', {
      project: { query: 'Metric("val/accuracy") > 0.9' },
    }),
    shown('bands', 'groups with bands', drawn, { charts: { group: bands } }, charts),
    shown(
      'combined',
      'several metrics in a chart',
      `[data-metric=loss] ${drawn}`,
      { charts: { combined: [{ title: 'loss and accuracy', metrics: ['loss', 'val/accuracy'] }] } },
      charts,
    ),
    shown('table', 'a chart as a table', '[data-metric=loss] [role=grid]', { charts: { tables: ['loss'] } }, charts),
    shown(
      'names',
      'names by a template, second palette',
      '.tl-legend :text("mlp-11 lr=0.001")',
      { charts: { label: '{name} lr={param.learning_rate} {tags}', palette: 'okabe-ito' } },
      charts,
    ),
    shown(
      'pinned',
      'a reading that stays',
      '.tracklens-chart-tooltip[data-pinned]',
      { charts: { pins: { loss: { x: 20, experimentKey: keys[9]! } }, smoothing: { method: 'ema', amount: 0.8 } } },
      charts,
    ),
    shown(
      'chart-settings',
      'settings of charts',
      drawn,
      {},
      { ...charts, press: { at: '.tl-gallery button:has-text("More")', ready: '.tl-chart-more' } },
    ),
    shown(
      'chart-menu',
      'the menu of a chart',
      drawn,
      {},
      { ...charts, press: { at: '[data-metric=loss] .tracklens-chart-menu > button', ready: '[role=menu]' } },
    ),
    shown('scatter', 'a scatter', '.tl-plane circle', part('scatter'), charts),
    shown('parallel', 'parallel coordinates', '.tl-plane :text("val/accuracy max")', part('parallel'), charts),
    shown(
      'compared',
      'two experiments compared, with images',
      '.tl-compared-images img',
      { selection: [keys[6]!, keys[7]!], project: { part: 'compare', compare: { toggled: ['images'] } } },
      { height: 1700 },
    ),
  ];
}

const bands = { by: 'parameter:learning_rate', center: 'mean', band: 'std', members: true } as const;

/** Every story over the seeded experiments. */
export function stories(content: SeededContent, project: SeededProject): readonly Story[] {
  const ofTabs = (group: string, prefix: string, experimentKey: string, ready: (tab: Tab) => string): Story[] =>
    tabs.map((tab) => ({
      id: `${prefix}-${tab}`,
      group,
      title: tab,
      piece: { kind: 'view', target: { kind: 'experiment', experimentKey, tab } },
      ready: ready(tab),
    }));
  const view = (id: string, group: string, title: string, target: Target, ready: string, more: object = {}): Story => ({
    id,
    group,
    title,
    piece: { kind: 'view', target, ...more },
    ready,
  });
  const experiment = (experimentKey: string) => ({ kind: 'experiment', experimentKey }) as const;
  const digits = { workspace: 'ada', projectName: 'digits' } as const;
  return [
    ...ofTabs('Tabs', 'tab', content.full, (tab) => tabStories[tab].content),
    view(
      'tab-output',
      'Tabs',
      'text: what was printed, standard error marked',
      { ...experiment(content.full), tab: 'text' },
      '.tl-log-stderr',
      { state: { version: 1, tabs: { text: { part: 'output' } } } },
    ),
    ...ofTabs('Tabs with nothing logged', 'empty', content.empty, () => '.tl-panel .tl-notice'),
    ...ofTabs('Tabs with hostile content', 'hostile', content.hostile, () => '[role=tabpanel] *'),
    view('experiment', 'Experiments', 'finished', experiment(project.keys[7]!), drawn),
    view('experiment-running', 'Experiments', 'running', experiment(project.running), drawn),
    view('experiment-crashed', 'Experiments', 'crashed', experiment(project.crashed), drawn),
    view('experiment-diverged', 'Experiments', 'diverged', experiment(project.diverged), drawn),
    view('experiment-no-metrics', 'Experiments', 'without metrics', experiment(project.withoutMetrics), '.tl-code'),
    view('experiment-deleted', 'Experiments', 'deleted', experiment('0123456789abcdef0123456789abcdef'), '.tl-notice'),
    view('experiment-offline', 'Experiments', 'no connection', experiment(project.keys[7]!), '.tl-notice', {
      connected: false,
    }),
    view('project', 'Projects', 'a sweep', { kind: 'project', ...digits }, '[role=grid] [role=row][data-id]'),
    ...arrangements(project),
    view(
      'query-result',
      'Projects',
      'what a query finds',
      { kind: 'query', ...digits, query: '(Metric("val/accuracy") > 0.9)' },
      '[role=grid] [role=row][data-id]',
    ),
    view(
      'model',
      'Models',
      'a registered model',
      { kind: 'model', workspace: 'ada', modelName: 'digits-mlp' },
      '.tl-title',
    ),
    ...treeDefinitions.map(
      ({ id, title }): Story => ({
        id: `tree-${id}`,
        group: 'Trees',
        title,
        piece: { kind: 'tree', tree: id },
        ready: '[role=treeitem]',
      }),
    ),
    {
      id: 'query',
      group: 'Query',
      title: 'the query panel',
      piece: { kind: 'query' },
      ready: 'textarea',
    },
    ...charts,
  ];
}
