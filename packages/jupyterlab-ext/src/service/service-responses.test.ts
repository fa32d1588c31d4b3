import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferedBody, type Transport } from '@tracklens/core/client';
import { type NoResponse, withConnectionErrors } from './service-responses.ts';

function respondingWith(status: number, headers: Record<string, string>, text: string): Transport {
  return { send: async () => ({ status, headers, body: bufferedBody(new TextEncoder().encode(text)) }) };
}

const request = { method: 'GET', path: '/x', query: [], timeoutMillis: 1000 } as const;
const failure = ({ code, reason }: NoResponse) => new Error(`${code}: ${reason}`);

test("the service's own responses pass, its errors too", async () => {
  for (const status of [200, 404, 502]) {
    const headers = { 'x-tracklens-proxy': '1' };
    const response = await withConnectionErrors(respondingWith(status, headers, 'body'), failure).send(request);
    assert.equal(response.status, status);
    assert.equal(await response.body.text(), 'body');
  }
});

test('an error response of the proxy is reported as unreachable, with its reason', async () => {
  for (const [why, text, message] of [
    ['unreachable', '{"msg":"down"}', /^unreachable: down$/],
    ['timeout', '{"msg":"slow"}', /^timeout: slow$/],
    ['unreachable', '<html>', /^unreachable: The service did not respond$/],
  ] as const) {
    const transport = withConnectionErrors(respondingWith(502, { 'x-tracklens-no-answer': why }, text), failure);
    await assert.rejects(transport.send(request), { message });
  }
});

test('a server without the proxy is reported as such', async () => {
  const transport = withConnectionErrors(respondingWith(404, {}, '<html>'), failure);
  await assert.rejects(transport.send(request), {
    message: 'unreachable: This Jupyter server has no Tracklens server extension',
  });
});

test('a missing configuration is reported with the message and remedy of the Jupyter server', async () => {
  const body = '{"msg":"No service is configured.","remedy":"Start one."}';
  const headers = { 'x-tracklens-proxy': '1', 'x-tracklens-no-answer': 'not-configured' };
  const given: NoResponse[] = [];
  const transport = withConnectionErrors(respondingWith(502, headers, body), (one) => {
    given.push(one);
    return new Error('none');
  });
  await assert.rejects(transport.send(request));
  assert.deepEqual(given, [{ code: 'unreachable', reason: 'No service is configured.', remedy: 'Start one.' }]);
});
