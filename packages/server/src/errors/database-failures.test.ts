import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommitUnknown, databaseErrorResponse } from './database-failures.ts';

const failure = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

const cases: readonly (readonly [error: unknown, status: number, says: RegExp, mayPass: boolean])[] = [
  [failure('connect ECONNREFUSED 10.0.0.7:5432', 'ECONNREFUSED'), 503, /database .* cannot be reached/, true],
  [failure('getaddrinfo ENOTFOUND db', 'ENOTFOUND'), 503, /database .* cannot be reached/, true],
  [failure('timeout exceeded when trying to connect'), 503, /database .* cannot be reached/, true],
  [failure('sorry, too many clients already', '53300'), 503, /database .* accepts no more connections/, true],
  [failure('the database system is starting up', '57P03'), 503, /database .* is starting or shutting down/, true],
  [failure('terminating connection', '57P01'), 503, /database .* is starting or shutting down/, true],
  [failure('Connection terminated unexpectedly'), 503, /database .* was lost, and nothing was stored/, true],
  [failure('cannot execute INSERT in a read-only transaction', '25006'), 503, /database .* read-only/, true],
  [failure('password authentication failed for user "ada"', '28P01'), 503, /database .* denied access/, false],
  [failure('database "tracklens" does not exist', '3D000'), 503, /database .* denied access/, false],
  [new CommitUnknown(), 502, /database .* check whether it is stored/, false],
];

for (const [error, status, says, mayPass] of cases) {
  test(`${error} is reported as ${status}${mayPass ? ', to be sent again' : ''}`, () => {
    const response = databaseErrorResponse(error)!;
    assert.equal(response.status, status);
    assert.match(response.message, says);
    assert.equal('retry-after' in response.headers, mayPass);
    // The message reveals neither the address of the database nor its user.
    assert.doesNotMatch(response.message, /10\.0\.0\.7|ada|"tracklens"/);
  });
}

test('another error is not attributed to the database', () => {
  for (const error of [failure('duplicate key', '23505'), new TypeError('x is undefined'), null, 'text']) {
    assert.equal(databaseErrorResponse(error), null);
  }
});
