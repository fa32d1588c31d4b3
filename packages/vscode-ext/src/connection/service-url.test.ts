import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isClearTextOverNetwork, readServiceUrl } from './service-url.ts';

for (const [given, expected] of [
  ['http://127.0.0.1:5000', 'http://127.0.0.1:5000'],
  ['http://127.0.0.1:5000/clientlib/', 'http://127.0.0.1:5000'],
  ['  https://host.example/api/rest/v2/workspaces ', 'https://host.example'],
  ['https://host.example/prefix/clientlib/rest/v2', 'https://host.example/prefix'],
  ['127.0.0.1:5000', 'http://127.0.0.1:5000'],
  ['localhost:5000/', 'http://localhost:5000'],
  ['host.example', 'https://host.example'],
  ['[::1]:8080', 'http://[::1]:8080'],
]) {
  test(`the address ${given} means ${expected}`, () =>
    assert.deepEqual(readServiceUrl(given!), { ok: true, url: expected }));
}

for (const given of ['', '   ', 'http://', 'ftp://host', 'https://user:secret@host', 'http://a b']) {
  test(`the address ${JSON.stringify(given)} is rejected with what to do`, () => {
    const read = readServiceUrl(given);
    assert.equal(read.ok, false);
    assert.ok(!read.ok && read.problem.length > 10);
    assert.ok(!JSON.stringify(read).includes('secret'));
  });
}

test('a key is sent in clear text only over http to another machine', () => {
  assert.equal(isClearTextOverNetwork('http://host.example'), true);
  assert.equal(isClearTextOverNetwork('http://127.0.0.1:5000'), false);
  assert.equal(isClearTextOverNetwork('http://127.0.0.1.evil.example'), true);
  assert.equal(isClearTextOverNetwork('https://host.example'), false);
});
