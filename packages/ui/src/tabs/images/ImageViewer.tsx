import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef } from 'react';
import { CheckField } from '../../components/CheckField.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import type { AssetRecord } from '../../source/content-source.ts';
import { sizeText } from '../../text/size-text.ts';
import { dateText } from '../../text/time-text.ts';
import { AssetImage } from '../assets/AssetImage.tsx';
import type { AssetSeries } from '../assets/asset-series.ts';
import { DownloadButton } from '../assets/DownloadButton.tsx';
import { useChoice } from '../use-choice.ts';
import { AnnotationLayer } from './AnnotationLayer.tsx';
import { annotationsOf } from './annotations.ts';

/**
 * Viewer of one image and all entries with its name. Arrow keys navigate, and Escape closes. It replaces the grid,
 * since a notebook cell has no window to cover.
 */
export function ImageViewer({
  experimentKey,
  series,
  first,
  onClose,
}: {
  readonly experimentKey: string;
  readonly series: AssetSeries;
  /** Initially shown entry; null for the newest. */
  readonly first: AssetRecord | null;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslate();
  const { entries, name } = series;
  const [assetId, setAssetId] = useChoice('images', 'entry', null);
  const [actual, setActual] = useChoice('images', 'actualSize', false);
  const [unmarked, setUnmarked] = useChoice('images', 'withoutAnnotations', false);
  const index = Math.max(
    0,
    entries.findIndex((entry) => entry.assetId === (assetId ?? first?.assetId ?? entries.at(-1)!.assetId)),
  );
  const asset = entries[index]!;
  const annotations = useMemo(() => annotationsOf(asset.metadata), [asset]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus();
  }, []);
  const close = () => {
    setAssetId(null);
    onClose();
  };
  const go = (to: number) => {
    const next = entries[Math.max(0, Math.min(entries.length - 1, to))];
    if (next) setAssetId(next.assetId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: entries.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (to === undefined || event.target instanceof HTMLInputElement) return;
    else go(to);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section ref={section} className="tl-image-viewer" tabIndex={-1} aria-label={name} onKeyDown={onKeyDown}>
      <div className="tl-toolbar">
        <button type="button" className="tl-button" onClick={close}>
          <Icon name="chevron" className="tl-back" />
          {t('All images')}
        </button>
        <strong className="tl-grid-text" title={name}>
          {name}
        </strong>
        {entries.length > 1 && <EntrySlider entries={entries} index={index} onIndex={go} />}
        <span className="tl-count" aria-live="polite">
          {asset.step !== null && `${t('step %1', asset.step)} · `}
          {entries.length > 1 && `${t('%1 of %2', index + 1, entries.length)} · `}
          {sizeText(asset.fileSize)} · {dateText(asset.createdAt)}
        </span>
        <span className="tl-space" />
        {annotations.length > 0 && (
          <CheckField label={t('Annotations')} checked={!unmarked} onChange={(marked) => setUnmarked(!marked)} />
        )}
        <CheckField label={t('Actual size')} checked={actual} onChange={setActual} />
        <DownloadButton experimentKey={experimentKey} asset={asset} />
      </div>
      <div className="tl-image-stage" data-actual={actual}>
        <span className="tl-image-frame">
          <AssetImage experimentKey={experimentKey} asset={asset} alt={name} />
          {!unmarked && annotations.length > 0 && <AnnotationLayer annotations={annotations} key={asset.assetId} />}
        </span>
      </div>
    </section>
  );
}

/** Slider over the entries of a name. */
function EntrySlider({
  entries,
  index,
  onIndex,
}: {
  readonly entries: readonly AssetRecord[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
}): ReactElement {
  const t = useTranslate();
  const { step } = entries[index]!;
  return (
    <label className="tl-field">
      {step === null ? t('Image') : t('Step')}
      <input
        type="range"
        min={0}
        max={entries.length - 1}
        value={index}
        aria-valuetext={step === null ? t('%1 of %2', index + 1, entries.length) : t('step %1', step)}
        onChange={({ target }) => onIndex(Number(target.value))}
      />
    </label>
  );
}
