import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';

const apiKey = 'names-key-0123456789';

/** Logged names, and the paths at which Windows can store them. */
type Names = readonly (readonly [name: string, onWindows: string])[];
const names: Names = [
  ['plain.txt', 'plain.txt'],
  ['a:b.txt', 'a_b.txt'],
  ['a?b.txt', 'a_b (2).txt'],
  ['deep/what<is>this|"*', 'deep/what_is_this___'],
  ['deep/c:x.bin', 'deep/c_x.bin'],
  ['nul.txt', '_nul.txt'],
  ['end.', 'end_'],
  ['Case.txt', 'Case.txt'],
  ['case.txt', 'case (2).txt'],
];

/** Expected names in archives, in which the service removes the text before a colon. */
const namesOfArchive: Names = [
  ['plain.txt', 'plain.txt'],
  ['a?b.txt', 'a_b.txt'],
  ['a*b.txt', 'a_b (2).txt'],
  ['deep/nul.txt', 'deep/_nul.txt'],
  ['end.', 'end_'],
];

async function servedNames(t: TestContext) {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const warnings: string[] = [];
  const api = new API({ url: service.url, apiKey, cache: false, warn: (message) => warnings.push(message) });
  const logged = async (type: string, names: readonly string[]) => {
    const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'names' });
    for (const name of names) {
      const form = new FormData();
      form.set('file', new Blob([`content of ${name}`]), 'file');
      const fields = new URLSearchParams({ experimentId: experiment.key, fileName: name, type, groupingName: 'net' });
      const answer = await fetch(`${service.url}/clientlib/asset/upload?${fields}`, {
        method: 'POST',
        headers: { authorization: apiKey },
        body: form,
      });
      assert.equal(answer.status, 200, await answer.text());
    }
    return experiment;
  };
  return { folder, api, logged, warnings };
}

async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = files.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')]);
  return Object.fromEntries(await Promise.all(read));
}

test('files of a model whose names point outside of its folder are saved inside', async (t) => {
  const { folder, api, logged, warnings } = await servedNames(t);
  const hostile = ['../up.txt', '/up.txt', 'a/../../up.txt', 'C:\\up.txt', '..'];
  await (await logged('model-element', hostile)).registerModel('net', { registryName: 'outside' });
  warnings.length = 0;
  const outputPath = join(folder, 'to');
  await (await api.getModel('lab', 'outside')).download('1.0.0', { outputPath });
  const found = await filesBelow(outputPath);
  assert.deepEqual(Object.keys(found).sort(), ['a/up.txt', 'file', 'up (2).txt', 'up (3).txt', 'up.txt']);
  assert.deepEqual(Object.values(found).sort(), hostile.map((name) => `content of ${name}`).sort());
  assert.ok(warnings.includes('Model.download: the file "../up.txt" is saved as "up.txt".'), warnings.join('\n'));
  assert.ok(!(await readdir(folder)).includes('up.txt'));
});

for (const platform of ['win32', 'linux'] as const) {
  test(`every download saves every file, under names valid on ${platform}`, async (t) => {
    const { folder, api, logged, warnings } = await servedNames(t);
    const loggedNames = (table: Names) => table.map(([name]) => name);
    await (await logged('model-element', loggedNames(names))).registerModel('net', { registryName: 'listed' });
    const archived = await logged('model-element', loggedNames(namesOfArchive));
    await archived.registerModel('net', { registryName: 'archived' });
    const tensorflow = await logged('tensorflow-file', loggedNames(names));
    const model = await api.getModel('lab', 'listed');
    type Download = (options: { outputPath: string; overwrite: boolean }) => Promise<void>;
    const downloads: readonly (readonly [name: string, names: Names, download: Download])[] = [
      ['Model.download', names, (options) => model.download('1.0.0', options)],
      ['downloadTensorflowFolder', names, (options) => tensorflow.downloadTensorflowFolder(options)],
      ['downloadModel', namesOfArchive, (options) => archived.downloadModel('net', options)],
      ['downloadRegistryModel', namesOfArchive, (options) => api.downloadRegistryModel('lab', 'archived', options)],
    ];
    const own = process.platform;
    Object.defineProperty(process, 'platform', { value: platform });
    cleanup(t).defer(() => void Object.defineProperty(process, 'platform', { value: own }));
    for (const [name, table, download] of downloads) {
      await t.test(name, async () => {
        const outputPath = join(folder, 'to', name);
        const placed = table.map(([logged, onWindows]) => [platform === 'win32' ? onWindows : logged, logged] as const);
        const expected = Object.fromEntries(placed.map(([path, logged]) => [path, `content of ${logged}`]));
        warnings.length = 0;
        await download({ outputPath, overwrite: false });
        assert.deepEqual(await filesBelow(outputPath), expected);
        const renamed = warnings.filter((message) => message.startsWith(`${name}: the file `));
        assert.equal(renamed.length, placed.filter(([path, logged]) => path !== logged).length);
        await assert.rejects(download({ outputPath, overwrite: false }), { code: 'EEXIST' });
        await writeFile(join(outputPath, 'plain.txt'), 'old');
        await download({ outputPath, overwrite: true });
        assert.deepEqual(await filesBelow(outputPath), expected);
      });
    }
  });
}
