import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../service/app.ts';
import { testKey, testService } from '../testing/test-service.ts';
import { snapshotPath } from './maintenance-routes.ts';

test('a snapshot requires the API key, and exists while its response is read', async (t) => {
  const service = await testService(t);
  for (const key of ['', 'wrong']) {
    const rejected = await service.send('POST', snapshotPath, undefined, { authorization: key });
    assert.equal(rejected.status, 401);
  }
  const response = await service.send('POST', snapshotPath);
  if (service.store.dialect === 'postgres') return assert.equal(response.status, 409);
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  const { snapshot } = JSON.parse(new TextDecoder().decode(value)) as { snapshot: string };
  assert.ok(existsSync(snapshot));
  assert.ok(service.store.retention.active);
  await reader.cancel();
  assert.equal(service.store.retention.active, false);
  while (existsSync(snapshot)) await pause(5);
});

test('a service with PostgreSQL returns no snapshot and reports the remedy', async (t) => {
  const { store } = await testService(t);
  const session = { userName: 'ada', defaultWorkspaceName: 'ada' };
  const app = createApp({ store: { ...store, copyDatabase: null }, apiKey: testKey, session });
  const request = new Request(`http://127.0.0.1${snapshotPath}`, {
    method: 'POST',
    headers: { authorization: testKey },
  });
  const response = await app.fetch(request);
  assert.equal(response.status, 409);
  assert.match(await response.text(), /PostgreSQL.*pg_dump/);
});
