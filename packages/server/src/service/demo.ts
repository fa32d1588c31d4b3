import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import * as v from 'valibot';
import type { Session } from '../handlers/handler.ts';
import { type Store, withoutSync } from '../store/store.ts';
import { removeWorkspace } from '../store/workspace-removal.ts';
import { createApp } from './app.ts';

const decompress = promisify(brotliDecompress);

/** Next to the bundled service, or in the repository. */
const paths = ['./digits.tracklens', '../../../../examples/recording/digits.tracklens'];
const fact = 'demo-loaded';
const format = 'tracklens-recording';

const Head = v.object({ format: v.literal(format), version: v.literal(1), workspace: v.string() });
const RecordedRequest = v.object({
  timeMillis: v.number(),
  method: v.picklist(['GET', 'POST', 'PUT']),
  path: v.pipe(v.string(), v.startsWith('/')),
  contentType: v.optional(v.string()),
  text: v.optional(v.string()),
  base64: v.optional(v.string()),
  /** The recorded response, where it contains ids that later requests use. */
  answer: v.optional(v.string()),
});

/** Reads and decompresses the recording: one JSON object per line, the first one a header. */
async function readRecording(): Promise<string> {
  for (const path of paths) {
    try {
      const bytes = await readFile(fileURLToPath(new URL(path, import.meta.url)));
      return (await decompress(bytes)).toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('The recorded example is missing: reinstall the service (digits.tracklens)');
}

/** Returns the workspace that a recording fills. */
function workspaceOf(recording: string): string {
  const [head = ''] = recording.split('\n', 1);
  return v.parse(Head, JSON.parse(head)).workspace;
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

/**
 * Sends recorded requests through the service, with its clock set to the time of each, so that stored times equal the
 * recorded ones. Empties the recording's workspace first.
 *
 * @throws Error when the text is not a recording, or the service rejects a request of it.
 * @internal Exported for tests: tests replay a recording of their own.
 */
export async function replay(store: Store, session: Session, recording: string): Promise<void> {
  const [, ...lines] = recording.split('\n').filter(Boolean);
  const workspace = workspaceOf(recording);
  // The data of an interrupted replay would be logged twice.
  await removeWorkspace(store, workspace);
  const apiKey = crypto.randomUUID();
  let at = 0;
  const ids = new IdPairs();
  const failures: unknown[] = [];
  const app = createApp({ store, session, apiKey, now: () => at, onFailure: (error) => failures.push(error) });
  for (const [index, line] of lines.entries()) {
    const recorded = v.parse(RecordedRequest, JSON.parse(line));
    at = recorded.timeMillis;
    const body =
      recorded.base64 === undefined ? ids.translate(recorded.text ?? '') : Buffer.from(recorded.base64, 'base64');
    const response = await app.fetch(
      new Request(`http://127.0.0.1${ids.translate(recorded.path)}`, {
        method: recorded.method,
        headers: {
          authorization: apiKey,
          ...(recorded.contentType === undefined ? {} : { 'content-type': recorded.contentType }),
        },
        ...(recorded.method === 'GET' ? {} : { body }),
      }),
    );
    const answer = await response.text();
    if (!response.ok) {
      throw new Error(`Request ${index + 1} of the recording failed: ${answer}`, { cause: failures.at(-1) });
    }
    if (recorded.answer !== undefined) ids.learn(recorded.answer, answer);
  }
}

/** Returns whether the folder has projects in another workspace. An interrupted replay leaves some in its own. */
async function hasProjectsOutside(store: Store, workspace: string): Promise<boolean> {
  const others = store.db.selectFrom('projects').where('workspace_name', '<>', workspace);
  return (await others.select('project_name').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Loads the recorded example, once per data folder.
 *
 * @throws Error when `onlyIfEmpty` is set and the folder has projects but not the example.
 */
export async function loadDemo(store: Store, session: Session, { onlyIfEmpty = false } = {}): Promise<void> {
  const loaded = await store.db.selectFrom('service_facts').select('value').where('name', '=', fact).executeTakeFirst();
  if (loaded !== undefined) return;
  const recording = await readRecording();
  if (onlyIfEmpty && (await hasProjectsOutside(store, workspaceOf(recording)))) {
    throw new Error(
      `${store.folder} has other data. Choose another folder with --data, or add the demo data there with: ` +
        'tracklens serve --demo',
    );
  }
  // Without sync, since the demo is loaded again after a power loss: the fact below reaches the disk after the data.
  await replay(withoutSync(store), session, recording);
  await store.db.insertInto('service_facts').values({ name: fact, value: new Date().toISOString() }).execute();
}
