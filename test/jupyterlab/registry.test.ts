import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { type JupyterSession, jupyterSession } from './jupyter-session.ts';
import {
  answer as answerIn,
  choose,
  command,
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

  test('tags of a version are added and removed, and the change is undone', async () => {
    const tags = async () => [...(await (await api.getModel('local', 'classifier')).tags('1.0.0'))].sort();
    await choose(item('1.0.0'), 'Change Tags…');
    await dialog().getByText('Tags of classifier 1.0.0').waitFor();
    await session.screenshot('lab-change-tags');
    await fillIn(page, 'best, <b>bold</b>,  best', 'Control+Enter');
    await item('1.0.0').filter({ hasText: 'best' }).waitFor();
    assert.deepEqual(await tags(), ['<b>bold</b>', 'best']);
    await toast('Changed the tags of classifier 1.0.0.').getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await tags()).length === 0, 'the earlier tags');
    await choose(item('1.0.0'), 'Change Tags…');
    const field = dialog().getByRole('textbox', { name: 'Tags, one per line or separated by commas' });
    await field.fill('best');
    await field.press('Enter');
    await field.pressSequentially('<b>bold</b>');
    await field.press('Control+Enter');
    await until(async () => (await tags()).length === 2, 'both tags');
    await choose(item('1.0.0'), 'Change Tags…');
    assert.equal((await field.inputValue()).split('\n').sort().join(), (await tags()).join());
    await field.fill('best');
    await answer('Cancel');
    assert.equal((await tags()).length, 2);
    await choose(item('1.0.0'), 'Change Tags…');
    await fillIn(page, 'worst\n"two\nlines"', 'Control+Enter');
    await until(async () => (await tags()).join() === 'two\nlines,worst', 'a tag with a line break');
    await choose(item('1.0.0'), 'Change Tags…');
    await field.fill((await field.inputValue()).replace('worst', 'worse'));
    await field.press('Control+Enter');
    await until(async () => (await tags()).join() === 'two\nlines,worse', 'the edited tag, and the other unchanged');
  });

  test('the comment of a version can have several lines, or stays unchanged', async () => {
    await choose(item('1.0.0'), 'Change Comment…');
    const field = dialog().getByRole('textbox', { name: 'Comment' });
    await field.fill('Trained on street images.');
    await field.press('Enter');
    await field.pressSequentially('Second line.');
    await session.screenshot('lab-change-comment');
    await answer('Save');
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
    await answer('Save');
    await toast('Saved: Notes of classifier.').waitFor();
    assert.equal(await api.getRegistryModelNotes('local', 'classifier'), '# Purpose\n\nFinds *cats*.');
  });

  const experiments = () => tree(page, 'Experiments');
  const experiment = (label: string) => rowOf(experiments(), label);
  const metadata = async (key: string) => (await api.getExperimentByKey(key))!.getMetadata();

  test('F2 edits the name of an experiment in its row; Escape keeps it, Enter changes it, and the change is undone', async () => {
    await unfold(experiments(), 'local', 'vision');
    const [, , key] = service.keys;
    const field = experiments().getByRole('textbox', { name: 'New name of gamma' });
    // A click opens a panel, which takes the focus; a letter selects the row that begins with it.
    const edit = async () => {
      await experiments().focus();
      await page.keyboard.press('g');
      await page.keyboard.press('F2');
      await field.waitFor();
    };
    await experiment('gamma').click();
    await panel(page).getByRole('heading', { name: 'gamma' }).waitFor();
    await edit();
    await session.screenshot('lab-rename');
    await field.fill('other');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    assert.equal((await metadata(key!)).experimentName, 'gamma');
    await edit();
    await field.fill('<i>delta</i>');
    await field.press('Enter');
    await experiment('<i>delta</i>').waitFor();
    // The open panel follows at once.
    await panel(page).getByRole('heading', { name: '<i>delta</i>' }).waitFor();
    assert.equal((await metadata(key!)).experimentName, '<i>delta</i>');
    await toast('Renamed gamma to <i>delta</i>.').getByRole('button', { name: 'Undo' }).click();
    await experiment('gamma').waitFor();
  });

  test('Delete asks before it deletes the selected experiment', async () => {
    await experiment('gamma').click();
    await panel(page).getByRole('heading', { name: 'gamma' }).waitFor();
    await experiments().focus();
    await page.keyboard.press('g');
    await page.keyboard.press('Delete');
    await dialog().getByText('gamma').first().waitFor();
    await answer('Cancel');
    await experiment('gamma').waitFor();
  });

  test('keys copy the name of a row and show the sidebar', async () => {
    await experiments().focus();
    await page.keyboard.press('g');
    const copied = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('copy', (event) => resolve(event.clipboardData!.getData('text/plain')), {
            once: true,
          });
        }),
    );
    await page.keyboard.press('Control+c');
    assert.equal(await copied, 'gamma');
    await command(page, 'application:toggle-left-area');
    await experiments().waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+Shift+Y');
    await experiments().waitFor();
  });

  test('the selected experiments are tagged, archived and restored together', async () => {
    await experiment('beta').click();
    await experiment('gamma').click({ modifiers: ['Control'] });
    const menu = page.locator('.lm-Menu');
    await experiment('gamma').click({ button: 'right' });
    await menu.getByText('Archive', { exact: true }).waitFor();
    await session.screenshot('lab-manage-menu');
    assert.equal(await menu.getByText('Rename…', { exact: true }).filter({ visible: true }).count(), 0);
    await page.keyboard.press('Escape');
    await choose(experiment('gamma'), 'Change Tags…');
    await dialog().getByText('Tags of 2 experiments').waitFor();
    assert.equal(await dialog().getByRole('textbox').inputValue(), 'sweep');
    await fillIn(page, 'sweep, chosen', 'Control+Enter');
    await toast('Changed the tags of 2 experiments.').waitFor();
    for (const key of service.keys.slice(1)) {
      const tags = await (await api.getExperimentByKey(key))!.getTags();
      assert.ok(tags.includes('chosen') && tags.includes('sweep'), tags.join());
    }
    await choose(experiment('gamma'), 'Archive');
    await experiment('gamma').waitFor({ state: 'detached' });
    await toast('Archived 2 experiments.').waitFor();
    await choose(experiment('vision'), 'Restore Archived Experiments…');
    await dialog().getByRole('listbox', { name: 'Archived experiments' }).waitFor();
    await session.screenshot('lab-restore');
    await answer('Cancel');
    await toast('Archived 2 experiments.').getByRole('button', { name: 'Undo' }).click();
    await experiment('gamma').waitFor();
    await experiment('beta').waitFor();
  });

  test('a project is created, and an experiment is moved to it and deleted after a confirmation that names it', async () => {
    const spare = await APIExperiment.create({ api, workspace: 'local', projectName: 'vision', start: false });
    await spare.setName('spare');
    await page.getByRole('button', { name: 'Refresh the trees' }).click();
    await experiment('spare').waitFor();
    await choose(experiment('local'), 'New Project…');
    await fillIn(page, 'attic');
    await experiment('attic').waitFor();
    await experiment('spare').click();
    await choose(experiment('spare'), 'Move to Project…');
    await dialog().locator('select').selectOption('attic');
    await answer('Move');
    await toast('Moved spare to attic.').waitFor();
    await unfold(experiments(), 'local', 'attic');
    const inAttic = experiments().locator('[data-id*="attic"]').filter({ hasText: 'spare' });
    await choose(inAttic, 'Delete…');
    await dialog().getByText('This cannot be undone.').waitFor();
    assert.match(await dialog().innerText(), /Delete spare\?\s+Its metrics, files and everything else it logged/);
    await session.screenshot('lab-delete');
    await answer('Cancel');
    assert.equal((await metadata(spare.key)).projectName, 'attic');
    await choose(inAttic, 'Delete…');
    await answer('Delete');
    await inAttic.waitFor({ state: 'detached' });
    assert.equal(await api.getExperimentByKey(spare.key), null);
  });

  test('the header of a panel and the selection of a project offer the same commands', async () => {
    await experiment('gamma').click();
    await panel(page).getByRole('heading', { name: 'gamma' }).waitFor();
    await panel(page).getByRole('button', { name: 'Change', exact: true }).click();
    const popup = panel(page).getByRole('dialog', { name: 'Change experiments' });
    await popup.waitFor();
    await session.screenshot('lab-header-menu');
    const commands = await popup.getByRole('button').allInnerTexts();
    assert.deepEqual(commands.slice(0, 3), ['Rename…', 'Change Tags…', 'Edit Notes…']);
    await popup.getByRole('button', { name: 'Change Tags…' }).click();
    await fillIn(page, 'from the header', 'Control+Enter');
    await panel(page).locator('.tl-header').getByText('from the header').waitFor();
    await experiment('vision').dblclick();
    await panel(page).getByRole('grid').or(panel(page).getByRole('table')).first().waitFor();
    const change = panel(page).getByRole('button', { name: 'Change selected' });
    // What is selected by default is selected for the charts only.
    assert.equal(await change.count(), 0);
    const box = panel(page).getByRole('checkbox', { name: /Show gamma/ });
    await box.click();
    await box.click();
    await change.click();
    await session.screenshot('lab-selection-menu');
    await panel(page).getByRole('button', { name: 'Archive' }).click();
    await experiment('gamma').waitFor({ state: 'detached' });
    await panel(page).getByText('gamma').first().waitFor({ state: 'detached' });
    // Other tests need them.
    for (const key of service.keys) await api.restoreExperiment(key);
    await page.getByRole('button', { name: 'Refresh the trees' }).click();
    await experiment('gamma').waitFor();
  });

  test('a download shows its progress and stops when it is cancelled', async () => {
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

  test('a version is downloaded into a folder of the Jupyter server, under a temporary name until it is complete', async () => {
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

  test('files whose names collide here are saved under different names', async () => {
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

  test('an experiment leads to the model versions it created', async () => {
    await unfold(tree(page, 'Experiments'), 'local', 'vision');
    await choose(rowOf(tree(page, 'Experiments'), 'beta'), 'Show Registered Versions');
    await dialog().locator('select').selectOption({ label: 'classifier 1.0.0' });
    assert.deepEqual(await dialog().locator('option').allInnerTexts(), ['classifier 1.0.0', 'named 1.0.0']);
    await answer('Open');
    await panel(page).getByRole('heading', { name: 'classifier' }).first().waitFor();
    await choose(rowOf(tree(page, 'Experiments'), 'gamma'), 'Show Registered Versions');
    await toast('No registered version was made by this experiment.').waitFor();
  });

  test('an existing folder is renamed, replaced or left, as chosen', async () => {
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

  test('a cancelled or failed download leaves the folder as it was', async () => {
    line.hold('registry-model/item/download', 3_000_000);
    await writeFile(path.join(session.notebookFolder, 'classifier_1.0.0.zip'), 'an older one');
    const before = await files();
    for (const [end, message] of [
      ['Stop', 'The download of classifier_1.0.0.zip was stopped.'],
      ['break', 'classifier_1.0.0.zip was not downloaded.'],
    ] as const) {
      await toFolder('One zip archive');
      await answer('Replace');
      await until(async () => (await files()).includes('classifier_1.0.0.zip.part~'), 'the first piece');
      if (end === 'Stop') await toast('Downloading classifier_1.0.0.zip').getByRole('button', { name: 'Stop' }).click();
      else line.break();
      await toast(message).waitFor();
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

  test('the key is nowhere, and no error was written to the console', async () => {
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
