import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { wholeBody } from '../client/wire-body.ts';
import { cleanup } from '../test-support/cleanup.ts';
import { request } from '../test-support/wire-request.ts';
import { loopbackTransport } from './loopback-transport.ts';

async function service(context: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanup(context).defer(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, transport: loopbackTransport({ url, apiKey: 'the-key' }) };
}

const read = { ...request('GET', 'experiment/tags', { experimentKey: 'ä b&c' }), timeoutMillis: 30_000 };

test('requests arrive with key, fields and body, over one connection', async (t) => {
  const seen: string[] = [];
  const ports = new Set<number>();
  const { transport } = await service(t, async (incoming, outgoing) => {
    ports.add(incoming.socket.remotePort!);
    const body = new TextDecoder().decode(await wholeBody(incoming));
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization} ${body}`);
    outgoing.end('{"ok":true}');
  });
  assert.equal(await (await transport.send(read)).body.text(), '{"ok":true}');
  const body = new TextEncoder().encode('hello');
  assert.equal((await transport.send({ ...request('POST', 'reads'), body })).status, 200);
  assert.deepEqual(seen, [
    'GET /api/rest/v2/experiment/tags?experimentKey=%C3%A4%20b%26c the-key ',
    'POST /api/rest/v2/reads the-key hello',
  ]);
  assert.equal(ports.size, 1);
});

test('a redirect is followed within the service only', async (t) => {
  const { transport } = await service(t, ({ url }, outgoing) => {
    if (url === '/moved') outgoing.end('found');
    else outgoing.writeHead(307, { location: url?.includes('experimentKey') ? '/moved' : 'http://127.0.0.2/' }).end();
  });
  assert.equal(await (await transport.send(read)).body.text(), 'found');
  await assert.rejects(transport.send(request('GET', 'experiment/tags')), { code: 'forbidden' });
});

test('an abort, a timeout, a pause, a lost and a missing connection are distinguished', async (t) => {
  const { server, transport } = await service(t, ({ url }, outgoing) => {
    if (url?.endsWith('silent')) return;
    outgoing.writeHead(200, { 'content-length': 100 }).write('begun');
    if (url?.endsWith('lost')) setImmediate(() => outgoing.destroy());
  });
  const abort = new AbortController();
  const sent = transport.send(request('GET', 'silent'), abort.signal);
  abort.abort();
  await assert.rejects(sent, { code: 'aborted' });
  await assert.rejects(transport.send({ ...request('GET', 'silent'), timeoutMillis: 10 }), { code: 'timeout' });
  const stalled = await transport.send({ ...request('GET', 'stalled'), idleMillis: 20 });
  await assert.rejects(stalled.body.text(), { code: 'timeout', message: /no data from .* after 5 bytes of 100 bytes/ });
  const lost = await transport.send(request('GET', 'lost'));
  await assert.rejects(lost.body.text(), { code: 'unreachable', message: /was lost during the response/ });
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await assert.rejects(transport.send(read), { code: 'unreachable', message: /cannot be reached/ });
});
