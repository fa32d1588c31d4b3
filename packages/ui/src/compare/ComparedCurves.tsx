import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { SelectField } from '../components/SelectField.tsx';
import { StepSlider } from '../components/StepSlider.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { cachedAsset } from '../source/asset-cache.ts';
import type { AssetRecord } from '../source/content-source.ts';
import { assetSeries, entryAt, stepsOf } from '../tabs/assets/asset-series.ts';
import { CurveChart } from '../tabs/curves/CurveChart.tsx';
import { curveOfBytes } from '../tabs/curves/curve-file.ts';
import { useStep } from '../tabs/use-choice.ts';
import { EachExperiment } from './CompareSection.tsx';
import { sharedNames } from './comparison.ts';
import { useCompareChoice } from './use-compare-choice.ts';

type Curve = ReturnType<typeof curveOfBytes>;

/** Curves of one name in one chart, a line for each experiment, at the step chosen with a shared slider. */
export function ComparedCurves({
  experiments,
  files,
}: {
  readonly experiments: readonly ChartExperiment[];
  /** Files of the curves of each experiment, in the order of the experiments. */
  readonly files: readonly (readonly AssetRecord[])[];
}): ReactElement {
  const t = useTranslate();
  const all = useMemo(() => files.map((assets) => new Map(assetSeries(assets).map((one) => [one.name, one]))), [files]);
  const names = useMemo(() => sharedNames(all.map((series) => [...series.keys()])), [all]);
  const [chosen, setChosen] = useCompareChoice('curve', null);
  const name = names.some((one) => one.name === chosen) ? chosen : (names[0]?.name ?? null);
  const shown = useMemo(() => all.map((series) => (name === null ? undefined : series.get(name))), [all, name]);
  const steps = useMemo(() => stepsOf(shown.flatMap((series) => series?.entries ?? [])), [shown]);
  const [step, setStep] = useStep(steps, useCompareChoice('curveStep', null));
  const assets = new Map(
    experiments.map(({ key }, index) => [key, shown[index] ? entryAt(shown[index], step) : null] as const),
  );
  if (name === null) return <p className="tl-quiet">{t('None was logged.')}</p>;
  const ids = Array.from(assets.values(), (asset) => (asset ? `${asset.assetId} ${asset.createdAt}` : ''));
  return (
    <>
      <div className="tl-toolbar">
        <SelectField
          label={t('Curve')}
          value={name}
          choices={names.map((one) => [
            one.name,
            one.count === experiments.length ? one.name : t('%1 (%2 of %3)', one.name, one.count, experiments.length),
          ])}
          onChange={setChosen}
        />
        {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
      </div>
      <EachExperiment
        experiments={experiments}
        what={`curve ${ids.join(' ')}`}
        read={async (source, key, signal): Promise<Curve> => {
          const asset = assets.get(key);
          return asset ? curveOfBytes(await cachedAsset(source, key, asset, signal)) : null;
        }}
      >
        {(curves) => <OverlaidCurves name={name} experiments={experiments} curves={curves} />}
      </EachExperiment>
    </>
  );
}

/** Chart of the curves of several experiments, in their colors. */
function OverlaidCurves({
  name,
  experiments,
  curves,
}: {
  readonly name: string;
  readonly experiments: readonly ChartExperiment[];
  readonly curves: readonly Curve[];
}): ReactElement {
  const fileNames = useMemo(() => [], []);
  const drawn = useMemo(
    () =>
      experiments.flatMap((experiment, index) => {
        const curve = curves[index];
        return curve ? [{ ...experiment, curve }] : [];
      }),
    [experiments, curves],
  );
  return <CurveChart name={name} curves={drawn} fileNames={fileNames} />;
}
