import * as vscode from 'vscode';

/** URI scheme of the files of artifacts. */
export const fileScheme = 'tracklens-file';

/** File of an artifact, as the URI of its document names it. */
export interface ServiceFile {
  readonly connection: string;
  readonly assetId: string;
  readonly artifactVersionId: string;
  readonly sizeBytes: number;
}

/** Parses the URI of a file. Throws when it is invalid. */
export function readFileUri(uri: vscode.Uri): ServiceFile {
  try {
    const [connection, assetId, artifactVersionId, sizeBytes] = JSON.parse(uri.query) as unknown[];
    const isText = (value: unknown): value is string => typeof value === 'string';
    if (isText(connection) && isText(assetId) && isText(artifactVersionId) && Number.isSafeInteger(sizeBytes))
      return { connection, assetId, artifactVersionId, sizeBytes: sizeBytes as number };
  } catch {
    // Not JSON.
  }
  throw vscode.FileSystemError.FileNotFound(uri);
}
