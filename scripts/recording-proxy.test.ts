import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { suiteCleanup } from '@tracklens/core/test-support';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

const stack = suiteCleanup();
const service = createServer((request, response) => {
  request.resume();
  response.writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ method: request.method, key: request.headers.authorization ?? null }));
});
let proxy: RecordingProxy;
before(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  stack.defer(() => {
    service.close();
    service.closeAllConnections();
  });
  proxy = await startRecordingProxy(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  stack.defer(() => proxy.close());
});

test('reads are forwarded without recording, writes are recorded in order', async () => {
  const response = await fetch(`${proxy.url}/api/rest/v2/workspaces`, { headers: { authorization: 'key' } });
  assert.deepEqual(await response.json(), { method: 'GET', key: 'key' });
  await fetch(`${proxy.url}/api/rest/v2/write/experiment/archive?experimentKey=a`);
  await fetch(`${proxy.url}/clientlib/tags`, { method: 'POST', body: 'grün' });
  assert.deepEqual(
    proxy.requests.map(({ method, path, text }) => [method, path, text]),
    [
      ['GET', '/api/rest/v2/write/experiment/archive?experimentKey=a', undefined],
      ['POST', '/clientlib/tags', 'grün'],
    ],
  );
});

test('a recorded body is decompressed; binary bodies are base64; the key is not recorded', async () => {
  await fetch(`${proxy.url}/batch`, {
    method: 'POST',
    body: gzipSync('{"values":[]}'),
    headers: { 'content-encoding': 'gzip', authorization: 'secret' },
  });
  await fetch(`${proxy.url}/image`, { method: 'POST', body: new Uint8Array([0xff, 0xd8, 0x00]) });
  const [batch, image] = proxy.requests.slice(-2);
  assert.equal(batch!.text, '{"values":[]}');
  assert.equal(image!.base64, '/9gA');
  assert.ok(!JSON.stringify(proxy.requests).includes('secret'));
});

test('a rejection of the service is reported', async () => {
  await fetch(`${proxy.url}/gone`, { method: 'POST' });
  assert.match(proxy.failures.at(-1)!, /^POST \/gone: 404/);
});
