import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback } from './loopback.ts';

for (const [hostname, here] of [
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.0.1.1', true],
  ['[::1]', true],
  ['[::2]', false],
  ['host.example', false],
  ['127.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['10.127.0.0', false],
  ['', false],
] as const) {
  test(`“${hostname}” is ${here ? '' : 'not '}this machine`, () => assert.equal(isLoopback(hostname), here));
}
