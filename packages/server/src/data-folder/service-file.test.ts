import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { otherProgram } from '../testing/other-program.ts';
import { isLocalUrl, readServiceFile, removeServiceFile, respondingService, writeServiceFile } from './service-file.ts';

const secret = 'secret-of-the-published-address-1';
const service = { url: 'http://127.0.0.1:4321', pid: process.pid, secret };

test('a service is found until it removes its file', async (t) => {
  const folder = await temporaryFolder(t);
  assert.equal(await readServiceFile(folder), null);
  await writeServiceFile(folder, service);
  assert.deepEqual(await readServiceFile(folder), service);
  await removeServiceFile(folder, { ...service, pid: process.ppid });
  assert.deepEqual(await readServiceFile(folder), service);
  await removeServiceFile(folder, service);
  assert.equal(await readServiceFile(folder), null);
});

test('a file that this program did not write names no service: the API key would be sent to it', async (t) => {
  const folder = await temporaryFolder(t);
  for (const content of [
    '',
    '{"url":',
    'null',
    '{}',
    '{"url":"http://example.org:80","pid":1}',
    '{"url":"http://127.0.0.1.example.org:80","pid":1}',
    '{"url":"http://127.0.0.1:80@example.org","pid":1}',
    '{"url":"http://127.0.0.1:80"}',
    // Its port is too large.
    `{"url":"http://127.0.0.1:99999","pid":${process.pid},"secret":"${secret}"}`,
    // These are groups of processes.
    '{"url":"http://127.0.0.1:80","pid":0}',
    '{"url":"http://127.0.0.1:80","pid":-1}',
    // The first of these is of a version that proved nothing.
    `{"url":"http://127.0.0.1:80","pid":${process.pid}}`,
    `{"url":"http://127.0.0.1:80","pid":${process.pid},"secret":""}`,
  ]) {
    await writeFile(join(folder, 'service.json'), content);
    assert.equal(await readServiceFile(folder), null, content);
  }
});

test('a service is not found once its process has ended: its port may belong to another program', async (t) => {
  const folder = await temporaryFolder(t);
  // An id that no process has.
  await writeServiceFile(folder, { ...service, pid: 2 ** 31 - 1 });
  assert.equal(await readServiceFile(folder), null);
});

test('a service of another PID namespace, such as that of a container, is found', async (t) => {
  const folder = await temporaryFolder(t);
  const file = { ...service, pid: 2 ** 31 - 1 };
  await writeFile(join(folder, 'service.json'), JSON.stringify({ ...file, pidNamespace: 'pid:[1]' }));
  assert.deepEqual(await readServiceFile(folder), file);
});

test('a program that does not prove in time that it published its address is no running service', async (t) => {
  const folder = await temporaryFolder(t);
  assert.equal(await respondingService(folder), null);
  for (const status of [200, 404, 'never'] as const) {
    const program = await otherProgram(t, status);
    await writeServiceFile(folder, { ...service, url: program.url });
    assert.equal(await respondingService(folder, 100), null);
    assert.match(program.received[0]!.path, /^\/api\/service-proof\/[0-9a-f]{64}$/);
    assert.deepEqual([program.received.length, program.received[0]!.authorization], [1, undefined]);
  }
  const former = await otherProgram(t, 404, 'secret-of-an-earlier-start-of-it-2');
  await writeServiceFile(folder, { ...service, url: former.url });
  assert.equal(await respondingService(folder), null);
  const proven = await otherProgram(t, 404, secret);
  await writeServiceFile(folder, { ...service, url: proven.url });
  assert.equal((await respondingService(folder))?.url, proven.url);
});

test('a URL is local if its host is the loopback interface', () => {
  for (const url of ['http://127.0.0.1:80', 'http://127.9.9.9', 'https://localhost:1/x', 'http://[::1]:5']) {
    assert.equal(isLocalUrl(url), true, url);
  }
  for (const url of ['http://localhost.example.org', 'http://127.example.org', 'http://10.0.0.1', 'nowhere']) {
    assert.equal(isLocalUrl(url), false, url);
  }
});
