import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { API } from '@tracklens/core';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator, Page } from 'playwright-core';
import { type JupyterSession, jupyterSession } from './jupyter-session.ts';
import {
  answer as answerIn,
  choose,
  dialog as dialogOf,
  fillIn,
  panel,
  rowOf,
  showSidebar,
  tree,
  unfold,
} from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { type PausingProxy, pausingProxy } from './pausing-proxy.ts';
import { registerModel } from './registered-model.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';
import { until } from './until.ts';

// Random, so that an archive of it is not smaller. It has several pieces, but few enough for a slow machine.
const weights = new Uint8Array(randomBytes(8_000_000));

describe('registered models in JupyterLab', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let line: PausingProxy;
  let session: JupyterSession;
  let page: Page;
  let api: API;

  before(async () => {
    service = await seededService();
    stack.defer(() => service.remove());
    await registerModel(service, { files: { 'weights.bin': weights } });
    const bytes = (text: string) => new TextEncoder().encode(text);
    await registerModel(service, {
      modelName: 'named',
      files: { 'epoch:1.txt': bytes('one'), 'epoch?1.txt': bytes('two'), 'sub/epoch|1.txt': bytes('three') },
    });
    line = await pausingProxy(service.url);
    stack.defer(() => line.close());
    api = new API({ url: service.url, apiKey: secretKey, cache: false });
    session = await jupyterSession({ env: { ...service.env, SERVICE_URL_OVERRIDE: `${line.url}/clientlib/` } });
    stack.defer(() => session.close());
    page = session.page;
    await writeNotebook(path.join(session.notebookFolder, 'a.ipynb'), ['1']);
    await session.open('a.ipynb');
    await showSidebar(page);
    await unfold(tree(page, 'Model Registry'), 'local', 'classifier');
  });

  const item = (label: string): Locator => rowOf(tree(page, 'Model Registry'), label);
  const dialog = () => dialogOf(page);
  const answer = (button: string) => answerIn(page, button);
  const toast = (text: string | RegExp) => page.locator('.Toastify__toast', { hasText: text });
  const files = async (folder = '') =>
    (await readdir(path.join(session.notebookFolder, folder))).filter((name) => !name.startsWith('.')).sort();
  const details = async () => (await api.getModel('local', 'classifier')).getDetails({ version: '1.0.0' });

  test('tags of a version are added and taken away, after a confirmation that reports which', async () => {
    const tags = async () => (await api.getModel('local', 'classifier')).tags('1.0.0');
    await choose(item('1.0.0'), 'Change Tags…');
    await fillIn(page, 'best, <b>bold</b>,  best');
    await dialog().getByText('Added: best, <b>bold</b>').waitFor();
    await session.screenshot('lab-change-tags');
    await answer('Change Tags');
    await item('1.0.0').filter({ hasText: 'best' }).waitFor();
    assert.deepEqual([...(await tags())].sort(), ['<b>bold</b>', 'best']);
    await choose(item('1.0.0'), 'Change Tags…');
    assert.equal(await dialog().getByRole('textbox').inputValue(), [...(await tags())].join(', '));
    await fillIn(page, 'best');
    await dialog().getByText('Removed: <b>bold</b>').waitFor();
    await answer('Cancel');
    assert.equal((await tags()).length, 2);
    await choose(item('1.0.0'), 'Change Tags…');
    await fillIn(page, 'best');
    await answer('Change Tags');
    await until(async () => (await tags()).join() === 'best', 'one tag');
  });

  test('the comment of a version is written over several lines, or left as it is', async () => {
    await choose(item('1.0.0'), 'Change Comment…');
    const field = dialog().getByRole('textbox', { name: 'Comment' });
    await field.fill('Trained on street images.');
    await field.press('Enter');
    await field.pressSequentially('Second line.');
    await session.screenshot('lab-change-comment');
    await answer('Write Comment');
    const text = 'Trained on street images.\nSecond line.';
    await until(async () => (await details()).comment === text, 'the comment at the service');
    await choose(item('1.0.0'), 'Change Comment…');
    assert.equal(await dialog().getByRole('textbox', { name: 'Comment' }).inputValue(), text);
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('something else');
    await answer('Cancel');
    assert.equal((await details()).comment, text);
  });

  test('the notes of a model are written in Markdown and shown by its view', async () => {
    await choose(item('classifier'), 'Edit Notes…');
    await dialog().getByRole('textbox', { name: 'Notes' }).fill('# Purpose\n\nFinds *cats*.');
    await answer('Write Notes');
    await toast('Saved the notes of classifier.').waitFor();
    assert.equal(await api.getRegistryModelNotes('local', 'classifier'), '# Purpose\n\nFinds *cats*.');
  });

  test('a download reports how much has come, of how much, and stops when it is cancelled', async () => {
    line.hold('registry-model/item/download', 3_000_000);
    let arrived = false;
    page.once('download', () => {
      arrived = true;
    });
    await choose(item('1.0.0'), 'Download');
    const notice = toast('Downloading classifier_1.0.0.zip');
    await notice.filter({ hasText: /[1-3](\.\d)? MB \/ 8 MB/ }).waitFor();
    await session.screenshot('lab-downloading');
    await notice.getByRole('button', { name: 'Stop' }).click();
    await toast('The download of classifier_1.0.0.zip was stopped.').waitFor();
    await until(async () => line.givenUp() === 1, 'the request to be cancelled');
    line.release();
    assert.equal(arrived, false);
  });

  test('a version is downloaded into a folder of the Jupyter server, under a temporary name until it is whole', async () => {
    line.hold('get-asset', 3_000_000);
    await choose(item('1.0.0'), 'Download to Jupyter Folder…');
    await dialog().locator('select').selectOption({ index: 0 });
    await answer('Next');
    await dialog().getByText('Folder to download classifier_1.0.0 to').waitFor();
    await session.screenshot('lab-download-folder');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    assert.deepEqual(await files(), ['a.ipynb']);

    await toFolder('Files in a folder');
    await toast('Downloading classifier_1.0.0')
      .filter({ hasText: /[1-3](\.\d)? MB \/ 8 MB/ })
      .waitFor();
    await until(async () => (await files('classifier_1.0.0').catch(() => [])).length > 0, 'the first piece');
    assert.deepEqual(await files('classifier_1.0.0'), ['weights.bin.part~']);
    // A listing fails if a file disappears meanwhile. Therefore no listing contains the partial file.
    assert.deepEqual(await listed('classifier_1.0.0'), []);
    line.release();
    await toast('Downloaded classifier_1.0.0 to classifier_1.0.0.').waitFor();
    assert.deepEqual(await files('classifier_1.0.0'), ['weights.bin']);
    assert.ok((await written('classifier_1.0.0/weights.bin')).equals(weights));
    await session.screenshot('lab-downloaded-to-folder');
    await toast('Downloaded').getByRole('button', { name: 'Show in File Browser' }).click();
    await page.locator('.jp-DirListing-item', { hasText: 'weights.bin' }).waitFor();
    await page.locator('.jp-FileBrowser .jp-BreadCrumbs-home').first().click();
    await page.locator('.jp-DirListing-item', { hasText: 'a.ipynb' }).waitFor();
    await showSidebar(page);
  });

  test('files whose names are one name here are saved next to each other, with nothing lost', async () => {
    await unfold(tree(page, 'Model Registry'), 'local', 'named');
    const version = rowOf(tree(page, 'Model Registry'), '1.0.0').last();
    await toFolder('Files in a folder', version);
    await toast('Downloaded named_1.0.0 to named_1.0.0.').waitFor();
    assert.deepEqual(await files('named_1.0.0'), ['epoch_1 (2).txt', 'epoch_1.txt', 'sub']);
    const texts = await Promise.all(
      ['epoch_1.txt', 'epoch_1 (2).txt', 'sub/epoch_1.txt'].map(async (name) =>
        String(await written(`named_1.0.0/${name}`)),
      ),
    );
    assert.deepEqual([...texts].sort(), ['one', 'three', 'two']);
    await rowOf(tree(page, 'Model Registry'), 'named').locator('.tl-tree-twist').click();
  });

  test('an experiment leads to the versions it made, of whichever models', async () => {
    await unfold(tree(page, 'Experiments'), 'local', 'vision');
    await choose(rowOf(tree(page, 'Experiments'), 'beta'), 'Show Registered Versions');
    await dialog().locator('select').selectOption({ label: 'classifier 1.0.0' });
    assert.deepEqual(await dialog().locator('option').allInnerTexts(), ['classifier 1.0.0', 'named 1.0.0']);
    await answer('Open');
    await panel(page).getByRole('heading', { name: 'classifier' }).first().waitFor();
    await choose(rowOf(tree(page, 'Experiments'), 'gamma'), 'Show Registered Versions');
    await toast('No registered version was made by this experiment.').waitFor();
  });

  test('what is there already is kept under another name, replaced or left, as the person chooses', async () => {
    const own = path.join(session.notebookFolder, 'classifier_1.0.0', 'weights.bin');
    const otherFile = path.join(session.notebookFolder, 'classifier_1.0.0', 'mine.txt');
    await writeFile(own, 'my own');
    await writeFile(otherFile, 'unrelated');
    await toFolder('Files in a folder');
    await dialog().getByText('classifier_1.0.0 already exists. Replace it?').waitFor();
    await session.screenshot('lab-replace');
    await answer('Cancel');
    await dialog().waitFor({ state: 'detached' });
    assert.equal(await readFile(own, 'utf8'), 'my own');

    await toFolder('Files in a folder');
    await answer('Keep Both');
    await toast('to classifier_1.0.0 (2).').waitFor();
    assert.equal(await readFile(own, 'utf8'), 'my own');
    assert.ok((await written('classifier_1.0.0 (2)/weights.bin')).equals(weights));

    // The file browser lists its folder every few seconds; the file must exist at each of its steps.
    const steps = new Map<string, string>();
    await page.route(/\/api\/contents\/|\/tracklens\/replacement/, async (route) => {
      const method = route.request().method();
      if (method !== 'GET') steps.set(`${steps.size} ${method}`, (await listed('classifier_1.0.0')).sort().join());
      await route.continue();
    });
    await toFolder('Files in a folder');
    await answer('Replace');
    await until(async () => (await readFile(own).catch(() => Buffer.of())).equals(weights), 'the file to be replaced');
    await until(
      async () => (await files('classifier_1.0.0')).join() === 'mine.txt,weights.bin',
      'the temporary name to go',
    );
    await page.unroute(/\/api\/contents\/|\/tracklens\/replacement/);
    assert.ok(steps.size > 8, 'the pieces and the last step');
    for (const [step, names] of steps) assert.equal(names, 'mine.txt,weights.bin', step);
    assert.equal(await readFile(otherFile, 'utf8'), 'unrelated');
  });

  test('a download into a folder that is stopped or fails leaves what was there, and nothing half-written', async () => {
    line.hold('registry-model/item/download', 3_000_000);
    await writeFile(path.join(session.notebookFolder, 'classifier_1.0.0.zip'), 'an older one');
    const before = await files();
    for (const [end, said] of [
      ['Stop', 'The download of classifier_1.0.0.zip was stopped.'],
      ['break', 'classifier_1.0.0.zip was not downloaded.'],
    ] as const) {
      await toFolder('One zip archive');
      await answer('Replace');
      await until(async () => (await files()).includes('classifier_1.0.0.zip.part~'), 'the first piece');
      if (end === 'Stop') await toast('Downloading classifier_1.0.0.zip').getByRole('button', { name: 'Stop' }).click();
      else line.break();
      await toast(said).waitFor();
      await until(async () => (await files()).join() === before.join(), 'the part to go');
      assert.equal(await readFile(path.join(session.notebookFolder, 'classifier_1.0.0.zip'), 'utf8'), 'an older one');
    }
    line.release();
    // From a page that was closed hours ago.
    const left = path.join(session.notebookFolder, 'classifier_1.0.0.zip.part~');
    await writeFile(left, 'the beginning of');
    const hoursAgo = Date.now() / 1000 - 3 * 3600;
    await utimes(left, hoursAgo, hoursAgo);
    await toFolder('One zip archive');
    await answer('Replace');
    await toast('Downloaded classifier_1.0.0 to classifier_1.0.0.zip.').waitFor();
    assert.equal((await written('classifier_1.0.0.zip')).subarray(0, 2).toString(), 'PK');
    assert.deepEqual(await files(), before);
  });

  test('the key is nowhere, and no error of ours reached the console', async () => {
    assert.equal((await session.everything()).includes(secretKey), false);
    assert.deepEqual(
      session.problems().filter((problem) => /tracklens|TypeError|React/i.test(problem)),
      [],
    );
  });

  /** Content of a folder in the file browser. */
  const listed = async (folder: string): Promise<string[]> => {
    const { url, token } = session.server;
    const answered = await fetch(`${url}api/contents/${folder}`, { headers: { authorization: `token ${token}` } });
    return ((await answered.json()) as { content: { name: string }[] }).content.map(({ name }) => name);
  };

  const written = (name: string) => readFile(path.join(session.notebookFolder, name));

  async function toFolder(form: 'Files in a folder' | 'One zip archive', version = item('1.0.0')): Promise<void> {
    await choose(version, 'Download to Jupyter Folder…');
    await dialog()
      .locator('select')
      .selectOption({ index: form === 'One zip archive' ? 1 : 0 });
    await answer('Next');
    await dialog().getByText('Folder to download').waitFor();
    await answer('Select');
  }
});
