import { isSystemMetric } from '@tracklens/core/charts';
import { systemFacts } from '@tracklens/core/display';
import { type ReactElement, useMemo } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { ChartGallery } from '../gallery/ChartGallery.tsx';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { factFormats } from '../text/fact-formats.ts';
import { useView } from '../view/view-context.ts';
import type { TabProps } from './tab.ts';
import { useContent } from './use-content.ts';
import { useSummaries } from './use-summaries.ts';

/** Tab with charts of the system metrics that the SDK measured, and details of the machine. */
export function SystemMetricsTab({ experimentKey, experimentName, projectName, running }: TabProps): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  const summaries = useSummaries('metrics', experimentKey, running);
  const details = useContent(`system ${experimentKey}`, running, (source, signal) =>
    source.system(experimentKey, signal),
  );
  const names = useMemo(() => (summaries.data ?? []).map(({ name }) => name).filter(isSystemMetric), [summaries.data]);
  const groups = useMemo(() => (details.data ? systemFacts(details.data, factFormats) : []), [details.data]);
  const experiments = useMemo(() => [{ key: experimentKey, label: experimentName }], [experimentKey, experimentName]);

  if (summaries.data === undefined && details.data === undefined) {
    return <Pending read={summaries} label={t('Loading the system metrics…')} rows={6} />;
  }
  if (summaries.data !== undefined && details.data !== undefined && names.length === 0 && groups.length === 0) {
    return (
      <Empty
        title={running ? t('No system details have been logged yet.') : t('No system details were logged.')}
        code={'experiment = comet_ml.Experiment(log_env_details=True, log_env_cpu=True, log_env_gpu=True)'}
      >
        {t('CPU, memory and GPU usage appear here. The SDK measures once a minute, so short runs have none:')}
      </Empty>
    );
  }
  return (
    <>
      <Staleness read={summaries} />
      <Staleness read={details} />
      {summaries.data === undefined ? (
        <Pending read={summaries} label={t('Loading the system metrics…')} rows={6} />
      ) : names.length > 0 ? (
        <ChartGallery
          experiments={experiments}
          metricNames={names}
          showsAll
          changedAtMillis={summaries.updatedAtMillis}
          projectName={projectName}
          experimentName={experimentName}
        />
      ) : (
        <p className="tl-quiet tl-hint">
          {t('No CPU, memory or GPU usage was measured. The SDK measures once a minute, so short runs have none.')}
        </p>
      )}
      {details.data === undefined ? <Pending read={details} label={t('Loading the system details…')} rows={4} /> : null}
      <div className="tl-fact-groups">
        {groups.map(({ title, facts }) => (
          <section key={title} aria-label={t(title)}>
            <h3 className="tl-section-title">{t(title)}</h3>
            <dl className="tl-fact-table">
              {facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd>
                    <code>{value}</code>
                    <CopyButton text={value} label={t('Copy')} onFailure={host.report} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
