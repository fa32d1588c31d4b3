import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestService, testKey } from '../../packages/server/src/testing/test-service.ts';

/** One request of a recording with its response, as scripts/record-clients.ts saves it. */
interface RecordedExchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly keyHeader?: string;
  readonly contentType?: string;
  readonly text?: string;
  readonly base64?: string;
  readonly answer?: string;
}

/** Requests of one client. */
export interface Recording {
  readonly client: string;
  readonly requests: readonly RecordedExchange[];
}

/** Reads a recording of test/clients/recordings by its name. */
export async function readRecording(name: string): Promise<Recording> {
  const file = path.join(import.meta.dirname, 'recordings', `${name}.json`);
  return JSON.parse(await readFile(file, 'utf8')) as Recording;
}

/** Placeholder of the key in a recording. */
const recordedKey = 'recorded';
/** Fields with an id that the service created, or with a text that contains one. */
const idField = /(?:Id|Key|_id|link|Link|Url|url)$/;
/** Fields whose value differs between runs: times, and the user of the service. */
const volatileField =
  /(?:time|timestamp|millis|duration|createdAt|lastUpdated|added|userName|owner|^user$|^(?:min|max|current)?timestamp)/i;
/** Matches a text that looks like an id. */
const id = /^[0-9a-f]{32}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the sort key of a list entry: everything that does not change between runs. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (field, entry) =>
    idField.test(field) || volatileField.test(field) || (typeof entry === 'string' && id.test(entry)) ? null : entry,
  );
}

const ordered = (list: readonly unknown[]) =>
  list
    .map((entry) => [stableText(entry), entry] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, entry]) => entry);

/** Maps ids of the recording to the ids that the service returns now. */
class Ids {
  readonly #now = new Map<string, string>();

  learn(recorded: unknown, now: unknown): void {
    if (Array.isArray(recorded) && Array.isArray(now)) {
      const [before, after] = [ordered(recorded), ordered(now)];
      for (const [index, entry] of before.entries()) this.learn(entry, after[index]);
    } else if (isRecord(recorded) && isRecord(now)) {
      for (const [field, entry] of Object.entries(recorded)) this.learn(entry, now[field]);
    } else if (typeof recorded === 'string' && typeof now === 'string' && id.test(recorded) && recorded !== now) {
      this.#now.set(recorded, now);
      // The service derives the names of texts from the beginning of their id.
      this.#now.set(`-${recorded.slice(0, 8)}.`, `-${now.slice(0, 8)}.`);
    }
  }

  translated(text: string): string {
    let result = text;
    for (const [recorded, now] of this.#now) result = result.replaceAll(recorded, now);
    return result;
  }
}

/** Asserts that a response contains everything that the recorded response has. It may have more. */
function assertContains(now: unknown, recorded: unknown, at: string): void {
  if (Array.isArray(recorded)) {
    assert.ok(Array.isArray(now), `${at} is a list`);
    assert.equal(now.length, recorded.length, `${at}: entries`);
    const [before, after] = [ordered(recorded), ordered(now)];
    for (const [index, entry] of before.entries()) assertContains(after[index], entry, `${at}[${index}]`);
  } else if (isRecord(recorded)) {
    assert.ok(isRecord(now), `${at} is an object`);
    for (const [field, entry] of Object.entries(recorded)) {
      if (volatileField.test(field)) assert.equal(typeof now[field], typeof entry, `${at}.${field}`);
      else assertContains(now[field], entry, `${at}.${field}`);
    }
  } else assert.deepEqual(now, recorded, at);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Sends the requests of a recording to a service in order, and compares each response with the recorded one. */
export async function replay({ requests }: Recording, service: TestService): Promise<void> {
  const ids = new Ids();
  for (const [index, request] of requests.entries()) {
    // Lists are sorted by time.
    service.clock.now += 10;
    const translated = (text: string) => ids.translated(text).replaceAll(recordedKey, testKey);
    const body = request.base64 ? Buffer.from(request.base64, 'base64') : request.text && translated(request.text);
    const response = await service.app.fetch(
      new Request(`http://127.0.0.1${translated(request.path)}`, {
        method: request.method,
        headers: {
          ...(request.keyHeader ? { [request.keyHeader]: testKey } : {}),
          ...(request.contentType ? { 'content-type': request.contentType } : {}),
        },
        ...(body ? { body } : {}),
      }),
    );
    const what = `request ${index + 1}, ${request.method} ${request.path}`;
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, request.status, `${what}: ${bytes.toString('utf8', 0, 500)}`);
    if (request.answer === undefined) assert.ok(bytes.length > 0, `${what} has bytes`);
    else {
      const now = parsed(bytes.toString('utf8'));
      ids.learn(parsed(request.answer), now);
      assertContains(now, parsed(ids.translated(request.answer)), what);
    }
  }
}
