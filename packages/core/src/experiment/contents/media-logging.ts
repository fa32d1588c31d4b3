import { anything, argument, nonEmptyText, number, oneOf, text, wholeNumber } from '../../client/argument.ts';
import type { OperationContext, OperationTable } from '../../client/operation.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { type FileObject, nameOf, type ResolvedContent, resolveContent } from './asset-content.ts';
import {
  extensionField,
  type FileUpload,
  fileUpload,
  type UploadReply,
  uploadContent,
  uploadText,
} from './asset-upload.ts';
import type { DataUpload } from './chart-logging.ts';
import type { ContentFiles } from './content-files.ts';
import { type AudioNormalization, type AudioSamples, channelsOf, wavFile } from './wav-file.ts';

/** Sound: a file, bytes of one, or samples. A `Uint8Array` has the bytes of a file. */
export type AudioContent = string | URL | FileObject | AudioSamples;

/** Operations that log text and sound. */
export interface MediaLogging {
  /** Logs a text sample. The service creates its name. */
  logText(text: string, options?: Omit<DataUpload, 'epoch'>): Promise<UploadReply>;
  /**
   * Logs a sound: a file, its bytes, or samples with a `sampleRate`, which are written as a WAV file. Samples are a
   * list or typed array for one channel, or one of these for each channel.
   *
   * @throws RestApiException `invalid` for samples without a sample rate, or channels of different lengths
   */
  logAudio(
    audioData: AudioContent,
    options?: FileUpload & {
      /** Samples per second. */
      readonly sampleRate?: number | undefined;
      /** Name of the asset. Default: the name of the file. */
      readonly fileName?: string | undefined;
      /**
       * Whether samples are scaled to full scale and written as 16-bit integers. With `OFF` they are written as they
       * are: `Uint8ClampedArray`, `Int16Array` and `Int32Array` as integers, other numbers as 32-bit floats, from -1 to
       * 1. Default: `PCM_16_BIT`.
       */
      readonly normalizeData?: AudioNormalization | undefined;
    },
  ): Promise<UploadReply>;
}

type Context = OperationContext<ExperimentSubject>;

const normalizations: readonly AudioNormalization[] = ['PCM_16_BIT', 'OFF'];

function isSamples(audio: AudioContent): audio is AudioSamples {
  return (
    Array.isArray(audio) || (ArrayBuffer.isView(audio) && !(audio instanceof Uint8Array || audio instanceof DataView))
  );
}

/** Types of integers of which there are no WAV files. */
const otherIntegers = [Int8Array, Uint16Array, Uint32Array];

/** @throws RestApiException `invalid` for samples that are not a sound */
function wavOf(
  { failure }: Context,
  samples: AudioSamples,
  rate: number | undefined,
  normalization: AudioNormalization,
) {
  if (rate === undefined || !Number.isInteger(rate) || rate <= 0) {
    throw failure('invalid', 'samples need a sampleRate: the number of samples per second');
  }
  const channels = channelsOf(samples);
  const isSound = channels.every(
    (channel) => channel.length === channels[0]!.length && Array.from(channel).every((one) => Number.isFinite(one)),
  );
  if (!isSound || !channels[0]?.length) {
    throw failure('invalid', 'samples must be finite numbers, at least one, and as many in each channel');
  }
  if (normalization === 'OFF' && channels.some((channel) => otherIntegers.some((type) => channel instanceof type))) {
    throw failure('invalid', 'integers must be of type Uint8ClampedArray, Int16Array or Int32Array, or be normalized');
  }
  return wavFile(channels, rate, normalization);
}

/** Returns the definitions of the operations that log text and sound. */
export function mediaLogging(files: ContentFiles | null): OperationTable<MediaLogging, ExperimentSubject> {
  return {
    logText: {
      unawaited: true,
      arguments: [argument('text', text)],
      options: { step: wholeNumber, context: text, metadata: fileUpload.metadata },
      run(context, content, options) {
        const fields = { fileName: 'auto-generated-in-the-backend', type: 'text-sample' };
        return uploadText(context, content, fields, { ...options, isOnline: true });
      },
    },
    logAudio: {
      unawaited: true,
      arguments: [argument('audioData', anything)],
      options: {
        ...fileUpload,
        sampleRate: number,
        fileName: nonEmptyText,
        normalizeData: oneOf(normalizations),
      },
      async run(context, audio, { sampleRate, fileName, normalizeData = 'PCM_16_BIT', ...options }) {
        const content: ResolvedContent = isSamples(audio)
          ? { kind: 'body', body: wavOf(context, audio, sampleRate, normalizeData), name: null }
          : await resolveContent(context, files, audio);
        const name = nameOf(context, content, 'fileName', fileName);
        const rate = isSamples(audio) ? sampleRate : undefined;
        const metadata = rate === undefined ? {} : { metadata: { ...options.metadata, sample_rate: rate } };
        const fields = { fileName: name, type: 'audio', ...extensionField(content.name ?? name), sampleRate: rate };
        return await uploadContent(context, files, content, fields, { ...options, ...metadata, isOnline: true });
      },
    },
  };
}
