import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortable } from '../client/abortable.ts';
import { codeOfStatus, RestApiException } from '../client/errors.ts';
import { parseSequenceKey } from '../contract/index.ts';
import type { Spool, SpooledRequest } from '../spool/spooled-request.ts';
import { OverflowFile } from './queue-overflow.ts';
import { isQueued } from './queued-call.ts';
import { WriteQueue } from './write-queue.ts';

const key = 'idempotency-key';

/** Spool in memory whose methods can be replaced by ones that fail. */
class FakeSpool implements Spool {
  readonly folder = '/spool';
  readonly requests: SpooledRequest[] = [];
  readonly failed: SpooledRequest[] = [];
  private readonly held: SpooledRequest[] = [];

  get count(): number {
    return this.requests.length;
  }

  add(request: SpooledRequest, position: 'first' | 'last' = 'last'): void {
    if (position === 'first') this.requests.unshift(request);
    else this.requests.push(request);
  }

  first(): SpooledRequest | null {
    return this.requests[0] ?? null;
  }

  removeFirst(): void {
    this.requests.shift();
  }

  holdFirst(): void {
    this.held.push(...this.requests.splice(0, 1));
  }

  putBackHeld(): void {
    this.requests.unshift(...this.held.splice(0));
  }

  setHeldAside(): string {
    this.failed.push(...this.held.splice(0));
    return '/spool.failed';
  }
}

/** Queue with one letter for each request, whose service is unavailable at first, and what it has sent. */
function spooledLetters(spool: Spool) {
  const sent: { readonly letter: string; readonly key: string }[] = [];
  const [failures, lost, reasons]: [unknown[], string[], string[]] = [[], [], []];
  let losses = 0;
  const service = { isAvailable: false, response: Promise.resolve(), failsFor: '', failures: 0, status: 200 };
  const send = async (letter: string, idempotencyKey: string, signal: AbortSignal) => {
    await abortable(service.response, signal);
    if (!service.isAvailable) throw RestApiException.of({ code: 'unreachable', reason: 'no' });
    if (service.status >= 400)
      throw RestApiException.of({ code: codeOfStatus(service.status), status: service.status, reason: 'refused' });
    if (service.failsFor.includes(letter) && service.failures-- > 0)
      throw RestApiException.of({ code: 'server', status: 500, reason: 'bug' });
    sent.push({ letter, key: idempotencyKey });
    return letter;
  };
  const overflow = new OverflowFile<string>({
    open: () => spool,
    requestOf: ([letter], operation, idempotencyKey) => {
      const body = new TextEncoder().encode(letter);
      return { operation, method: 'POST', path: '/log', query: [], headers: { [key]: idempotencyKey }, body };
    },
    itemsOf: () => [],
    send: ({ body, headers }, signal) => send(new TextDecoder().decode(body), headers[key]!, signal),
    onFailure: (error) => failures.push(error),
    onSetAside: ({ message }) => reasons.push(message),
    afterMillis: 0,
    intervalMillis: 1_000_000,
  });
  const queue = new WriteQueue<string>({
    send: ([letter], _, idempotencyKey, signal) => send(letter!, idempotencyKey, signal),
    kindOf: () => ({ limit: 1, merges: false }),
    capacity: 1000,
    overflow,
    partialFailureOf: () => null,
    onUnavailable: () => {},
    onLost(_, items) {
      losses++;
      lost.push(...items);
    },
    pause: async (_, signal) => {
      if (service.isAvailable && service.status < 400) return;
      await new Promise<void>((done) => {
        signal?.addEventListener('abort', () => done());
      });
    },
  });
  const log = async (letters: string) => {
    for (const letter of letters) await assert.rejects(queue.add([letter], 'log'), isQueued);
  };
  return { queue, service, sent, failures, lost, reasons, log, losses: () => losses };
}

const lettersOf = (sent: readonly { readonly letter: string }[]) => sent.map(({ letter }) => letter).join('');
const noSpace = () => {
  throw new Error('ENOSPC: no space left on device, write');
};

