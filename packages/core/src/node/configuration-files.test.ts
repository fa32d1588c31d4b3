import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { readConfiguration } from './configuration-files.ts';

async function folders(context: TestContext, files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder(context);
  for (const name of ['work', 'home', 'named']) await mkdir(join(root, name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  const env = (more: Record<string, string> = {}) => ({
    workingFolder: join(root, 'work'),
    homeFolder: join(root, 'home'),
    env: more,
  });
  return { root, env };
}

const ini = (section: string, values: Record<string, string>) =>
  [`[${section}]`, ...Object.entries(values).map(([name, value]) => `${name} = ${value}`)].join('\n');

test('a key of the working folder combines with a workspace of the home folder', async (t) => {
  const { env } = await folders(t, {
    'work/.service.config': ini('service', { api_key: 'k1' }),
    'home/.service.config': ini('service', { api_key: 'k2', workspace: 'ada' }),
  });
  const { apiKey, workspace } = readConfiguration(env());
  assert.deepEqual([apiKey, workspace], ['k1', 'ada']);
});

test('the order is: environment, .env, the named file, the working folder, home', async (t) => {
  const { root, env } = await folders(t, {
    'work/.env': 'COMET_API_KEY="dotenv"\n# comment\nSERVICE_WORKSPACE=w-dotenv\n',
    'named/.comet.config': ini('comet', { api_key: 'named', workspace: 'w-named', project_name: 'p-named' }),
    'work/.service.config': ini('service', { api_key: 'work', project_name: 'p-work', url_override: 'http://work:1/' }),
    'home/.comet.config': ini('comet', { api_key: 'home', url_override: 'http://home:1/' }),
  });
  const named = { COMET_CONFIG: join(root, 'named') };
  assert.deepEqual(readConfiguration(env(named)), {
    apiKey: 'dotenv',
    keyLocation: `${join(root, 'work', '.env')} (COMET_API_KEY)`,
    workspace: 'w-dotenv',
    projectName: 'p-named',
    url: 'http://work:1',
  });
  const url = 'http://own:1';
  assert.equal(readConfiguration(env({ ...named, SERVICE_API_KEY: 'environment' }), { url }).apiKey, 'environment');
  assert.equal(readConfiguration(env(named), { apiKey: 'given', url }).apiKey, 'given');
});

test('other sections are not settings', async (t) => {
  const { env } = await folders(t, { 'work/.service.config': ini('comet.logging', { api_key: 'no' }) });
  assert.equal(readConfiguration(env()).apiKey, null);
});

test('an invalid URL in a file is rejected with the name of the file', async (t) => {
  const { env } = await folders(t, { 'work/.service.config': ini('service', { url_override: 'not an address' }) });
  assert.throws(() => readConfiguration(env()), { code: 'invalid' });
});

test('without a working folder no file of it is read', async (t) => {
  const { env } = await folders(t, { 'work/.service.config': ini('service', { api_key: 'k' }) });
  assert.equal(readConfiguration({ ...env(), workingFolder: null }).apiKey, null);
});

test('a named file that cannot be read is rejected with its variable', async (t) => {
  const { root, env } = await folders(t, {});
  const path = join(root, 'loop');
  await symlink(path, path);
  const reason = `the settings file ${path}, named by SERVICE_CONFIG, cannot be read`;
  assert.throws(() => readConfiguration(env({ SERVICE_CONFIG: path })), { code: 'invalid', reason });
});
