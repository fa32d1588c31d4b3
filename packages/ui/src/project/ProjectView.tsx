import { type ReactElement, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Empty, Loading } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { type Failure, messageText, remedyText } from '../source/failure.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { ExperimentTable } from './ExperimentTable.tsx';
import { ProjectCharts } from './ProjectCharts.tsx';
import { ProjectHeader } from './ProjectHeader.tsx';
import { ProjectQuery } from './ProjectQuery.tsx';
import { ProjectSections, SectionChoice } from './ProjectSections.tsx';
import { type ChartSelection, useChartSelection } from './use-chart-selection.ts';
import { type ListedExperiments, type ListTarget, useExperimentList } from './use-experiment-list.ts';
import { type ListDetails, useListDetails } from './use-list-details.ts';
import { useLoggedNames } from './use-logged-names.ts';
import { type TableContent, useTableContent } from './use-table-content.ts';
import { useNamedViews } from './views/use-named-views.ts';
import { ViewNoticeBanner } from './views/ViewNoticeBanner.tsx';

/** View of the experiments of a project or query: a table, and charts of the selected experiments. */
export function ProjectView({ target }: { readonly target: ListTarget }): ReactElement {
  const t = useTranslate();
  const { live } = useView();
  const named = useNamedViews(target);
  const list = useExperimentList(target);
  const { read, records, isFiltered } = list;
  // The details of an earlier list stay loaded while another one is read.
  const loaded = useListDetails(target, read.data);
  const content = useTableContent(list, loaded);
  const selected = useChartSelection(records, loaded);
  // Once a table has been shown, the query editor stays mounted while another list loads, so that it keeps the focus.
  const [begun, setBegun] = useState(false);
  if (read.data !== undefined && !begun) setBegun(true);
  if (read.data === undefined && !isFiltered && !begun) {
    return <Pending read={read} label={t('Loading the experiments…')} rows={8} />;
  }
  if (!named.ready) return <Loading label={t('Loading the named view…')} rows={8} />;
  const isEmptyProject = read.data?.length === 0 && !isFiltered;
  return (
    <>
      <ProjectHeader target={target} read={read} experiments={records} named={named} />
      {named.notice && <ViewNoticeBanner notice={named.notice} onDismiss={named.dismiss} />}
      <Staleness read={read} />
      {target.kind === 'project' && live !== null && !isEmptyProject && <ProjectQuery target={target} live={live} />}
      {read.data === undefined ? (
        <Pending read={read} label={t('Loading the experiments…')} rows={8} />
      ) : records.length === 0 ? (
        <NoExperiment target={target} isFiltered={isFiltered} />
      ) : (
        <Experiments target={target} read={read} loaded={loaded} content={content} selected={selected} />
      )}
    </>
  );
}

/** Table of the experiments, and the sections below it. */
function Experiments({
  target,
  read,
  loaded,
  content,
  selected,
}: {
  readonly target: ListTarget;
  readonly read: ListedExperiments['read'];
  readonly loaded: ListDetails;
  readonly content: TableContent;
  readonly selected: ChartSelection;
}): ReactElement {
  const { setState } = useView().store;
  const hasLabels = useViewState((state) => state.charts?.label !== undefined);
  const { failure, retry } = loaded;
  const logged = useLoggedNames(selected, loaded, read.data?.length ?? 0);
  return (
    <>
      <ExperimentTable
        content={content}
        projectName={target.projectName}
        selection={selected.keys}
        colors={selected.byKey}
        groups={selected.groups}
        sparks={loaded.sparks}
        onSelection={(next) => setState((before) => ({ ...before, selection: [...next] }))}
        onRange={loaded.prioritize}
      />
      {failure !== null && read.failure === null && <UnreadDetails failure={failure} onRetry={retry} />}
      <SectionChoice chosen={selected.keys.size} />
      <ProjectSections
        rows={content.rows}
        experiments={selected.experiments}
        details={loaded.details}
        unread={failure}
        onRetry={retry}
        colors={selected.byKey}
        charts={
          <ProjectCharts
            experiments={selected.experiments}
            metricNames={selected.metricNames}
            logged={logged}
            groupings={selected.groupings}
            details={hasLabels ? selected.details : undefined}
            projectName={target.projectName}
            changedAtMillis={read.updatedAtMillis}
            isWaiting={loaded.isWaiting}
            failure={failure}
            onRetry={retry}
          />
        }
      />
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
  const t = useTranslate();
  return (
    <div className="tl-banner" role="alert" data-failure={failure.kind}>
      <Icon name="problem" />
      <span>
        <strong>{messageText(failure, t)}</strong> {t('Some cells are empty or out of date.')}{' '}
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
  isFiltered,
}: {
  readonly target: ListTarget;
  readonly isFiltered: boolean;
}): ReactElement {
  const t = useTranslate();
  if (isFiltered || target.kind === 'query') {
    return (
      <Empty title={t('No experiment matches the query.')}>
        {t('Relax a condition, or check the names in the query.')}
      </Empty>
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
