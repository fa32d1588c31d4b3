import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request, untilAborted } from '../testing/fake-transport.ts';
import { fetchTransport } from './fetch-transport.ts';

const read = request('GET', 'experiment/tags', { experimentKey: 'a b' });

function page(answer: (init: RequestInit) => Promise<Response> = async () => new Response('{"tags":[]}')) {
  const calls: [url: string, init: RequestInit][] = [];
  const transport = fetchTransport({
    baseUrl: '/user/ada/tracklens/api/',
    headers: () => ({ 'x-xsrftoken': 'token' }),
    fetch: (url, init) => {
      calls.push([url, init]);
      return answer(init);
    },
  });
  return { calls, transport };
}

test('a request goes below the prefix, with the tokens of the host and no key', async () => {
  const { calls, transport } = page();
  const response = await transport.send(read);
  assert.equal(await response.body.text(), '{"tags":[]}');
  const [url, init] = calls[0]!;
  assert.equal(url, '/user/ada/tracklens/api/api/rest/v2/experiment/tags?experimentKey=a%20b');
  assert.deepEqual(init.headers, { 'x-xsrftoken': 'token' });
});

test('a body that comes as a stream is sent whole', async () => {
  const { calls, transport } = page();
  async function* body() {
    yield new TextEncoder().encode('one ');
    yield new TextEncoder().encode('two');
  }
  await transport.send({ ...request('POST', 'write/experiment/upload-asset'), body: body() });
  assert.equal(new TextDecoder().decode(calls[0]![1].body as Uint8Array), 'one two');
});

test('an answer streams', async () => {
  const { transport } = page(async () => new Response(new Blob(['a', 'b']).stream(), { status: 206 }));
  const { status, body } = await transport.send(read);
  let text = '';
  for await (const piece of body) text += new TextDecoder().decode(piece);
  assert.deepEqual([status, text], [206, 'ab']);
});

test('an abort, the time and a lost connection are told apart', async () => {
  const abort = new AbortController();
  const never = page((init) => untilAborted(init.signal ?? undefined));
  const sent = never.transport.send(read, abort.signal);
  abort.abort();
  await assert.rejects(sent, { code: 'aborted' });
  await assert.rejects(never.transport.send({ ...read, timeoutMillis: 10 }), { code: 'timeout' });
  const lost = page(() => Promise.reject(new TypeError('Failed to fetch')));
  await assert.rejects(lost.transport.send(read), { code: 'unreachable' });
});

test('an answer that breaks off says so, and an error of the program is not taken for a lost connection', async () => {
  const broken = (error: Error) => new ReadableStream({ pull: (controller) => controller.error(error) });
  const lost = page(async () => new Response(broken(new TypeError('network error'))));
  await assert.rejects((await lost.transport.send(read)).body.text(), {
    code: 'unreachable',
    message: /broke off amid the answer/,
  });
  const cause = new TypeError('x is not a function');
  const wrong = page(() => Promise.reject(cause));
  await assert.rejects(wrong.transport.send(read), { code: 'internal', cause });
});
