import type { Target, ViewState } from '@tracklens/core/display';
import { type ReactElement, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ChartGallery } from '../gallery/ChartGallery.tsx';
import { idlePollMillis } from '../live/idle-poll.ts';
import { useRead } from '../live/use-read.ts';
import { Icon } from '../parts/Icon.tsx';
import { Empty, Loading, Problem } from '../parts/Notice.tsx';
import { type Failure, messageText, remedyText } from '../source/failure.ts';
import type { ExperimentDetails, MetricOverview } from '../source/view-source.ts';
import { isDark } from '../theme/theme-kind.ts';
import { experimentState } from '../trees/experiment-label.ts';
import { missing, Staleness } from '../viewer/Freshness.tsx';
import { useView } from '../viewer/view-context.ts';
import { automaticColumns, columnParts, type ExperimentRow, metricNamesOf } from './columns.ts';
import { detailsStore } from './details-store.ts';
import { ExperimentTable } from './ExperimentTable.tsx';
import { widthOfNames } from './experiment-columns.tsx';
import { experimentRows } from './experiment-rows.ts';
import { groupingsOf } from './groupings.ts';
import { ProjectHeader } from './ProjectHeader.tsx';
import { ProjectQuery } from './ProjectQuery.tsx';
import { ProjectSections, SectionChoice } from './ProjectSections.tsx';
import { chartExperiments, defaultSelectionSize } from './selection.ts';
import { sparkStore } from './spark-store.ts';
import { useNamedViews } from './views/use-named-views.ts';
import { ViewNoticeBanner } from './views/ViewNoticeBanner.tsx';

/** Number of the newest experiments whose details are read eagerly; the others are read when they become visible. */
const eagerRows = 300;

