import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationCases, pathsOf } from '../../../core/src/test-support/configuration-case.ts';
import { Connection } from './connection.ts';
import { environmentService } from './service-client.ts';

test('each case of the table connects with its key and address, or the state reports why not', async (t) => {
  const addresses = { own: 'http://127.0.0.1:4711', other: 'https://other.example' };
  const cases = await configurationCases(t, addresses);
  const ofEditor = cases.filter(({ argument }) => Object.keys(argument).length === 0);
  assert.ok(ofEditor.length > 30);
  for (const one of ofEditor) {
    const { expected, name } = one;
    const connection = new Connection({
      find: () => environmentService(pathsOf(one)),
      connect: async ({ apiKey, url }) => ({ apiKey, url }),
    });
    if ('found' in expected) {
      assert.deepEqual(await connection.client(), expected.found, name);
      continue;
    }
    const message = `${expected.message[0]!.toUpperCase()}${expected.message.slice(1)}.`;
    const remedy = expected.remedy === null ? {} : { remedy: `${expected.remedy}.` };
    await assert.rejects(connection.client(), { code: 'misconfigured', message, ...remedy }, name);
    assert.deepEqual(connection.state, { kind: 'misconfigured', message }, name);
  }
});
