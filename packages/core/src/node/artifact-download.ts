import { open, stat } from 'node:fs/promises';
import { type ArtifactVersionChoice, artifactOperations } from '../api/artifact-operations.ts';
import type { AccountSubject } from '../api/index.ts';
import { transferAll } from '../client/concurrent-transfers.ts';
import { cancelled } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import type { OperationContext, OperationSubject } from '../client/operation.ts';
import { type FetchFile, resumedDownload } from '../client/resumed-download.ts';
import { type ArtifactFile, contract } from '../contract/index.ts';
import { pathsInside } from './resolve-inside.ts';
import { type SavingFile, saveFile } from './save-file.ts';

/** Treatment of a file that exists: `fail` unless its content is the same, `preserve` or `overwrite` it. */
export type OverwriteStrategy = 'fail' | 'preserve' | 'overwrite';

/** Progress of the download of an artifact. */
export interface ArtifactProgress {
  /** Number of files that are complete. */
  readonly doneFiles: number;
  /** Number of files to be downloaded. */
  readonly totalFiles: number;
  /** Bytes that were received. */
  readonly receivedBytes: number;
  /** Size of all files to be downloaded. */
  readonly totalBytes: number;
}

/** Options of `downloadArtifact`. */
export interface ArtifactDownloadOptions extends ArtifactVersionChoice {
  /** Folder of the files. Default: the working folder. */
  readonly outputPath?: string | undefined;
  /** Names of the files that are downloaded. Default: all files of the version. */
  readonly fileNames?: readonly string[] | undefined;
  /** Treatment of files that exist. `false` is `fail`, `true` is `overwrite`. Default: `fail`. */
  readonly overwriteStrategy?: OverwriteStrategy | boolean | undefined;
  /** Maximum number of files that are downloaded at the same time. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Called with each chunk that is received and each file that is complete. */
  readonly onProgress?: ((progress: ArtifactProgress) => void) | undefined;
}

/** File of an artifact on disk. */
export interface DownloadedFile {
  /** Name of the file in the artifact, with its folders. */
  readonly fileName: string;
  /** Path on disk. */
  readonly path: string;
  /** Whether the file existed and was not requested. */
  readonly isPreserved: boolean;
}

/** Downloaded version of an artifact. */
export interface DownloadedArtifact {
  /** Files on disk. */
  readonly files: readonly DownloadedFile[];
  /** Files that are stored elsewhere, at their `link`. They are not downloaded. */
  readonly remoteFiles: readonly ArtifactFile[];
}

type Context = OperationContext<OperationSubject>;

/** File of an artifact with its path on disk, and the size of what exists there, or null. */
interface PlannedFile {
  readonly file: ArtifactFile;
  readonly path: string;
  readonly existingBytes: number | null;
}

/** @throws RestApiException `invalid` for an unknown strategy */
function strategyOf({ failure }: Context, strategy: ArtifactDownloadOptions['overwriteStrategy']): OverwriteStrategy {
  if (strategy === undefined || strategy === false) return 'fail';
  if (strategy === true) return 'overwrite';
  const name = String(strategy).toLowerCase();
  if (name === 'fail' || name === 'preserve' || name === 'overwrite') return name;
  const reason = `${JSON.stringify(strategy)} is not an overwriteStrategy; use fail, preserve or overwrite`;
  throw failure('invalid', reason);
}

/** @throws RestApiException `not-found` for names that are not in the version */
function selectedFiles(context: Context, files: readonly ArtifactFile[], names?: readonly string[]): ArtifactFile[] {
  if (names === undefined) return [...files];
  const selected = new Set(names);
  const known = new Set(files.map(({ fileName }) => fileName));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw context.failure('not-found', `the version has no file ${JSON.stringify(unknown)}`);
  return files.filter(({ fileName }) => selected.has(fileName));
}

async function sizeOf(path: string): Promise<number | null> {
  return await stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    },
  );
}

