import assert from 'node:assert/strict';
import { readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { localService } from './local-service.ts';

async function home(context: TestContext, service: string | null, apiKey: string | null): Promise<string> {
  const path = await temporaryFolder(context);
  await mkdir(join(path, '.tracklens'));
  if (service !== null) await writeFile(join(path, '.tracklens', 'service.json'), service);
  if (apiKey !== null) await writeFile(join(path, '.tracklens', 'api-key'), apiKey);
  return path;
}

/** Id of the PID namespace of this process; undefined where there are none. */
const pidNamespace = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : undefined;

/** Returns the file of a service whose id no process has here. */
const killed = (namespace: string | undefined) =>
  JSON.stringify({ url: 'http://127.0.0.1:9999', pid: 2 ** 31 - 1, pidNamespace: namespace });

test('a service of another PID namespace, such as that of a container, is found', async (t) => {
  assert.equal(localService({}, await home(t, killed('pid:[1]'), 'secret'))?.apiKey, 'secret');
});

test('a running local service is found with its key', async (t) => {
  const found = localService({}, await home(t, `{"url":"http://127.0.0.1:9999","pid":${process.pid}}`, 'secret\n'));
  assert.equal(found?.url, 'http://127.0.0.1:9999');
  assert.equal(found?.apiKey, 'secret');
});

test('the demo of the user is found unless another service runs or a folder is specified', async (t) => {
  const path = await home(t, null, null);
  const demo = join(path, '.tracklens-demo');
  await mkdir(demo);
  await writeFile(join(demo, 'service.json'), '{"url":"http://127.0.0.1:8888"}');
  await writeFile(join(demo, 'api-key'), 'demo-key');
  const own = join(path, '.tracklens');
  assert.equal(localService({}, path)?.apiKey, 'demo-key');
  assert.equal(localService({ TRACKLENS_DATA: own }, path), null);
  await writeFile(join(own, 'service.json'), '{"url":"http://127.0.0.1:9999"}');
  await writeFile(join(own, 'api-key'), 'own-key');
  assert.equal(localService({}, path)?.apiKey, 'own-key');
  assert.equal(localService({ TRACKLENS_DATA: demo }, path)?.apiKey, 'demo-key');
});

for (const [what, service, apiKey] of [
  ['no service', null, 'secret'],
  ['no key', '{"url":"http://127.0.0.1:9999"}', null],
  ['an empty key', '{"url":"http://127.0.0.1:9999"}', ' '],
  ['a broken file', '{"url":', 'secret'],
  ['an address that is none', '{"url":"nowhere"}', 'secret'],
  ['an address that is not of this machine', '{"url":"http://evil.example"}', 'secret'],
  ['something else', '7', 'secret'],
  // An id that no process has. Another program may have the port.
  ['a service that was killed', killed(pidNamespace), 'secret'],
] as const) {
  test(`${what}: none is found`, async (t) => assert.equal(localService({}, await home(t, service, apiKey)), null));
}
