import { fileBaseName } from '@tracklens/core/contract';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DataTable, type TableColumn } from '../../components/DataTable.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ExternalLink } from '../../components/Link.tsx';
import { Loading } from '../../components/Notice.tsx';
import { missing } from '../../live/Freshness.tsx';
import type { AssetRecord } from '../../source/content-source.ts';
import { sizeText } from '../../text/size-text.ts';
import { dateText } from '../../text/time-text.ts';
import { counted } from '../../text/translate.ts';
import { useView } from '../../view/view-context.ts';
import { AudioPlayer } from '../audio/AudioPlayer.tsx';
import { CodeText } from '../code/CodeText.tsx';
import { Markdown } from '../notes/Markdown.tsx';
import { HtmlFrame } from '../text/HtmlFrame.tsx';
import { useAssetBytes } from '../use-content.ts';
import { ImageOfBytes } from './AssetImage.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { mediaTypeOf, textOf } from './media-type.ts';
import { extensionOf, largestPreviewBytes, previewKind, readableText, tableRows } from './preview-kind.ts';
import { useAddress } from './use-address.ts';

/** Details of one file, a preview where it can be shown, and a download button. */
export function AssetPreview({
  experimentKey,
  asset,
  onClose,
}: {
  readonly experimentKey: string;
  readonly asset: AssetRecord;
  readonly onClose: () => void;
}): ReactElement {
  const { t, host } = useView();
  const section = useRef<HTMLElement>(null);
  const fits = !asset.remote && asset.fileSize <= largestPreviewBytes;
  const read = useAssetBytes(experimentKey, fits ? asset : null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [asset.assetId]);
  const metadata = asset.metadata === null ? '' : JSON.stringify(asset.metadata, null, 2);
  return (
    <section ref={section} className="tl-preview" aria-label={t('Preview of %1', asset.fileName)}>
      <div className="tl-toolbar">
        <strong className="tl-grid-text" title={asset.fileName}>
          {fileBaseName(asset.fileName)}
        </strong>
        <span className="tl-count">
          {asset.type} · {sizeText(asset.fileSize)}
          {asset.step !== null && ` · ${t('step %1', asset.step)}`} · {dateText(asset.createdAt)}
        </span>
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
          {t('Files over %1 have no preview. Download the file to open it.', sizeText(largestPreviewBytes))}
        </p>
      ) : read.data ? (
        <Content bytes={read.data} fileName={asset.fileName} />
      ) : (
        (missing(read, t) ?? <Loading label={t('Loading the file…')} rows={6} />)
      )}
      {metadata !== '' && (
        <details>
          <summary>{t('Metadata')}</summary>
          <div className="tl-toolbar">
            <CopyButton text={metadata} label={t('Copy')} t={t} onFailure={host.report} />
          </div>
          <CodeBlock text={metadata} />
        </details>
      )}
    </section>
  );
}

function Content({ bytes, fileName }: { readonly bytes: Uint8Array; readonly fileName: string }): ReactElement {
  const { t } = useView();
  const kind = useMemo(() => previewKind(bytes, fileName), [bytes, fileName]);
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
    case 'table':
      return <TablePreview text={text} separator={extensionOf(fileName) === 'tsv' ? '\t' : ','} />;
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

/** Maximum number of rows and columns in a table preview. */
const maxRows = 5000;
const maxColumns = 60;

function TablePreview({ text, separator }: { readonly text: string; readonly separator: ',' | '\t' }): ReactElement {
  const { t } = useView();
  const { head, rows } = useMemo(() => {
    const [first = [], ...body] = tableRows(text, separator, maxRows + 1);
    return { head: first, rows: body.map((cells, index) => ({ cells, index })) };
  }, [text, separator]);
  const columns = head.slice(0, maxColumns).map(
    (title, index): TableColumn<(typeof rows)[number]> => ({
      id: String(index),
      title: title || String(index + 1),
      width: 130,
      cell: ({ cells }) => cells[index] ?? '',
      tooltip: ({ cells }) => cells[index] ?? '',
    }),
  );
  if (columns.length === 0) return <p className="tl-quiet">{t('The table is empty.')}</p>;
  return (
    <>
      <DataTable label={t('Table')} columns={columns} rows={rows} rowId={(row) => String(row.index)} maxHeight={360} />
      <span className="tl-count">
        {rows.length >= maxRows
          ? counted(t, maxRows, 'the first %1 row', 'the first %1 rows')
          : counted(t, rows.length, '%1 row', '%1 rows')}
        {head.length > maxColumns &&
          ` · ${t('the first %1 of %2', maxColumns, counted(t, head.length, '%1 column', '%1 columns'))}`}
      </span>
    </>
  );
}
