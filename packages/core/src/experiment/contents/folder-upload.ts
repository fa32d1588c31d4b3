import { mapConcurrent } from '../../client/map-concurrent.ts';
import type { OperationContext } from '../../client/operation.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import {
  extensionField,
  type FileUpload,
  type UploadFields,
  type UploadMode,
  type UploadReply,
  uploadContent,
} from './asset-upload.ts';
import type { ContentFiles, Folder } from './content-files.ts';
import { outcomeOf, repliesOf } from './upload-outcome.ts';

/** Which files of a folder are uploaded, and under which names. */
export interface FolderUpload {
  readonly folder: string;
  readonly recursive: boolean;
  /** Whether the names begin with the name of the folder. */
  readonly prependFolderName: boolean;
  /** Returns whether a file is uploaded, by its path in the folder. Default: all files are. */
  readonly includes?: (path: string) => boolean;
  readonly fields: UploadFields;
}

/** Maximum number of files that are open at a time. */
const concurrency = 4;

/** Returns the path of a file in a folder. */
export function pathBelow(folder: string, path: string): string {
  return `${folder.replace(/[/\\]+$/, '')}/${path}`;
}

/**
 * Returns a folder with the files that are uploaded.
 *
 * @throws RestApiException `invalid` for a path that is not a folder, or a folder without files to upload
 */
export async function folderFiles(
  { failure }: OperationContext<ExperimentSubject>,
  files: ContentFiles | null,
  { folder, recursive, includes = () => true }: Pick<FolderUpload, 'folder' | 'recursive' | 'includes'>,
): Promise<Folder> {
  if (files === null) throw failure('invalid', 'a page cannot read folders; log the files one by one');
  const listed = await files.listFolder(folder);
  if (listed === null) throw failure('invalid', `${folder} is not a folder`);
  const included = listed.files.filter((path) => (recursive || !path.includes('/')) && includes(path));
  if (included.length === 0) throw failure('invalid', `the folder ${folder} has no files to log`);
  return { name: listed.name, files: included };
}

/** Uploads the files of a folder. */
export async function uploadFolder(
  context: OperationContext<ExperimentSubject>,
  files: ContentFiles | null,
  { fields, ...upload }: FolderUpload,
  options: FileUpload & UploadMode,
): Promise<UploadReply[]> {
  const { folder, prependFolderName } = upload;
  const { name, files: paths } = await folderFiles(context, files, upload);
  const prefix = prependFolderName && name !== '' ? `${name}/` : '';
  const send = (path: string) => {
    const content = { kind: 'file', path: pathBelow(folder, path), name: path } as const;
    const file = { fileName: prefix + path, ...extensionField(path), ...fields };
    return uploadContent(context, files, content, file, options);
  };
  return repliesOf(await mapConcurrent(paths, (path) => outcomeOf(send(path)), concurrency));
}
