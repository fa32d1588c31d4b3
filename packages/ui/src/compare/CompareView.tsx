import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, Suspense, useCallback, useMemo } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Empty, Loading, Problem } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { SystemDetails } from '../source/content-source.ts';
import type { Failure } from '../source/failure.ts';
import type { ExperimentDetails, ViewSource } from '../source/view-source.ts';
import { isImage } from '../tabs/assets/asset-series.ts';
import { badPatch, patchText } from '../tabs/code/patch.ts';
import { ComparedMetrics, ComparedRows } from './ComparedRows.tsx';
import { ComparedTexts } from './ComparedTexts.tsx';
import { CompareSection, EachExperiment, LoadedAll, useEachExperiment } from './CompareSection.tsx';
import { CompareToolbar } from './CompareToolbar.tsx';
import { packagesOf, parametersOf, systemOf } from './comparison.ts';
import { ImagesSideBySide } from './ImagesSideBySide.tsx';
import { type ComparedText, sourceText } from './source-text.ts';
import { useCompareChoice } from './use-compare-choice.ts';

const ComparedCurves = lazyWithRetry(async () => (await import('./ComparedCurves.tsx')).ComparedCurves);

/** Maximum number of compared experiments; each is one column. */
const maxExperiments = 50;

/**
 * Comparison of two or more experiments side by side: parameters, metrics, images, curves, packages, system, code and
 * patch.
 */
export function CompareView({
  experiments: chosen,
  details,
  failure,
  onRetry,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** Reason why some of the details could not be read. */
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}): ReactElement {
  const t = useTranslate();
  const experiments = useMemo(() => chosen.slice(0, maxExperiments), [chosen]);
  const loaded = useMemo(() => experiments.flatMap(({ key }) => details.get(key) ?? []), [experiments, details]);
  if (experiments.length < 2)
    return <Empty title={t('Select two or more experiments in the table to compare them.')} />;
  if (loaded.length < experiments.length) {
    return failure === null ? (
      <Loading label={t('Loading the experiments…')} rows={6} />
    ) : (
      <Problem failure={failure} onRetry={onRetry} next="automatic" />
    );
  }
  return (
    <section className="tl-compare" aria-label={t('Comparison')}>
      <CompareToolbar>
        {chosen.length > maxExperiments && (
          <span className="tl-count">{t('the first %1 of %2 selected', maxExperiments, chosen.length)}</span>
        )}
      </CompareToolbar>
      <CompareSection id="parameters" title={t('Parameters')} open>
        {() => <ComparedRows label={t('Parameters')} experiments={experiments} all={loaded} valuesOf={parametersOf} />}
      </CompareSection>
      <CompareSection id="metrics" title={t('Metrics')} open>
        {() => <ComparedMetrics experiments={experiments} all={loaded} />}
      </CompareSection>
      <CompareSection id="images" title={t('Images')}>
        {() => (
          <EachExperiment
            experiments={experiments}
            what="images"
            read={async (source, key, signal) => (await source.assets(key, signal)).filter(isImage)}
          >
            {(images) => <ImagesSideBySide experiments={experiments} images={images} />}
          </EachExperiment>
        )}
      </CompareSection>
      <CompareSection id="curves" title={t('Curves')}>
        {() => (
          <EachExperiment
            experiments={experiments}
            what="curves"
            read={(source, key, signal) => source.curves(key, signal)}
          >
            {(files) => (
              <Suspense fallback={<Loading label={t('Loading the curves…')} rows={6} />}>
                <ComparedCurves experiments={experiments} files={files} />
              </Suspense>
            )}
          </EachExperiment>
        )}
      </CompareSection>
      <SystemSections experiments={experiments} />
      <TextSection id="code" title={t('Code')} experiments={experiments} read={sourceText} />
      <TextSection id="patch" title={t('Git patch')} experiments={experiments} read={readPatch} />
    </section>
  );
}

const none: readonly ChartExperiment[] = [];

/** Sections for packages and system. They share one read, which is made while at least one of them is open. */
function SystemSections({ experiments }: { readonly experiments: readonly ChartExperiment[] }): ReactElement {
  const t = useTranslate();
  const [toggled] = useCompareChoice('toggled', null);
  const isOpen = toggled?.some((id) => id === 'packages' || id === 'system') ?? false;
  const systems = useEachExperiment(isOpen ? experiments : none, 'system', (source, key, signal) =>
    source.system(key, signal),
  );
  const systemValues = useCallback((details: SystemDetails) => systemOf(details, t), [t]);
  return (
    <>
      <CompareSection id="packages" title={t('Installed packages')}>
        {() => (
          <LoadedAll read={systems} count={experiments.length}>
            {(all) => (
              <ComparedRows label={t('Installed packages')} experiments={experiments} all={all} valuesOf={packagesOf} />
            )}
          </LoadedAll>
        )}
      </CompareSection>
      <CompareSection id="system" title={t('System')}>
        {() => (
          <LoadedAll read={systems} count={experiments.length}>
            {(all) => <ComparedRows label={t('System')} experiments={experiments} all={all} valuesOf={systemValues} />}
          </LoadedAll>
        )}
      </CompareSection>
    </>
  );
}

/** Section with the diff of one text of each experiment. */
function TextSection({
  id,
  title,
  experiments,
  read,
}: {
  readonly id: string;
  readonly title: string;
  readonly experiments: readonly ChartExperiment[];
  readonly read: (source: ViewSource, key: string, signal: AbortSignal) => Promise<ComparedText>;
}): ReactElement {
  return (
    <CompareSection id={id} title={title}>
      {() => (
        <EachExperiment experiments={experiments} what={id} read={read}>
          {(texts) => <ComparedTexts label={title} experiments={experiments} texts={texts} />}
        </EachExperiment>
      )}
    </CompareSection>
  );
}

async function readPatch(source: ViewSource, key: string, signal: AbortSignal): Promise<ComparedText> {
  const archive = await source.gitPatch(key, signal);
  const text = archive === null ? '' : patchText(archive);
  return text === null ? { text: '', omitted: [], failure: badPatch } : { text, omitted: [] };
}
