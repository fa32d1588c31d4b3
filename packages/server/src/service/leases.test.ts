import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testKey, testService } from '../testing/test-service.ts';
import { createApp } from './app.ts';
import { Leases, leasePath } from './leases.ts';

const session = { userName: 'ada', defaultWorkspaceName: 'ada' };

async function leasedApp(t: Parameters<typeof testService>[0], idleMillis: number) {
  const { store } = await testService(t);
  const leases = new Leases(idleMillis);
  const app = createApp({ store, apiKey: testKey, session, leases });
  const post = (path: string, key = testKey) =>
    app.fetch(new Request(`http://127.0.0.1${path}`, { method: 'POST', headers: { authorization: key } }));
  return { leases, post };
}

async function idOf(response: Response) {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  return { reader, id: (JSON.parse(new TextDecoder().decode(value)) as { lease: string }).lease };
}

test('a lease requires the API key', async (t) => {
  const { leases, post } = await leasedApp(t, 10);
  assert.equal((await post(leasePath, 'wrong')).status, 401);
  assert.equal((await post(`${leasePath}/any/release`, 'wrong')).status, 401);
  assert.equal((await post(`${leasePath}/any/release`)).status, 404);
  assert.equal(leases.count, 0);
});

test('a service is idle some time after its last lease was lost, not before', async (t) => {
  const { leases, post } = await leasedApp(t, 50);
  let idle = false;
  void leases.idle.then(() => {
    idle = true;
  });
  const first = await idOf(await post(leasePath));
  const second = await idOf(await post(leasePath));
  await first.reader.cancel();
  assert.equal(leases.count, 1);
  await second.reader.cancel();
  assert.equal(idle, false);
  await leases.idle;
});

test('returning the last lease ends the service at once', async (t) => {
  const { leases, post } = await leasedApp(t, 3_600_000);
  const first = await idOf(await post(leasePath));
  const second = await idOf(await post(leasePath));
  assert.deepEqual(await (await post(`${leasePath}/${first.id}/release`)).json(), { remaining: 1 });
  assert.deepEqual(await (await post(`${leasePath}/${second.id}/release`)).json(), { remaining: 0 });
  await leases.idle;
});

test('a service that closes ends its leases', async (t) => {
  const { leases, post } = await leasedApp(t, 3_600_000);
  const { reader } = await idOf(await post(leasePath));
  leases.endAll();
  assert.equal((await reader.read()).done, true);
  assert.equal(leases.count, 0);
});
