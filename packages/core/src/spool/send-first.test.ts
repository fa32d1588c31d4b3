import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { RestApiException } from '../client/errors.ts';
import { idempotencyKeyHeader, parseSequenceKey, sequenceKey } from '../contract/index.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { Outage } from '../write-queue/outage.ts';
import { failureOf } from '../write-queue/queue-overflow.ts';
import { createSpool, openSpoolFolder, sendFirst } from './index.ts';
import type { SpooledRequest } from './spooled-request.ts';

const url = 'http://127.0.0.1:5000';
const sequence = '00000000-0000-4000-8000-000000000000';

/** Response of the service to a request, at each attempt. */
type Fate = 'stored' | 'fails' | 'denied' | 'too large' | 'rejected';

const statuses: Readonly<Record<Exclude<Fate, 'stored'>, number>> = {
  fails: 500,
  denied: 402,
  'too large': 413,
  rejected: 422,
};

interface Outcome {
  readonly stored: readonly string[];
  readonly setAside: readonly string[];
  readonly rejected: readonly string[];
  /** Requests in the folder of failed requests. */
  readonly failed: readonly string[];
  /** Number of attempts to send a request. */
  readonly sent: number;
}

/** Sends requests named by their indexes until none is left, to a service that at first responds to all with a 500. */
async function sendAll(t: TestContext, fates: readonly Fate[], failures: number): Promise<Outcome> {
  const root = join(await temporaryFolder(t), 'spool');
  const onDamage = ({ file }: { readonly file: string }) => assert.fail(file);
  const spool = createSpool(root, url, onDamage);
  for (const index of fates.keys()) {
    const headers = { [idempotencyKeyHeader]: sequenceKey({ sequence, number: index + 1 }) };
    spool.add({ operation: `${index}`, method: 'POST', path: '/log', query: [], headers, body: new Uint8Array(9) });
  }
  const [stored, setAside, rejected]: [string[], string[], string[]] = [[], [], []];
  const last = new Map<string, number>();
  let sent = 0;
  const respond = async ({ operation, headers }: SpooledRequest) => {
    const fate = fates[Number(operation)]!;
    const status = sent++ < failures ? 500 : fate === 'stored' ? 200 : statuses[fate];
    if (status !== 200) {
      throw RestApiException.of({ code: status === 500 ? 'server' : 'invalid', status, reason: fate });
    }
    // As the service does, which remembers the last number of each sequence.
    const key = parseSequenceKey(headers[idempotencyKeyHeader]!)!;
    if (key.number > (last.get(key.sequence) ?? -1)) stored.push(operation);
    last.set(key.sequence, key.number);
  };
  const outage = new Outage();
  for (let attempts = 0; spool.count > 0; attempts++) {
    assert.ok(attempts < 1000, `${spool.count} requests are blocked`);
    const failure = await sendFirst<RestApiException>(spool, {
      send: (request) => failureOf(request.operation, respond(request)),
      probes: ({ error }) => outage.probes(error),
      onRejected: ({ operation }) => rejected.push(operation),
      onSetAside: ({ operation }) => setAside.push(operation),
    });
    if (failure === null) outage.end();
    else outage.begin(failure.error);
  }
  const folders = (await readdir(root)).map((name) => openSpoolFolder(join(root, name), onDamage)!);
  const failed = folders.flatMap((folder) => [...folder].map(({ operation }) => operation));
  return { stored, setAside, rejected, failed, sent };
}

const fates = fc.array(fc.constantFrom<Fate>('stored', 'stored', 'fails', 'denied', 'too large', 'rejected'), {
  maxLength: 10,
});

test('each request is stored, set aside or rejected once, in order, however many in a row cannot be stored', async (t) => {
  await fc.assert(
    fc.asyncProperty(fates, async (some) => {
      const all: Fate[] = [...some, 'stored'];
      const { stored, setAside, rejected, failed } = await sendAll(t, all, 0);
      const named = (isNamed: (fate: Fate) => boolean) =>
        [...all.keys()].filter((index) => isNamed(all[index]!)).map(String);
      assert.deepEqual(
        stored,
        named((fate) => fate === 'stored'),
      );
      assert.deepEqual([...rejected].sort(), named((fate) => fate === 'rejected').sort());
      assert.deepEqual([...setAside].sort(), named((fate) => fate !== 'stored' && fate !== 'rejected').sort());
      assert.deepEqual(failed, setAside);
    }),
    { numRuns: 12 },
  );
});

test('a service that fails to store any request for a while gets each once, and none is set aside', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.nat(60), async (count, failures) => {
      const { stored, failed } = await sendAll(t, Array<Fate>(count).fill('stored'), failures);
      assert.deepEqual([...stored].sort(), [...Array(count).keys()].map(String));
      assert.deepEqual(failed, []);
    }),
    { numRuns: 12 },
  );
});

test('fifty files that the plan does not permit delay what is behind them by a few attempts', async (t) => {
  const { stored, failed, sent } = await sendAll(t, [...Array<Fate>(50).fill('denied'), 'stored'], 0);
  assert.deepEqual(stored, ['50']);
  assert.deepEqual(failed, [...Array(50).keys()].map(String));
  assert.ok(sent < 300, `${sent} requests`);
});
