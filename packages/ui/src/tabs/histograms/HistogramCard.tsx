import { evenlySpaced, type Histogram, histogramsOf, meanOf, quantile, rangeOf } from '@tracklens/core/charts';
import { type ReactElement, useMemo, useRef } from 'react';
import { StepSlider } from '../../components/StepSlider.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useLast } from '../../components/use-last.ts';
import { Pending } from '../../live/Freshness.tsx';
import { useRead } from '../../live/use-read.ts';
import { useOnceVisible } from '../../live/use-visible.ts';
import { cachedAsset } from '../../source/asset-cache.ts';
import { numberText } from '../../text/number-text.ts';
import { counted } from '../../text/translate.ts';
import { type AssetSeries, lastOfSteps } from '../assets/asset-series.ts';
import { jsonOf } from '../assets/json-value.ts';
import { useNamedChoice, useStep } from '../use-choice.ts';
import type { HistogramForm } from './histogram-form.ts';
import { StepBars } from './StepBars.tsx';
import { StepsChart } from './StepsChart.tsx';

/** Maximum number of steps that are read and drawn. Of more, an evenly spaced sample is used. */
const maxSteps = 60;

interface StepHistogram {
  readonly step: number;
  readonly histogram: Histogram;
}

/** Formats an estimated statistic. The bins are about 10 % wide, so more digits have no meaning. */
const estimated = (value: number): string => numberText(value, 3);

const noHistograms: readonly StepHistogram[] = [];

/** Card with all steps of one histogram and the distribution at the chosen step. */
export function HistogramCard({
  experimentKey,
  series,
  form,
  share,
}: {
  readonly experimentKey: string;
  readonly series: AssetSeries;
  readonly form: HistogramForm;
  readonly share: number;
}): ReactElement {
  const t = useTranslate();
  const element = useRef<HTMLElement>(null);
  const wasVisible = useOnceVisible(element, '200px');
  const all = useMemo(() => lastOfSteps(series), [series]);
  const entries = evenlySpaced(all, maxSteps);
  const ids = wasVisible ? entries.map(({ assetId }) => assetId).join(' ') : '';
  const read = useRead<readonly StepHistogram[]>(`histograms ${ids}`, async (source, signal) => {
    if (ids === '') return [];
    const files = await Promise.all(entries.map((asset) => cachedAsset(source, experimentKey, asset, signal)));
    const found = files
      .flatMap((bytes, at) => histogramsOf(jsonOf(bytes), entries[at]!.step))
      .map(({ step, histogram }, at) => ({ step: step ?? at, histogram }));
    // A file may have several steps, of which another file has one too.
    return [...new Map(found.map((one) => [one.step, one])).values()].sort((a, b) => a.step - b.step);
  });
  const shown = useLast(read.data?.length ? read.data : undefined) ?? noHistograms;
  const steps = useMemo(() => shown.map(({ step }) => step), [shown]);
  const [step, setStep] = useStep(steps, useNamedChoice('histograms', series.name));
  const range = useMemo(
    () =>
      rangeOf(
        shown.map(({ histogram }) => histogram),
        share,
      ),
    [shown, share],
  );
  const current = shown.find((one) => one.step === step)?.histogram ?? null;
  const understood = ids === '' || read.data === undefined || read.data.length > 0;

  return (
    <section ref={element} className="tl-histogram-card" aria-label={series.name} data-histogram={series.name}>
      <h3 className="tl-section-title">
        <span className="tl-long-name" title={series.name}>
          {series.name}
        </span>
        <span className="tl-count">
          {all.length > entries.length
            ? t('%1 of %2', entries.length, counted(t, all.length, '%1 step', '%1 steps'))
            : counted(t, Math.max(steps.length, entries.length), '%1 step', '%1 steps')}
        </span>
        <span className="tl-space" />
        {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
      </h3>
      {!understood ? (
        <p className="tl-quiet">{t('These files are not histograms; they can be downloaded from the assets.')}</p>
      ) : current === null ? (
        <Pending read={read} label={t('Loading the histogram…')} rows={6} />
      ) : (
        <>
          <div className="tl-histogram-parts">
            {shown.length > 1 && (
              <StepsChart name={series.name} shown={shown} range={range} form={form} step={step} onChoose={setStep} />
            )}
            <StepBars name={series.name} histogram={current} range={range} step={step} />
          </div>
          <p className="tl-count">
            {counted(t, Math.round(current.total), '%1 value', '%1 values')} ·{' '}
            {t('mean ≈ %1', estimated(meanOf(current)))} · {t('median ≈ %1', estimated(quantile(current, 0.5)))} ·{' '}
            {t('5 to 95%: ≈ %1 to %2', estimated(quantile(current, 0.05)), estimated(quantile(current, 0.95)))}
          </p>
        </>
      )}
    </section>
  );
}
