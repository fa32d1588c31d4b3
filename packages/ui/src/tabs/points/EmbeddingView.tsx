import { seriesPalettes } from '@tracklens/core/display';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { SelectField } from '../../components/SelectField.tsx';
import { Summary } from '../../components/Summary.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { Pending } from '../../live/Freshness.tsx';
import { useRead } from '../../live/use-read.ts';
import { counted } from '../../text/translate.ts';
import { isDark } from '../../theme/theme-kind.ts';
import { useView } from '../../view/view-context.ts';
import { jsonOf } from '../assets/json-value.ts';
import { imageTypeOf, textOf } from '../assets/media-type.ts';
import { TablePreview } from '../assets/TablePreview.tsx';
import { useAddress } from '../assets/use-address.ts';
import { useChoice } from '../use-choice.ts';
import { type EmbeddingFiles, embeddingsOf, labelsOf, maxVectors, vectorsOf } from './embedding.ts';
import { type LabelColors, labelColors } from './label-colors.ts';
import { PointsCanvas } from './PointsCanvas.tsx';
import { principalComponents } from './principal-components.ts';

/** Embeddings of a template, each as a projection of its vectors. */
export function EmbeddingsView({
  experimentKey,
  bytes,
}: {
  readonly experimentKey: string;
  readonly bytes: Uint8Array;
}): ReactElement {
  const t = useTranslate();
  const embeddings = useMemo(() => embeddingsOf(jsonOf(bytes), experimentKey), [bytes, experimentKey]);
  if (embeddings.length === 0) {
    return <p className="tl-quiet">{t('The vectors of this embedding are not files of the experiment.')}</p>;
  }
  return (
    <>
      {embeddings.map((embedding) => (
        <EmbeddingView key={embedding.vectorsId} experimentKey={experimentKey} embedding={embedding} />
      ))}
    </>
  );
}

const noLines = [] as const;

/** Image of a sprite sheet when it has been loaded. */
function useImage(address: string | null): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    if (address === null) return;
    const image = new Image();
    image.onload = () => setLoaded(image);
    image.src = address;
    return () => {
      image.onload = null;
    };
  }, [address]);
  return loaded !== null && loaded.src === address ? loaded : null;
}

/** Reads the files of an embedding, and projects its vectors. */
function useEmbedding(experimentKey: string, { vectorsId, labelsId, sprite }: EmbeddingFiles) {
  return useRead(`embedding ${experimentKey} ${vectorsId}`, async (source, signal) => {
    const file = (assetId: string | null) => (assetId === null ? null : source.asset(experimentKey, assetId, signal));
    const [vectors, labels, image] = await Promise.all([
      source.asset(experimentKey, vectorsId, signal),
      file(labelsId),
      file(sprite?.assetId ?? null),
    ]);
    const parsed = vectorsOf(textOf(vectors) ?? '');
    return {
      vectors: parsed,
      positions: parsed && principalComponents(parsed),
      labels: labelsOf(textOf(labels ?? new Uint8Array()) ?? ''),
      image,
    };
  });
}

function EmbeddingView({
  experimentKey,
  embedding,
}: {
  readonly experimentKey: string;
  readonly embedding: EmbeddingFiles;
}): ReactElement {
  const t = useTranslate();
  const { theme } = useView();
  const { name, sprite } = embedding;
  const [column, setColumn] = useChoice('assets', 'labels', null);
  const read = useEmbedding(experimentKey, embedding);
  const image = read.data?.image ?? null;
  const sheet = useImage(useAddress(image, image && imageTypeOf(image), true));
  const labels = read.data?.labels;
  const names = labels?.names ?? null;
  const at = Math.max(0, names?.indexOf(column ?? '') ?? 0);
  const count = (read.data?.positions?.length ?? 0) / 3;
  const colored = useMemo(() => {
    const palette = seriesPalettes.standard[isDark(theme) ? 'dark' : 'light'];
    const all = Array.from({ length: count }, (_, index) => labels?.rows[index]?.[at] ?? '');
    return labelColors(all, palette, isDark(theme) ? '#8a8a8a' : '#9a9a9a');
  }, [labels, at, count, theme]);
  if (read.data === undefined) return <Pending read={read} label={t('Loading the vectors…')} rows={8} />;
  const { vectors, positions } = read.data;
  if (vectors === null || positions === null) {
    return <p className="tl-quiet">{t('The vectors are not a table of numbers. Download the files to open them.')}</p>;
  }
  const rowText = (index: number) =>
    (labels?.rows[index] ?? []).map((cell, cellAt) => (names ? `${names[cellAt] ?? ''}: ${cell}` : cell)).join(', ');
  return (
    <section className="tl-embedding" aria-label={name}>
      <div className="tl-toolbar">
        <strong className="tl-grid-text">{name}</strong>
        <span className="tl-count">
          {vectors.count >= maxVectors
            ? counted(t, vectors.count, 'the first %1 vector', 'the first %1 vectors')
            : counted(t, vectors.count, '%1 vector', '%1 vectors')}
          {` · ${t('%1 dimensions, drawn by their principal components', vectors.size)}`}
        </span>
        {names && (
          <SelectField
            label={t('Color by')}
            value={names[at] ?? ''}
            choices={[...new Set(names)].map((one) => [one, one] as const)}
            onChange={setColumn}
          />
        )}
      </div>
      <PointsCanvas
        label={t('Embedding %1', name)}
        positions={positions}
        colors={colored.colors}
        lines={noLines}
        sprites={sheet && sprite ? { image: sheet, width: sprite.width, height: sprite.height } : null}
        describe={(index) => rowText(index) || null}
      />
      <Legend colors={colored} />
      {labels && labels.rows.length > 0 && (
        <details>
          <Summary text={t('Labels')} />
          <TablePreview head={names ?? [t('Label')]} rows={labels.rows} />
        </details>
      )}
    </section>
  );
}

function Legend({ colors: { legend, others } }: { readonly colors: LabelColors }): ReactElement {
  const t = useTranslate();
  return (
    <ul className="tl-points-legend" aria-label={t('Colors')}>
      {legend.map(({ label, color }) => (
        <li key={color}>
          <span style={{ background: color }} /> {label === '' ? t('no label') : label}
        </li>
      ))}
      {others > 0 && <li>{counted(t, others, 'and %1 other', 'and %1 others')}</li>}
    </ul>
  );
}
