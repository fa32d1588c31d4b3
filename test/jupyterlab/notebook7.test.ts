import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { type JupyterSession, jupyterSession, until } from './jupyter-session.ts';
import { writeNotebook } from './notebook-file.ts';
import { registerModel } from './registered-model.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';
import { seriesCounts } from './seen.ts';

const weights = new TextEncoder().encode('weights of the classifier');

describe('Notebook 7', { timeout: 600_000 }, () => {
  let service: SeededService;
  let session: JupyterSession;

  before(async () => {
    service = await seededService();
    await registerModel(service, weights);
    session = await jupyterSession({ env: service.env, interface: 'notebook' });
    await writeNotebook(path.join(session.notebookFolder, 'display.ipynb'), [
      `import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`,
      `%load_ext tracklens\n%tracklens project ${service.workspace} ${service.projectName}`,
    ]);
    await session.open('display.ipynb');
  });
  after(async () => {
    await session?.close();
    await service?.remove();
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

  test('a command opens a panel beside the document', async () => {
    await command('tracklens:open-experiment', { experimentKey: service.keys[2] });
    const panel = session.page.locator('.jp-TracklensPanel');
    assert.deepEqual(await seriesCounts(panel), [1, 1]);
    await session.screenshot('notebook7-panel');
  });

  test('the sidebar opens with the trees, and the menu of a row opens what it stands for', async () => {
    const { page } = session;
    await command('tracklens:show-sidebar');
    await unfold('Experiments', service.workspace);
    await unfold('Experiments', service.projectName);
    await choose(item('Experiments', 'beta'), 'Open');
    await page.locator('.jp-TracklensPanel').getByRole('heading', { name: 'beta' }).waitFor();
    await session.screenshot('notebook7-sidebar');
  });

  test('a version is downloaded into a folder; what the page has no command for is not offered then', async () => {
    const { page } = session;
    await unfold('Model registry', service.workspace);
    await unfold('Model registry', 'classifier');
    await choose(item('Model registry', '1.0.0'), 'Download to Jupyter Folder…');
    const dialog = page.locator('.jp-Dialog');
    await dialog.locator('select').selectOption({ index: 0 });
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('Folder to download').waitFor();
    await dialog.getByRole('button', { name: 'Select' }).click();
    const done = page.locator('.Toastify__toast', { hasText: 'Downloaded classifier_1.0.0 to classifier_1.0.0.' });
    await done.waitFor();
    await session.screenshot('notebook7-downloaded');
    const folder = path.join(session.notebookFolder, 'classifier_1.0.0');
    // The server keeps its checkpoints in a hidden folder.
    const files = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    assert.deepEqual(files, ['weights.bin']);
    assert.deepEqual(new Uint8Array(await readFile(path.join(folder, 'weights.bin'))), weights);
    assert.equal(await done.getByRole('button', { name: 'Show in File Browser' }).count(), 0);
  });

  test('the key is nowhere', async () => {
    assert.equal((await session.everything()).includes(secretKey), false);
  });

  const item = (tree: string, label: string) =>
    session.page
      .getByRole('tree', { name: tree })
      .getByRole('treeitem')
      .filter({
        has: session.page.locator('.tl-tree-label').getByText(label, { exact: true }),
      });

  async function unfold(tree: string, label: string): Promise<void> {
    await item(tree, label).locator('.tl-tree-twist').click();
    await until(async () => (await item(tree, label).getAttribute('aria-expanded')) === 'true', `${label} to open`);
  }

  async function choose(row: Locator, label: string): Promise<void> {
    await row.click({ button: 'right' });
    await session.page.locator('.lm-Menu-itemLabel').getByText(label, { exact: true }).click();
  }

  async function command(id: string, args: object = {}): Promise<void> {
    await session.page.evaluate(
      ([name, given]) => {
        void (globalThis as unknown as Exposed).jupyterapp.commands.execute(name, given);
      },
      [id, args] as const,
    );
  }
});

interface Exposed {
  readonly jupyterapp: { readonly commands: { execute(id: string, args?: unknown): Promise<unknown> } };
}
