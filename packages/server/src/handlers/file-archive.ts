import { notFound } from '../errors/service-error.ts';
import { zipReply } from '../http/zip-stream.ts';
import type { Store } from '../store/database/store.ts';
import type { AssetRow } from '../store/files/assets.ts';
import { contentPath } from '../store/files/contents.ts';

/**
 * Returns the files of a model as an archive, without those that are only remote links.
 *
 * @throws ServiceError 404 when all files are remote: an empty archive would look like a model without files.
 */
export function fileArchive(
  store: Store,
  files: readonly Pick<AssetRow, 'file_name' | 'file_size' | 'sha256'>[],
  fileName: string,
): Response {
  const members = files.flatMap((file) =>
    file.sha256 === null ? [] : [{ name: file.file_name, path: contentPath(store, file.sha256), size: file.file_size }],
  );
  if (members.length === 0 && files.length > 0) {
    throw notFound('The files of this model are stored elsewhere, at the addresses in the links of their records');
  }
  return zipReply(members, fileName);
}
