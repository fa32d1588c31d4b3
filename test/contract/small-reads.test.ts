import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment, type Transport } from '@tracklens/core';
import { bufferedBody } from '@tracklens/core/client';
import { endpointName, endpoints, isSmallRead } from '@tracklens/core/contract';

test('a read that returns a list, a file or a text of any length is not a small read', () => {
  const small = new Set(
    endpoints.filter(({ endpoint }) => isSmallRead(endpoint)).map(({ endpoint }) => endpointName(endpoint)),
  );
  for (const name of ['experiment/metadata', 'experiment/tags', 'experiment/metrics/summary', 'project']) {
    assert.ok(small.has(name), name);
  }
  for (const name of ['experiment/output', 'experiment/code', 'experiment/html', 'experiment/graph', 'experiments']) {
    assert.ok(!small.has(name), name);
  }
});

test('outputs and sources of many experiments are read one by one', async () => {
  const asked: string[] = [];
  const transport: Transport = {
    async send({ path }) {
      asked.push(path.replace(/^.*\/rest\/v2\//, ''));
      const bytes = new TextEncoder().encode('{"output":"line\\n","code":"print()"}');
      return { status: 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(bytes) };
    },
  };
  const api = new API({ transport });
  const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
  const experiments = keys.map((previousExperiment) => new APIExperiment({ api, previousExperiment }));
  await Promise.all(experiments.flatMap((one) => [one.getOutput(), one.getCode()]));
  assert.deepEqual(new Set(asked), new Set(['experiment/output', 'experiment/code']));
  assert.equal(asked.length, 40);
});