test('after a failed write to disk, what is there already is sent before what is in memory, in one sequence', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, failures, lost, log } = spooledLetters(spool);
  await log('abcd');
  queue.abandon();
  assert.equal(spool.count, 4);
  spool.add = noSpace;
  await log('ef');
  queue.abandon();
  assert.deepEqual(queue.left, { folder: '/spool', requests: 4 });
  service.isAvailable = true;
  await queue.settled();
  assert.equal(lettersOf(sent), 'abcdef');
  const numbers = sent.map((request) => parseSequenceKey(request.key)!);
  assert.equal(new Set(numbers.map(({ sequence }) => sequence)).size, 1);
  assert.ok(numbers.every(({ number }, index) => index === 0 || number > numbers[index - 1]!.number));
  assert.deepEqual([queue.left, failures.length, lost], [null, 1, []]);
});

test('a request in flight while the disk fails is sent again before those on disk', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, failures, log } = spooledLetters(spool);
  const response = Promise.withResolvers<void>();
  service.response = response.promise;
  const first = log('a');
  assert.ok(queue.save(['b'], 'log'));
  let writes = 0;
  spool.add = () => {
    writes++;
    noSpace();
  };
  assert.ok(!queue.save(['c'], 'log'));
  response.resolve();
  await first;
  service.isAvailable = true;
  await queue.settled();
  assert.equal(lettersOf(sent), 'ab');
  assert.deepEqual([writes, failures.length], [1, 1]);
});

test('a request whose removal from disk fails is sent once, and the next ones follow', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, failures, lost, log } = spooledLetters(spool);
  await log('abc');
  queue.abandon();
  spool.removeFirst = () => {
    spool.requests.shift();
    noSpace();
  };
  service.isAvailable = true;
  await queue.settled();
  assert.equal(lettersOf(sent), 'abc');
  assert.deepEqual([queue.left, failures.length, lost], [null, 1, []]);
});

test('requests that cannot be read stay on disk and are reported, and later ones begin a new sequence', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, failures, log } = spooledLetters(spool);
  await log('ab');
  queue.abandon();
  const before = parseSequenceKey(spool.requests[1]!.headers[key]!)!;
  spool.first = noSpace;
  await log('c');
  service.isAvailable = true;
  await queue.settled();
  assert.equal(await queue.add(['d'], 'log'), 'd');
  await queue.settled();
  assert.equal(lettersOf(sent), 'cd');
  assert.notEqual(parseSequenceKey(sent[0]!.key)!.sequence, before.sequence);
  assert.deepEqual([queue.left, failures.length], [{ folder: '/spool', requests: 2 }, 1]);
});

test('settled leaves on disk what a service does not respond to', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, lost, log } = spooledLetters(spool);
  await log('ab');
  queue.abandon();
  service.response = new Promise(() => {});
  await queue.settled(0);
  assert.deepEqual(queue.left, { folder: '/spool', requests: 2 });
  Object.assign(service, { isAvailable: true, response: Promise.resolve() });
  await queue.settled();
  assert.equal(lettersOf(sent), 'ab');
  assert.deepEqual([queue.left, lost], [null, []]);
});

test('a request on disk that the service always fails to store is set aside and reported, and the others are sent', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, failures, lost, losses, reasons, log } = spooledLetters(spool);
  await log('abc');
  queue.abandon();
  Object.assign(service, { isAvailable: true, failsFor: 'b', failures: 100 });
  await queue.settled();
  assert.equal(lettersOf(sent), 'ac');
  assert.deepEqual(
    spool.failed.map(({ body }) => new TextDecoder().decode(body)),
    ['b'],
  );
  assert.deepEqual([queue.left, failures, lost, losses()], [null, [], [], 0]);
  assert.deepEqual(queue.onDisk, [{ folder: '/spool.failed', requests: 1 }]);
  assert.equal(reasons.length, 1);
  assert.match(reasons[0]!, /^log: bug \(set aside in \/spool\.failed\)\. .*"tracklens sync"/);
});

