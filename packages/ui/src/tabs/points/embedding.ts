import { fieldsOf, listOf } from '@tracklens/core/untrusted-json';
import { tableRows } from '../assets/preview-kind.ts';
import type { Vectors } from './principal-components.ts';

/** Embedding of a template: the ids of its files. */
export interface EmbeddingFiles {
  readonly name: string;
  readonly vectorsId: string;
  readonly labelsId: string | null;
  readonly sprite: { readonly assetId: string; readonly width: number; readonly height: number } | null;
}

/** Labels of the points of an embedding, by column. */
export interface Labels {
  /** Names of the columns; null for a single column without a name. */
  readonly names: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** Maximum number of vectors that are drawn: the first ones. */
export const maxVectors = 10_000;
/** Maximum number of embeddings of a template that are shown. */
const maxEmbeddings = 4;

/** Returns the id in the path of a file of this experiment. Files elsewhere are never requested. */
function assetIdOf(path: unknown, experimentKey: string): string | null {
  const match = typeof path === 'string' ? /^\/[\w/-]+\?(.*)$/.exec(path) : null;
  if (!match) return null;
  const query = new URLSearchParams(match[1]);
  const assetId = query.get('assetId');
  return query.get('experimentKey') === experimentKey && assetId && /^[\w-]+$/.test(assetId) ? assetId : null;
}

/** Parses a template of embeddings as the SDK writes it. Returns those whose vectors are files of the experiment. */
export function embeddingsOf(template: unknown, experimentKey: string): readonly EmbeddingFiles[] {
  return listOf(fieldsOf(template).embeddings)
    .slice(0, maxEmbeddings)
    .flatMap((one) => {
      const { tensorName, tensorPath, metadataPath, sprite } = fieldsOf(one);
      const vectorsId = assetIdOf(tensorPath, experimentKey);
      if (vectorsId === null) return [];
      const { imagePath, singleImageDim } = fieldsOf(sprite);
      const assetId = assetIdOf(imagePath, experimentKey);
      const [width, height] = listOf(singleImageDim).map(Number);
      const isSize = width !== undefined && height !== undefined && width > 0 && height > 0 && width + height < 5000;
      return {
        name: typeof tensorName === 'string' ? tensorName : '',
        vectorsId,
        labelsId: assetIdOf(metadataPath, experimentKey),
        sprite: assetId !== null && isSize ? { assetId, width, height } : null,
      };
    });
}

/** Parses a table of vectors; null for anything else. */
export function vectorsOf(text: string): Vectors | null {
  const rows = tableRows(text, '\t', maxVectors);
  const size = rows[0]?.length ?? 0;
  if (size === 0 || !rows.every((row) => row.length === size)) return null;
  const values = Float32Array.from(rows.flat(), Number);
  return values.every(Number.isFinite) ? { values, count: rows.length, size } : null;
}

/** Parses a table of labels. One with several columns has a row with their names. */
export function labelsOf(text: string): Labels {
  const rows = tableRows(text, '\t', maxVectors + 1);
  const [first = []] = rows;
  return first.length > 1 ? { names: first, rows: rows.slice(1) } : { names: null, rows };
}
