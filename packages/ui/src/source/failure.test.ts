import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException, type RestErrorCode } from '@tracklens/core/client';
import { english, type Translate } from '../text/translate.ts';
import { failure, failureOf, messageText, remedyText } from './failure.ts';

for (const [code, kind, passing] of [
  ['unauthorized', 'unauthorized', false],
  ['payment-required', 'forbidden', false],
  ['not-found', 'not-found', false],
  ['rate-limited', 'rate-limited', true],
  ['unreachable', 'unreachable', true],
  ['timeout', 'unreachable', true],
  ['malformed', 'malformed', false],
  ['server', 'server', true],
  ['internal', 'internal', false],
] as const satisfies readonly (readonly [RestErrorCode, string, boolean])[]) {
  test(`${code} is reported as ${kind}, with a remedy`, () => {
    const found = failureOf(RestApiException.of({ code, operation: 'getMetrics', reason: 'x' }));
    assert.deepEqual([found.kind, found.passing], [kind, passing]);
    assert.ok(found.remedy.length > 5);
  });
}

test('messages of the service are shown as sentences', () => {
  for (const code of ['invalid', 'not-found'] as const) {
    const found = failureOf(RestApiException.of({ code, reason: 'there is no column los' }));
    assert.equal(found.message, 'there is no column los.');
  }
});

test('an error in the service is reported as such, with its text', () => {
  const text = (error: unknown) => messageText(failureOf(error), english);
  const server = (details: { remedy?: string } = {}) =>
    RestApiException.of({ code: 'server', status: 500, reason: 'boom', ...details });
  assert.equal(text(server()), 'The service returned an error: boom.');
  assert.equal(text(server({ remedy: 'Free some space' })), 'boom.');
  assert.equal(text({ code: 'server' }), 'Something went wrong in the service.');
  assert.equal(text(new Error('no such column')), 'no such column.');
});

test('in another language, the text of the service follows what its code or status means', () => {
  const translate: Translate = Object.assign((sentence: string) => sentence.toUpperCase(), {
    composed: (text: string) => text,
  });
  type Details = Parameters<typeof RestApiException.of>[0];
  const text = (details: Details, t: Translate) => messageText(failureOf(RestApiException.of(details)), t);
  for (const [error, meaning] of [
    [{ code: 'not-found', status: 404, sdkErrorCode: 90210 }, 'THE SERVICE HAS NO SUCH EXPERIMENT.'],
    [{ code: 'invalid', status: 400 }, 'THE SERVICE REJECTED THE REQUEST.'],
    // Rejected by the client.
    [{ code: 'invalid' }, null],
  ] as const) {
    const failed = { ...error, reason: 'no abc' };
    assert.equal(text(failed, translate), meaning === null ? 'no abc.' : `${meaning} (no abc.)`);
    assert.equal(text(failed, english), 'no abc.');
  }
});

test('a thrown value that is no error is reported', () => {
  for (const thrown of [undefined, null, 'text', 5, {}, { kind: 'aborted' }])
    assert.equal(failureOf(thrown).kind, 'server');
});

test('a described failure is not described again', () => {
  const made = failure('not-found', 'The saved copy does not hold this.');
  assert.equal(failureOf(made), made);
});

test('a rate limit is reported with its end and who makes the next attempt', () => {
  const soon = failureOf({ code: 'rate-limited', retryAfterMillis: 120_000 }, 1000);
  assert.equal(soon.retryAtMillis, 121_000);
  for (const [retryAfterMillis, text] of [
    [120_000, /^Too many requests\. The service asks to wait until \d+:\d\d\s[AP]M\.$/],
    [
      3 * 86_400_000,
      /^Too many requests\. The service asks to wait until [A-Z][a-z]{2} \d+, (\d{4}, )?\d+:\d\d\s[AP]M\.$/,
    ],
  ] as const) {
    const found = failureOf(RestApiException.of({ code: 'rate-limited', reason: 'slow down', retryAfterMillis }));
    assert.match(messageText(found, english), text);
    assert.equal(remedyText(found, english, 'automatic'), 'Retries automatically then.');
    assert.equal(remedyText(found, english, 'manual'), 'Retry then.');
  }
});

test('an error with a remedy is shown with its own message', () => {
  const own = RestApiException.of({ code: 'unreachable', reason: 'this server has no proxy', remedy: 'Install it' });
  assert.deepEqual([failureOf(own).message, failureOf(own).remedy], ['this server has no proxy.', 'Install it.']);
  const usual = RestApiException.of({ code: 'unreachable', reason: 'connect ECONNREFUSED' });
  assert.equal(failureOf(usual).message, 'The service cannot be reached.');
});
