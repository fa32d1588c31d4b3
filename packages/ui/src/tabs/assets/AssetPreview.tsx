import { fileBaseName } from '@tracklens/core/contract';
import { type ReactElement, Suspense, useEffect, useMemo, useRef } from 'react';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ExternalLink } from '../../components/Link.tsx';
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx';
import { Loading } from '../../components/Notice.tsx';
import { StepSlider } from '../../components/StepSlider.tsx';
import { Summary } from '../../components/Summary.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { Pending } from '../../live/Freshness.tsx';
import type { AssetRecord } from '../../source/content-source.ts';
import { fileSizeText, sizeText } from '../../text/size-text.ts';
import { dateText } from '../../text/time-text.ts';
import { useView } from '../../view/view-context.ts';
import { AudioPlayer } from '../audio/AudioPlayer.tsx';
import { CodeText } from '../code/CodeText.tsx';
import { Markdown } from '../notes/Markdown.tsx';
import { HtmlFrame } from '../text/HtmlFrame.tsx';
import { useAssetBytes } from '../use-content.ts';
import { ImageOfBytes } from './AssetImage.tsx';
import { type AssetSeries, entryAt, stepsOf } from './asset-series.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { mediaTypeOf, textOf } from './media-type.ts';
import { maxPreviewBytes, previewKind, readableText } from './preview-kind.ts';
import { TableOfText } from './TablePreview.tsx';
import { useAddress } from './use-address.ts';

/** Details of one file, a preview where it can be shown, and a download button. */
export function AssetPreview({
  experimentKey,
  asset,
  series,
  onOpen,
  onClose,
}: {
  readonly experimentKey: string;
  readonly asset: AssetRecord;
  /** Files that a slider over their steps selects; null for no slider. */
  readonly series: AssetSeries | null;
  readonly onOpen: (assetId: string) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  const section = useRef<HTMLElement>(null);
  const fits = !asset.remote && asset.fileSize <= maxPreviewBytes;
  const read = useAssetBytes(experimentKey, fits ? asset : null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [asset.assetId]);
  const steps = useMemo(() => stepsOf(series?.entries ?? []), [series]);
  const openStep = (step: number) => {
    const entry = series && entryAt(series, step);
    if (entry) onOpen(entry.assetId);
  };
  const metadata = asset.metadata === null ? '' : JSON.stringify(asset.metadata, null, 2);
  return (
    <section ref={section} className="tl-preview" aria-label={t('Preview of %1', asset.fileName)}>
      <div className="tl-toolbar">
        <strong className="tl-grid-text" title={asset.fileName}>
          {fileBaseName(asset.fileName)}
        </strong>
        <span className="tl-count">
          {asset.type} · {fileSizeText(asset, t)}
          {asset.step !== null && ` · ${t('step %1', asset.step)}`} · {dateText(asset.createdAt)}
        </span>
        {asset.step !== null && <StepSlider steps={steps} step={asset.step} onChange={openStep} />}
        <span className="tl-space" />
        {asset.remote ? (
          <ExternalLink url={asset.link} host={host}>
            <Icon name="external" />
            {t('Open the address')}
          </ExternalLink>
        ) : (
          <DownloadButton experimentKey={experimentKey} asset={asset} />
        )}
        <button type="button" className="tl-icon-button" title={t('Close')} aria-label={t('Close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {asset.remote ? (
        <p className="tl-quiet">
          {t('This file is stored outside of the service:')} <code>{asset.link}</code>
        </p>
      ) : !fits ? (
        <p className="tl-quiet">
          {t('Files over %1 have no preview. Download the file to open it.', sizeText(maxPreviewBytes))}
        </p>
      ) : read.data ? (
        <Suspense fallback={<Loading label={t('Loading the file…')} rows={6} />}>
          <Content experimentKey={experimentKey} bytes={read.data} asset={asset} />
        </Suspense>
      ) : (
        <Pending read={read} label={t('Loading the file…')} rows={6} />
      )}
      {metadata !== '' && (
        <details>
          <Summary text={t('Metadata')} />
          <div className="tl-toolbar">
            <CopyButton text={metadata} label={t('Copy')} onFailure={host.report} />
          </div>
          <CodeBlock text={metadata} />
        </details>
      )}
    </section>
  );
}

/** Views that are loaded when a file of their kind is opened. */
const SceneView = lazyWithRetry(async () => (await import('../points/SceneView.tsx')).SceneView);
const CurvePreview = lazyWithRetry(async () => (await import('../curves/CurvePreview.tsx')).CurvePreview);
const NotebookFile = lazyWithRetry(async () => (await import('../notebook/NotebookFile.tsx')).NotebookFile);
const EmbeddingsView = lazyWithRetry(async () => (await import('../points/EmbeddingView.tsx')).EmbeddingsView);

function Content({
  experimentKey,
  bytes,
  asset: { fileName, type },
}: {
  readonly experimentKey: string;
  readonly bytes: Uint8Array;
  readonly asset: AssetRecord;
}): ReactElement {
  const t = useTranslate();
  const kind = useMemo(() => previewKind(bytes, fileName, type), [bytes, fileName, type]);
  const text = useMemo(() => textOf(bytes) ?? '', [bytes]);
  switch (kind) {
    case 'image':
      return (
        <span className="tl-image tl-preview-image">
          <ImageOfBytes bytes={bytes} alt={fileName} />
        </span>
      );
    case 'audio':
      return <AudioPlayer bytes={bytes} name={fileName} />;
    case 'video':
      return <Video bytes={bytes} name={fileName} />;
    case 'scene':
      return <SceneView bytes={bytes} name={fileName} />;
    case 'embedding':
      return <EmbeddingsView experimentKey={experimentKey} bytes={bytes} />;
    case 'curve':
      return <CurvePreview bytes={bytes} text={text} name={fileName} />;
    case 'table':
      return <TableOfText text={text} fileName={fileName} />;
    case 'notebook':
      return <NotebookFile text={text} fileName={fileName} />;
    case 'markdown':
      return <Markdown text={text} />;
    case 'html':
      return <HtmlFrame html={text} title={fileName} />;
    case 'text':
      return <CodeText text={readableText(text, fileName)} fileName={fileName} label={fileName} />;
    case 'none':
      return <p className="tl-quiet">{t('No preview for this file type. Download the file to open it.')}</p>;
  }
}

function Video({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }): ReactElement {
  const address = useAddress(bytes, mediaTypeOf(bytes));
  return <video className="tl-video" controls aria-label={name} {...(address === null ? {} : { src: address })} />;
}
