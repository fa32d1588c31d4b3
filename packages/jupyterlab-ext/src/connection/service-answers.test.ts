import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferedBody, type Transport } from '@tracklens/core/client';
import { type NoAnswer, serviceAnswers } from './service-answers.ts';

function answering(status: number, headers: Record<string, string>, text: string): Transport {
  return { send: async () => ({ status, headers, body: bufferedBody(new TextEncoder().encode(text)) }) };
}

const request = { method: 'GET', path: '/x', query: [], timeoutMillis: 1000 } as const;
const failure = ({ code, reason }: NoAnswer) => new Error(`${code}: ${reason}`);

test("the service's own answers pass, its errors too", async () => {
  for (const status of [200, 404, 502]) {
    const response = await serviceAnswers(answering(status, {}, 'body'), failure).send(request);
    assert.equal(response.status, status);
    assert.equal(await response.body.text(), 'body');
  }
});

test('an answer of the proxy alone is no answer, with its reason', async () => {
  for (const [why, text, message] of [
    ['unreachable', '{"msg":"down"}', /^unreachable: down$/],
    ['timeout', '{"msg":"slow"}', /^timeout: slow$/],
    ['unreachable', '<html>', /^unreachable: The service did not answer$/],
  ] as const) {
    const transport = serviceAnswers(answering(502, { 'x-tracklens-no-answer': why }, text), failure);
    await assert.rejects(transport.send(request), { message });
  }
});
