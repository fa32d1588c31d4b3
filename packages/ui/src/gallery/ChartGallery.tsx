import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartExperiment, ChartGroup, Grouping, XAxis } from '../charts/index.ts';
import { Icon } from '../parts/Icon.tsx';
import { Empty } from '../parts/Notice.tsx';
import { useView } from '../viewer/view-context.ts';
import { ChartCard } from './ChartCard.tsx';
import { ChartControls } from './ChartControls.tsx';
import { chartStore } from './chart-store.ts';
import { type MetricGroup, metricGroups } from './metric-groups.ts';
import { SharedLegend } from './SharedLegend.tsx';

/** By what experiments can be folded into groups. */
export interface Groupings {
  readonly choices: readonly { readonly by: string; readonly title: string }[];
  groups(by: string): readonly ChartGroup[];
}

/** A chart for each metric of one or more experiments, in groups, with the controls that all of them share. */
export function ChartGallery({
  experiments,
  metricNames,
  changedAtMillis,
  projectName = '',
  groupings = null,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly metricNames: readonly string[];
  /** When the experiments were read last: with each change the charts in sight are read again. */
  readonly changedAtMillis: number | null;
  /** Begins the names of saved files. */
  readonly projectName?: string;
  /** By what the experiments can be folded; stable while it says the same. */
  readonly groupings?: Groupings | null;
}): ReactElement {
  const { live, saved, state, t } = useView();
  const charts = state.charts ?? {};
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
    // The first reading is what the charts start with.
    if (read.current !== null && read.current !== changedAtMillis) store.refresh();
    read.current = changedAtMillis;
  }, [store, changedAtMillis]);

  const names = useMemo(() => [...new Set(metricNames)], [metricNames]);
  const { group } = charts;
  const grouping = useMemo<Grouping | null>(() => {
    if (!group || !groupings?.choices.some(({ by }) => by === group.by)) return null;
    const { by, ...rule } = group;
    return { ...rule, groups: groupings.groups(by) };
  }, [group, groupings]);
  const groups = useMemo(
    () => metricGroups(charts.metrics ?? names, charts.search),
    [charts.metrics, names, charts.search],
  );

  return (
    <section className="tl-gallery" aria-label={t('Charts')}>
      <ChartControls metricNames={names} groupings={experiments.length > 1 ? groupings : null} />
      {experiments.length > 1 && <SharedLegend experiments={grouping?.groups ?? experiments} />}
      {groups.length === 0 && <Empty title={t('No metric matches “%1”.', charts.search ?? '')} />}
      {groups.map((group) => (
        <GroupOfCharts key={group.prefix} group={group} single={groups.length === 1}>
          {(name) => (
            <ChartCard
              key={name}
              store={store}
              metricName={name}
              experiments={experiments}
              xAxis={xAxis}
              grouping={grouping}
              projectName={projectName}
            />
          )}
        </GroupOfCharts>
      ))}
    </section>
  );
}

function GroupOfCharts({
  group,
  single,
  children,
}: {
  readonly group: MetricGroup;
  readonly single: boolean;
  readonly children: (name: string) => ReactElement;
}): ReactElement {
  const { t, state } = useView();
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? (!group.collapsed || single);
  const columns = state.charts?.columns;
  const title = group.prefix === 'sys' ? t('System') : group.prefix;
  const grid = open && (
    <div
      className="tl-chart-grid"
      style={columns === undefined ? {} : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {group.names.map(children)}
    </div>
  );
  if (group.prefix === '') return <>{grid}</>;
  return (
    <section className="tl-group" aria-label={title}>
      <h3>
        <button type="button" className="tl-group-title" aria-expanded={open} onClick={() => setOpened(!open)}>
          <Icon name="chevron" className={open ? 'tl-open' : ''} />
          {title}
          <span className="tl-count">{group.names.length}</span>
        </button>
      </h3>
      {grid}
    </section>
  );
}
