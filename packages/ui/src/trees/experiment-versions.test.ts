import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { bufferedBody, type Transport } from '@tracklens/core/client';
import { experimentVersions } from './experiment-versions.ts';

/**
 * Creates a registry of `count` models, each with a version of `mine` and one of another experiment. It records the
 * maximum number of concurrent reads.
 */
function registry(count: number) {
  const names = Array.from({ length: count }, (_, index) => `m${index}`);
  const seen = { most: 0, asked: 0 };
  let underWay = 0;
  const made = (version: string, experimentKey: string) => ({
    registryModelItemId: version,
    version,
    experimentModel: { experimentKey, experimentModelName: 'm', experimentModelId: '1' },
  });
  const answerTo = (modelName: string | undefined) =>
    modelName === undefined
      ? { registryModels: names.map((name) => ({ registryModelId: name, modelName: name })) }
      : { registryModelId: modelName, modelName, versions: [made('1.0.0', 'mine'), made('1.1.0', 'other')] };
  const transport: Transport = {
    async send({ query }) {
      seen.asked++;
      seen.most = Math.max(seen.most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      const body = answerTo(query.find(([name]) => name === 'modelName')?.[1]);
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: bufferedBody(new TextEncoder().encode(JSON.stringify(body))),
      };
    },
  };
  return { api: new API({ transport }), seen };
}

test('versions of an experiment are returned in the order of the models, which are read concurrently', async () => {
  const { api, seen } = registry(50);
  const found = await experimentVersions(api, 'mine', 'local', new AbortController().signal);
  assert.deepEqual(
    found.map(({ workspace, modelName, version }) => `${workspace}/${modelName}/${version}`),
    Array.from({ length: 50 }, (_, index) => `local/m${index}/1.0.0`),
  );
  assert.equal(seen.asked, 51);
  assert.ok(seen.most <= 4, `${seen.most} at once`);
});

test('cancelling ends the search', async () => {
  const { api, seen } = registry(1000);
  const leaving = new AbortController();
  const searching = experimentVersions(api, 'mine', 'local', leaving.signal);
  while (seen.asked < 20) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  await assert.rejects(searching);
  assert.ok(seen.asked < 100, `${seen.asked} were asked`);
});