/** Returns whether a file on disk has the content of a download. The download ends at the first difference. */
async function hasContentOf(path: string, fetchFile: FetchFile, saving: SavingFile): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    let size = 0;
    for await (const { offset, bytes } of resumedDownload(fetchFile, saving)) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes.byteLength), 0, bytes.byteLength, offset);
      if (bytesRead !== bytes.byteLength || !buffer.equals(bytes)) return false;
      size = offset + bytes.byteLength;
    }
    return size === (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** @throws Error `EEXIST`, like the other downloads */
function existsError(path: string): NodeJS.ErrnoException {
  const message = `EEXIST: file already exists with other content, set overwriteStrategy to replace it, '${path}'`;
  return Object.assign(new Error(message), { code: 'EEXIST', path });
}

/** Counts received bytes and complete files, and reports them. */
class ProgressCounter {
  private readonly received = new Map<PlannedFile, number>();
  private readonly report: ArtifactDownloadOptions['onProgress'];
  private readonly totalFiles: number;
  private readonly totalBytes: number;
  private doneFiles = 0;
  private receivedBytes = 0;

  constructor(planned: readonly PlannedFile[], report: ArtifactDownloadOptions['onProgress']) {
    this.report = report;
    this.totalFiles = planned.length;
    this.totalBytes = planned.reduce((total, { file }) => total + file.fileSize, 0);
  }

  /** Takes the number of bytes of a file that were received so far. A download that starts again has fewer. */
  receive(file: PlannedFile, bytes: number): void {
    this.receivedBytes += bytes - (this.received.get(file) ?? 0);
    this.received.set(file, bytes);
    this.notify();
  }

  complete(): void {
    this.doneFiles++;
    this.notify();
  }

  private notify(): void {
    const { doneFiles, totalFiles, receivedBytes, totalBytes } = this;
    this.report?.({ doneFiles, totalFiles, receivedBytes, totalBytes });
  }
}

async function plannedFiles(
  context: Context,
  files: readonly ArtifactFile[],
  outputPath: string,
): Promise<PlannedFile[]> {
  const { operation, subject } = context;
  const names = files.map(({ fileName }) => fileName);
  const paths = await pathsInside(outputPath, names, { operation, warn: subject.connection.warn });
  return await mapConcurrent(files, async (file, index) => {
    const path = paths[index]!;
    return { file, path, existingBytes: await sizeOf(path) };
  });
}

/** Options of the download of files that are listed. */
type FilesDownload = Omit<ArtifactDownloadOptions, keyof ArtifactVersionChoice>;

/**
 * Downloads files of a version of an artifact, a few at a time. After a failure the others are aborted.
 *
 * @throws Error `EEXIST` for a file that exists with other content; if its size differs, before anything is downloaded
 */
export async function downloadFiles(
  context: Context,
  files: readonly ArtifactFile[],
  { outputPath = './', fileNames, overwriteStrategy, concurrency, onProgress }: FilesDownload,
): Promise<DownloadedArtifact> {
  const strategy = strategyOf(context, overwriteStrategy);
  const { failure, operation, subject } = context;
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0)) {
    throw failure('invalid', 'concurrency must be a positive integer');
  }
  const selected = selectedFiles(context, files, fileNames);
  const isRemote = ({ remote, link }: ArtifactFile) => remote || link !== null;
  const local = await plannedFiles(
    context,
    selected.filter((file) => !isRemote(file)),
    outputPath,
  );
  const isPreserved = ({ existingBytes }: PlannedFile) => existingBytes !== null && strategy === 'preserve';
  const wanted = local.filter((one) => !isPreserved(one));
  for (const { file, path, existingBytes } of local) {
    if (existingBytes === null || existingBytes === file.fileSize) continue;
    if (strategy === 'fail') throw existsError(path);
    if (strategy === 'preserve') subject.connection.warn(`${operation}: ${path} has other content and is preserved.`);
  }
  const progress = new ProgressCounter(wanted, onProgress);
  const download = async ({ callForBody, signal }: Context, one: PlannedFile) => {
    if (signal?.aborted) throw cancelled(signal.reason);
    const { assetId, artifactVersionId } = one.file;
    const fetchFile: FetchFile = (headers) =>
      callForBody(contract.assets.get, { query: { assetId, allow301: false, artifactVersionId }, headers });
    const report = ({ receivedBytes }: { readonly receivedBytes: number }) => progress.receive(one, receivedBytes);
    const resumption = subject.connection.resumption({ signal });
    const saving = { operation, overwrite: strategy === 'overwrite', onProgress: report, ...resumption };
    if (one.existingBytes === null || saving.overwrite) await saveFile(one.path, fetchFile, saving);
    else if (!(await hasContentOf(one.path, fetchFile, saving))) throw existsError(one.path);
    progress.complete();
  };
  await transferAll(context, wanted, download, concurrency);
  return {
    files: local.map((one) => ({ fileName: one.file.fileName, path: one.path, isPreserved: isPreserved(one) })),
    remoteFiles: selected.filter(isRemote),
  };
}

/** Downloads the files of the version of an artifact that the options identify. */
export async function downloadArtifact(
  context: OperationContext<AccountSubject>,
  options: ArtifactDownloadOptions,
): Promise<DownloadedArtifact> {
  const { files } = await artifactOperations.getArtifactFiles.run(context, options);
  return await downloadFiles(context, files, options);
}
