import type { ReactElement } from 'react';
import { Empty, Loading, Problem } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { ChartGallery } from '../gallery/ChartGallery.tsx';
import type { KnownNames } from '../gallery/use-unknown-names.ts';
import type { Failure } from '../source/failure.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import type { ChartSelection } from './use-chart-selection.ts';

/** Properties of the charts of a project. */
export interface ProjectChartsProps extends Pick<ChartSelection, 'experiments' | 'metricNames' | 'groupings'> {
  readonly projectName: string;
  /** Details for the labels of the legends; `undefined` if the labels do not use them. */
  readonly details: ReadonlyMap<string, ExperimentDetails> | undefined;
  readonly logged: KnownNames;
  /** Time of the last poll, after which running experiments have new values. */
  readonly changedAtMillis: number | null;
  readonly isWaiting: boolean;
  /** Reason why some of the details could not be read. */
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}

/** Charts of the selected experiments, or why there are none. */
export function ProjectCharts(props: ProjectChartsProps): ReactElement {
  const t = useTranslate();
  const { experiments, metricNames, failure } = props;
  if (experiments.length === 0) return <Empty title={t('Select experiments in the table to see their charts.')} />;
  if (metricNames.length > 0) {
    return (
      <ChartGallery
        experiments={experiments}
        metricNames={metricNames}
        logged={props.logged}
        changedAtMillis={props.changedAtMillis}
        projectName={props.projectName}
        groupings={props.groupings}
        details={props.details}
      />
    );
  }
  if (failure !== null) return <Problem failure={failure} onRetry={props.onRetry} next="automatic" />;
  if (props.isWaiting) return <Loading label={t('Loading the metrics…')} />;
  return <Empty title={t('The selected experiments have no metrics.')} />;
}
