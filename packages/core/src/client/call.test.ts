import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../contract/index.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';
import { call } from './call.ts';
import { isRestApiException } from './errors.ts';

const { experiments, metrics, registry } = contract;

async function errorOf(response: FakeResponseInit) {
  return await call(
    fakeTransport(() => response),
    experiments.tags,
    { query: { experimentKey: 'a' } },
    { operation: 'getTags' },
  );
}

test('a response is checked by the schema of its endpoint', async () => {
  assert.deepEqual(await errorOf({ json: { tags: ['x'] } }), { tags: ['x'] });
  assert.deepEqual(await errorOf({ json: {} }), { tags: [] });
  assert.deepEqual(await errorOf({ json: null }), { tags: [] });
});

test('a long integer keeps its digits where the contract allows any value, and is a number elsewhere', async () => {
  const record = '{"assetId":"a","step":9007199254740993,"createdAt":1700000000000,"metadata":SEED}';
  const list = `{"assets":[${record.replace('SEED', '{"seed":9007199254740993}')},${record.replace('SEED', '"[9007199254740993]"')}]}`;
  const transport = fakeTransport(() => ({ json: list }));
  const { assets } = await call(
    transport,
    contract.assets.list,
    { query: { experimentKey: 'a' } },
    { operation: 'getAssetList' },
  );
  assert.deepEqual(
    assets.map(({ step, createdAt, metadata }) => [step, createdAt, metadata]),
    [
      [2 ** 53, 1_700_000_000_000, { seed: '9007199254740993' }],
      [2 ** 53, 1_700_000_000_000, ['9007199254740993']],
    ],
  );
});

for (const [what, json] of [
  ['text that is not JSON', '<html>proxy</html>'],
  ['a truncated answer', '{"tags": ["x"'],
  ['a wrong type', { tags: 7 }],
  ['a wrong type inside', { tags: [7] }],
] as const) {
  test(`${what} is a malformed response`, async () => {
    await assert.rejects(errorOf({ json }), { code: 'malformed', operation: 'getTags' });
  });
}

test('a rejection has the message and the code of the service', async () => {
  const json = { msg: 'No such experiment', code: 400, data: null, sdk_error_code: 90210 };
  await assert.rejects(errorOf({ json, status: 400 }), {
    code: 'not-found',
    status: 400,
    sdkErrorCode: 90210,
    reason: 'No such experiment',
    operation: 'getTags',
  });
});

test('the message of a rejection has no control characters, and is not longer than a message', async () => {
  const msg = `No \u001b]52;c;ZXZpbA==\u0007\u009b2J such\r\nexperiment ${'x'.repeat(10_000)}`;
  const error = await errorOf({ json: { msg }, status: 400 }).catch((failure: Error) => failure);
  assert.ok(isRestApiException(error));
  assert.equal(error.reason.slice(0, 40), 'No  ]52;c;ZXZpbA== 2J such experiment xx');
  assert.equal(error.reason.length, 1000);
  assert.ok(!/\p{Cc}/u.test(error.message));
});

test('a rejection without a message is reported by its status', async () => {
  await assert.rejects(errorOf({ json: '<h1>Bad gateway</h1>', status: 502 }), {
    code: 'server',
    reason: 'the service responded with 502',
  });
});

test('arguments that an endpoint does not know are rejected before anything is sent', async () => {
  const service = fakeTransport(() => ({}));
  for (const body of [
    { experimentKey: 'a', metricName: 7, metricValue: 1 },
    { experimentKey: 'a', metricName: 'loss', metricValue: 1, step: Number.NaN },
    { metricName: 'loss', metricValue: 1 },
  ]) {
    const sent = call(service, metrics.log, { body: body as never }, { operation: 'logMetric' });
    await assert.rejects(sent, { code: 'invalid', operation: 'logMetric', status: null });
  }
  await assert.rejects(call(service, experiments.tags, {}, { operation: 'getTags' }), { code: 'invalid' });
  assert.equal(service.sent.length, 0);
});

test('an argument that JSON cannot hold is rejected before anything is sent', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const service = fakeTransport(() => ({}));
  for (const parameterValue of [circular, { count: 10n }]) {
    const body = { experimentKey: 'a', parameterName: 'p', parameterValue };
    await assert.rejects(call(service, metrics.logParameter, { body }, { operation: 'logParameter' }), {
      code: 'invalid',
      message: /^logParameter: an argument cannot be written as JSON/,
    });
  }
  assert.equal(service.sent.length, 0);
});

for (const id of ['', '.', '..']) {
  test(`an id of ${JSON.stringify(id)} is rejected before anything is sent`, async () => {
    const service = fakeTransport(() => ({ json: {} }));
    await assert.rejects(call(service, registry.metadata, { path: { id } }, { operation: 'getDetails' }), {
      code: 'invalid',
      operation: 'getDetails',
      message: /cannot be used in an address/,
    });
    assert.equal(service.sent.length, 0);
  });
}
