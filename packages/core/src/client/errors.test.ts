import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOfStatus, copyWith, isRestApiException, RestApiException, type RestErrorCode } from './errors.ts';

for (const [status, code] of [
  [400, 'invalid'],
  [401, 'unauthorized'],
  [402, 'payment-required'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [409, 'invalid'],
  [429, 'rate-limited'],
  [500, 'server'],
  [503, 'server'],
] as const satisfies readonly (readonly [number, RestErrorCode])[]) {
  test(`the status ${status} is ${code}`, () => assert.equal(codeOfStatus(status), code));
}

test('an error code for absent data is not-found, with any status', () => {
  for (const absent of [90210, 90219, 42006, 42008, 624522, 624523])
    assert.equal(codeOfStatus(400, absent), 'not-found');
  assert.equal(codeOfStatus(400, 42001), 'invalid');
  assert.equal(codeOfStatus(403, 42008), 'forbidden');
});

test('an error code for an unknown key is unauthorized, with any status', () => {
  for (const status of [400, 401, 403]) assert.equal(codeOfStatus(status, 90212), 'unauthorized');
});

test('a message begins with the operation and ends with the remedy', () => {
  const error = RestApiException.of({ code: 'not-found', operation: 'getProject', reason: 'no such project' });
  assert.match(error.message, /^getProject: no such project\. .*Check the name/);
});

test('the error of a file that is stored elsewhere names its link', () => {
  const reason = 'the asset is stored elsewhere';
  const error = RestApiException.of({
    code: 'not-found',
    operation: 'getAsset',
    reason,
    data: { link: 's3://a/b' },
  });
  assert.equal(error.message, 'getAsset: the asset is stored elsewhere. Read it from "s3://a/b".');
});

test('the code of an exception is checked when it is compiled', () => {
  // @ts-expect-error
  RestApiException.of({ code: 'not_found', reason: 'no such project' });
});

test('an exception gets the name of its operation once', () => {
  const below = RestApiException.of({ code: 'timeout', reason: 'no answer within 10 s' });
  const named = RestApiException.from(below, 'getMetrics');
  assert.equal(named.operation, 'getMetrics');
  assert.equal(RestApiException.from(named, 'query'), named);
});

test('any thrown value becomes an exception with it as the cause', () => {
  const details = { code: 'not-found', reason: 'details of a failure' };
  for (const thrown of [new Error('broken'), new TypeError('no function'), 'text', null, undefined, 7, details]) {
    const error = RestApiException.from(thrown, 'getTags');
    assert.equal(error.code, 'internal');
    assert.equal(error.cause, thrown);
  }
  assert.equal(RestApiException.from(new DOMException('stop', 'AbortError')).code, 'aborted');
  assert.equal(RestApiException.from(new DOMException('late', 'TimeoutError')).code, 'timeout');
});

test('an error of the program is named in the message, with its cause', () => {
  const { message } = RestApiException.from(new TypeError('pool.dispatch is not a function'), 'getTags');
  assert.match(message, /^getTags: unexpected error \(TypeError: pool\.dispatch is not a function\)\. .*its cause\.$/);
});

test('a failure with another description retains everything else', () => {
  const failure = RestApiException.of({
    code: 'server',
    operation: 'logMetrics',
    reason: 'the disk is full',
    status: 507,
    sdkErrorCode: 90,
    retryAfterMillis: 2000,
    remedy: 'Free some space',
    cause: new Error('ENOSPC'),
  });
  const changed = copyWith(failure, { reason: 'the disk is full (the first 20 of 30 points were stored before)' });
  assert.equal(
    changed.message,
    'logMetrics: the disk is full (the first 20 of 30 points were stored before). Free some space.',
  );
  assert.deepEqual({ ...changed, reason: failure.reason }, { ...failure });
  assert.equal(changed.cause, failure.cause);
});

test('an exception of another realm is recognized', () => {
  const foreign = { [Symbol.for('@tracklens/RestApiException')]: true, code: 'server', operation: '' };
  assert.ok(isRestApiException(foreign));
  assert.ok(!isRestApiException({ code: 'server' }));
  assert.ok(!isRestApiException(null));
});
