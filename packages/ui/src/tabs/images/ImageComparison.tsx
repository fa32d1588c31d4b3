import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { AssetImage } from '../assets/AssetImage.tsx';
import { type AssetSeries, entryAt } from '../assets/asset-series.ts';

/** Images side by side, at the same step and scale. */
export function ImageComparison({
  experimentKey,
  series,
  step,
  slider,
  onClose,
}: {
  readonly experimentKey: string;
  readonly series: readonly AssetSeries[];
  readonly step: number | null;
  /** Slider for the step of all images. */
  readonly slider: ReactNode;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslate();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus();
  }, []);
  return (
    <section
      ref={section}
      className="tl-image-viewer"
      tabIndex={-1}
      aria-label={t('Images side by side')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="tl-toolbar">
        <button type="button" className="tl-button" onClick={onClose}>
          <Icon name="chevron" className="tl-back" />
          {t('All images')}
        </button>
        {slider}
      </div>
      <div className="tl-image-sides" style={{ '--tl-sides': Math.min(4, series.length) } as object}>
        {series.map((one) => {
          const asset = entryAt(one, step);
          return (
            <figure key={one.name} className="tl-image-side">
              {asset ? (
                <AssetImage experimentKey={experimentKey} asset={asset} alt={one.name} />
              ) : (
                <span className="tl-image-note">{t('Nothing logged up to this step.')}</span>
              )}
              <figcaption title={one.name}>
                {one.name}
                {asset !== null && asset.step !== null && <span className="tl-count"> {t('step %1', asset.step)}</span>}
              </figcaption>
            </figure>
          );
        })}
      </div>
    </section>
  );
}
