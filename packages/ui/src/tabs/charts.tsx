import { type ReactElement, useMemo } from 'react';
import { Empty, Loading } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { ChartGallery } from '../gallery/ChartGallery.tsx';
import { missing } from '../live/Freshness.tsx';
import type { TabProps } from './tab.ts';
import { useSummaries } from './use-summaries.ts';

/** Tab with a chart for each metric. */
export function ChartsTab({ experimentKey, experimentName, projectName, running }: TabProps): ReactElement {
  const t = useTranslate();
  const read = useSummaries('metrics', experimentKey, running);
  const experiments = useMemo(() => [{ key: experimentKey, label: experimentName }], [experimentKey, experimentName]);
  const names = useMemo(() => (read.data ?? []).map(({ name }) => name), [read.data]);
  if (read.data === undefined) return missing(read) ?? <Loading label={t('Loading the metrics…')} rows={6} />;
  if (read.data.length === 0) {
    return (
      <Empty
        title={running ? t('No metric has been logged yet.') : t('No metric was logged.')}
        code={'experiment.log_metric("loss", loss, step=step)'}
      >
        {t('A chart appears here for each metric that the training script logs:')}
      </Empty>
    );
  }
  return (
    <ChartGallery
      experiments={experiments}
      metricNames={names}
      changedAtMillis={read.updatedAtMillis}
      projectName={projectName}
      experimentName={experimentName}
    />
  );
}
