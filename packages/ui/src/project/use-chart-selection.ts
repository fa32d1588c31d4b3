import { type ChartExperiment, type ChartGroup, defaultSelectionSize } from '@tracklens/core/charts';
import type { PaletteName } from '@tracklens/core/display';
import { useMemo, useState } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { useStable } from '../components/use-stable.ts';
import { galleryGroups } from '../gallery/gallery-experiments.ts';
import type { Groupings } from '../gallery/groupings.ts';
import type { ExperimentDetails, Metadata, MetricOverview } from '../source/view-source.ts';
import { isDark } from '../theme/theme-kind.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { metricNamesOf } from './columns.ts';
import { groupingsOf } from './groupings.ts';
import { chartExperiments } from './selection.ts';
import { noStyles, numberedStyles, type StyleNumbers, styleNumbers } from './stable-styles.ts';
import type { ListDetails } from './use-list-details.ts';

/** Experiments selected for the charts. */
export interface ChartSelection {
  readonly keys: ReadonlySet<string>;
  readonly experiments: readonly ChartExperiment[];
  /** The same experiments by key. */
  readonly byKey: ReadonlyMap<string, ChartExperiment>;
  /** Loaded details of the selected experiments; the same map as long as none of them has changed. */
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** Names of all their metrics; the same array as long as the names are the same. */
  readonly metricNames: readonly string[];
  readonly groupings: Groupings;
  /** Groups that are drawn, by key; empty without a grouping. */
  readonly groups: ReadonlyMap<string, ChartGroup>;
}

/** Returns the experiments that the user has selected for the charts; by default the newest ones. */
export function useChartSelection(
  records: readonly Metadata[],
  { details: allDetails, metrics }: Pick<ListDetails, 'details' | 'metrics'>,
): ChartSelection {
  const t = useTranslate();
  const { theme } = useView();
  const selection = useViewState((state) => state.selection);
  const palette = useViewState((state) => state.charts?.palette);
  const colors = useViewState((state) => state.charts?.colors);
  const by = useViewState((state) => state.charts?.group?.by);
  const dark = isDark(theme);
  const keys = useMemo(
    () => new Set(selection ?? records.slice(0, defaultSelectionSize).map((one) => one.experimentKey)),
    [selection, records],
  );
  const chosen = useMemo(() => records.filter(({ experimentKey }) => keys.has(experimentKey)), [records, keys]);
  const styles = useStableStyles(chosen, palette);
  const experiments = useMemo(
    () => chartExperiments(chosen, numberedStyles(styles, dark, colors)),
    [chosen, styles, dark, colors],
  );
  const byKey = useMemo(() => new Map(experiments.map((experiment) => [experiment.key, experiment])), [experiments]);
  // Details of other experiments, loaded while scrolling, must not redraw the charts.
  const details = useStable(
    useMemo(() => selectedDetails(experiments, allDetails), [experiments, allDetails]),
    (before, now) => before.size === now.size && [...now].every(([key, value]) => before.get(key) === value),
  );
  const metricNames = useStable(
    useMemo(() => namesOf(experiments, details, metrics), [experiments, details, metrics]),
    (before, now) => before.length === now.length && now.every((name, index) => name === before[index]),
  );
  const groupings = useMemo(() => groupingsOf(experiments, details, t), [experiments, details, t]);
  const groups = useMemo(
    () => new Map(galleryGroups(groupings, by, { palette, colors }, dark)?.map((group) => [group.key, group])),
    [groupings, by, palette, colors, dark],
  );
  return { keys, experiments, byKey, details, metricNames, groupings, groups };
}

/** Returns styles of experiments that stay the same while others are selected and deselected. */
function useStableStyles(chosen: readonly Metadata[], palette: PaletteName | undefined): StyleNumbers {
  const [before, setBefore] = useState(noStyles);
  const styles = useMemo(
    () =>
      styleNumbers(
        before,
        chosen.map(({ experimentKey }) => experimentKey),
        palette,
      ),
    [before, chosen, palette],
  );
  if (styles !== before) setBefore(styles);
  return styles;
}

function selectedDetails(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
): ReadonlyMap<string, ExperimentDetails> {
  const selected = new Map<string, ExperimentDetails>();
  for (const { key } of experiments) {
    const loaded = details.get(key);
    if (loaded) selected.set(key, loaded);
  }
  return selected;
}

function namesOf(
  experiments: readonly ChartExperiment[],
  details: ReadonlyMap<string, ExperimentDetails>,
  metrics: ReadonlyMap<string, MetricOverview>,
): readonly string[] {
  const names = new Set<string>();
  for (const { key } of experiments) {
    for (const name of metricNamesOf({ details: details.get(key) ?? null, metrics: metrics.get(key) })) names.add(name);
  }
  return [...names];
}
