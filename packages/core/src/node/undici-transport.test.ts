import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { multipart } from '../client/multipart.ts';
import { retrying } from '../client/retry.ts';
import { StreamedBody } from '../client/wire-body.ts';
import { cleanup, temporaryFolder } from '../test-support/cleanup.ts';
import { request } from '../test-support/wire-request.ts';
import { sendingFile } from './file-source.ts';
import { undiciTransport } from './undici-transport.ts';

async function service(context: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = undiciTransport({ url, apiKey: async () => 'the-key' });
  cleanup(context).defer(async () => {
    server.closeAllConnections();
    await Promise.all([transport.close(), new Promise((done) => server.close(done))]);
  });
  return { url, transport };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const read = { ...request('GET', 'experiment/tags', { experimentKey: 'ä b&c' }), timeoutMillis: 30_000 };

test('a request arrives with its key, its fields and its body', async (t) => {
  const seen: string[] = [];
  const { transport } = await service(t, async (incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization} ${await bodyOf(incoming)}`);
    outgoing.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  const first = await transport.send(read);
  assert.equal(await first.body.text(), '{"ok":true}');
  const body = new TextEncoder().encode('hello');
  await (await transport.send({ ...request('POST', 'write/experiment/tags'), body })).body.bytes();
  assert.deepEqual(seen, [
    'GET /api/rest/v2/experiment/tags?experimentKey=%C3%A4%20b%26c the-key ',
    'POST /api/rest/v2/write/experiment/tags the-key hello',
  ]);
});

test('connections are reused: many consecutive calls need at most two', async (t) => {
  const ports = new Set<number>();
  const { transport } = await service(t, (incoming, outgoing) => {
    ports.add(incoming.socket.remotePort!);
    outgoing.end('{}');
  });
  for (let call = 0; call < 20; call++) await (await transport.send(read)).body.bytes();
  assert.ok(ports.size <= 2, `${ports.size} connections`);
});

test('a large file whose first upload is rejected halfway arrives complete with the second', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'large');
  const bytes = randomBytes(9 * 1024 * 1024);
  await writeFile(path, bytes);
  const received: Buffer[] = [];
  const { transport } = await service(t, async (incoming, outgoing) => {
    if (received.length === 0) {
      received.push(Buffer.alloc(0));
      incoming.once('data', () => {
        outgoing.writeHead(503, { 'retry-after': '0' }).end('{}');
        incoming.resume();
      });
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    received.push(Buffer.concat(chunks));
    outgoing.end('{}');
  });
  const response = await sendingFile(path, 'logAsset', {}, (content) => {
    const { type, body } = multipart([{ name: 'file', content }]);
    const upload = { ...request('POST', 'write/experiment/upload-asset'), timeoutMillis: 30_000 };
    return retrying(transport).send({ ...upload, headers: { 'content-type': type }, body });
  });
  assert.equal(response.status, 200);
  assert.ok(received[1]!.includes(bytes));
});

test('request and response bodies are streamed', async (t) => {
  const { transport } = await service(t, async (incoming, outgoing) => {
    for await (const chunk of incoming) outgoing.write(chunk);
    outgoing.end();
  });
  async function* body() {
    for (const text of ['one ', 'two ', 'three']) yield new TextEncoder().encode(text);
  }
  const response = await transport.send({ ...request('POST', 'write/experiment/upload-asset'), body: body() });
  let text = '';
  for await (const chunk of response.body) text += new TextDecoder().decode(chunk);
  assert.equal(text, 'one two three');
});

for (const encoding of ['gzip', 'GZIP', 'x-gzip']) {
  test(`a ${encoding} response is decompressed`, async (t) => {
    const { transport } = await service(t, (_, outgoing) => {
      outgoing.setHeader('content-encoding', encoding).end(gzipSync('{"tags":[]}'));
    });
    const response = await transport.send(read);
    assert.equal(await response.body.text(), '{"tags":[]}');
    assert.equal(response.headers['content-encoding'], undefined);
  });
}

test('an error status is a response', async (t) => {
  const { transport } = await service(t, (_, outgoing) => outgoing.writeHead(503, { 'retry-after': '2' }).end('{}'));
  const { status, headers } = await transport.send(read);
  assert.deepEqual([status, headers['retry-after']], [503, '2']);
});

test('a call to a service that hangs ends by its timeout', async (t) => {
  const { transport } = await service(t, () => {});
  await assert.rejects(transport.send({ ...read, timeoutMillis: 50 }), { code: 'timeout' });
});

test('a program that computes for longer than the timeout still receives the response', async (t) => {
  const { transport } = await service(t, (_, outgoing) => {
    // Both sides are in this process: the request has arrived, and the response is on its way.
    outgoing.end('{}', () => {
      for (const end = performance.now() + 150; performance.now() < end; );
    });
  });
  const { body } = await transport.send({ ...read, timeoutMillis: 100 });
  assert.equal(await body.text(), '{}');
});

test('a response that breaks off ends the read', async (t) => {
  const { transport } = await service(t, (_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': '100' });
    outgoing.write('{"tags":', () => outgoing.destroy());
  });
  const response = await transport.send(read);
  await assert.rejects(response.body.text(), { code: 'unreachable' });
});

test("the bytes of a response are not a view of the connection's buffer", async (t) => {
  const { transport } = await service(t, (_, outgoing) => outgoing.end('{"a":1}'));
  const bytes = await (await transport.send(read)).body.bytes();
  assert.equal(bytes.constructor, Uint8Array);
  assert.equal(bytes.buffer.byteLength, 7);
});

test('an unread response applies backpressure, and arrives when it is read', async (t) => {
  const size = 16 * 1024 * 1024;
  let written = 0;
  const { transport } = await service(t, async (_, outgoing) => {
    const chunk = Buffer.alloc(64 * 1024, 7);
    for (; written < size; written += chunk.length) {
      if (!outgoing.write(chunk)) await new Promise((done) => outgoing.once('drain', done));
    }
    outgoing.end();
  });
  const { body } = await transport.send(read);
  const chunks = body[Symbol.asyncIterator]();
  let received = (await chunks.next()).value?.byteLength ?? 0;
  // The socket buffers of both sides have a few megabytes, so wait until the service is blocked with most of the
  // response unwritten.
  for (let last = -1; last !== written; ) {
    last = written;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.ok(written < size, `${written} bytes were taken from the service before anybody read them`);
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) break;
    received += value.byteLength;
  }
  assert.equal(received, size);
});

test('cancelling a response ends the request, and the next call works', async (t) => {
  let closed: () => void = () => {};
  const left = new Promise<void>((done) => {
    closed = done;
  });
  const { transport } = await service(t, (incoming, outgoing) => {
    if (incoming.url?.includes('endless')) {
      outgoing.once('close', closed).write('one');
      return;
    }
    outgoing.end('{}');
  });
  const { body } = await transport.send({ ...read, query: [['experimentKey', 'endless']] });
  for await (const chunk of body) {
    assert.equal(new TextDecoder().decode(chunk), 'one');
    break;
  }
  await left;
  assert.equal(await (await transport.send(read)).body.text(), '{}');
});

test('an abort during a response ends its read', async (t) => {
  const abort = new AbortController();
  const { transport } = await service(t, (_, outgoing) => {
    outgoing.write('one');
  });
  const { body } = await transport.send(read, abort.signal);
  const reading = body.text();
  abort.abort();
  await assert.rejects(reading, { code: 'aborted' });
});

test('an abort ends the request at once', async (t) => {
  const abort = new AbortController();
  const { transport } = await service(t, () => abort.abort());
  await assert.rejects(transport.send(read, abort.signal), { code: 'aborted' });
});

test('a refused connection is reported without the key', async (t) => {
  const { transport, url } = await service(t, (_, outgoing) => outgoing.end());
  const free = undiciTransport({ url: 'http://127.0.0.1:1', apiKey: 'the-key' });
  cleanup(t).defer(() => free.close());
  await assert.rejects(free.send(read), (error: Error & { code: string }) => {
    assert.equal(error.code, 'unreachable');
    assert.ok(!JSON.stringify(error).includes('the-key') && !error.message.includes('the-key'));
    return true;
  });
  assert.ok(url);
  await (await transport.send(read)).body.bytes();
});

test('a redirect to another origin is rejected, one within the origin is followed', async (t) => {
  let strangers = 0;
  const stranger = await service(t, (_, outgoing) => {
    strangers++;
    outgoing.end();
  });
  const { transport } = await service(t, (incoming, outgoing) => {
    if (incoming.url?.includes('moved')) return outgoing.end('{}');
    const elsewhere = incoming.url?.includes('away');
    outgoing.writeHead(302, { location: elsewhere ? `${stranger.url}/x` : '/api/rest/v2/moved' }).end();
  });
  assert.equal((await transport.send(read)).status, 200);
  await assert.rejects(transport.send(request('GET', 'experiment/tags', { experimentKey: 'away' })), {
    code: 'forbidden',
  });
  assert.equal(strangers, 0);
});

test('a service below a path is called there, also after a redirect', async (t) => {
  const requested: (string | undefined)[] = [];
  const { url } = await service(t, (incoming, outgoing) => {
    requested.push(incoming.url);
    if (requested.length > 1) return outgoing.end('{}');
    outgoing.writeHead(307, { location: '/below/moved?x=1' }).end();
  });
  const transport = undiciTransport({ url: `${url}/below`, apiKey: 'the-key' });
  cleanup(t).defer(() => transport.close());
  assert.equal((await transport.send(read)).status, 200);
  assert.deepEqual(requested, ['/below/api/rest/v2/experiment/tags?experimentKey=%C3%A4%20b%26c', '/below/moved?x=1']);
});

const idleMillis = 400;
const limits = { timeoutMillis: idleMillis, idleMillis };
const download = { ...request('GET', 'experiment/asset/get-asset', { assetId: 'a' }), ...limits };
const upload = { ...request('POST', 'write/experiment/upload-asset'), ...limits };
const chunkMillis = 60;
const pause = () => new Promise((done) => setTimeout(done, chunkMillis));

test('a download may take longer than the limit while bytes arrive', async (t) => {
  const { transport } = await service(t, async (_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': '12' });
    for (let chunk = 0; chunk < 12; chunk++) {
      outgoing.write('x');
      await pause();
    }
    outgoing.end();
  });
  const begun = performance.now();
  const { body } = await transport.send(download);
  assert.equal((await body.bytes()).byteLength, 12);
  assert.ok(performance.now() - begun > idleMillis, 'the test takes less time than the limit');
});

test('a download that stalls is a timeout that reports the received bytes', async (t) => {
  const { transport, url } = await service(t, (_, outgoing) => {
    outgoing
      .writeHead(206, { 'content-length': '500', 'content-range': 'bytes 1500-1999/2000' })
      .write('x'.repeat(100));
  });
  const { body } = await transport.send({ ...download, idleMillis: 50 });
  await assert.rejects(body.bytes(), {
    code: 'timeout',
    reason: `no data from ${url} for 0.05 s after 1.6 kB of 2 kB`,
  });
});

test('a download without a response is a timeout of the wait for the response', async (t) => {
  const { transport, url } = await service(t, () => {});
  const sent = transport.send({ ...download, timeoutMillis: 50 });
  await assert.rejects(sent, { code: 'timeout', reason: `no response from ${url} within 0.05 s` });
});

test('a slow reader does not cause a timeout', async (t) => {
  const size = 20_000_000;
  const { transport } = await service(t, (_, outgoing) => outgoing.end(Buffer.alloc(size)));
  const { body } = await transport.send({ ...download, idleMillis: 200 });
  let received = 0;
  for await (const chunk of body) {
    if (received === 0) await new Promise((done) => setTimeout(done, 600));
    received += chunk.byteLength;
  }
  assert.equal(received, size);
});

test('a slow upload succeeds, and the service then has time to respond', async (t) => {
  const size = 30_000_000;
  let received = 0;
  const { transport } = await service(t, async (incoming, outgoing) => {
    for await (const chunk of incoming) {
      const before = Math.floor(received / 3_000_000);
      received += (chunk as Buffer).byteLength;
      if (Math.floor(received / 3_000_000) > before) await pause();
    }
    await pause();
    outgoing.end('{}');
  });
  const begun = performance.now();
  const { status } = await transport.send({ ...upload, body: new Uint8Array(size), timeoutMillis: 5000 });
  assert.deepEqual([status, received], [200, size]);
  assert.ok(performance.now() - begun > idleMillis, 'the test takes less time than the limit');
});

test('an upload that stalls is a timeout that reports the sent bytes', async (t) => {
  const { transport } = await service(t, (incoming) => void incoming.pause());
  async function* chunks() {
    for (let chunk = 0; chunk < 30; chunk++) yield new Uint8Array(1_000_000);
  }
  const body = new StreamedBody(chunks, 30_000_000);
  await assert.rejects(transport.send({ ...upload, idleMillis: 100, body }), {
    code: 'timeout',
    message: /accepted no data for 0\.1 s after [\d.]+ [kM]B of 30 MB\. /,
  });
});

test('an upload without a response is a timeout of the wait for the response', async (t) => {
  const { transport } = await service(t, (incoming) => void incoming.resume());
  for (const body of [
    new Uint8Array(1_000_000),
    new StreamedBody(async function* () {
      yield new Uint8Array(10);
    }),
  ]) {
    const sent = transport.send({ ...upload, timeoutMillis: 100, body });
    await assert.rejects(sent, { code: 'timeout', reason: /^no response from .* within 0\.1 s$/ });
  }
});

test('files that wait for a free connection do not time out', async (t) => {
  const { url } = await service(t, async (_, outgoing) => {
    await pause();
    outgoing.end('x');
  });
  const transport = undiciTransport({ url, apiKey: 'the-key', connections: 1 });
  cleanup(t).defer(() => transport.close());
  const begun = performance.now();
  const files = Array.from({ length: 12 }, async () => (await transport.send(download)).body.text());
  assert.deepEqual(new Set(await Promise.all(files)), new Set(['x']));
  assert.ok(performance.now() - begun > idleMillis, 'the test takes less time than the limit');
});

test('calls that wait for a free connection do not time out while others are answered', async (t) => {
  const { url } = await service(t, async (_, outgoing) => {
    await pause();
    outgoing.end('x');
  });
  const transport = undiciTransport({ url, apiKey: 'the-key', connections: 1 });
  cleanup(t).defer(() => transport.close());
  const timeoutMillis = 5 * chunkMillis;
  const begun = performance.now();
  const calls = Array.from({ length: 12 }, async () => (await transport.send({ ...read, timeoutMillis })).body.text());
  assert.deepEqual(new Set(await Promise.all(calls)), new Set(['x']));
  assert.ok(performance.now() - begun > timeoutMillis, 'the test takes less time than the limit');
});

test('responses that the program does not read take no connection from others', async (t) => {
  const { url } = await service(t, (_, outgoing) => outgoing.end(Buffer.alloc(2_000_000)));
  const transport = undiciTransport({ url, apiKey: 'the-key', connections: 1 });
  cleanup(t).defer(() => transport.close());
  const unread = await Promise.all([1, 2, 3].map(() => transport.send({ ...download, ownConnection: true })));
  assert.equal((await (await transport.send(download)).body.bytes()).byteLength, 2_000_000);
  for (const { body } of unread) assert.equal((await body.bytes()).byteLength, 2_000_000);
});

test('a call that waits for unread responses keeps the process running until its timeout, which names them', async (t) => {
  const { url } = await service(t, (_, outgoing) => outgoing.end(Buffer.alloc(2_000_000)));
  const dispatcher = new Pool(url, { connections: 1 });
  const transport = undiciTransport({ url, apiKey: 'the-key', dispatcher });
  cleanup(t).defer(() => dispatcher.destroy());
  await transport.send(download);
  const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
  const before = timers();
  const sent = transport.send({ ...read, timeoutMillis: 100 });
  await new Promise(setImmediate);
  assert.equal(timers(), before + 1);
  await assert.rejects(sent, {
    code: 'timeout',
    reason: `there is no free connection to ${url}: 1 response is not read to the end`,
  });
  assert.equal(timers(), before);
});

for (const [packing, pack] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`a ${packing} response that exceeds the limit when decompressed is rejected as malformed`, async (t) => {
    const { url } = await service(t, (_, outgoing) => {
      outgoing.setHeader('content-encoding', packing).end(pack(Buffer.alloc(5_000_000)));
    });
    const transport = undiciTransport({ url, apiKey: 'the-key', longestUnpackedBytes: 1_000_000 });
    cleanup(t).defer(() => transport.close());
    for (const method of ['text', 'bytes'] as const) {
      const { body } = await transport.send(read);
      await assert.rejects(body[method](), {
        code: 'malformed',
        message: /the response has more than 1 MB, .*Ask for less/,
      });
    }
    let size = 0;
    for await (const chunk of (await transport.send(read)).body) size += chunk.byteLength;
    assert.equal(size, 5_000_000, 'who reads it piece by piece holds none of it');
  });
}
