import { type ReactElement, useMemo, useState } from 'react';
import { MoreButton } from '../../components/MoreButton.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import type { AssetRecord } from '../../source/content-source.ts';
import { assetSeries } from '../assets/asset-series.ts';
import type { TabProps } from '../tab.ts';
import { CurveCard } from './CurveCard.tsx';

/** Number of names per page. */
const pageSize = 24;

/** Section with a card for each name of the logged curves. */
export function CurvesSection({
  experimentKey,
  experimentName,
  projectName,
  assets,
}: Omit<TabProps, 'running'> & {
  /** Files of the curves. */
  readonly assets: readonly AssetRecord[];
}): ReactElement {
  const t = useTranslate();
  const all = useMemo(() => assetSeries(assets), [assets]);
  const [shown, setShown] = useState(pageSize);
  const fileNames = useMemo(() => [projectName, experimentName], [projectName, experimentName]);
  return (
    <section className="tl-curves" aria-label={t('Curves')}>
      <h3 className="tl-section-title">{t('Curves')}</h3>
      <div role="list" className="tl-chart-grid">
        {all.slice(0, shown).map((series) => (
          <CurveCard
            key={series.name}
            experimentKey={experimentKey}
            experimentName={experimentName}
            series={series}
            fileNames={fileNames}
          />
        ))}
      </div>
      <MoreButton total={all.length} shown={shown} pageSize={pageSize} row="[data-curve]" onShow={setShown} />
    </section>
  );
}
