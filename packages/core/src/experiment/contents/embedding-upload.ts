import type { OperationContext } from '../../client/operation.ts';
import type { Numbers } from '../../contract/curve.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import type { TableData } from '../table-format.ts';
import { type FileObject, type ResolvedContent, resolveContent } from './asset-content.ts';
import { newAssetId, type UploadReply, uploadContent, uploadText } from './asset-upload.ts';
import type { ContentFiles } from './content-files.ts';
import { type ImageSize, type SpriteImage, spriteSheet } from './sprite-sheet.ts';
import { outcomeOf, repliesOf } from './upload-outcome.ts';

type Context = OperationContext<ExperimentSubject>;

/** A label for each vector, or a row of labels for each, after a row with the names of the columns. */
export type EmbeddingLabels = readonly string[] | readonly (readonly unknown[])[];

/** Vectors with their labels. */
export interface Embedding {
  readonly vectors: readonly Numbers[];
  readonly labels: EmbeddingLabels;
  readonly title?: string | undefined;
  readonly image?: string | URL | FileObject | undefined;
  readonly images?: readonly SpriteImage[] | undefined;
  readonly imageSize?: ImageSize | undefined;
  readonly templateFilename?: string | undefined;
}

/** @throws RestApiException `invalid` when the vectors have different lengths, or not one label each */
function checkEmbedding({ failure }: Context, { vectors, labels, image, images, imageSize }: Embedding): void {
  const [first] = vectors;
  const isVector = (one: unknown): one is Numbers => Array.isArray(one) || ArrayBuffer.isView(one);
  if (!isVector(first) || !vectors.every((one) => isVector(one) && one.length === first.length)) {
    throw failure('invalid', 'vectors must be lists of numbers of the same length');
  }
  const rows = Array.isArray(labels[0]) ? labels.length - 1 : labels.length;
  if (rows !== vectors.length) throw failure('invalid', `there are ${vectors.length} vectors, but ${rows} labels`);
  if (image !== undefined && images !== undefined) throw failure('invalid', 'give images or a sprite sheet, not both');
  if (image === undefined && images === undefined) return;
  const isSize = imageSize?.length === 2 && imageSize.every((length) => Number.isInteger(length) && length > 0);
  if (!isSize) throw failure('invalid', 'images need an imageSize: the width and height of one');
  if (images !== undefined && images.length !== vectors.length) {
    throw failure('invalid', `there are ${vectors.length} vectors, but ${images.length} images`);
  }
}

/**
 * Returns the sprite sheet of an embedding: the given one, or one that is made of the images.
 *
 * @throws RestApiException `invalid` for images that do not have the size
 */
async function sheetOf(
  context: Context,
  files: ContentFiles | null,
  { image, images, imageSize }: Embedding,
): Promise<ResolvedContent | null> {
  if (image !== undefined) return await resolveContent(context, files, image);
  if (images === undefined) return null;
  if (typeof CompressionStream === 'undefined') {
    throw context.failure('invalid', 'this runtime cannot make a sprite sheet of images; give one as image');
  }
  const sheet = spriteSheet(images, imageSize!);
  if (sheet !== null) return { kind: 'body', body: await sheet.png(), name: null };
  const [width, height] = imageSize!;
  const reason = `an image of ${width} x ${height} pixels must have one, three or four numbers for each pixel`;
  throw context.failure('invalid', reason);
}

/**
 * Uploads vectors, labels and the sprite sheet, and a template that refers to them.
 *
 * @throws RestApiException `invalid` for data that is not an embedding
 */
export async function sendEmbedding(
  context: Context,
  files: ContentFiles | null,
  embedding: Embedding,
): Promise<UploadReply> {
  checkEmbedding(context, embedding);
  const { vectors, labels, imageSize, title = 'Comet Embedding' } = embedding;
  const sheet = await sheetOf(context, files, embedding);
  const { tableText } = await import('../table-text.ts');
  const [vectorsId, labelsId, spriteId] = [newAssetId(), newAssetId(), newAssetId()];
  const suffix = title.replace(/[/\\]/g, '-');
  const { key } = context.subject;
  // Path that the SDK writes into templates.
  const pathOf = (assetId: string) => `/api/asset/download?assetId=${assetId}&experimentKey=${key}`;
  const table = (name: string, assetId: string, data: TableData, headers: boolean | readonly string[] = false) => {
    const fields = { fileName: `${name}-${suffix}.tsv`, type: 'asset', extension: 'tsv', assetId };
    return uploadText(context, tableText(data, 'tsv', headers), fields, { isOnline: true });
  };
  const [header, ...cells] = labels as readonly (readonly unknown[])[];
  const sent = [
    table('vectors', vectorsId, vectors as TableData),
    Array.isArray(header)
      ? table('metadata', labelsId, cells, header.map(String))
      : table(
          'metadata',
          labelsId,
          (labels as readonly string[]).map((label) => [label]),
        ),
  ];
  if (sheet !== null) {
    const fields = { fileName: `embedding-image-${suffix}.png`, type: 'image', extension: '.png', assetId: spriteId };
    sent.push(uploadContent(context, files, sheet, fields, { isOnline: true }));
  }
  const sprite = sheet === null ? {} : { sprite: { imagePath: pathOf(spriteId), singleImageDim: imageSize } };
  const template = {
    tensorName: title,
    tensorShape: [vectors.length, vectors[0]!.length],
    tensorPath: pathOf(vectorsId),
    metadataPath: pathOf(labelsId),
    ...sprite,
  };
  const fileName = embedding.templateFilename ?? `template_projector_config-${suffix}.json`;
  const fields = { fileName, type: 'embeddings', extension: 'json' };
  const uploads = [
    uploadText(context, JSON.stringify({ embeddings: [template] }), fields, { isOnline: true }),
    ...sent,
  ];
  const [reply] = repliesOf(await Promise.all(uploads.map(outcomeOf)));
  return reply!;
}
