import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import {
  contract,
  endpointOf,
  RecordedRequest,
  type RecordingHead,
  recordingHead,
  recordingLimits,
  recordingLines,
} from '@tracklens/core/contract';
import * as v from 'valibot';
import type { Session } from '../handlers/handler.ts';
import { addressOf } from '../http/request-address.ts';
import type { Store } from '../store/database/store.ts';
import { createApp } from './app.ts';

const decompress = promisify(brotliDecompress);

/** Content of the file of a recording. */
export interface RecordingFile {
  /** SHA-256 of the file, in hexadecimal. */
  readonly hash: string;
  readonly head: RecordingHead;
  readonly text: string;
}

/**
 * Reads the file of a recording, which is untrusted.
 *
 * @throws Error with a one-line message when the file cannot be read, is too large, or is no recording.
 */
export async function readRecording(file: string): Promise<RecordingFile> {
  const bytes = await readBytes(file);
  const text = await decompressRecording(bytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(file, recordingLimits.text, 'unpacked');
    throw notRecording(file);
  });
  const head = recordingHead(text);
  if (head === null) throw notRecording(file);
  return { hash: createHash('sha256').update(bytes).digest('hex'), head, text };
}

async function readBytes(file: string): Promise<Buffer> {
  const unreadable = (cause: Error): never => {
    throw new Error(`The recording cannot be read (${cause.message}). Check the name of the file.`, { cause });
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > recordingLimits.file) throw tooLarge(file, recordingLimits.file, 'at most');
  return await readFile(file).catch(unreadable);
}

const notRecording = (file: string) =>
  new Error(`${file} is no recording of experiments. Choose a .tracklens file with recorded experiments.`);

function tooLarge(file: string, limit: number, what: 'unpacked' | 'at most'): Error {
  const size = what === 'unpacked' ? `unpacked at most ${limit / 1e6} MB` : `at most ${limit / 1e6} MB`;
  return new Error(`${file} is too large: a recording has ${size}. Choose another file.`);
}

/** Returns the text of a recording: one JSON object per line, the first one a header. */
export async function decompressRecording(bytes: Uint8Array): Promise<string> {
  return (await decompress(bytes, { maxOutputLength: recordingLimits.text })).toString('utf8');
}

/** Returns the workspace that a recording fills. */
export function workspaceOf(recording: string): string {
  const head = recordingHead(recording);
  if (head === null) throw new Error('This is no recording of experiments.');
  return head.workspace;
}

const anyId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32}/g;

/** Map from the ids that the service created during the recording to those it creates now. */
class IdPairs {
  readonly #now = new Map<string, string>();

  learn(recorded: string, response: string): void {
    const before = recorded.match(anyId) ?? [];
    const now = response.match(anyId) ?? [];
    // Responses of the same shape contain their ids in the same order.
    if (before.length === now.length) before.forEach((id, index) => void this.#now.set(id, now[index]!));
  }

  translate(text: string): string {
    return text.replace(anyId, (id) => this.#now.get(id) ?? id);
  }
}

const damaged = (index: number) =>
  new Error(`Request ${index + 1} of the recording is damaged or unknown. Record the experiments again.`);

function requestOf(line: string, index: number): v.InferOutput<typeof RecordedRequest> {
  try {
    return v.parse(RecordedRequest, JSON.parse(line));
  } catch {
    throw damaged(index);
  }
}

/**
 * Returns the body of a recorded request. Files have no ids to replace: an upload has them in its address, except the
 * request that adds a file to an asset.
 */
function bodyOf(request: v.InferOutput<typeof RecordedRequest>, ids: IdPairs): Buffer {
  const { path, contentType = '', text = '', base64 } = request;
  const body = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
  const isFile = base64 !== undefined || contentType.startsWith('multipart/');
  if (isFile && path !== contract.assets.addItem.path) return body;
  return Buffer.from(ids.translate(body.toString('latin1')), 'latin1');
}

/**
 * Sends recorded requests through the service, with its clock set to the time of each, so that stored times equal the
 * recorded ones. Requests that name no workspace write to that of the recording.
 *
 * @throws Error when the service rejects a request of it.
 */
export async function replay(store: Store, session: Session, recording: string): Promise<void> {
  const [, ...lines] = recordingLines(recording);
  const apiKey = crypto.randomUUID();
  let at = 0;
  const ids = new IdPairs();
  const failures: unknown[] = [];
  const workspace = workspaceOf(recording);
  const app = createApp({
    store,
    // A failed load removes one workspace.
    session: { ...session, defaultWorkspaceName: workspace, onlyWorkspace: workspace },
    apiKey,
    now: () => at,
    onFailure: (error) => failures.push(error),
  });
  for (const [index, line] of lines.entries()) {
    const recorded = requestOf(line, index);
    const body = bodyOf(recorded, ids);
    const request = new Request(`http://127.0.0.1${ids.translate(recorded.path)}`, {
      method: recorded.method,
      headers: {
        authorization: apiKey,
        ...(recorded.contentType === undefined ? {} : { 'content-type': recorded.contentType }),
      },
      ...(recorded.method === 'GET' ? {} : { body }),
    });
    // Only what a client can send: no page, no command of the service itself.
    if (endpointOf(request.method, addressOf(request.url).path) === null) throw damaged(index);
    at = recorded.timeMillis;
    const response = await app.fetch(request);
    const answer = await response.text();
    if (!response.ok) {
      throw new Error(`Request ${index + 1} of the recording failed: ${answer}`, { cause: failures.at(-1) });
    }
    if (recorded.answer !== undefined) ids.learn(recorded.answer, answer);
  }
}
