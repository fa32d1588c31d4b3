import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment, isRestApiException, type RestErrorCode } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import {
  type Exchange,
  errorResponse,
  type Fault,
  type FaultyServer,
  faultyServer,
  first,
  half,
  hang,
  jsonResponse,
  reset,
  trickle,
} from './faulty-server.ts';
import { type GroupOperation, type OperationFixture, operations } from './operations.ts';

const apiKey = 'faults-key-0123456789';
/** Maximum duration of a call whose service does not respond. */
const shortMillis = 250;
/** Maximum duration of other calls, on a busy machine. */
const longMillis = 30_000;

interface Case {
  readonly fault: string;
  readonly what: Fault;
  /**
   * Expected result: the code of the exception, or success. `onceSent` applies to requests that must not be repeated.
   */
  readonly gives: RestErrorCode | 'success';
  readonly onceSent?: RestErrorCode | 'success';
  /** Expected number of requests, and their number if they must not be repeated. */
  readonly sent: number;
  readonly sentOnce?: number;
  /** Pattern of the cause in the message. */
  readonly says: RegExp;
  readonly waits?: true;
}

const page: Fault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in to the network</body></html>');
};
const raw = (text: string, headers: Record<string, string> = {}): Fault => {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
  };
};

const cases: readonly Case[] = [
  {
    fault: '400 with its reason',
    what: errorResponse(400, 'The field x is odd'),
    gives: 'invalid',
    sent: 1,
    says: /The field x is odd/,
  },
  {
    fault: '401',
    what: errorResponse(401, 'The key is unknown'),
    gives: 'unauthorized',
    sent: 1,
    says: /The key is unknown.*API key/,
  },
  {
    fault: '402',
    what: errorResponse(402, 'Too much for the plan'),
    gives: 'payment-required',
    sent: 1,
    says: /Too much for the plan/,
  },
  { fault: '403', what: errorResponse(403, 'View only'), gives: 'forbidden', sent: 1, says: /View only.*access/ },
  {
    fault: '404',
    what: errorResponse(404, 'There is none'),
    gives: 'not-found',
    sent: 1,
    says: /There is none.*Check the name/,
  },
  {
    fault: '429 with Retry-After, then an answer',
    what: first(1, errorResponse(429, 'Slow down', { 'retry-after': '7' })),
    gives: 'success',
    sent: 2,
    says: /./,
  },
  {
    fault: '429 for ever',
    what: errorResponse(429, 'Slow down'),
    gives: 'rate-limited',
    sent: 4,
    says: /Slow down.*(?:Wait|Do not repeat the call)/,
  },
  {
    fault: '500, then an answer',
    what: first(1, errorResponse(500, 'Oops')),
    gives: 'success',
    onceSent: 'server',
    sent: 2,
    sentOnce: 1,
    says: /Oops.*log of the service/,
  },
  { fault: '503 for ever', what: errorResponse(503, 'Closed'), gives: 'server', sent: 4, says: /Closed/ },
  {
    fault: '507 of a full disk',
    what: errorResponse(507, 'The disk of the service is full'),
    gives: 'server',
    sent: 1,
    says: /The disk of the service is full.*(?:\. Send it again when .* has free space|sent later)/,
  },
  {
    fault: '502 of a proxy, with a page',
    what: ({ response }) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    },
    gives: 'server',
    sent: 4,
    sentOnce: 1,
    says: /responded with 502/,
  },
  {
    fault: 'the connection is reset before an answer, then an answer',
    what: first(1, reset),
    gives: 'success',
    onceSent: 'unreachable',
    sent: 2,
    sentOnce: 1,
    says: /cannot be reached.*SERVICE_URL_OVERRIDE/,
  },
  {
    fault: 'the service does it and its answer is lost',
    what: first(1, async (exchange) => {
      await exchange.callService();
      reset(exchange);
    }),
    gives: 'success',
    onceSent: 'unreachable',
    sent: 2,
    sentOnce: 1,
    says: /cannot be reached/,
  },
  {
    fault: 'a truncated response',
    what: half(reset),
    gives: 'unreachable',
    sent: 1,
    says: /was lost during the response/,
  },
  {
    fault: 'an answer shorter than its length',
    what: half(({ request }: Exchange) => void request.socket.end()),
    gives: 'unreachable',
    sent: 1,
    says: /was lost during the response/,
  },
  { fault: 'malformed JSON', what: raw('{"a": [1, 2'), gives: 'malformed', sent: 1, says: /is not JSON/ },
  { fault: 'an empty answer', what: raw(''), gives: 'malformed', sent: 1, says: /is not JSON/ },
  {
    fault: 'a page instead of JSON',
    what: page,
    gives: 'malformed',
    sent: 1,
    says: /is not JSON.*address belongs to/,
  },
  {
    fault: 'JSON of another shape',
    what: jsonResponse(200, 'hello'),
    gives: 'malformed',
    sent: 1,
    says: /does not match the contract/,
  },
  {
    fault: 'an answer that cannot be unpacked',
    what: raw('no gzip', { 'content-encoding': 'gzip' }),
    gives: 'malformed',
    sent: 1,
    says: /cannot be decompressed/,
  },
  {
    fault: 'a way to another server',
    what: ({ response }) => {
      response.writeHead(302, { location: 'http://192.0.2.1/' }).end();
    },
    gives: 'forbidden',
    sent: 1,
    says: /another address/,
  },
  { fault: 'no answer', what: hang, gives: 'timeout', sent: 1, says: /no response.*within 0\.25 s/, waits: true },
  { fault: 'an answer that never ends', what: trickle, gives: 'timeout', sent: 1, says: /within 0\.25 s/, waits: true },
  {
    fault: 'half an answer, then silence',
    what: half(hang),
    gives: 'timeout',
    sent: 1,
    says: /(within|for) 0\.25 s/,
    waits: true,
  },
];

