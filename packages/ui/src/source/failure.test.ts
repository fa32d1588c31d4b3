import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException, type RestErrorCode } from '@tracklens/core/client';
import { failure, failureOf } from './failure.ts';

for (const [code, kind, passing] of [
  ['unauthorized', 'unauthorized', false],
  ['payment-required', 'forbidden', false],
  ['not-found', 'absent', false],
  ['rate-limited', 'limited', true],
  ['unreachable', 'unreachable', true],
  ['timeout', 'unreachable', true],
  ['malformed', 'foreign', false],
  ['server', 'broken', true],
  ['internal', 'internal', false],
] as const satisfies readonly (readonly [RestErrorCode, string, boolean])[]) {
  test(`${code} is said as ${kind}, with a way out`, () => {
    const found = failureOf(RestApiException.from({ code, reason: 'x' }, 'getMetrics'));
    assert.deepEqual([found.kind, found.passing], [kind, passing]);
    assert.ok(found.remedy.length > 5);
  });
}

test('a refusal and an absence keep the words of the service, as a sentence', () => {
  for (const code of ['invalid', 'not-found'] as const) {
    const found = failureOf(RestApiException.from({ code, reason: 'there is no column los' }));
    assert.equal(found.message, 'there is no column los.');
  }
});

test('what is no error at all is still said', () => {
  for (const thrown of [undefined, null, 'text', 5, {}]) assert.equal(failureOf(thrown).kind, 'broken');
});

test('a failure that was made here passes unchanged', () => {
  const made = failure('absent', 'The saved copy does not hold this.');
  assert.equal(failureOf(made), made);
});