/** View of the experiments of a project or query: a table, and charts of the selected experiments. */
export function ProjectView({
  target,
}: {
  readonly target: Extract<Target, { kind: 'project' | 'query' }>;
}): ReactElement {
  const { live, saved, state, setState, t, pollMillis, theme } = useView();
  const dark = isDark(theme);
  const named = useNamedViews(target);
  const narrowed = target.kind === 'project' ? state.project?.query : undefined;
  const list = {
    workspace: target.workspace,
    projectName: target.projectName,
    ...(target.kind === 'query' ? { query: target.query, archived: target.archived } : {}),
    ...(narrowed === undefined ? {} : { query: narrowed }),
  };
  const read = useRead(
    JSON.stringify(list),
    (source, signal) => source.experiments(list, signal),
    (experiments) => (experiments.some((one) => experimentState(one) === 'running') ? pollMillis : idlePollMillis),
  );

  const { workspace, projectName } = target;
  const archived = target.kind === 'query' ? target.archived : undefined;
  const store = useMemo(
    () => detailsStore(live, saved, { workspace, projectName, archived }),
    [live, saved, workspace, projectName, archived],
  );
  useEffect(() => () => store.dispose(), [store]);
  const sparks = useMemo(() => sparkStore(live, saved), [live, saved]);
  useEffect(() => () => sparks.dispose(), [sparks]);
  const details = useSyncExternalStore(store.subscribe, () => store.details);
  const metrics = useSyncExternalStore(store.subscribe, () => store.metrics);
  const unread = useSyncExternalStore(store.subscribe, () => store.failure);
  const wereRunning = useRef(new Set<string>());
  const records = read.data;
  const selected = state.selection;
  // Sorting or searching by values that are not loaded yet requires the details of all experiments.
  const wholeList = needsDetails(state.table, metrics.size > 0);
  useEffect(() => {
    if (!records) return;
    const running = new Set(
      records.filter((one) => experimentState(one) === 'running').map((one) => one.experimentKey),
    );
    // Experiments that ended since the last poll are read once more.
    const changed = new Set([...running, ...wereRunning.current]);
    wereRunning.current = running;
    const chosen = selected ?? [];
    const rest = records.slice(0, wholeList ? records.length : eagerRows).map((one) => one.experimentKey);
    store.want([...chosen, ...changed, ...rest], changed);
    sparks.renew(changed);
  }, [store, sparks, records, selected, wholeList]);

  const [rowsOf] = useState(experimentRows);
  const rows = useMemo(() => rowsOf(records ?? [], details, metrics), [rowsOf, records, details, metrics]);
  const nameWidth = useMemo(() => widthOfNames(records ?? []), [records]);
  const columns = useSettledColumns(rows, state.table?.columns);
  const selection = useMemo(
    () => new Set(state.selection ?? (records ?? []).slice(0, defaultSelectionSize).map((one) => one.experimentKey)),
    [state.selection, records],
  );
  const { palette, colors: painted } = state.charts ?? {};
  const experiments = useMemo(
    () => chartExperiments(records ?? [], selection, dark, { palette, colors: painted }),
    [records, selection, dark, palette, painted],
  );
  // Details of other experiments, loaded while scrolling, must not redraw the charts.
  const chosenDetails = useChosen(details, experiments);
  const metricNames = useMetricNames(chosenDetails, metrics, experiments);
  const colors = useMemo(() => new Map(experiments.map((experiment) => [experiment.key, experiment])), [experiments]);
  const groupings = useMemo(
    () => groupingsOf(experiments, chosenDetails, dark, t),
    [experiments, chosenDetails, dark, t],
  );
  const waiting = metricNames.length === 0 && store.waiting > 0;
  // Legend labels use details only if the user configured a label.
  const labelDetails = state.charts?.label ? chosenDetails : undefined;
  const charts = useMemo(
    () =>
      experiments.length === 0 ? (
        <Empty title={t('Choose experiments in the table to see their charts.')} />
      ) : metricNames.length > 0 ? (
        <ChartGallery
          experiments={experiments}
          metricNames={metricNames}
          changedAtMillis={read.updatedAtMillis}
          projectName={target.projectName}
          groupings={groupings}
          details={labelDetails}
        />
      ) : unread !== null ? (
        <Problem failure={unread} t={t} onRetry={store.retry} next="automatic" />
      ) : waiting ? (
        <Loading label={t('Reading the metrics…')} />
      ) : (
        <Empty title={t('The chosen experiments have no metrics.')} />
      ),
    [
      experiments,
      metricNames,
      read.updatedAtMillis,
      target.projectName,
      groupings,
      waiting,
      unread,
      store,
      t,
      labelDetails,
    ],
  );

  // Once a table has been shown, the query editor stays mounted while another list loads, so that it keeps the focus.
  const begun = useRef(false);
  if (records !== undefined) begun.current = true;
  if (records === undefined && narrowed === undefined && !begun.current)
    return missing(read, t) ?? <Loading label={t('Reading the experiments…')} rows={8} />;
  if (!named.ready) return <Loading label={t('Reading the named view…')} rows={8} />;
  const query = target.kind === 'project' && live !== null && <ProjectQuery target={target} live={live} />;
  return (
    <>
      <ProjectHeader target={target} read={read} experiments={records ?? []} named={named} />
      {named.notice && <ViewNoticeBanner notice={named.notice} onDismiss={named.dismiss} />}
      <Staleness read={read} />
      {records === undefined ? (
        <>
          {query}
          {missing(read, t) ?? <Loading label={t('Reading the experiments…')} rows={8} />}
        </>
      ) : records.length === 0 ? (
        <>
          {narrowed !== undefined && query}
          <NoExperiment target={target} narrowed={narrowed !== undefined} />
        </>
      ) : (
        <>
          {query}
          <ExperimentTable
            rows={rows}
            columns={columns}
            nameWidth={nameWidth}
            projectName={target.projectName}
            selection={selection}
            colors={colors}
            sparks={sparks}
            onSelection={(next) => setState((before) => ({ ...before, selection: [...next] }))}
            onRange={store.hurry}
          />
          {unread !== null && read.failure === null && <UnreadDetails failure={unread} onRetry={store.retry} />}
          <SectionChoice chosen={selection.size} />
          <ProjectSections
            rows={rows}
            experiments={experiments}
            details={details}
            unread={unread}
            onRetry={store.retry}
            colors={colors}
            charts={charts}
          />
        </>
      )}
    </>
  );
}

