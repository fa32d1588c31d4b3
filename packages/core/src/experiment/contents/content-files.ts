import type { Part } from '../../client/multipart.ts';
import type { OperationContext } from '../../client/operation.ts';
import type { ArtifactFile } from '../../contract/index.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes that were sent. */
  readonly sentBytes: number;
  /** Size of the file. */
  readonly totalBytes: number;
}

/** Options for sending a file. */
export interface SendingFile {
  /** Called as bytes are sent, but not before the file has been opened. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Folder with the files below it. */
export interface Folder {
  /** Name of the folder, also if its path ends in `.` or `..`; empty for the root of a disk. */
  readonly name: string;
  /** Paths of the files relative to the folder, with `/`. */
  readonly files: readonly string[];
}

/** Sends the content of a file. The content can be read until the result is there. */
type SendContent<T> = (content: Part['content']) => Promise<T>;

type Context = OperationContext<ExperimentSubject>;

/** File system of the operations on contents. A page has none. */
export interface ContentFiles {
  /** Returns the path of a `file:` URL. */
  pathOf(url: URL): string;
  /** Opens a file and passes its content to `send`. */
  sendFile<T>(context: Context, path: string, options: SendingFile, send: SendContent<T>): Promise<T>;
  /** Passes the content of a stream to `send`. What exceeds some MiB is written to a temporary file before. */
  sendStream<T>(
    context: Context,
    stream: AsyncIterable<Uint8Array>,
    options: SendingFile,
    send: SendContent<T>,
  ): Promise<T>;
  /** Returns a folder with the files below it; null if the path is not a folder. */
  listFolder(path: string): Promise<Folder | null>;
  /** Downloads files of an artifact into a folder, without those that are stored elsewhere: `remoteFiles`. */
  downloadFiles(
    context: Context,
    files: readonly ArtifactFile[],
    options: { readonly outputPath: string; readonly overwriteStrategy: boolean },
  ): Promise<{ readonly files: readonly { readonly path: string }[]; readonly remoteFiles: readonly ArtifactFile[] }>;
}
