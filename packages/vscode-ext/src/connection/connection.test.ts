import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, ConnectionProblem, type ServiceConfiguration } from './connection.ts';

const configuration: ServiceConfiguration = { url: 'http://127.0.0.1:1', apiKey: 'secret', source: 'sign-in' };

test('no service is looked up before the first request', () => {
  const connection = new Connection({
    find: () => assert.fail('looked for a configuration'),
    connect: () => assert.fail('connected'),
  });
  assert.equal(connection.state.kind, 'idle');
});

test('concurrent requests share one connection', async () => {
  let connects = 0;
  const connection = new Connection({ find: async () => configuration, connect: async () => ++connects });
  assert.deepEqual(await Promise.all([connection.client(), connection.client()]), [1, 1]);
  assert.equal(await connection.client(), 1);
  assert.deepEqual(connection.state, { kind: 'connected', url: configuration.url, source: 'sign-in' });
});

test('without a configuration the state is signed out, and the next request looks again', async () => {
  let found: ServiceConfiguration | null = null;
  const connection = new Connection({ find: async () => found, connect: async () => 'client' });
  await assert.rejects(connection.client(), { name: 'ConnectionProblem', code: 'signed-out' });
  assert.equal(connection.state.kind, 'signed-out');
  found = configuration;
  assert.equal(await connection.client(), 'client');
});

test('a rejected key is distinguished from a service that does not respond', async () => {
  for (const kind of ['unauthorized', 'unreachable'] as const) {
    const connection = new Connection({
      find: async () => configuration,
      connect: async () => {
        throw new ConnectionProblem(kind, 'no', { remedy: 'Wait.' });
      },
    });
    await assert.rejects(connection.client(), { code: kind });
    assert.deepEqual(connection.state, { kind, message: 'no', remedy: 'Wait.' });
  }
});

test('a connection attempt from before a reset does not change the state', async () => {
  const slow = Promise.withResolvers<string>();
  const states: string[] = [];
  const connection = new Connection({ find: async () => configuration, connect: () => slow.promise });
  connection.subscribe((state) => states.push(state.kind));
  const old = connection.client();
  while (connection.state.kind !== 'connecting') await null;
  connection.reset();
  slow.resolve('old');
  assert.equal(await old, 'old');
  assert.deepEqual(states, ['connecting', 'idle']);
});
