import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionColor, connectionNameFor } from './connection-profile.ts';

test('a connection is named for the host of its address', () => {
  for (const [address, name] of [
    ['https://tracker.example/clientlib/', 'tracker.example'],
    [' 127.0.0.1:8080 ', '127.0.0.1:8080'],
    ['http://', ''],
    ['', ''],
  ] as const) {
    assert.equal(connectionNameFor(address), name, address);
  }
});

test('an unknown color of a stored connection is blue', () => {
  assert.deepEqual(
    [connectionColor('red'), connectionColor('url(x)'), connectionColor(undefined)],
    ['red', 'blue', 'blue'],
  );
});
