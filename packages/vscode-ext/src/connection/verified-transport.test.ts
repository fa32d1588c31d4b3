import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferedBody, type Transport, type WireRequest } from '@tracklens/core/client';
import { verifiedTransport } from './verified-transport.ts';

const request: WireRequest = { method: 'GET', path: '/api/rest/v2/workspaces', query: [], timeoutMillis: 1000 };
const other: WireRequest = { ...request, path: '/api/rest/v2/projects' };

/** Returns a transport that numbers its responses. */
function counting(status = 200): Transport {
  let sent = 0;
  return {
    async send() {
      return { status, headers: {}, body: bufferedBody(new TextEncoder().encode(String(++sent))) };
    },
  };
}

const textOf = async (transport: Transport, one: WireRequest) => (await transport.send(one)).body.text();

test('the first response answers equal requests for a second', async () => {
  let millis = 0;
  const transport = verifiedTransport(counting(), () => millis);
  assert.equal(await textOf(transport, request), '1');
  assert.equal(await textOf(transport, request), '1');
  millis = 999;
  assert.equal(await textOf(transport, request), '1');
  millis = 1000;
  assert.equal(await textOf(transport, request), '2');
  assert.equal(await textOf(transport, request), '3');
});

test('another request, and thus every write, ends the reuse', async () => {
  const transport = verifiedTransport(counting(), () => 0);
  assert.equal(await textOf(transport, request), '1');
  assert.equal(await textOf(transport, other), '2');
  assert.equal(await textOf(transport, request), '3');
});

test('a request after the response is discarded, as of a refresh, is sent', async () => {
  const transport = verifiedTransport(counting(), () => 0);
  assert.equal(await textOf(transport, request), '1');
  transport.discard();
  assert.equal(await textOf(transport, request), '2');
});

test('a failed response is not used again', async () => {
  const transport = verifiedTransport(counting(401), () => 0);
  assert.equal((await transport.send(request)).status, 401);
  assert.equal(await textOf(transport, request), '2');
});
