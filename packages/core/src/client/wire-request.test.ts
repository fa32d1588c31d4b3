import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../contract/index.ts';
import { wireRequest } from './wire-request.ts';

const { experiments, metrics, registry, artifacts } = contract;

test('an endpoint and its arguments become a request', () => {
  const query = { workspaceName: 'a b', projectName: 'p', archived: false, page: 2 };
  const request = wireRequest(experiments.list, { query });
  assert.equal(request.method, 'GET');
  assert.deepEqual(request.query, [
    ['workspaceName', 'a b'],
    ['projectName', 'p'],
    ['archived', 'False'],
    ['page', '2'],
  ]);
  assert.equal(request.body, undefined);
});

test('parameters of a path are encoded', () => {
  const request = wireRequest(registry.metadata, { path: { id: 'a/b c' } });
  assert.equal(request.path, '/api/rest/v2/registry-model/item/a%2Fb%20c/metadata');
});

test('values that JSON cannot hold are sent as text', () => {
  const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const metricValue of values) {
    const body = { experimentKey: 'a', metricName: 'loss', metricValue };
    const request = wireRequest(metrics.log, { body });
    const sent = JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as { metricValue: unknown };
    assert.equal(sent.metricValue, String(metricValue));
    assert.equal(request.experimentKey, 'a');
  }
});

test('a request has its timeout', () => {
  assert.equal(wireRequest(experiments.tags, {}).timeoutMillis, 10_000);
  assert.equal(wireRequest(artifacts.list, {}, { timeoutMillis: 5 }).timeoutMillis, 5);
});
