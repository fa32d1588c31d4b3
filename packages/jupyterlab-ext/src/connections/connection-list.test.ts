import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConnectionList } from './connection-list.ts';

const connection = { id: 'a', name: 'Team', color: 'blue', url: 'https://example.com', startedHere: false };
const list = {
  active: 'a',
  started: null,
  connections: [connection],
  configured: null,
  defaultFolder: '/home/ada/.tracklens',
};

for (const read of [
  list,
  { ...list, active: null, started: 'a', connections: [{ ...connection, dataFolder: '/data' }] },
  { ...list, configured: { url: 'https://example.com', source: 'the environment' } },
]) {
  test(`the list ${JSON.stringify(read)} is read`, () => assert.equal(readConnectionList(read), read));
}

for (const [what, other] of [
  ['no object', null],
  ['no connections', { ...list, connections: undefined }],
  ['a started connection that is no id', { ...list, started: 1 }],
  ['no default folder', { ...list, defaultFolder: undefined }],
  ['a connection that is no object', { ...list, connections: ['a'] }],
  [
    'a connection without the program that started it',
    { ...list, connections: [{ ...connection, startedHere: undefined }] },
  ],
  ['a configured service without an address', { ...list, configured: { source: 'the environment' } }],
] as const) {
  test(`a list with ${what} is of another version`, () => {
    assert.throws(() => readConnectionList(other), {
      name: 'RejectedRequest',
      message: /is of another version\. Install/,
    });
  });
}
