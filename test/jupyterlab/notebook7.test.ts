import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import { seriesCounts } from './drawn-charts.ts';
import type { JupyterSession } from './jupyter-session.ts';
import { answer, choose, command, dialog, panel, rowOf, showSidebar, tree, unfold } from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { registerModel } from './registered-model.ts';
import { type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

const weights = new TextEncoder().encode('weights of the detector');

describe('Notebook 7', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;

  before(async () => {
    ({ service, session } = await sharedLab(stack, 'notebook'));
    await registerModel(service, { modelName: 'detector', files: { 'weights.bin': weights } });
    await writeNotebook(path.join(session.notebookFolder, 'display.ipynb'), [
      `import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`,
      `%load_ext tracklens\n%tracklens project ${service.workspace} ${service.projectName}`,
    ]);
    await session.open('display.ipynb');
  });

  test('the same wheel draws the same view', async () => {
    await session.runAll();
    assert.deepEqual(await seriesCounts(session.output(0)), [1, 1]);
    await session.screenshot('notebook7-cell');
  });

  test('the magic draws a project', async () => {
    const output = session.output(1).locator('.jp-TracklensOutput');
    await output.getByText('gamma', { exact: true }).first().waitFor();
    assert.ok((await seriesCounts(output)).includes(3));
  });

  test('a command opens a panel next to the document', async () => {
    await command(session.page, 'tracklens:open-experiment', { experimentKey: service.keys[2] });
    assert.deepEqual(await seriesCounts(panel(session.page)), [1, 1]);
    await session.screenshot('notebook7-panel');
  });

  test('the sidebar opens with the trees, and the menu of a row opens its item', async () => {
    const { page } = session;
    await showSidebar(page);
    await unfold(tree(page, 'Experiments'), service.workspace, service.projectName);
    await choose(rowOf(tree(page, 'Experiments'), 'beta'), 'Open');
    await panel(page).getByRole('heading', { name: 'beta' }).waitFor();
    await session.screenshot('notebook7-sidebar');
  });

  test('a version is downloaded into a folder, whose page can then be opened', async () => {
    const { page } = session;
    await unfold(tree(page, 'Model Registry'), service.workspace, 'detector');
    await choose(rowOf(tree(page, 'Model Registry'), '1.0.0'), 'Download to Jupyter Folder…');
    await dialog(page).locator('select').selectOption({ index: 0 });
    await answer(page, 'Next');
    await dialog(page).getByText('Folder to download').waitFor();
    await answer(page, 'Select');
    const done = page.locator('.Toastify__toast', { hasText: 'Downloaded detector_1.0.0 to detector_1.0.0.' });
    await done.waitFor();
    await session.screenshot('notebook7-downloaded');
    const folder = path.join(session.notebookFolder, 'detector_1.0.0');
    // The server keeps its checkpoints in a hidden folder.
    const files = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    assert.deepEqual(files, ['weights.bin']);
    assert.deepEqual(new Uint8Array(await readFile(path.join(folder, 'weights.bin'))), weights);
    // This page has no file browser; the folder has a page of its own.
    assert.equal(await done.getByRole('button', { name: 'Show in File Browser' }).count(), 0);
    const opening = page.context().waitForEvent('page');
    await done.getByRole('button', { name: 'Open Folder' }).click();
    const opened = await opening;
    await opened.locator('.jp-DirListing-item', { hasText: 'weights.bin' }).waitFor();
    assert.equal(new URL(opened.url()).pathname, '/tree/detector_1.0.0');
    await opened.screenshot({ path: session.screenshotFile('notebook7-folder') });
    await opened.close();
  });

  test('the key is nowhere', async () => {
    assert.equal((await session.everything()).includes(secretKey), false);
  });
});
