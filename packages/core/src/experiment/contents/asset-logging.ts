import { anything, argument, flag, nonEmptyText, number, text } from '../../client/argument.ts';
import type { OperationContext, OperationTable } from '../../client/operation.ts';
import type { AssetType } from '../asset-types.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { type AssetContent, baseName, type FileObject, nameOf, resolveContent } from './asset-content.ts';
import {
  extensionField,
  extensionOf,
  type FileUpload,
  fileUpload,
  type UploadFields,
  type UploadReply,
  uploadContent,
} from './asset-upload.ts';
import type { ContentFiles } from './content-files.ts';
import { uploadFolder } from './folder-upload.ts';
import { type AnnotationLayer, annotationMetadata } from './image-annotations.ts';

/** Operations that log files and content in memory. Errors of the file system are passed on. */
export interface AssetLogging {
  /**
   * Uploads an asset: a file, which must exist until the upload is complete, or content in memory, which needs a
   * `name`. The type is one that the views support (`image`, `histogram_combined_3d`, `audio`, `video`), or any string
   * to find the asset by. Default: `asset`.
   */
  logAsset(
    filename: AssetContent,
    options?: FileUpload & {
      /** Name of the asset. Default: the name of the file. */
      readonly name?: string | undefined;
      /** Type of the asset. */
      readonly ftype?: AssetType | undefined;
    },
  ): Promise<UploadReply>;
  /** Uploads the files of a folder, each under its path in it. */
  logAssetFolder(
    folder: string,
    options?: FileUpload & {
      /** Whether the files of all folders below are uploaded. Default: false. */
      readonly recursive?: boolean | undefined;
      /** Whether the names begin with the name of the folder. Default: true. */
      readonly prependFolderName?: boolean | undefined;
    },
  ): Promise<UploadReply[]>;
  /** Logs a link to a file that is stored elsewhere. The link may have any form; it is never requested. */
  logRemoteAsset(
    uri: string,
    options?: FileUpload & {
      /** Name of the asset. Default: the last part of the link. */
      readonly remoteFileName?: string | undefined;
      /** Type of the asset. Default: `asset`. */
      readonly assetType?: AssetType | undefined;
    },
  ): Promise<UploadReply>;
  /** Uploads an image with its metadata: a file, or content in memory, which needs an `imageName`. */
  logImage(
    filename: AssetContent,
    options?: FileUpload & {
      /** Name of the image. Default: the name of the file. */
      readonly imageName?: string | undefined;
      /** Boxes and polygons in layers. */
      readonly annotations?: readonly AnnotationLayer[] | undefined;
    },
  ): Promise<UploadReply>;
  /**
   * Uploads a video from a file or from memory: MP4, MOV, WMV or GIF.
   * @throws RestApiException `invalid` for another format, or when data that is not a file has no name
   */
  logVideo(
    filename: string | URL | FileObject,
    options?: FileUpload & {
      /** Name of the asset. Default: the name of the file. */
      readonly name?: string | undefined;
      /** Epoch of the video. Default: none. */
      readonly epoch?: number | undefined;
    },
  ): Promise<UploadReply>;
}

type Context = OperationContext<ExperimentSubject>;

type VideoUpload = FileUpload & { readonly name?: string | undefined; readonly epoch?: number | undefined };

const videoFormats = ['mp4', 'mov', 'wmv', 'gif'];

/** Uploads content under a name. `fieldsOf` returns the fields of the upload for the name and that of the source. */
async function sendAsset(
  context: Context,
  files: ContentFiles | null,
  [asset, name]: readonly [AssetContent, string | undefined],
  options: FileUpload,
  fieldsOf: (name: string, source: string) => UploadFields,
): Promise<UploadReply> {
  const content = await resolveContent(context, files, asset);
  const fileName = nameOf(context, content, 'name', name);
  return await uploadContent(context, files, content, fieldsOf(fileName, content.name ?? fileName), options);
}

/** Uploads a video, whose format is that of the end of its name. */
async function sendVideo(
  context: Context,
  files: ContentFiles | null,
  video: string | URL | FileObject,
  { name: givenName, epoch, overwrite = false, ...options }: VideoUpload,
): Promise<UploadReply> {
  const content = await resolveContent(context, files, video);
  const name = givenName ?? baseName(content.name ?? '');
  const extension = extensionOf(content.name ?? name).toLowerCase();
  if (!videoFormats.includes(extension)) {
    const formats = videoFormats.join(', ');
    throw context.failure('invalid', `the name of a video must end in ${formats}, unlike ${JSON.stringify(name)}`);
  }
  if (content.kind === 'link') {
    throw context.failure('invalid', 'a video must be a file or bytes; log a link with logRemoteAsset');
  }
  // The wire format has no list of the metadata of a video.
  const fields = { type: 'video', extension, fileName: name, epoch, metadata: undefined };
  return await uploadContent(context, files, content, fields, { ...options, overwrite });
}

/** Returns the definitions of the operations that log files and content in memory. */
export function assetLogging(files: ContentFiles | null): OperationTable<AssetLogging, ExperimentSubject> {
  return {
    logAsset: {
      unawaited: true,
      arguments: [argument('filename', anything)],
      options: { ...fileUpload, name: text, ftype: nonEmptyText },
      run: (context, content, { name, ftype: type, ...options }) =>
        sendAsset(context, files, [content, name], options, (fileName, source) => ({
          fileName,
          type,
          ...extensionField(source),
        })),
    },
    logAssetFolder: {
      unawaited: true,
      arguments: [argument('folder', text)],
      options: { ...fileUpload, recursive: flag, prependFolderName: flag },
      run: (context, folder, { recursive = false, prependFolderName = true, ...options }) =>
        uploadFolder(context, files, { folder, recursive, prependFolderName, fields: { type: 'asset' } }, options),
    },
    logRemoteAsset: {
      unawaited: true,
      arguments: [argument('uri', nonEmptyText)],
      options: { ...fileUpload, remoteFileName: text, assetType: nonEmptyText },
      run(context, uri, { remoteFileName, assetType: type = 'asset', ...options }) {
        const content = { kind: 'link', link: uri, name: remoteFileName ?? (baseName(uri) || uri) } as const;
        return uploadContent(context, files, content, { fileName: content.name, type }, { ...options, isOnline: true });
      },
    },
    logImage: {
      unawaited: true,
      arguments: [argument('filename', anything)],
      options: { ...fileUpload, imageName: text, annotations: anything },
      async run(context, content, { imageName, annotations, ...upload }) {
        const name = imageName ?? (typeof content === 'string' ? baseName(content) : undefined);
        const options =
          annotations === undefined
            ? upload
            : { ...upload, metadata: annotationMetadata(context, annotations, upload) };
        return await sendAsset(context, files, [content, name], options, (fileName, source) => {
          const extension = extensionOf(source);
          // The wire format has the extension of images with a dot, that of other assets without.
          return { type: 'image', ...(extension ? { extension: `.${extension}` } : {}), fileName };
        });
      },
    },
    logVideo: {
      unawaited: true,
      arguments: [argument('filename', anything)],
      options: { ...fileUpload, name: text, epoch: number },
      run: (context, video, options) => sendVideo(context, files, video, options),
    },
  };
}
