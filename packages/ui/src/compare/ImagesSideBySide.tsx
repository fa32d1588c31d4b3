import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { ScrollRegion } from '../components/ScrollRegion.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { StepSlider } from '../components/StepSlider.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { SeriesMark } from '../gallery/SeriesMark.tsx';
import type { AssetRecord } from '../source/content-source.ts';
import { AssetImage } from '../tabs/assets/AssetImage.tsx';
import { assetSeries, entryAt, stepsOf } from '../tabs/assets/asset-series.ts';
import { useStep } from '../tabs/use-choice.ts';
import { shortLabels } from '../text/short-labels.ts';
import { sharedNames } from './comparison.ts';
import { useCompareChoice } from './use-compare-choice.ts';

/** Images of one name, one experiment next to the other, at the step chosen with a shared slider. */
export function ImagesSideBySide({
  experiments,
  images,
}: {
  readonly experiments: readonly ChartExperiment[];
  /** Images of each experiment, in the order of the experiments. */
  readonly images: readonly (readonly AssetRecord[])[];
}): ReactElement {
  const t = useTranslate();
  const all = useMemo(
    () => images.map((assets) => new Map(assetSeries(assets).map((one) => [one.name, one]))),
    [images],
  );
  const names = useMemo(() => sharedNames(all.map((series) => [...series.keys()])), [all]);
  const labels = useMemo(() => shortLabels(experiments), [experiments]);
  const [chosen, setChosen] = useCompareChoice('image', null);
  const name = names.some((one) => one.name === chosen) ? chosen : (names[0]?.name ?? null);
  const shown = useMemo(() => all.map((series) => (name === null ? undefined : series.get(name))), [all, name]);
  const steps = useMemo(() => stepsOf(shown.flatMap((series) => series?.entries ?? [])), [shown]);
  const [step, setStep] = useStep(steps, useCompareChoice('step', null));
  if (name === null) return <p className="tl-quiet">{t('None was logged.')}</p>;
  return (
    <>
      <div className="tl-toolbar">
        <SelectField
          label={t('Image')}
          value={name}
          choices={names.map((one) => [
            one.name,
            one.count === experiments.length ? one.name : t('%1 (%2 of %3)', one.name, one.count, experiments.length),
          ])}
          onChange={setChosen}
        />
        {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
      </div>
      <ScrollRegion className="tl-compared-images" aria-label={t('Images side by side')}>
        {experiments.map(({ key, label, color, dash }, index) => {
          const series = shown[index];
          const asset = series ? entryAt(series, step) : null;
          return (
            <figure key={key} className="tl-compared-image" data-experiment={key} data-step={asset?.step}>
              {asset ? (
                <AssetImage experimentKey={key} asset={asset} alt={t('%1 of %2', name, label)} />
              ) : (
                <span className="tl-image-note">
                  {series ? t('Nothing logged up to this step.') : t('Not logged by this experiment.')}
                </span>
              )}
              <figcaption title={label}>
                <SeriesMark color={color} dash={dash} />
                <span className="tl-grid-text">{labels.get(key)}</span>
                {asset !== null && asset.step !== null && <span className="tl-count">{t('step %1', asset.step)}</span>}
              </figcaption>
            </figure>
          );
        })}
      </ScrollRegion>
    </>
  );
}
