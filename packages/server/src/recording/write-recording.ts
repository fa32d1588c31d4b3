import { rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { type RecordingHead, recordingLimits } from '@tracklens/core/contract';
import { count } from '../maintenance/counted.ts';
import { writeFileFrom } from '../maintenance/file-stream.ts';
import { createOutputFolder } from '../maintenance/output-folder.ts';
import type { Executor } from '../store/database/executor.ts';
import { pause } from '../store/database/slice-queue.ts';
import { draftOf, moveFile, moveToFreeName, syncFile } from '../store/disk/durable-files.ts';
import type { RecordedPart, RecordedRequest } from './recorded-part.ts';
import { type RecordedProject, type RecordedSelection, recordedProject } from './recorded-project.ts';
import { minimumSizes, recordingParts } from './recording-parts.ts';
import { RecordingSize } from './recording-size.ts';

/** Options of a recording. */
export interface RecordingOptions extends RecordedSelection {
  readonly db: Executor;
  /** Data folder with the files. */
  readonly folder: string;
  /** Path of the recording. */
  readonly file: string;
  /** Whether files are recorded. Default: true. */
  readonly assets?: boolean | undefined;
  /** Whether an existing file is replaced. */
  readonly force?: boolean | undefined;
  /** Time of the recording, in milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
  /** Cancels the recording, which then leaves no file. */
  readonly signal: AbortSignal;
  /** Called with each message about the progress, and about what is left out. */
  print(line: string): void;
}

/** Written recording. */
export interface WrittenRecording {
  readonly path: string;
  readonly experiments: number;
  readonly bytes: number;
}

/** Bytes of text between two messages about the progress. */
const progressBytes = 10_000_000;

/** Returns the size of a recording before anything is read for it; throws if it would be too large for certain. */
async function minimumSizeOf(project: RecordedProject, signal: AbortSignal): Promise<RecordingSize> {
  const size = new RecordingSize();
  for await (const { of, bytes } of minimumSizes(project)) {
    size.expect(of, bytes);
    await pause();
    signal.throwIfAborted();
  }
  if (size.isExceeded) throw size.error();
  return size;
}

/** Yields the lines of a recording; throws once they are too many. */
async function* linesOf(head: RecordingHead, parts: AsyncIterable<RecordedPart>, size: RecordingSize) {
  const line = (of: string, content: RecordingHead | RecordedRequest) => {
    const text = `${JSON.stringify(content)}\n`;
    size.add(of, Buffer.byteLength(text));
    if (size.isExceeded) throw size.error();
    return text;
  };
  yield line('project', head);
  for await (const { of, request } of parts) {
    // The recording can be cancelled between any two requests.
    await pause();
    yield line(of, await request());
  }
}

/** Yields lines; prints how many bytes they have. */
async function* withProgress(lines: AsyncIterable<string>, size: RecordingSize, print: (line: string) => void) {
  let printed = 0;
  for await (const line of lines) {
    yield line;
    if (size.written - printed < progressBytes) continue;
    printed = size.written;
    print(`${count(Math.floor(printed / 1e6))} MB of text`);
  }
}

function headOf({ project, now }: RecordedProject): RecordingHead {
  return {
    format: 'tracklens-recording',
    version: 1,
    workspace: project.workspace_name,
    projectName: project.project_name,
    recordedAtMillis: now,
  };
}

/** Yields a text compressed: with 1 % more bytes than at quality 9, in an eighth of the time. */
async function* compressed(text: AsyncGenerator<string>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const compressor = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
  const compressing = pipeline(text, compressor, { signal });
  // Its error is also that of the stream, which may be read no longer.
  compressing.catch(() => {});
  yield* compressor;
  await compressing;
}

/**
 * Writes a recording of a project: requests that log its experiments again, generated from the stored records. The file
 * appears when it is complete; after a failure none is left.
 *
 * @throws ServiceError 404 if there is no such project or experiment; Error if the file exists, cannot be written, or
 * would be too large for a service
 */
export async function writeRecording(options: RecordingOptions): Promise<WrittenRecording> {
  const { db, folder, assets = true, now = Date.now(), signal, print } = options;
  const path = resolve(options.file);
  const existing = await stat(path).catch(() => null);
  if (existing?.isDirectory()) throw new Error(`${path} is a folder. Give a file with --output.`);
  // A replaced /dev/null, which root may replace, would break the machine.
  if (existing?.isFile() === false) throw new Error(`${path} is a device or a pipe. Give a file with --output.`);
  if (!options.force && existing !== null) {
    throw new Error(`${path} already exists. Give another file with --output, or replace it with --force.`);
  }
  const leftOut = (message: string) => print(`Left out: ${message}.`);
  const project = await recordedProject({ db, folder, now, assets, leftOut }, options);
  const size = await minimumSizeOf(project, signal);
  const draft = draftOf(path);
  await createOutputFolder(dirname(path));
  // Fails for a name that is too long, also if no such file exists.
  await rm(draft, { force: true }).catch((error: Error) => {
    throw new Error(`${path} cannot be written (${error.message}). Give another file with --output.`, { cause: error });
  });
  try {
    const lines = linesOf(headOf(project), recordingParts(project), size);
    await writeFileFrom(compressed(withProgress(lines, size, print), signal), draft, signal);
    const { size: bytes } = await stat(draft);
    if (bytes > recordingLimits.file) throw size.error(bytes);
    await syncFile(draft);
    signal.throwIfAborted();
    await (options.force ? moveFile : moveToFreeName)(draft, path);
    return { path, experiments: project.experiments.length, bytes };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
