import { type ReactElement, Suspense, useMemo } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Empty, Loading } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { ChartGallery } from '../gallery/ChartGallery.tsx';
import { missing, Pending } from '../live/Freshness.tsx';
import type { TabProps } from './tab.ts';
import { useContent } from './use-content.ts';
import { useSummaries } from './use-summaries.ts';

const CurvesSection = lazyWithRetry(async () => (await import('./curves/CurvesSection.tsx')).CurvesSection);

/** Tab with a chart for each metric, and below them the logged curves. */
export function ChartsTab({ experimentKey, experimentName, projectName, running }: TabProps): ReactElement {
  const t = useTranslate();
  const read = useSummaries('metrics', experimentKey, running);
  const curves = useContent(`curves ${experimentKey}`, running, (source, signal) =>
    source.curves(experimentKey, signal),
  );
  const experiments = useMemo(() => [{ key: experimentKey, label: experimentName }], [experimentKey, experimentName]);
  const names = useMemo(() => (read.data ?? []).map(({ name }) => name), [read.data]);
  const areComplete = read.origin === 'live';
  const logged = useMemo(() => ({ metrics: names, areComplete }), [names, areComplete]);
  if (read.data === undefined) return <Pending read={read} label={t('Loading the metrics…')} rows={6} />;
  const hasCurves = curves.data !== undefined && curves.data.length > 0;
  if (read.data.length === 0 && !hasCurves) {
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
    <>
      {read.data.length > 0 && (
        <ChartGallery
          experiments={experiments}
          metricNames={names}
          logged={logged}
          changedAtMillis={read.updatedAtMillis}
          projectName={projectName}
          experimentName={experimentName}
        />
      )}
      {hasCurves && (
        <Suspense fallback={<Loading label={t('Loading the curves…')} rows={6} />}>
          <CurvesSection
            experimentKey={experimentKey}
            experimentName={experimentName}
            projectName={projectName}
            assets={curves.data}
          />
        </Suspense>
      )}
      {/* A saved copy may lack curves: it does not say whether there are some. */}
      {curves.data === undefined && curves.isConnected && read.failure === null && missing(curves)}
    </>
  );
}
