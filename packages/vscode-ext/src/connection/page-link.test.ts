import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferedBody, RestApiException, type Transport, type WireRequest } from '@tracklens/core/client';
import { pageLink } from './page-link.ts';

const page = new URL('http://127.0.0.1:5000/team/vision?viewId=1');

function answering(status: number, text: string, asked: WireRequest[] = []): Transport {
  return {
    async send(request) {
      asked.push(request);
      return { status, headers: {}, body: bufferedBody(new TextEncoder().encode(text)) };
    },
  };
}

test('the local service gives a link that signs the browser in for this page', async () => {
  const asked: WireRequest[] = [];
  const link = 'http://127.0.0.1:5000/api/page/sign-in/once';
  assert.equal(await pageLink(answering(200, JSON.stringify({ url: link }), asked), page), link);
  assert.equal(new TextDecoder().decode(asked[0]!.body as Uint8Array), '{"path":"/team/vision?viewId=1"}');
});

for (const [what, transport] of [
  ['a service that knows no such link', answering(404, '{}')],
  ['an answer that is no JSON', answering(200, '<html>')],
  ['a link to another place', answering(200, '{"url":"http://127.0.0.1:6000/x"}')],
  [
    'a service that does not answer',
    {
      send: () => Promise.reject(RestApiException.from({ code: 'unreachable', reason: 'no' })),
    } satisfies Transport,
  ],
] as const) {
  test(`${what}: the page is opened by its own address`, async () =>
    assert.equal(await pageLink(transport, page), page.href));
}

test('a service elsewhere is never asked', async () => {
  const asked: WireRequest[] = [];
  const elsewhere = new URL('https://host.example/team/vision');
  assert.equal(await pageLink(answering(200, '{}', asked), elsewhere), elsewhere.href);
  assert.deepEqual(asked, []);
});
