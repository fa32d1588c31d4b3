import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment } from '../browser/index.ts';
import { fakeTransport } from '../testing/fake-transport.ts';
import { randomId } from './random-id.ts';

/** Removes what browsers do not offer to a page that was loaded over HTTP from another machine, until the test ends. */
function asInsecurePage(t: { after(end: () => void): void }): void {
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  t.after(() => void Reflect.deleteProperty(crypto, 'randomUUID'));
}

test('ids are random UUIDs of version 4, also in a page that was loaded over HTTP', (t) => {
  const ids = () => Array.from({ length: 100 }, randomId);
  const before = ids();
  asInsecurePage(t);
  const all = [...before, ...ids()];
  assert.equal(new Set(all).size, 200);
  for (const id of all) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('a page that was loaded over HTTP can log', async (t) => {
  asInsecurePage(t);
  const transport = fakeTransport(() => ({}));
  const experiment = new APIExperiment({ api: new API({ transport }), previousExperiment: 'k' });
  await experiment.addTag('best');
  await experiment.logMetric('loss', 1);
  await experiment.logAsset(new Blob(['a']), { name: 'a.txt' });
  assert.equal(transport.sent.length, 3);
});
