import * as v from 'valibot';
import { flag, int, maybeInt, maybeText, parsedJson, text } from './fields.ts';

// Records of files.

/** File that an experiment logged, without its content. @interface */
export const AssetRecord = v.object({
  /** Name of the file, with its folders. */
  fileName: text,
  /** Size in bytes. */
  fileSize: int,
  /** Context in which it was logged, for example `train`; null when none was given. */
  runContext: maybeText,
  /** Step at which it was logged; null when none was given. */
  step: maybeInt,
  /** URL of the content. */
  link: text,
  /** Time of the upload, in milliseconds since 1970. */
  createdAt: int,
  /** Folder of the file name. */
  dir: text,
  /** Whether the service can show the content. */
  canView: flag,
  /** Whether it is an audio file. */
  audio: flag,
  /** Whether it is a video. */
  video: flag,
  /** Whether it is a histogram. */
  histogram: flag,
  /** Whether it is an image. */
  image: flag,
  /** Type of the asset, for example `image` or `model-element`. */
  type: text,
  /** JSON value, or null. An integer whose digits a number does not preserve is a string of them. */
  metadata: parsedJson,
  /** Id of the asset. */
  assetId: v.string(),
  /** Whether the file is stored outside the service, at `link`. */
  remote: flag,
});
export type AssetRecord = v.InferOutput<typeof AssetRecord>;
