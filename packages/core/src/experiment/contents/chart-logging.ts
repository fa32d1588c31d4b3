import { anything, argument, callback, flag, list, number, text, texts, wholeNumber } from '../../client/argument.ts';
import type { OperationOptions } from '../../client/connection.ts';
import type { OperationTable } from '../../client/operation.ts';
import type { Numbers } from '../../contract/curve.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { jsonText } from '../json-text.ts';
import { extensionField, type FileUpload, fileUpload, type UploadReply, uploadText } from './asset-upload.ts';
import { confusionMatrix, type MatrixData, MatrixError } from './confusion-matrix.ts';
import { countHistogram } from './histogram-counts.ts';

/** Options of uploads that are not files. */
export interface DataUpload extends OperationOptions, Pick<FileUpload, 'step' | 'context' | 'metadata'> {
  /** Epoch. Default: none. */
  readonly epoch?: number | undefined;
}

/** Numbers in lists, typed arrays, or lists of these. */
export type NestedNumbers = number | Numbers | readonly NestedNumbers[];

/** Operations that log data for the confusion matrices and histograms of the views. */
export interface ChartLogging {
  /**
   * Logs a confusion matrix: its counts, or the true and predicted categories that it is computed from.
   * @throws RestApiException `invalid` for lists of different lengths, a matrix that is not square, or missing labels
   */
  logConfusionMatrix(
    data: DataUpload &
      MatrixData & {
        /** Name of the asset. Default: `confusion-matrix.json`. */
        readonly fileName?: string | undefined;
        /** Whether an earlier matrix of this name is replaced. Default: false. */
        readonly overwrite?: boolean | undefined;
      },
  ): Promise<UploadReply>;
  /**
   * Logs the distribution of numbers of any nesting. Histograms of one name at several steps are one chart. NaN and
   * infinities are not counted.
   *
   * @throws RestApiException `invalid` when there is no finite number
   */
  logHistogram3d(
    values: NestedNumbers,
    options?: DataUpload & {
      /** Name of the histogram. Default: `histogram_3d.json`. */
      readonly name?: string | undefined;
      /** Value near which the bins are narrowest. Default: 0. */
      readonly offset?: number | undefined;
    },
  ): Promise<UploadReply>;
}

const dataUpload = { step: wholeNumber, context: text, metadata: fileUpload.metadata, epoch: number };

/** Definitions of the operations that log data for the confusion matrices and histograms of the views. */
export const chartLogging: OperationTable<ChartLogging, ExperimentSubject> = {
  logConfusionMatrix: {
    unawaited: true,
    options: {
      ...dataUpload,
      yTrue: anything,
      yPredicted: anything,
      matrix: list,
      labels: texts,
      title: text,
      rowLabel: text,
      columnLabel: text,
      maxExamplesPerCell: number,
      maxCategories: number,
      selected: list,
      winnerFunction: callback,
      indexToExampleFunction: callback,
      fileName: text,
      overwrite: flag,
    },
    async run(context, { fileName = 'confusion-matrix.json', overwrite = false, epoch, ...data }) {
      const matrix = await confusionMatrix(data).catch((error: unknown) => {
        throw error instanceof MatrixError ? context.failure('invalid', error.message) : error;
      });
      const fields = { fileName, epoch, type: 'confusion-matrix', ...extensionField(fileName) };
      return await uploadText(context, jsonText(context, 'the matrix', matrix), fields, {
        ...data,
        overwrite,
        isOnline: true,
      });
    },
  },
  logHistogram3d: {
    unawaited: true,
    arguments: [argument('values', anything)],
    options: { ...dataUpload, name: text, offset: number },
    async run(context, values, { name: fileName = 'histogram_3d.json', offset, epoch, ...options }) {
      const histogram = countHistogram(values, offset);
      if (histogram === null) throw context.failure('invalid', 'the values must have at least one finite number');
      const fields = { fileName, epoch, type: 'histogram3d', ...extensionField(fileName) };
      return await uploadText(context, JSON.stringify(histogram), fields, {
        ...options,
        overwrite: false,
        isOnline: true,
      });
    },
  },
};