interface Bench {
  readonly server: FaultyServer;
  readonly longTimeouts: OperationFixture;
  readonly shortTimeouts: OperationFixture;
  /** Pauses between attempts, in milliseconds. */
  readonly pauses: number[];
}

async function bench(t: TestContext): Promise<Bench> {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const server = await faultyServer(t, service.url);
  const pauses: number[] = [];
  const retry = { pause: async (millis: number) => void pauses.push(millis) };
  const apiOf = (millis: number) =>
    new API({
      url: server.url,
      apiKey,
      cache: false,
      spool: false,
      retry,
      onRequest: () => server.faultHeader(),
      timeouts: { call: millis, list: millis, upload: millis, download: millis, idle: millis },
    });
  const api = apiOf(longMillis);
  const made = await APIExperiment.create({ api, workspace: 'lab', projectName: 'faults', start: false });
  await made.logMetric('loss', 1, { step: 1 });
  const file = join(folder, 'file.txt');
  await writeFile(file, 'content of a file');
  const { assetId } = await made.logAsset(file, { name: 'file.txt' });
  const query = `experimentId=${made.key}&fileName=w&type=model-element&groupingName=net`;
  const form = new FormData();
  form.set('file', new Blob(['weights']), 'w');
  const headers = { authorization: apiKey };
  await fetch(`${service.url}/clientlib/asset/upload?${query}`, { method: 'POST', headers, body: form });
  await made.registerModel('net');
  const body = JSON.stringify({ artifactName: 'table', artifactType: 'dataset', experimentKey: made.key });
  const typed = { ...headers, 'content-type': 'application/json' };
  await fetch(`${service.url}/api/rest/v2/write/artifacts/upsert`, { method: 'POST', headers: typed, body });
  let names = 0;
  const fixtureOf = (of: API): OperationFixture => ({
    api: of,
    experiment: new APIExperiment({ api: of, previousExperiment: made.key }),
    assetId,
    file,
    fresh: () => `name-${++names}`,
  });
  return { server, pauses, longTimeouts: fixtureOf(api), shortTimeouts: fixtureOf(apiOf(shortMillis)) };
}

