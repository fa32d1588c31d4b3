import type { SnapshotExperiment } from './view-payload.ts';
import type { ViewState } from './view-state.ts';

/*
 * What a copy of a project holds where there is no room for all of it: what the view shows comes first, then what is newest and
 * what most experiments have. (`tracklens/copy_choice.py` is the same in Python.)
 */

/** Experiments of a project that a copy holds, and how many of them with points where the view does not choose more. */
const maxExperiments = 60;
const maxCharted = 25;
/** What is drawn well before anything else has points: the experiments that a view begins with, and pictures of so many metrics. */
const firstDrawn = 10;
const firstMetrics = 4;
/** Metrics with points that a view may choose, and series in all: the budget has no room for more. */
const maxMetrics = 40;
const maxSeries = 360;

type Listed = { readonly experimentKey: string; readonly startTimeMillis?: number | null | undefined };

/** The experiments that a view draws: those chosen that are there, or all of them, without those that are switched off. */
export function drawnKeys(keys: readonly string[], state: ViewState | null | undefined): string[] {
  const chosen = new Set(state?.selection);
  const hidden = new Set(state?.charts?.hidden);
  const some = keys.filter((key) => chosen.has(key));
  return (some.length > 0 ? some : keys).filter((key) => !hidden.has(key));
}

/** The experiments of a copy: the chosen ones, those that are drawn before those switched off, then the newest. */
export function snapshotExperiments<T extends Listed>(listed: readonly T[], state: ViewState | null | undefined): T[] {
  const chosen = new Set(state?.selection);
  const hidden = new Set(state?.charts?.hidden);
  const rank = (key: string) => (!chosen.has(key) ? 2 : hidden.has(key) ? 1 : 0);
  const started = (one: T) => one.startTimeMillis ?? 0;
  return [...listed]
    .sort((a, b) => rank(a.experimentKey) - rank(b.experimentKey) || started(b) - started(a))
    .slice(0, maxExperiments);
}

/** Names of records, those that most experiments share first, what the machine logs about itself last. */
export function mainNames(lists: Iterable<readonly { readonly name: string }[]>): string[] {
  const count = new Map<string, number>();
  for (const list of lists) for (const { name } of list) count.set(name, (count.get(name) ?? 0) + 1);
  const isSystem = (name: string) => Number(name.startsWith('sys.'));
  return [...count.keys()].sort((a, b) => isSystem(a) - isSystem(b) || count.get(b)! - count.get(a)!);
}

/** The metrics that a view has charts of: those chosen that are there, else all but what the machine logs about itself. */
export function chartedMetrics(main: readonly string[], state: ViewState | null | undefined): string[] {
  const known = new Set(main);
  const chosen = [...new Set(state?.charts?.metrics)].filter((name) => known.has(name));
  if (chosen.length > 0) return chosen;
  const logged = main.filter((name) => !name.startsWith('sys.'));
  return logged.length > 0 ? logged : [...main];
}

/** The columns that a view speaks of, as `kind:name`. */
export function viewColumns({ table, project, charts }: ViewState): string[] {
  const { scatter, axes = [] } = project ?? {};
  const single = [table?.sort?.column, scatter?.x, scatter?.y, charts?.group?.by];
  return [...(table?.columns ?? []), ...(table?.pinned ?? []), ...axes, ...single.filter((one) => one !== undefined)];
}

/** Whose points a copy holds, and of which metrics, the most important first. */
export interface ChartSnapshotSelection {
  readonly keys: readonly string[];
  readonly metrics: readonly string[];
  /** How many of the keys and of the metrics, from the first, the view shows at once. */
  readonly drawn: number;
  readonly needed: number;
}

/**
 * Metrics whose points a copy holds: the one along the x axis, those with charts, those whose course the table shows, those a person
 * zoomed or read; then the main ones, as far as `few`.
 */
function copiedMetrics(
  main: readonly string[],
  state: ViewState,
  few: number,
): Pick<ChartSnapshotSelection, 'metrics' | 'needed'> {
  const { charts = {} } = state;
  const axis = typeof charts.xAxis === 'object' ? [charts.xAxis.metric] : [];
  const courses = viewColumns(state)
    .filter((id) => id.startsWith('spark:'))
    .map((id) => id.slice('spark:'.length));
  const { metrics = [], pins = {}, zoom = {}, full = [], tables = [] } = charts;
  const known = new Set(main);
  const chosen = new Set([...axis, ...metrics].filter((name) => known.has(name)));
  const needed = new Set([...chosen, ...courses.filter((name) => known.has(name))]);
  const touched = [...Object.keys(pins), ...Object.keys(zoom), ...full, ...tables].filter((name) => known.has(name));
  const limit = Math.max(few, Math.min(needed.size, maxMetrics));
  const all = [...new Set([...needed, ...touched, ...main])].slice(0, limit);
  return {
    metrics: all,
    needed: chosen.size > axis.length ? Math.min(chosen.size, limit) : axis.length + firstMetrics,
  };
}

/** What of the experiments of a copy has points: as many metrics as the view needs, at least `few`, of the experiments it draws first. */
export function selectChartSnapshot(
  experiments: readonly SnapshotExperiment[],
  state: ViewState | null | undefined,
  few: number,
): ChartSnapshotSelection {
  const keys = experiments.map(({ metadata }) => metadata.experimentKey);
  const drawn = drawnKeys(keys, state);
  const hidden = new Set(state?.charts?.hidden);
  const first = new Set(drawn);
  const rank = (key: string) => (first.has(key) ? 0 : hidden.has(key) ? 2 : 1);
  const chosen = state?.selection?.some((key) => first.has(key)) ? drawn.length : 0;
  const most = keys.sort((a, b) => rank(a) - rank(b)).slice(0, Math.max(maxCharted, chosen));
  const charted = new Set(most);
  const main = mainNames(
    experiments.filter(({ metadata }) => charted.has(metadata.experimentKey)).map(({ metrics }) => metrics),
  );
  const { metrics, needed } = copiedMetrics(main, state ?? { version: 1 }, few);
  const some = most.slice(0, Math.max(4, Math.floor(maxSeries / Math.max(1, metrics.length))));
  return { keys: some, metrics, needed, drawn: Math.min(chosen > 0 ? chosen : firstDrawn, drawn.length) };
}
