import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { cachedAsset } from '../source/asset-cache.ts';
import type { AssetRecord } from '../source/content-source.ts';
import { entryAt } from '../tabs/assets/asset-series.ts';
import { CurveChart } from '../tabs/curves/CurveChart.tsx';
import { curveOfBytes } from '../tabs/curves/curve-file.ts';
import { EachExperiment } from './CompareSection.tsx';
import { SeriesToolbar } from './SeriesToolbar.tsx';
import { useComparedSeries } from './use-compared-series.ts';

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
  const series = useComparedSeries(files, { name: 'curve', step: 'curveStep' });
  const { name, shown, step } = series;
  const assets = new Map(
    experiments.map(({ key }, index) => [key, shown[index] ? entryAt(shown[index], step) : null] as const),
  );
  const ids = Array.from(assets.values(), (asset) => (asset ? `${asset.assetId} ${asset.createdAt}` : ''));
  return (
    <>
      <SeriesToolbar label={t('Curve')} series={series} />
      {name !== null && (
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
      )}
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