/** Returns `success`, or the code of the exception, which must be a RestApiException with a remedy. */
async function outcome(
  operation: GroupOperation,
  fixture: OperationFixture,
  says: RegExp,
): Promise<RestErrorCode | 'success'> {
  try {
    await operation.run(fixture);
    return 'success';
  } catch (error) {
    assert.ok(isRestApiException(error), `not ours: ${String(error)}`);
    assert.ok(error.message.startsWith(`${error.operation}: `), error.message);
    assert.ok(error.operation.endsWith(operation.name), error.message);
    assert.match(error.message, says);
    assert.ok(error.message.endsWith(`. ${error.remedy}.`), error.message);
    assert.ok(!error.message.includes(apiKey), 'the key is in the message');
    return error.code;
  }
}

/**
 * Tests each operation. They run concurrently by several workers, each with a service of its own, because most of the
 * time they wait for timeouts.
 */
async function eachOperation(
  t: TestContext,
  run: (t: TestContext, operation: GroupOperation, bench: Bench) => Promise<void>,
): Promise<void> {
  const workers = Array.from({ length: workerCount }, (_, worker) =>
    operations.filter((_, index) => index % workerCount === worker),
  );
  await Promise.all(
    workers.map((worker, index) =>
      t.test(`worker ${index + 1}`, async (t) => {
        const workerBench = await bench(t);
        for (const operation of worker) {
          await t.test(`${operation.group}: ${operation.name}`, (t) => run(t, operation, workerBench));
        }
      }),
    ),
  );
}

const workerCount = 6;

test(
  'a failing service gives each operation a clear error within its timeout, and is retried only where that is safe',
  {
    concurrency: workerCount,
  },
  (t) =>
    eachOperation(t, async (t, operation, { server, longTimeouts, shortTimeouts, pauses }) => {
      for (const { fault, what, says, waits, ...expected } of cases) {
        // A download has no total time limit while bytes arrive.
        if (what === trickle && operation.name === 'getAsset') continue;
        await t.test(fault, async () => {
          server.set(what);
          pauses.length = 0;
          const begun = performance.now();
          const fixture = waits ? shortTimeouts : longTimeouts;
          const given = await outcome(operation, fixture, says);
          const took = performance.now() - begun;
          const absent = expected.gives !== 'success' && operation.absentAt?.includes(expected.gives);
          const gives = operation.repeatable ? expected.gives : (expected.onceSent ?? expected.gives);
          // `getAsset` returns bytes: any response body is the asset.
          const isBytes =
            operation.name === 'getAsset' && expected.gives === 'malformed' && !fault.includes('unpacked');
          assert.equal(given, absent || isBytes ? 'success' : gives);
          const requests = new Set(server.requests);
          const sent = operation.repeatable ? expected.sent : (expected.sentOnce ?? expected.sent);
          const repeated = server.requests.filter((line) => line === server.requests[0]).length;
          // On a busy machine a call may time out before its request arrives.
          assert.ok(repeated === sent || (waits && repeated < sent), `${repeated}: ${[...requests].join(', ')}`);
          if (waits) assert.ok(took < 10 * shortMillis + 2000, `it took ${took} ms`);
          if (fault.includes('Retry-After')) assert.deepEqual(pauses, [7000]);
          // Discards the points that stay queued while the service fails.
          await fixture.experiment.end({ timeoutMillis: 0 }).catch(() => {});
        });
      }
      server.set(null);
      await operation.run(longTimeouts);
    }),
);

test('an abort ends an operation at every stage, and nothing is sent afterwards', { concurrency: workerCount }, (t) =>
  eachOperation(t, async (t, operation, { server, longTimeouts }) => {
    const aborted = (signal: AbortSignal) =>
      assert.rejects(
        operation.run(longTimeouts, signal),
        (error) => isRestApiException(error) && error.code === 'aborted',
      );
    await t.test('before the call', async () => {
      server.set(hang);
      await aborted(AbortSignal.abort());
      assert.equal(server.requests.length, 0);
    });
    for (const [stage, before] of [
      ['while it waits for an answer', hang],
      ['during a response', half(hang)],
    ] as const) {
      await t.test(stage, async () => {
        const stop = new AbortController();
        server.set(async (exchange) => {
          await before(exchange);
          setTimeout(() => stop.abort(), 20);
        });
        await aborted(stop.signal);
        assert.equal(server.requests.length, 1);
      });
    }
  }),
);
