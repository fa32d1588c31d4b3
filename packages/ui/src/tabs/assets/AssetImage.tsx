import { type ReactElement, useMemo, useRef, useState } from 'react';
import { useTranslate } from '../../components/translate-context.ts';
import { useLast } from '../../components/use-last.ts';
import { useOnceVisible } from '../../live/use-visible.ts';
import type { AssetRecord } from '../../source/content-source.ts';
import { messageText } from '../../source/failure.ts';
import { useAssetBytes } from '../use-content.ts';
import { imageTypeOf } from './media-type.ts';
import { useAddress } from './use-address.ts';

/** Logged image, lazily loaded when it becomes visible. The previous image is shown while another one loads. */
export function AssetImage({
  experimentKey,
  asset,
  alt,
  className = '',
}: {
  readonly experimentKey: string;
  readonly asset: AssetRecord;
  readonly alt: string;
  readonly className?: string;
}): ReactElement {
  const t = useTranslate();
  const element = useRef<HTMLSpanElement>(null);
  // Once visible, an image stays loaded, and another asset loads at once.
  const wasVisible = useOnceVisible(element, '300px');
  const read = useAssetBytes(experimentKey, wasVisible ? asset : null);
  const last = useLast(read.data ?? undefined);
  const bytes = read.data ?? (read.failure === null ? last : null);
  return (
    <span ref={element} className={`tl-image ${className}`} data-asset={asset.assetId}>
      {bytes ? (
        <ImageOfBytes bytes={bytes} alt={alt} />
      ) : read.failure ? (
        <span className="tl-image-note" role="alert">
          {messageText(read.failure, t)}
          <button type="button" className="tl-button" onClick={read.reload}>
            {t('Retry')}
          </button>
        </span>
      ) : (
        <span className="tl-image-wait tl-skeleton" />
      )}
    </span>
  );
}

/** Image from bytes. Its type is detected from the bytes, not from the name. */
export function ImageOfBytes({ bytes, alt }: { readonly bytes: Uint8Array; readonly alt: string }): ReactElement {
  const t = useTranslate();
  const type = useMemo(() => imageTypeOf(bytes), [bytes]);
  const [failed, setFailed] = useState<{ bytes: Uint8Array; times: number } | null>(null);
  const times = failed?.bytes === bytes ? failed.times : 0;
  const address = useAddress(bytes, type, times > 0);
  if (type === null || times > 1) {
    return (
      <span className="tl-image-note">
        {type === null
          ? t('Unsupported image format. Supported are PNG, JPEG, GIF, WebP and SVG.')
          : t('The image is broken.')}
      </span>
    );
  }
  if (address === null) return <span className="tl-image-wait" />;
  return (
    <img
      src={address}
      alt={alt}
      draggable={false}
      // Small images are scaled without smoothing, so that their pixels are visible.
      onLoad={({ currentTarget }) => {
        currentTarget.dataset.small = String(currentTarget.naturalWidth <= 128);
      }}
      // The content security policy of a host may forbid blob URLs. A data URL is then tried.
      onError={() => setFailed({ bytes, times: times + (address.startsWith('data:') ? 2 : 1) })}
    />
  );
}
