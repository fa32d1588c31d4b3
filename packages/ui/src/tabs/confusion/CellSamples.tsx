import type { ReactElement } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { ExternalLink } from '../../components/Link.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import type { AssetRecord } from '../../source/content-source.ts';
import { isPageAddress } from '../../text/page-address.ts';
import { counted } from '../../text/translate.ts';
import { useView } from '../../view/view-context.ts';
import { AssetImage } from '../assets/AssetImage.tsx';
import type { ConfusionMatrix } from './confusion-matrix.ts';
import type { Cell } from './MatrixGrid.tsx';

/** Samples of the chosen cell: images, links and texts. */
export function CellSamples({
  experimentKey,
  matrix,
  cell,
}: {
  readonly experimentKey: string;
  readonly matrix: ConfusionMatrix;
  readonly cell: Cell | null;
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  if (cell === null) return <p className="tl-quiet tl-hint">{t('Select a cell to see its samples.')}</p>;
  const samples = matrix.samples(cell.row, cell.column);
  const count = matrix.counts[cell.row]![cell.column]!;
  return (
    <section className="tl-samples" aria-live="polite" aria-label={t('Samples of the cell')}>
      <h4 className="tl-section-title">
        {t('%1 predicted as %2', matrix.labels[cell.row]!, matrix.labels[cell.column]!)}
        <span className="tl-count">
          {samples.length === 0
            ? counted(t, count, '%1 sample', '%1 samples')
            : t('%1 of %2', samples.length, counted(t, count, '%1 sample', '%1 samples'))}
        </span>
      </h4>
      {samples.length === 0 ? (
        <p className="tl-quiet tl-hint">
          {count === 0 ? t('This cell has no samples.') : t('No sample of this cell was logged.')}
        </p>
      ) : (
        <ul className="tl-sample-list">
          <FixedList items={samples}>
            {({ text, assetId }) => (
              <li title={text}>
                {assetId !== null ? (
                  <AssetImage
                    experimentKey={experimentKey}
                    asset={imageOf(assetId)}
                    alt={text}
                    className="tl-sample-image"
                  />
                ) : isPageAddress(text) ? (
                  <ExternalLink url={text} host={host}>
                    {text}
                  </ExternalLink>
                ) : (
                  <code>{text}</code>
                )}
              </li>
            )}
          </FixedList>
        </ul>
      )}
    </section>
  );
}

/** Returns an asset record for a sample, which only contains the id of its image. */
function imageOf(assetId: string): AssetRecord {
  return { assetId, createdAt: 0, fileSize: 0 } as AssetRecord;
}
