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
  readonly faultName: string;
  readonly fault: Fault;
  /**
   * Expected result: the code of the exception, or success. `onceSent` applies to requests that must not be repeated.
   */
  readonly expected: RestErrorCode | 'success';
  readonly onceSent?: RestErrorCode | 'success';
  /** Expected number of requests, and their number if they must not be repeated. */
  readonly sent: number;
  readonly sentOnce?: number;
  /** Pattern of the cause in the message. */
  readonly message: RegExp;
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
    faultName: '400 with its reason',
    fault: errorResponse(400, 'The field x is odd'),
    expected: 'invalid',
    sent: 1,
    message: /The field x is odd/,
  },
  {
    faultName: '401',
    fault: errorResponse(401, 'The key is unknown'),
    expected: 'unauthorized',
    sent: 1,
    message: /The key is unknown.*API key/,
  },
  {
    faultName: '402',
    fault: errorResponse(402, 'Too much for the plan'),
    expected: 'payment-required',
    sent: 1,
    message: /Too much for the plan/,
  },
  {
    faultName: '403',
    fault: errorResponse(403, 'View only'),
    expected: 'forbidden',
    sent: 1,
    message: /View only.*access/,
  },
  {
    faultName: '404',
    fault: errorResponse(404, 'There is none'),
    expected: 'not-found',
    sent: 1,
    message: /There is none.*Check the name/,
  },
  {
    faultName: '429 with Retry-After, then an answer',
    fault: first(1, errorResponse(429, 'Slow down', { 'retry-after': '7' })),
    expected: 'success',
    sent: 2,
    message: /./,
  },
  {
    faultName: '429 for ever',
    fault: errorResponse(429, 'Slow down'),
    expected: 'rate-limited',
    sent: 4,
    message: /Slow down.*(?:Wait|Do not repeat the call)/,
  },
  {
    faultName: '500, then an answer',
    fault: first(1, errorResponse(500, 'Oops')),
    expected: 'success',
    onceSent: 'server',
    sent: 2,
    sentOnce: 1,
    message: /Oops.*log of the service/,
  },
  { faultName: '503 for ever', fault: errorResponse(503, 'Closed'), expected: 'server', sent: 4, message: /Closed/ },
  {
    faultName: '507 of a full disk',
    fault: errorResponse(507, 'The disk of the service is full'),
    expected: 'server',
    sent: 1,
    message: /The disk of the service is full.*(?:\. Send it again when .* has free space|sent later)/,
  },
  {
    faultName: '502 of a proxy, with a page',
    fault: ({ response }) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    },
    expected: 'server',
    sent: 4,
    sentOnce: 1,
    message: /responded with 502/,
  },
  {
    faultName: 'the connection is reset before an answer, then an answer',
    fault: first(1, reset),
    expected: 'success',
    onceSent: 'unreachable',
    sent: 2,
    sentOnce: 1,
    message: /cannot be reached.*SERVICE_URL_OVERRIDE/,
  },
  {
    faultName: 'the service does it and its answer is lost',
    fault: first(1, async (exchange) => {
      await exchange.callService();
      reset(exchange);
    }),
    expected: 'success',
    onceSent: 'unreachable',
    sent: 2,
    sentOnce: 1,
    message: /cannot be reached/,
  },
  {
    faultName: 'a truncated response',
    fault: half(reset),
    expected: 'unreachable',
    sent: 1,
    message: /was lost during the response/,
  },
  {
    faultName: 'an answer shorter than its length',
    fault: half(({ request }: Exchange) => void request.socket.end()),
    expected: 'unreachable',
    sent: 1,
    message: /was lost during the response/,
  },
  { faultName: 'malformed JSON', fault: raw('{"a": [1, 2'), expected: 'malformed', sent: 1, message: /is not JSON/ },
  { faultName: 'an empty answer', fault: raw(''), expected: 'malformed', sent: 1, message: /is not JSON/ },
  {
    faultName: 'a page instead of JSON',
    fault: page,
    expected: 'malformed',
    sent: 1,
    message: /is not JSON.*address belongs to/,
  },
  {
    faultName: 'JSON of another shape',
    fault: jsonResponse(200, 'hello'),
    expected: 'malformed',
    sent: 1,
    message: /does not match the contract/,
  },
  {
    faultName: 'an answer that cannot be unpacked',
    fault: raw('no gzip', { 'content-encoding': 'gzip' }),
    expected: 'malformed',
    sent: 1,
    message: /cannot be decompressed/,
  },
  {
    faultName: 'a way to another server',
    fault: ({ response }) => {
      response.writeHead(302, { location: 'http://192.0.2.1/' }).end();
    },
    expected: 'forbidden',
    sent: 1,
    message: /another address/,
  },
  {
    faultName: 'no answer',
    fault: hang,
    expected: 'timeout',
    sent: 1,
    message: /no response.*within 0\.25 s/,
    waits: true,
  },
  {
    faultName: 'an answer that never ends',
    fault: trickle,
    expected: 'timeout',
    sent: 1,
    message: /within 0\.25 s/,
    waits: true,
  },
  {
    faultName: 'half an answer, then silence',
    fault: half(hang),
    expected: 'timeout',
    sent: 1,
    message: /(within|for) 0\.25 s/,
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
  const retry = { random: () => 0, pause: async (millis: number) => void pauses.push(millis) };
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
  message: RegExp,
): Promise<RestErrorCode | 'success'> {
  try {
    await operation.run(fixture);
    return 'success';
  } catch (error) {
    assert.ok(isRestApiException(error), `not ours: ${String(error)}`);
    assert.ok(error.message.startsWith(`${error.operation}: `), error.message);
    assert.ok(error.operation.endsWith(operation.name), error.message);
    assert.match(error.message, message);
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
      for (const { faultName, fault, message, waits, ...outcomes } of cases) {
        // A download has no total time limit while bytes arrive.
        if (fault === trickle && operation.name === 'getAsset') continue;
        await t.test(faultName, async () => {
          server.set(fault);
          pauses.length = 0;
          const begun = performance.now();
          const fixture = waits ? shortTimeouts : longTimeouts;
          const given = await outcome(operation, fixture, message);
          const took = performance.now() - begun;
          const absent = outcomes.expected !== 'success' && operation.absentAt?.includes(outcomes.expected);
          const expected = operation.repeatable ? outcomes.expected : (outcomes.onceSent ?? outcomes.expected);
          // `getAsset` returns bytes: any response body is the asset.
          const isBytes =
            operation.name === 'getAsset' && outcomes.expected === 'malformed' && !faultName.includes('unpacked');
          assert.equal(given, absent || isBytes ? 'success' : expected);
          const requests = new Set(server.requests);
          const sent = operation.repeatable ? outcomes.sent : (outcomes.sentOnce ?? outcomes.sent);
          const repeated = server.requests.filter((line) => line === server.requests[0]).length;
          // On a busy machine a call may time out before its request arrives.
          assert.ok(repeated === sent || (waits && repeated < sent), `${repeated}: ${[...requests].join(', ')}`);
          if (waits) assert.ok(took < 10 * shortMillis + 2000, `it took ${took} ms`);
          if (faultName.includes('Retry-After')) assert.deepEqual(pauses, [7000]);
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