test('adjacent requests on disk that the service always fails to store are set aside, and the others are sent', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, lost, log } = spooledLetters(spool);
  await log('abcde');
  queue.abandon();
  Object.assign(service, { isAvailable: true, failsFor: 'bcd', failures: 1000 });
  await queue.settled();
  assert.equal(lettersOf(sent), 'ae');
  assert.equal(spool.failed.map(({ body }) => new TextDecoder().decode(body)).join(''), 'bcd');
  assert.deepEqual([queue.left, lost, queue.onDisk], [null, [], [{ folder: '/spool.failed', requests: 3 }]]);
});

test('a request that can be neither stored nor set aside stays on disk', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, failures, lost, log } = spooledLetters(spool);
  await log('ab');
  queue.abandon();
  spool.holdFirst = noSpace;
  Object.assign(service, { isAvailable: true, failsFor: 'a', failures: 100 });
  await queue.settled();
  assert.equal(await queue.add(['c'], 'log'), 'c');
  assert.equal(lettersOf(sent), 'c');
  assert.deepEqual([queue.left, failures.length, lost], [{ folder: '/spool', requests: 2 }, 1, []]);
});

test('a service that fails to store any request for a while gets each once, and nothing is set aside', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, lost, reasons, log } = spooledLetters(spool);
  await log('abc');
  queue.abandon();
  Object.assign(service, { isAvailable: true, failsFor: 'abc', failures: 31 });
  await queue.settled();
  assert.equal(lettersOf(sent.sort((a, b) => a.letter.localeCompare(b.letter))), 'abc');
  assert.deepEqual([spool.failed, queue.left, lost, reasons], [[], null, [], []]);
});

for (const status of [401, 402, 403, 404]) {
  test(`requests on disk stay there after a ${status}, and are sent when the service accepts them`, async () => {
    const spool = new FakeSpool();
    const { queue, service, sent, failures, lost, log } = spooledLetters(spool);
    await log('ab');
    queue.abandon();
    Object.assign(service, { isAvailable: true, status });
    assert.equal((await queue.settled())?.status, status);
    assert.deepEqual(queue.left, { folder: '/spool', requests: 2 });
    await log('c');
    await queue.settled();
    assert.deepEqual(queue.left, { folder: '/spool', requests: 3 });
    service.status = 200;
    assert.equal(await queue.settled(), null);
    assert.equal(lettersOf(sent), 'abc');
    assert.deepEqual([queue.left, failures, lost], [null, [], []]);
  });
}

test('a request on disk that the service rejects is reported as lost, and the next ones are sent', async () => {
  const spool = new FakeSpool();
  const { queue, service, losses, log } = spooledLetters(spool);
  await log('ab');
  queue.abandon();
  Object.assign(service, { isAvailable: true, status: 422 });
  await queue.settled();
  assert.deepEqual([queue.left, losses()], [null, 2]);
});

test('what is in memory when the service rejects the key is written to disk, and sent when it accepts the key', async () => {
  const { queue, service, sent, lost, log } = spooledLetters(new FakeSpool());
  Object.assign(service, { isAvailable: true, status: 401 });
  await assert.rejects(queue.add(['a'], 'log'), (error: RestApiException) => {
    assert.ok(isQueued(error));
    assert.equal(error.code, 'unauthorized');
    assert.match(error.message, /^log: refused \(queued, sent later\)\. Check the API key/);
    return true;
  });
  await log('b');
  assert.equal((await queue.settled())?.code, 'unauthorized');
  assert.deepEqual(queue.left, { folder: '/spool', requests: 2 });
  service.status = 200;
  await queue.settled();
  assert.equal(lettersOf(sent), 'ab');
  assert.deepEqual([queue.left, lost], [null, []]);
});

test('a call whose key the service rejects fails if the disk cannot be written to', async () => {
  const spool = new FakeSpool();
  const { queue, service, sent, log } = spooledLetters(spool);
  spool.add = noSpace;
  await log('a');
  queue.abandon();
  Object.assign(service, { isAvailable: true, status: 401 });
  await queue.settled();
  await assert.rejects(queue.add(['b'], 'log'), (error: RestApiException) => !isQueued(error));
  service.status = 200;
  assert.equal(await queue.add(['c'], 'log'), 'c');
  assert.equal(lettersOf(sent), 'c');
});
