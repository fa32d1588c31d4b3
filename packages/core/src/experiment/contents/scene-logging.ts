import { anything, argument, list, nonEmptyText, wholeNumber } from '../../client/argument.ts';
import type { OperationOptions } from '../../client/connection.ts';
import { multipart, type Part } from '../../client/multipart.ts';
import type { OperationContext, OperationTable } from '../../client/operation.ts';
import type { Numbers } from '../../contract/curve.ts';
import { contract } from '../../contract/index.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { jsonText } from '../json-text.ts';
import type { FileObject } from './asset-content.ts';
import { fileUpload, type UploadReply } from './asset-upload.ts';
import type { ContentFiles } from './content-files.ts';
import { type EmbeddingLabels, sendEmbedding } from './embedding-upload.ts';
import type { SceneBox } from './scene-box.ts';
import { type DrawnScene, sceneThumbnail } from './scene-thumbnail.ts';
import type { ImageSize, SpriteImage } from './sprite-sheet.ts';

const { assets } = contract;

/** Operations that log data in three or more dimensions. */
export interface SceneLogging {
  /**
   * Logs a 3D scene of points, boxes or both, with a thumbnail. It is sent at once and not queued.
   *
   * @throws RestApiException `invalid` for points without three coordinates, or colors out of range
   */
  logPoints3d(
    sceneName: string,
    scene: OperationOptions & {
      /** Points as `[x, y, z]`, or `[x, y, z, red, green, blue]` with colors from 0 to 1, or from 0 to 255. */
      readonly points?: readonly Numbers[] | undefined;
      /** Boxes. */
      readonly boxes?: readonly SceneBox[] | undefined;
      /** Step of the scene. */
      readonly step?: number | undefined;
      /** JSON value. */
      readonly metadata?: object | undefined;
    },
  ): Promise<{ readonly assetId: string }>;
  /**
   * Logs vectors with their labels, and an image of each, for a projection of embeddings.
   *
   * @throws RestApiException `invalid` when there is not one label and one image for each vector
   */
  logEmbedding(
    vectors: readonly Numbers[],
    labels: EmbeddingLabels,
    options?: OperationOptions & {
      /** Title. Default: `Comet Embedding`. */
      readonly title?: string | undefined;
      /** Sprite sheet: one image with that of each vector, row by row. */
      readonly image?: string | URL | FileObject | undefined;
      /** Image of each vector, in place of a sprite sheet, which is made of them. */
      readonly images?: readonly SpriteImage[] | undefined;
      /** Width and height of one image. */
      readonly imageSize?: ImageSize | undefined;
      /** Name of the asset that joins vectors and labels. */
      readonly templateFilename?: string | undefined;
    },
  ): Promise<UploadReply>;
}

type Context = OperationContext<ExperimentSubject>;
type Range = readonly [low: number, high: number];

const isPoint = (point: unknown): point is Numbers =>
  (Array.isArray(point) || ArrayBuffer.isView(point)) &&
  Array.from(point as Numbers).length >= 3 &&
  Array.from(point as Numbers).every((one) => Number.isFinite(one));

/** Returns the range of a coordinate. */
function rangeOf(points: readonly Numbers[], axis: number): Range {
  return points.reduce<Range>(
    ([low, high], point) => [Math.min(low, point[axis]!), Math.max(high, point[axis]!)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

const isColor = (color: Numbers) => Array.from(color).every((value) => value >= 0 && value <= 255);

/** @throws RestApiException `invalid` for what is not a point or a color */
function allPoints({ failure }: Context, points: readonly Numbers[], boxes: readonly SceneBox[]): readonly Numbers[] {
  const corners = boxes.flatMap(({ segments }) => {
    if (!Array.isArray(segments)) throw failure('invalid', 'a box needs segments: lists of points');
    return (segments as readonly (readonly Numbers[])[]).flat();
  });
  const all = [...points, ...corners];
  if (all.length === 0) throw failure('invalid', 'a scene needs points or boxes');
  if (!all.every(isPoint)) {
    throw failure('invalid', 'each point must have at least three finite numbers: x, y and z');
  }
  const isColored = points.every((point) => isColor(Array.from(point).slice(3)));
  if (isColored && boxes.every(({ color = [] }) => isColor(color))) return all;
  throw failure('invalid', 'the colors of points and boxes must be from 0 to 255');
}

async function sendParts(
  context: Context,
  params: Readonly<Record<string, unknown>>,
  part: Part,
  send: (content: {
    readonly content: ReturnType<typeof multipart>;
    readonly headers: Readonly<Record<string, string>>;
  }) => Promise<unknown>,
): Promise<void> {
  const requestParams = JSON.stringify({ experimentKey: context.subject.key, ...params });
  const content = multipart([{ name: 'requestParams', content: requestParams }, part]);
  await send({ content, headers: { 'content-length': String(content.size) } });
}

async function addItem(context: Context, assetId: string, type: 'points' | 'boxes', items: readonly unknown[]) {
  const lines = items.map((item) => `${jsonText(context, type, item)}\n`).join('');
  const fileName = `${type}.jsonl`;
  const part = { name: 'assetItemContent', fileName, content: new TextEncoder().encode(lines) };
  const params = { assetId, userFileName: fileName, assetItemType: type };
  await sendParts(context, params, part, (content) => context.call(assets.addItem, content));
}

/** Draws and uploads the thumbnail of a scene. A runtime that cannot compress sends none. */
async function addThumbnail(context: Context, assetId: string, scene: DrawnScene): Promise<void> {
  if (typeof CompressionStream === 'undefined') return;
  const part = { name: 'thumbnail', fileName: 'thumbnail.png', content: await sceneThumbnail(scene).png() };
  await sendParts(context, { thumbnailExtension: '.png' }, part, (content) =>
    context.call(assets.thumbnail, { ...content, path: { assetId } }),
  );
}

/** Returns the definitions of the operations that log data in three or more dimensions. */
export function sceneLogging(files: ContentFiles | null): OperationTable<SceneLogging, ExperimentSubject> {
  return {
    logPoints3d: {
      unawaited: true,
      arguments: [argument('sceneName', nonEmptyText)],
      options: {
        points: list,
        boxes: list,
        step: wholeNumber,
        metadata: fileUpload.metadata,
      },
      async run(context, userFileName, { points = [], boxes = [], step, metadata }) {
        const all = allPoints(context, points, boxes);
        const ranges = [rangeOf(all, 0), rangeOf(all, 1), rangeOf(all, 2)] as const;
        const [xRange, yRange, zRange] = ranges;
        const body = {
          experimentKey: context.subject.key,
          userFileName,
          assetType: '3d-image',
          step,
          metadata: { ...metadata, xRange, yRange, zRange },
        };
        const { assetId } = await context.call(assets.create, { body });
        await addThumbnail(context, assetId, { points, boxes, ranges });
        if (points.length > 0) await addItem(context, assetId, 'points', points);
        if (boxes.length > 0) await addItem(context, assetId, 'boxes', boxes);
        return { assetId };
      },
    },
    logEmbedding: {
      unawaited: true,
      arguments: [argument('vectors', list), argument('labels', list)],
      options: {
        title: nonEmptyText,
        image: anything,
        images: list,
        imageSize: list,
        templateFilename: nonEmptyText,
      },
      run: (context, vectors, labels, options) => sendEmbedding(context, files, { vectors, labels, ...options }),
    },
  };
}
