import { matchingGroups, metricCharts, metricGroups } from '@tracklens/core/charts';
import { memo, type ReactElement, useMemo } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import { Icon } from '../components/Icon.tsx';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useStable } from '../components/use-stable.ts';
import { useWidth } from '../components/use-width.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { countText } from '../text/number-text.ts';
import { isDark } from '../theme/theme-kind.ts';
import { useView } from '../view/view-context.ts';
import { ChartCard } from './ChartCard.tsx';
import { ChartControls } from './ChartControls.tsx';
import { relatedByName } from './combined-charts.ts';
import type { GalleryData } from './gallery-data.ts';
import { galleryExperiments, galleryGroups } from './gallery-experiments.ts';
import type { Groupings } from './groupings.ts';
import { MetricGroups } from './MetricGroups.tsx';
import { SharedLegend } from './SharedLegend.tsx';
import { useChartOptions } from './use-chart-options.ts';
import { useChartStore } from './use-chart-store.ts';
import { type KnownNames, useUnknownNames } from './use-unknown-names.ts';

/** Maximum number of experiments in a chart. The points of others are not read. */
const drawnLimit = 300;

/** Assumed width of the gallery in pixels until it is measured. */
const initialWidth = 1000;

const sameNames = (before: readonly string[], now: readonly string[]) =>
  before.length === now.length && before.every((name, index) => name === now[index]);

const noDetails: ReadonlyMap<string, ExperimentDetails> = new Map();

/** Experiments and metrics of a gallery. */
export interface ChartGalleryProps {
  readonly experiments: readonly ChartExperiment[];
  readonly metricNames: readonly string[];
  /** Whether all of them are shown, whatever metrics the user has chosen. */
  readonly showsAll?: boolean;
  /** When the experiments were last read. Each change reloads the visible charts. */
  readonly changedAtMillis: number | null;
  /** First part of the names of saved files. */
  readonly projectName?: string;
  /** Second part of these names; empty for several experiments. */
  readonly experimentName?: string;
  /** Available groupings. Must be referentially stable while they are unchanged. */
  readonly groupings?: Groupings | null;
  /** What the experiments have logged. Names in the options that are not among these are reported. */
  readonly logged?: KnownNames;
  /** Details of the experiments for the legend names. */
  readonly details?: ReadonlyMap<string, ExperimentDetails> | undefined;
}

/**
 * Gallery with a chart for each metric of one or more experiments, in groups, and with shared controls. It is rendered
 * again only when its properties change.
 */
export const ChartGallery = memo(function ChartGallery(props: ChartGalleryProps): ReactElement {
  const { experiments: given, groupings = null, showsAll = false, logged } = props;
  const t = useTranslate();
  const { options } = useChartOptions();
  const data = useGalleryData(props);
  const { metricNames: names } = data;
  const unknown = useUnknownNames(options, logged);
  const chosen = showsAll ? undefined : options.metrics;
  const metrics = useMemo(
    () => chosen?.filter((name) => !unknown.names.includes(`metric:${name}`)) ?? names,
    [chosen, unknown, names],
  );
  const { combined } = options;
  const groups = useMemo(() => metricGroups(metricCharts(metrics, { combined }, names)), [metrics, combined, names]);
  const shown = useMemo(() => matchingGroups(groups, options.search ?? ''), [groups, options.search]);
  const [element, width] = useWidth<HTMLElement>(initialWidth);
  const several = data.experiments.length > 1;
  return (
    <section ref={element} className="tl-gallery" aria-label={t('Charts')}>
      <ChartControls metricNames={names} groupings={several ? groupings : null} />
      {given.length > drawnLimit && (
        <p className="tl-quiet tl-hint" role="note">
          {t('Showing the first %1 of %2 selected experiments.', countText(drawnLimit), countText(given.length))}
        </p>
      )}
      {unknown.texts.length > 0 && <UnknownNames texts={unknown.texts} />}
      {several && <SharedLegend experiments={data.groups ?? data.experiments} />}
      {shown.length === 0 && (groups.length > 0 || unknown.texts.length === 0) && (
        <Empty title={t('No metric matches “%1”.', options.search ?? '')} />
      )}
      <MetricGroups groups={shown} width={width}>
        {(chart, place, sharedRange) => (
          <ChartCard key={chart.metrics[0]} data={data} shown={chart} place={place} sharedRange={sharedRange} />
        )}
      </MetricGroups>
    </section>
  );
});

/** Says which names in the options no experiment has logged. */
function UnknownNames({ texts }: { readonly texts: readonly string[] }): ReactElement {
  return (
    <div className="tl-banner" role="status">
      <Icon name="problem" />
      <div>
        {texts.map((text) => (
          <p key={text} className="tl-hint">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Returns the data of all charts, with the styles and names that the user has chosen. */
function useGalleryData({
  experiments: given,
  metricNames: names,
  groupings = null,
  details = noDetails,
  changedAtMillis,
  projectName = '',
  experimentName = '',
}: ChartGalleryProps): GalleryData {
  const dark = isDark(useView().theme);
  const { options } = useChartOptions();
  const givenNames = useStable(names, sameNames);
  const metricNames = useMemo(() => [...new Set(givenNames)], [givenNames]);
  const related = useMemo(() => relatedByName(metricNames), [metricNames]);
  const { palette, colors, label, group, xAxis } = options;
  const by = group?.by;
  const styles = useMemo(() => ({ palette, colors, label }), [palette, colors, label]);
  const experiments = useMemo(
    () => galleryExperiments(given.slice(0, drawnLimit), details, styles, dark),
    [given, details, styles, dark],
  );
  const groups = useMemo(() => galleryGroups(groupings, by, styles, dark), [groupings, by, styles, dark]);
  const store = useChartStore(experiments, xAxis, changedAtMillis);
  const fileNames = useMemo(() => [projectName, experimentName], [projectName, experimentName]);
  return { store, experiments, groups, metricNames, relatedByName: related, fileNames };
}
