import type { TreeFile } from '@tracklens/ui/trees';
import * as vscode from 'vscode';

/** URI scheme of the files of artifacts and experiments. */
export const fileScheme = 'tracklens-file';

/** File of an artifact or an experiment, as the URI of its document names it. */
export interface ServiceFile extends TreeFile {
  readonly connection: string;
}

/** Returns the query of the URI of a file. */
export function fileQuery({ connection, assetId, sizeBytes, owner }: ServiceFile): string {
  return JSON.stringify([connection, assetId, sizeBytes, owner]);
}

/** Parses the URI of a file. Throws when it is invalid. */
export function readFileUri(uri: vscode.Uri): ServiceFile {
  try {
    const [connection, assetId, sizeBytes, { artifactVersionId, experimentKey }] = JSON.parse(uri.query);
    const isText = (value: unknown): value is string => typeof value === 'string';
    const owner = isText(artifactVersionId) ? { artifactVersionId } : isText(experimentKey) ? { experimentKey } : null;
    if (isText(connection) && isText(assetId) && Number.isSafeInteger(sizeBytes) && owner)
      return { connection, assetId, sizeBytes, owner };
  } catch {
    // Not JSON of this form.
  }
  throw vscode.FileSystemError.FileNotFound(uri);
}
