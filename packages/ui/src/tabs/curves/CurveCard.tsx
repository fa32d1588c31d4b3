import { type ReactElement, useMemo, useRef } from 'react';
import { StepSlider } from '../../components/StepSlider.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useLast } from '../../components/use-last.ts';
import { Pending } from '../../live/Freshness.tsx';
import { useOnceVisible } from '../../live/use-visible.ts';
import { type AssetSeries, entryAt, stepsOf } from '../assets/asset-series.ts';
import { useNamedChoice, useStep } from '../use-choice.ts';
import { useAssetValue } from '../use-content.ts';
import { CurveChart, type DrawnCurve } from './CurveChart.tsx';
import { curveOfBytes } from './curve-file.ts';

/** Card with the curve of one name, at the step of a slider. It is lazily loaded when it becomes visible. */
export function CurveCard({
  experimentKey,
  experimentName,
  series,
  fileNames,
}: {
  readonly experimentKey: string;
  readonly experimentName: string;
  readonly series: AssetSeries;
  readonly fileNames: readonly string[];
}): ReactElement {
  const t = useTranslate();
  const card = useRef<HTMLDivElement>(null);
  const wasVisible = useOnceVisible(card, '300px');
  const steps = useMemo(() => stepsOf(series.entries), [series]);
  const [step, setStep] = useStep(steps, useNamedChoice('charts', series.name));
  const read = useAssetValue(experimentKey, wasVisible ? entryAt(series, step) : null, curveOfBytes);
  const last = useLast(read.data ?? undefined);
  const isBroken = wasVisible && read.data === null && !read.loading;
  const curve = read.data ?? (isBroken || read.failure !== null ? null : last);
  const curves = useMemo<readonly DrawnCurve[]>(
    () => (curve ? [{ key: experimentKey, label: experimentName, curve }] : []),
    [curve, experimentKey, experimentName],
  );
  return (
    <div ref={card} role="listitem" className="tl-chart-card" data-curve={series.name}>
      {curves.length > 0 ? (
        <CurveChart name={series.name} curves={curves} fileNames={fileNames} />
      ) : (
        <>
          <span className="tl-chart-name" title={series.name}>
            {series.name}
          </span>
          {isBroken ? (
            <p className="tl-quiet">{t('This file is not a curve; it can be downloaded from the assets.')}</p>
          ) : (
            <Pending read={read} label={t('Loading the curve…')} rows={6} />
          )}
        </>
      )}
      {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
    </div>
  );
}
