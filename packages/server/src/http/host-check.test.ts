import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostCheck } from './host-check.ts';

const asking = (host: string) => new Request('http://127.0.0.1/', { headers: { host } });
const fits = (host: string, allowed: readonly string[] = []) =>
  hostCheck([...allowed, 'addressed'])(asking(host), { origin: 'http://addressed' });

test('requests for the loopback address pass, by any of its names and with any port', () => {
  for (const host of [
    '127.0.0.1',
    'localhost',
    'LocalHost',
    '[::1]',
    '127.0.0.1:5173',
    'localhost:80',
    '[::1]:65535',
  ]) {
    assert.ok(fits(host), host);
  }
});

test('requests for any other host are rejected, however its name begins or ends', () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'localhost.evil.example:5173',
    'localhost:80.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1:5173.evil.example',
    '[::1].evil.example',
    '[::1]:80.evil.example',
    'evil.localhost',
    'evil-localhost',
    'xlocalhost',
    'evil.example:127.0.0.1',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost.',
    'localhost:',
    'localhost:80:80',
    'localhost:x',
    '127.0.0.11',
    '127.0.0.2',
    '0.0.0.0',
    '[::]',
    '::1',
    '',
  ]) {
    assert.ok(!fits(host), host);
  }
});

test('a rejected host is still rejected after an accepted one', () => {
  const check = hostCheck();
  const ask = (host: string) => check(asking(host), { origin: 'http://127.0.0.1' });
  assert.deepEqual(['localhost', 'evil.example', 'localhost', 'evil.example', 'evil.example'].map(ask), [
    true,
    false,
    true,
    false,
    false,
  ]);
});

test('other host names are accepted only where they are allowed', () => {
  assert.ok(fits('Tracklens.Lab:8080', ['tracklens.lab']));
  assert.ok(fits('tracklens.lab', ['Tracklens.Lab']));
  assert.ok(!fits('tracklens.lab.evil.example', ['tracklens.lab']));
  assert.ok(!fits('evil.tracklens.lab', ['tracklens.lab']));
});

test('the address of a request is checked as its Host header is', () => {
  const check = hostCheck();
  for (const request of [asking('localhost'), new Request('http://localhost/')]) {
    assert.ok(check(request, { origin: 'http://localhost:5173' }));
    assert.ok(!check(request, { origin: 'http://localhost.evil.example' }));
    assert.ok(!check(request, { origin: 'http://evil.example' }));
  }
});
