import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../test-support/wire-request.ts';
import { untilAborted } from '../testing/fake-transport.ts';
import { fetchTransport } from './fetch-transport.ts';

const read = request('GET', 'experiment/tags', { experimentKey: 'a b' });

function page(respond: (init: RequestInit) => Promise<Response> = async () => new Response('{"tags":[]}')) {
  const calls: [url: string, init: RequestInit][] = [];
  const transport = fetchTransport({
    baseUrl: '/user/ada/tracklens/api/',
    headers: () => ({ 'x-xsrftoken': 'token' }),
    fetch: (url, init) => {
      calls.push([url, init]);
      return respond(init);
    },
  });
  return { calls, transport };
}

test('a request is sent below the prefix, with the tokens of the host and no key', async () => {
  const { calls, transport } = page();
  const response = await transport.send(read);
  assert.equal(await response.body.text(), '{"tags":[]}');
  const [url, init] = calls[0]!;
  assert.equal(url, '/user/ada/tracklens/api/api/rest/v2/experiment/tags?experimentKey=a%20b');
  assert.deepEqual(init.headers, { 'x-xsrftoken': 'token' });
});

test('a streamed body is sent completely', async () => {
  const { calls, transport } = page();
  async function* body() {
    yield new TextEncoder().encode('one ');
    yield new TextEncoder().encode('two');
  }
  await transport.send({ ...request('POST', 'write/experiment/upload-asset'), body: body() });
  assert.equal(new TextDecoder().decode(calls[0]![1].body as Uint8Array), 'one two');
});

test('a response is streamed', async () => {
  const { transport } = page(async () => new Response(new Blob(['a', 'b']).stream(), { status: 206 }));
  const { status, body } = await transport.send(read);
  let text = '';
  for await (const chunk of body) text += new TextDecoder().decode(chunk);
  assert.deepEqual([status, text], [206, 'ab']);
});

test('a response that was compressed has no headers of the compression', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-length': '29', etag: '"a"' };
  const { transport } = page(async () => new Response('a'.repeat(1000), { headers }));
  const response = await transport.send(read);
  assert.deepEqual(response.headers, { 'content-type': 'text/plain;charset=UTF-8', etag: '"a"' });
});

test('an abort, a timeout and a lost connection are distinguished', async () => {
  const abort = new AbortController();
  const never = page((init) => untilAborted(init.signal ?? undefined));
  const sent = never.transport.send(read, abort.signal);
  abort.abort();
  await assert.rejects(sent, { code: 'aborted' });
  await assert.rejects(never.transport.send({ ...read, timeoutMillis: 10 }), { code: 'timeout' });
  const lost = page(() => Promise.reject(new TypeError('Failed to fetch')));
  await assert.rejects(lost.transport.send(read), { code: 'unreachable' });
});

test('a response that breaks off and an error of the program are distinguished', async () => {
  const broken = (error: Error) => new ReadableStream({ pull: (controller) => controller.error(error) });
  const lost = page(async () => new Response(broken(new TypeError('network error'))));
  await assert.rejects((await lost.transport.send(read)).body.text(), {
    code: 'unreachable',
    message: /was lost during the response/,
  });
  const cause = new TypeError('x is not a function');
  const wrong = page(() => Promise.reject(cause));
  await assert.rejects(wrong.transport.send(read), { code: 'internal', cause });
});

/** Response whose chunks arrive with a delay, and that then stalls or ends. */
function slowly(chunks: number, millis: number, stalls = false): Response {
  let count = 0;
  const stream = new ReadableStream({
    async pull(controller) {
      if (count === chunks && stalls) return await new Promise(() => {});
      await new Promise((done) => setTimeout(done, millis));
      if (count++ < chunks) controller.enqueue(new Uint8Array(100));
      else controller.close();
    },
  });
  return new Response(stream, { headers: { 'content-length': '1500' } });
}

/** Errors the response body when the signal aborts, as `fetch` does. */
function abortable(response: Response, signal: AbortSignal): Response {
  const gate = new TransformStream();
  void response.body!.pipeTo(gate.writable, { signal }).catch(() => {});
  return new Response(gate.readable, { headers: response.headers });
}

test('a file may take longer than the limit while bytes arrive', async () => {
  const { transport } = page(async ({ signal }) => abortable(slowly(15, 20), signal!));
  const { body } = await transport.send({ ...read, timeoutMillis: 200, idleMillis: 200 });
  assert.equal((await body.bytes()).byteLength, 1500);
});

test('a download that stalls is a timeout that reports the received bytes', async () => {
  const { transport } = page(async ({ signal }) => abortable(slowly(3, 1, true), signal!));
  const { body } = await transport.send({ ...read, idleMillis: 50 });
  const reason = 'no data from /user/ada/tracklens/api for 0.05 s after 300 bytes of 1.5 kB';
  await assert.rejects(body.bytes(), { code: 'timeout', reason });
});

test('a slow reader does not cause a timeout', async () => {
  const { transport } = page(async ({ signal }) => abortable(slowly(3, 1), signal!));
  const { body } = await transport.send({ ...read, idleMillis: 50 });
  const work = () => new Promise((done) => setTimeout(done, 80));
  await work();
  let received = 0;
  for await (const chunk of body) {
    await work();
    received += chunk.byteLength;
  }
  assert.equal(received, 300);
});

test('a download without a response is a timeout; an upload has time for its size', async () => {
  const answeredAfter = (millis: number) =>
    page(async ({ signal }) => {
      await Promise.race([untilAborted(signal!), new Promise((done) => setTimeout(done, millis))]);
      return new Response('{}');
    });
  const limits = { timeoutMillis: 20, idleMillis: 100 };
  await assert.rejects(answeredAfter(300).transport.send({ ...read, ...limits }), { code: 'timeout' });
  const upload = { ...request('POST', 'write/experiment/upload-asset'), ...limits, body: new Uint8Array(5_000_000) };
  assert.equal((await answeredAfter(200).transport.send(upload)).status, 200);
});

test('outside of a page, a redirect is followed within its origin only, since it would carry the key', async () => {
  const urls: string[] = [];
  const transport = fetchTransport({
    baseUrl: 'http://service.example',
    headers: () => ({ authorization: 'key' }),
    fetch: async (url, { redirect }) => {
      urls.push(url);
      assert.equal(redirect, 'manual');
      if (urls.length === 1) return new Response(null, { status: 302, headers: { location: '/moved?a=b' } });
      return new Response(null, { status: 302, headers: { location: 'http://other.example/' } });
    },
  });
  await assert.rejects(transport.send(request('GET', 'workspaces')), { code: 'forbidden' });
  assert.deepEqual(urls, ['http://service.example/api/rest/v2/workspaces', 'http://service.example/moved?a=b']);
});

test('a redirect to an invalid address is a malformed response', async () => {
  const transport = fetchTransport({
    baseUrl: 'http://service.example',
    fetch: async () => new Response(null, { status: 302, headers: { location: 'http://' } }),
  });
  const reason = 'the service redirects the call to an invalid address, http://';
  await assert.rejects(transport.send(request('GET', 'workspaces')), { code: 'malformed', reason });
});
