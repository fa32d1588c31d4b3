import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { ScrollRegion } from '../components/ScrollRegion.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { SeriesMark } from '../gallery/SeriesMark.tsx';
import type { AssetRecord } from '../source/content-source.ts';
import { AssetImage } from '../tabs/assets/AssetImage.tsx';
import { entryAt } from '../tabs/assets/asset-series.ts';
import { shortLabels } from '../text/short-labels.ts';
import { SeriesToolbar } from './SeriesToolbar.tsx';
import { useComparedSeries } from './use-compared-series.ts';

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
  const labels = useMemo(() => shortLabels(experiments), [experiments]);
  const series = useComparedSeries(images, { name: 'image', step: 'step' });
  const { name, shown, step } = series;
  return (
    <>
      <SeriesToolbar label={t('Image')} series={series} />
      {name !== null && (
        <ScrollRegion className="tl-compared-images" aria-label={t('Images side by side')}>
          {experiments.map(({ key, label, color, dash }, index) => {
            const logged = shown[index];
            const asset = logged ? entryAt(logged, step) : null;
            return (
              <figure key={key} className="tl-compared-image" data-experiment={key} data-step={asset?.step}>
                {asset ? (
                  <AssetImage experimentKey={key} asset={asset} alt={t('%1 of %2', name, label)} />
                ) : (
                  <span className="tl-image-note">
                    {logged ? t('Nothing logged up to this step.') : t('Not logged by this experiment.')}
                  </span>
                )}
                <figcaption title={label}>
                  <SeriesMark color={color} dash={dash} />
                  <span className="tl-grid-text">{labels.get(key)}</span>
                  {asset !== null && asset.step !== null && (
                    <span className="tl-count">{t('step %1', asset.step)}</span>
                  )}
                </figcaption>
              </figure>
            );
          })}
        </ScrollRegion>
      )}
    </>
  );
}
