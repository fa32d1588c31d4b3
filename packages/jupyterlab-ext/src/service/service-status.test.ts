import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readServiceStatus } from './service-status.ts';

const configured = { id: 'configured', configured: true, url: 'https://example.com', source: 'the environment' };

for (const status of [
  configured,
  { ...configured, id: 'a', name: 'Team', color: 'blue', dataFolder: '' },
  { id: null, configured: false, message: 'There is no API key.', remedy: 'Sign in.' },
]) {
  test(`a status with the fields ${Object.keys(status).join(', ')} is read`, () => {
    assert.equal(readServiceStatus(status), status);
  });
}

for (const [what, status] of [
  ['no object', null],
  ['no state', { id: 'a', url: 'https://example.com' }],
  ['no address', { ...configured, url: undefined }],
  ['no remedy', { id: 'a', configured: false, message: 'There is no API key.' }],
  ['a name that is no text', { ...configured, name: 1 }],
] as const) {
  test(`a status with ${what} is of another version`, () => {
    assert.throws(() => readServiceStatus(status), {
      name: 'RejectedRequest',
      message: /is of another version\. Install/,
    });
  });
}
