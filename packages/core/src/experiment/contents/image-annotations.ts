import * as v from 'valibot';
import type { OperationContext } from '../../client/operation.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import type { FileUpload } from './asset-upload.ts';

/** Boxes and polygons of one object in an image, in pixels of the image. */
export interface Annotation {
  /** Name of the object or of its class. */
  readonly label: string;
  /** Confidence, between 0 and 1. */
  readonly score?: number | undefined;
  /** Boxes as `[x, y, width, height]`. */
  readonly boxes?: readonly (readonly [x: number, y: number, width: number, height: number])[] | undefined;
  /** Polygons: `x` and `y` of at least three corners one after the other. */
  readonly points?: readonly (readonly number[])[] | undefined;
  /** Id of the object. */
  readonly id?: string | undefined;
  /** JSON value. */
  readonly metadata?: object | undefined;
}

/** Layer of annotations of an image, such as the predictions. */
export interface AnnotationLayer {
  /** Name of the layer. */
  readonly name: string;
  /** Annotated objects. */
  readonly data: readonly Annotation[];
}

const finite = v.pipe(v.number(), v.finite());
const polygon = v.pipe(
  v.array(finite),
  v.check((numbers) => numbers.length >= 6 && numbers.length % 2 === 0, 'needs x and y of at least three corners'),
);

/** Schema of the layers. Other fields are preserved. */
const Layers = v.array(
  v.looseObject({
    name: v.pipe(v.string(), v.nonEmpty()),
    data: v.array(
      v.looseObject({
        label: v.pipe(v.string(), v.nonEmpty()),
        score: v.nullish(finite),
        boxes: v.nullish(v.array(v.tuple([finite, finite, finite, finite]))),
        points: v.nullish(v.array(polygon)),
      }),
    ),
  }),
);

/**
 * Returns the metadata of an image with annotations.
 *
 * @throws RestApiException `invalid` for annotations that no view could draw
 */
export function annotationMetadata(
  { failure }: OperationContext<ExperimentSubject>,
  annotations: readonly AnnotationLayer[],
  { metadata }: FileUpload,
): Readonly<Record<string, unknown>> {
  const { issues } = v.safeParse(Layers, annotations, { abortEarly: true });
  if (issues === undefined) return { ...metadata, annotations };
  const where = v.getDotPath(issues[0]);
  throw failure('invalid', `annotations${where === null ? '' : ` at ${where}`}: ${issues[0].message}`);
}
