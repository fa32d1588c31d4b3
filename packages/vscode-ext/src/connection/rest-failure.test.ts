import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from '@tracklens/ui/trees';
import { ConnectionProblem } from './connection.ts';
import { restFailure } from './rest-failure.ts';

/** Returns what a panel shows for the problem of its connection. */
function shown(problem: ConnectionProblem) {
  const { kind, message, remedy } = failureOf(restFailure(problem));
  return [kind, message, remedy];
}

test('a panel without a service says so, and not that its key is rejected', () => {
  assert.deepEqual(shown(new ConnectionProblem('signed-out', 'The service of this connection was stopped.')), [
    'unauthorized',
    'The service of this connection was stopped.',
    'Sign in, start a local service, or try with demo data.',
  ]);
  assert.deepEqual(shown(new ConnectionProblem('misconfigured', 'No URL.', { remedy: 'Set one.' })), [
    'unauthorized',
    'No URL.',
    'Set one.',
  ]);
});

test('a panel whose key is rejected shows the usual message', () => {
  assert.deepEqual(shown(new ConnectionProblem('unauthorized', 'lab.example does not accept the API key.')), [
    'unauthorized',
    'The service does not accept the API key.',
    'Sign in again, or set a valid API key where the service is configured.',
  ]);
});
