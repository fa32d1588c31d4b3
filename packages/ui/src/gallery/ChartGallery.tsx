import { type ChartOptions, legendName } from '@tracklens/core/display';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import {
  type ChartExperiment,
  type Grouping,
  type SameRange,
  sameRange,
  seriesLooks,
  type XAxis,
} from '../charts/index.ts';
import { Icon } from '../components/Icon.tsx';
import { Empty } from '../components/Notice.tsx';
import type { ExperimentDetails } from '../source/view-source.ts';
import { countText, valueText } from '../text/number-text.ts';
import { isDark } from '../theme/theme-kind.ts';
import { useView } from '../view/view-context.ts';
import { ChartCard } from './ChartCard.tsx';
import { ChartControls } from './ChartControls.tsx';
import { chartStore } from './chart-store.ts';
import type { Groupings } from './groupings.ts';
import { type MetricGroup, metricGroups } from './metric-groups.ts';
import { SharedLegend } from './SharedLegend.tsx';

/** Maximum number of experiments in a chart. The points of others are not read. */
const drawnLimit = 300;

const noDetails: ReadonlyMap<string, ExperimentDetails> = new Map();

/** Gallery with a chart for each metric of one or more experiments, in groups, and with shared controls. */
export function ChartGallery({
  experiments: given,
  metricNames,
  changedAtMillis,
  projectName = '',
  experimentName = '',
  groupings = null,
  details = noDetails,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly metricNames: readonly string[];
  /** When the experiments were last read. Each change reloads the visible charts. */
  readonly changedAtMillis: number | null;
  /** First part of the names of saved files. */
  readonly projectName?: string;
  /** Second part of these names; empty for several experiments. */
  readonly experimentName?: string;
  /** Available groupings. Must be referentially stable while they are unchanged. */
  readonly groupings?: Groupings | null;
  /** Details of the experiments for the legend names. */
  readonly details?: ReadonlyMap<string, ExperimentDetails> | undefined;
}): ReactElement {
  const { live, saved, state, theme, t } = useView();
  const charts: ChartOptions = state.charts ?? {};
  const { group, label, palette, colors } = charts;
  const dark = isDark(theme);
  const experiments = useMemo(() => {
    const drawn = dressed(given.slice(0, drawnLimit), dark, { palette, colors });
    if (!label) return drawn;
    return drawn.map((one) => ({ ...one, label: legendName(label, one, details.get(one.key), valueText) }));
  }, [given, dark, palette, colors, label, details]);
  const xAxis: XAxis = charts.xAxis ?? 'step';
  const alongside = typeof xAxis === 'object' ? xAxis.metric : null;
  const keys = experiments.map(({ key }) => key).join(' ');
  const store = useMemo(
    () => chartStore({ live, saved }, keys === '' ? [] : keys.split(' '), alongside),
    [live, saved, keys, alongside],
  );
  useEffect(() => () => store.dispose(), [store]);
  const read = useRef(changedAtMillis);
  useEffect(() => {
    // The first read already provides the initial data.
    if (read.current !== null && read.current !== changedAtMillis) store.refresh();
    read.current = changedAtMillis;
  }, [store, changedAtMillis]);

  const names = useMemo(() => [...new Set(metricNames)], [metricNames]);
  const grouping = useMemo<Grouping | null>(() => {
    if (!group || !groupings?.choices.some(({ by }) => by === group.by)) return null;
    const { by, ...rule } = group;
    return { ...rule, groups: dressed(groupings.groups(by), dark, { palette, colors }) };
  }, [group, groupings, dark, palette, colors]);
  const groups = useMemo(
    () => metricGroups(charts.metrics ?? names, charts.search),
    [charts.metrics, names, charts.search],
  );

  return (
    <section className="tl-gallery" aria-label={t('Charts')}>
      <ChartControls metricNames={names} groupings={experiments.length > 1 ? groupings : null} />
      {given.length > drawnLimit && (
        <p className="tl-quiet tl-hint" role="note">
          {t('Drawn are the first %1 of %2 chosen experiments.', countText(drawnLimit), countText(given.length))}
        </p>
      )}
      {experiments.length > 1 && <SharedLegend experiments={grouping?.groups ?? experiments} />}
      {groups.length === 0 && <Empty title={t('No metric matches “%1”.', charts.search ?? '')} />}
      {groups.map((group) => (
        <GroupOfCharts key={group.prefix} group={group} single={groups.length === 1}>
          {(name, sameY) => (
            <ChartCard
              key={name}
              store={store}
              metricName={name}
              experiments={experiments}
              xAxis={xAxis}
              grouping={grouping}
              sameY={sameY}
              projectName={projectName}
              experimentName={experimentName}
            />
          )}
        </GroupOfCharts>
      ))}
    </section>
  );
}

/** Returns experiments or groups with their colours and dashes. */
function dressed<Item extends ChartExperiment>(
  items: readonly Item[],
  dark: boolean,
  choices: Pick<ChartOptions, 'palette' | 'colors'>,
): Item[] {
  const looks = seriesLooks(
    items.map(({ key }) => key),
    dark,
    choices,
  );
  return items.map((item) => ({ ...item, ...looks.get(item.key) }));
}

function GroupOfCharts({
  group,
  single,
  children,
}: {
  readonly group: MetricGroup;
  readonly single: boolean;
  readonly children: (name: string, sameY: SameRange | null) => ReactElement;
}): ReactElement {
  const { t, state, setState } = useView();
  const { columns, opened = {}, sameY } = state.charts ?? {};
  const range = useMemo(() => (sameY ? sameRange() : null), [sameY]);
  const open = Object.hasOwn(opened, group.prefix) ? opened[group.prefix]! : !group.collapsed || single;
  const title = group.prefix === 'sys' ? t('System') : group.prefix;
  const toggle = () =>
    setState((before) => ({
      ...before,
      charts: { ...before.charts, opened: { ...before.charts?.opened, [group.prefix]: !open } },
    }));
  const grid = open && (
    <div
      className="tl-chart-grid"
      style={columns === undefined ? {} : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {group.names.map((name) => children(name, range))}
    </div>
  );
  if (group.prefix === '') return <>{grid}</>;
  return (
    <section className="tl-group" aria-label={title}>
      <h3>
        <button type="button" className="tl-group-title" aria-expanded={open} onClick={toggle}>
          <Icon name="chevron" className={open ? 'tl-open' : ''} />
          {title}
          <span className="tl-count">{countText(group.names.length)}</span>
        </button>
      </h3>
      {grid}
    </section>
  );
}