/** Banner explaining why table cells are empty or stale: some experiments could not be read. */
function UnreadDetails({
  failure,
  onRetry,
}: {
  readonly failure: Failure;
  readonly onRetry: () => void;
}): ReactElement {
  const { t } = useView();
  return (
    <div className="tl-banner" role="alert" data-failure={failure.kind}>
      <Icon name="problem" />
      <span>
        <strong>{messageText(failure, t)}</strong> {t('Some cells are empty or hold the values of an earlier read.')}{' '}
        {remedyText(failure, t, 'automatic')}
      </span>
      <button type="button" className="tl-button" onClick={onRetry}>
        {t('Retry')}
      </button>
    </div>
  );
}

function NoExperiment({
  target,
  narrowed,
}: {
  readonly target: Extract<Target, { kind: 'project' | 'query' }>;
  readonly narrowed: boolean;
}): ReactElement {
  const { t } = useView();
  if (narrowed || target.kind === 'query') {
    return (
      <Empty title={t('No experiment matches the query.')}>{t('Loosen a condition, or check the names in it.')}</Empty>
    );
  }
  return (
    <Empty
      title={t('This project has no experiment.')}
      code={`experiment = comet_ml.start(project_name="${target.projectName}")`}
    >
      {t('Start one:')}
    </Empty>
  );
}

/** Returns the details of the experiments in the charts; the same map as long as none of them has changed. */
function useChosen(
  details: ReadonlyMap<string, ExperimentDetails>,
  experiments: readonly { readonly key: string }[],
): ReadonlyMap<string, ExperimentDetails> {
  const last = useRef<ReadonlyMap<string, ExperimentDetails>>(new Map());
  return useMemo(() => {
    const next = new Map<string, ExperimentDetails>();
    for (const { key } of experiments) {
      const has = details.get(key);
      if (has) next.set(key, has);
    }
    const same = next.size === last.current.size && [...next].every(([key, has]) => last.current.get(key) === has);
    if (!same) last.current = next;
    return last.current;
  }, [details, experiments]);
}

/** Returns the metric names of the experiments in the charts; the same array as long as the names are the same. */
function useMetricNames(
  details: ReadonlyMap<string, ExperimentDetails>,
  metrics: ReadonlyMap<string, MetricOverview>,
  experiments: readonly { readonly key: string }[],
): readonly string[] {
  const last = useRef<readonly string[]>([]);
  return useMemo(() => {
    const names = new Set<string>();
    for (const { key } of experiments) {
      for (const name of metricNamesOf({ details: details.get(key) ?? null, metrics: metrics.get(key) }))
        names.add(name);
    }
    const next = [...names];
    const same = next.length === last.current.length && next.every((name, at) => name === last.current[at]);
    if (!same) last.current = next;
    return last.current;
  }, [details, metrics, experiments]);
}

/** Returns whether the table is sorted or searched by values found neither in the list nor in the metric overview. */
function needsDetails(table: ViewState['table'], hasMetrics: boolean): boolean {
  const { kind, name } = columnParts(table?.sort?.column ?? 'started');
  return Boolean(table?.search) || kind === 'tag' || (name !== '' && (kind === 'parameter' || !hasMetrics));
}

/**
 * Returns the columns chosen by the user, or the automatic choice. The automatic choice changes only while the
 * details of the newest experiments are loading, so columns do not jump later or while scrolling.
 */
function useSettledColumns(rows: readonly ExperimentRow[], chosen: readonly string[] | undefined): readonly string[] {
  const newest = useMemo(() => rows.slice(0, eagerRows), [rows]);
  const known = newest.filter((row) => row.details !== null).length;
  const [settled, setSettled] = useState<{ known: number; columns: readonly string[] }>({ known: -1, columns: [] });
  useEffect(() => {
    if (chosen === undefined && known > settled.known) setSettled({ known, columns: automaticColumns(newest) });
  }, [chosen, newest, known, settled.known]);
  return chosen ?? settled.columns;
}
