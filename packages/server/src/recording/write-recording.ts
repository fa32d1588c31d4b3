import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { type RecordingHead, recordingLimits } from '@tracklens/core/contract';
import { writeFileFrom } from '../export/file-stream.ts';
import { count } from '../maintenance/problem.ts';
import type { Executor } from '../store/database/executor.ts';
import { draftOf, moveFile, syncFile } from '../store/disk/durable-files.ts';
import type { RecordedPart } from './recorded-part.ts';
import { type RecordedProject, type RecordedSelection, recordedProject } from './recorded-project.ts';
import { recordingParts } from './recording-parts.ts';
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

/** Yields the lines of a recording; throws at their end if they are too many. */
async function* linesOf(head: RecordingHead, parts: AsyncIterable<RecordedPart>, size: RecordingSize) {
  const first = `${JSON.stringify(head)}\n`;
  size.add('project', Buffer.byteLength(first));
  yield first;
  for await (const { of, minBytes = 0, request } of parts) {
    // What cannot fit is counted, but not read.
    if (minBytes > 0 && size.total + minBytes > recordingLimits.text) {
      size.add(of, minBytes);
      continue;
    }
    const line = `${JSON.stringify(await request())}\n`;
    size.add(of, Buffer.byteLength(line));
    if (!size.isExceeded) yield line;
  }
  if (size.isExceeded) throw size.error();
}

/** Yields lines; prints how many bytes they have. */
async function* withProgress(lines: AsyncIterable<string>, size: RecordingSize, print: (line: string) => void) {
  let printed = 0;
  for await (const line of lines) {
    yield line;
    if (size.total - printed < progressBytes) continue;
    printed = size.total;
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

/** Yields a text compressed: nearly as small as with the highest quality, in a tenth of the time. */
async function* compressed(text: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  const compressor = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
  const compressing = pipeline(text, compressor);
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
  if (!options.force && existsSync(path)) {
    throw new Error(`${path} already exists. Give another file with --output, or replace it with --force.`);
  }
  const leftOut = (message: string) => print(`Left out: ${message}.`);
  const project = await recordedProject({ db, folder, now, assets, leftOut }, options);
  const size = new RecordingSize();
  const draft = draftOf(path);
  await mkdir(dirname(path), { recursive: true });
  await rm(draft, { force: true });
  try {
    const lines = linesOf(headOf(project), recordingParts(project), size);
    await writeFileFrom(compressed(withProgress(lines, size, print)), draft, signal);
    const { size: bytes } = await stat(draft);
    if (bytes > recordingLimits.file) throw size.error(bytes);
    await syncFile(draft);
    signal.throwIfAborted();
    await moveFile(draft, path);
    return { path, experiments: project.experiments.length, bytes };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
