import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as v from 'valibot';
import { createApp } from './app.ts';
import type { Session } from './handler.ts';
import { type Store, withoutSync } from './store/store.ts';
import { removeWorkspace } from './store/workspace-removal.ts';

const decompress = promisify(gunzip);

/** Beside the bundled service, or in the repository. */
const places = ['./digits.tracklens', '../../../examples/recording/digits.tracklens'];
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
  /** Where it names ids that later requests use. */
  answer: v.optional(v.string()),
});

/** A recording as text, decompressed; one JSON object a line, a head first. */
async function readRecording(): Promise<string> {
  for (const place of places) {
    try {
      const bytes = await readFile(fileURLToPath(new URL(place, import.meta.url)));
      return (await decompress(bytes)).toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('The recorded example is not installed beside the service (digits.tracklens)');
}

const anyId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32}/g;

/** Ids that the service made when the requests were recorded, and those it makes now. */
class IdPairs {
  readonly #now = new Map<string, string>();

  learn(recorded: string, answered: string): void {
    const before = recorded.match(anyId) ?? [];
    const now = answered.match(anyId) ?? [];
    // Answers of one form name their ids in one order.
    if (before.length === now.length) before.forEach((id, index) => void this.#now.set(id, now[index]!));
  }

  translate(text: string): string {
    return text.replace(anyId, (id) => this.#now.get(id) ?? id);
  }
}

/**
 * Sends recorded requests through the service, its clock set to the time of each, so that times read back are those recorded. The
 * recording's workspace is emptied first.
 *
 * @throws Error when the text is not a recording, or the service refuses a request that it once took.
 */
export async function replay(store: Store, session: Session, recording: string): Promise<void> {
  const [head = '', ...lines] = recording.split('\n').filter(Boolean);
  const { workspace } = v.parse(Head, JSON.parse(head));
  // What an interrupted replay left would be logged twice.
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

/** Loads the recorded example, once for a data folder. */
export async function loadDemo(store: Store, session: Session): Promise<void> {
  const loaded = await store.db.selectFrom('service_facts').select('value').where('name', '=', fact).executeTakeFirst();
  if (loaded !== undefined) return;
  // What a power loss takes is loaded again: the fact below is on the disk after it.
  await replay(withoutSync(store), session, await readRecording());
  await store.db.insertInto('service_facts').values({ name: fact, value: new Date().toISOString() }).execute();
}
