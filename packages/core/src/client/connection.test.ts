import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyEndpoint, contract } from '../contract/index.ts';
import { fakeTransport } from '../testing/fake-transport.ts';
import { Connection } from './connection.ts';

const rejecting = () => fakeTransport(() => ({ status: 401, json: { msg: 'unknown key' } }));

test('the error of a rejected key says once where the key is from', async () => {
  const connection = new Connection({ transport: rejecting(), keyLocation: '/home/ada/.service.config' });
  await assert.rejects(connection.call('getWorkspaces', contract.account.workspaces, {}), {
    message: 'getWorkspaces: unknown key. The API key is from /home/ada/.service.config: replace it there.',
  });
});

test('without a known location the error lists where a key can be set', async () => {
  const connection = new Connection({ transport: rejecting() });
  await assert.rejects(connection.call('getWorkspaces', contract.account.workspaces, {}), /Check the API key: sign in/);
});

test('a failure to recover what earlier processes have left is a warning', () => {
  const warnings: string[] = [];
  const recover = () => {
    throw new Error('EIO: i/o error, scandir');
  };
  const warn = (message: string) => warnings.push(message);
  const connection = new Connection({ transport: rejecting(), warn }, { recover });
  connection.recoverOnce();
  connection.recoverOnce();
  assert.deepEqual(warnings, ['Unsent data of earlier processes cannot be read: EIO: i/o error, scandir.']);
});

test('a request that was prepared earlier has the time limit of its endpoint, and that of silence', async () => {
  const transport = fakeTransport(() => ({}));
  const connection = new Connection({ transport, timeouts: { call: 500 } });
  const send = async ({ method, path }: AnyEndpoint) => {
    const request = { method, path, query: [], headers: {}, body: new Uint8Array() };
    await connection.callPrepared('log', request);
    const { timeoutMillis, idleMillis } = transport.sent.at(-1)!;
    return { timeoutMillis, idleMillis };
  };
  assert.deepEqual(await send(contract.metrics.log), { timeoutMillis: 500, idleMillis: 60_000 });
  assert.deepEqual(await send(contract.assets.upload), { timeoutMillis: 900_000, idleMillis: 60_000 });
});

test('timeouts that are no times, or have an unknown name, are rejected', () => {
  for (const timeouts of [{ call: -1 }, { call: Number.NaN }, { call: '500' }, { read: 500 }]) {
    assert.throws(() => new Connection({ transport: rejecting(), timeouts: timeouts as object }), {
      code: 'invalid',
      reason: 'timeouts must map call, list, upload, download, idle to numbers of 0 or more',
    });
  }
});
