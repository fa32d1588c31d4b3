import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { configurationCases, pathsOf } from '../../../core/src/test-support/configuration-case.ts';
import { Connection } from './connection.ts';
import { environmentService, workspaceService } from './service-client.ts';

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
    assert.partialDeepStrictEqual(connection.state, { kind: 'misconfigured', message, ...remedy }, name);
  }
});

test('of several folders the first that names a service decides, before the settings of the user', async (t) => {
  const root = await temporaryFolder(t);
  const folderOf = async (name: string, ...lines: string[]) => {
    const folder = path.join(root, name);
    await mkdir(folder);
    if (lines.length > 0) await writeFile(path.join(folder, '.service.config'), `[service]\n${lines.join('\n')}\n`);
    return folder;
  };
  const settings = (host: string) => [`api_key = key-${host}`, `url_override = http://${host}.example`];
  const plain = await folderOf('plain');
  const second = await folderOf('second', ...settings('second'));
  const third = await folderOf('third', ...settings('third'));
  const foreign = await folderOf('foreign', 'url_override = http://foreign.example');
  const home = await folderOf('home', ...settings('home'));
  const bare = await folderOf('bare');
  const find = async (homeFolder: string, folders: readonly string[], env = {}) =>
    (await workspaceService({ env, homeFolder, folders }))?.url ?? null;
  assert.equal(await find(bare, [plain, second, third]), 'http://second.example');
  assert.equal(await find(home, [plain, third, second]), 'http://third.example');
  assert.equal(await find(home, [plain, bare]), 'http://home.example');
  assert.equal(await find(home, []), 'http://home.example');
  assert.equal(await find(bare, [plain, bare]), null);
  const env = { SERVICE_API_KEY: 'own', SERVICE_URL_OVERRIDE: 'http://environment.example' };
  assert.equal(await find(home, [plain, second], env), 'http://environment.example');
  // A key from elsewhere goes to no address of a folder, whichever of them it is.
  await assert.rejects(find(home, [plain, foreign, second]), { code: 'misconfigured' });
});
