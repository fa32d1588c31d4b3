import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { png } from './sample-files.ts';
import { hostile } from './seeded-content.ts';
import { hasFocus, imagesDrawn, tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab, uploadTo } = tabStage();

test('files have syntax colors, the git state and the uncommitted patch', () =>
  inTab('code', async (page) => {
    assert.match(await textOf(page, '.tl-facts-list'), /3f4c2a[\s\S]*main/);
    await page.locator('.tl-file', { hasText: 'train.py' }).click();
    await page.waitForFunction(() => document.querySelector('.hljs-keyword')?.textContent === 'import');
    await page.locator('.tl-file', { hasText: 'Uncommitted' }).click();
    assert.deepEqual(await page.locator('.tl-patch-added').allInnerTexts(), ['+\nlr = 0.01', '+\nweight_decay = 1e-4']);
    assert.match(await textOf(page, '.tl-patch-removed'), /lr = 0.1$/);
  }));

test('of a patch of many files and lines the first are shown, and more on request', async () => {
  const experimentKey = await stage.service.experiment();
  const patchOf = (name: string, count: number) =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,${count} @@\n${'+x\n'.repeat(count)}`;
  const files = [patchOf('long.py', 2003), ...Array.from({ length: 200 }, (_, index) => patchOf(`${index}.py`, 1))];
  const archive = zipSync({ 'git_diff.patch': strToU8(files.join('')) }) as Uint8Array<ArrayBuffer>;
  const form = new FormData();
  form.set('file', new Blob([archive]), 'patch.zip');
  await stage.service.call('POST', `/api/rest/v2/write/experiment/git/patch?experimentKey=${experimentKey}`, form);
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, experimentKey, 'code');
    await page.getByRole('button', { name: 'Show 1 more' }).press('Enter');
    await hasFocus(page.locator('.tl-patch-file').nth(200).getByRole('button'));
    await page.getByRole('button', { name: 'long.py' }).click();
    const lines = page.locator('.tl-patch-file').first().locator('.tl-patch-line');
    await lines.first().waitFor();
    assert.equal(await lines.count(), 2000);
    await page.getByRole('button', { name: 'Show 3 more' }).press('Enter');
    await hasFocus(lines.nth(2000));
    assert.equal(await lines.count(), 2003);
  });
});

test('a model graph is shown as text, with the numbers of its JSON, also where nothing else was logged', async () => {
  const experimentKey = await stage.service.experiment();
  const log = (graph: string) =>
    stage.service.call('POST', '/api/rest/v2/write/experiment/graph', { experimentKey, graph });
  await log('{"layers":[{"name":"conv","seed":9007199254740993}]}');
  await stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'code');
      await page.locator('.tl-file[aria-current=true]', { hasText: 'Model graph' }).waitFor();
      const code = page.locator('.tl-code-text', { hasText: 'layers' });
      // Lines have no inner text before their first layout.
      assert.match((await code.textContent()) ?? '', /\{\n {2}"layers": \[[\s\S]*"seed": 9007199254740993\n/);
      await log('Sequential(\n  (0): Conv2d(1, 8)\n)');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.locator('.tl-code-text', { hasText: '(0): Conv2d(1, 8)' }).waitFor();
    },
    { accessible: true },
  );
});

/** Notebook with each kind of cell and output, all of them hostile. */
function notebook(): string {
  const image = Buffer.from(png(40, [40, 90, 200])).toString('base64');
  const vector = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${hostile}</svg>`).toString('base64');
  const result = (data: object) => ({ output_type: 'display_data', data, metadata: {} });
  const outputs = [
    { output_type: 'stream', name: 'stdout', text: ['epoch 1\n', hostile] },
    { output_type: 'stream', name: 'stderr', text: 'a warning' },
    result({ 'image/png': image, 'text/html': hostile }),
    result({ 'image/png': vector }),
    result({ 'text/html': hostile, 'application/javascript': 'window.hacked = 1' }),
    result({ 'text/plain': 'a table', 'text/html': hostile }),
    { output_type: 'error', ename: 'ValueError', evalue: hostile, traceback: [`\u001b[31mValueError${hostile}`] },
  ];
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: hostile, file_extension: '.py' } },
    cells: [
      { cell_type: 'markdown', source: ['# Training\n', `Of the **network** ${hostile}`] },
      { cell_type: 'code', execution_count: 3, source: 'import torch', outputs },
      { cell_type: 'raw', source: hostile },
    ],
  });
}

test('a notebook is shown as cells with their outputs, without HTML and scripts, or as its source', async () => {
  const experimentKey = await stage.service.experiment();
  const upload = uploadTo(experimentKey);
  await upload('Code.ipynb', 'notebook', notebook());
  await upload('broken.ipynb', 'notebook', '{"cells":');
  // The sanitizer of Markdown parses handlers before it removes them.
  const expected = /^Executing inline event handler/;
  await stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'code');
      await page.locator('.tl-file', { hasText: 'Code' }).click();
      await imagesDrawn(page, '.tl-cell-image img', 1);
      const cells = page.locator('.tl-cell');
      assert.deepEqual(await cells.evaluateAll((all) => all.map(({ dataset }) => dataset.kind)), [
        'markdown',
        'code',
        'raw',
      ]);
      assert.equal(await textOf(page, '.tl-cell h1'), 'Training');
      await page.locator('.tl-cell .hljs-keyword', { hasText: 'import' }).waitFor();
      assert.equal(await textOf(page, '.tl-cell[data-kind=code] .tl-cell-count'), '[3]');
      assert.deepEqual(
        (await page.locator('.tl-cell-output').allInnerTexts()).map((text) => text.replace(hostile, 'HOSTILE')),
        ['epoch 1\nHOSTILE', 'a warning', 'a table', 'ValueErrorHOSTILE'],
      );
      assert.deepEqual(await page.locator('.tl-cell .tl-quiet').allInnerTexts(), [
        'The image is broken.',
        'Outputs of the type text/html, application/javascript are not shown.',
      ]);
      await page.getByRole('checkbox', { name: 'Source' }).check();
      await page.locator('.tl-code-text', { hasText: '"nbformat": 4' }).waitFor();
      assert.equal(await cells.count(), 0);
      assert.equal((await view.run((one) => one.view!.getState())).tabs?.code?.notebookSource, true);
      await page.locator('.tl-file', { hasText: 'broken' }).click();
      await page.locator('.tl-code-text', { hasText: '{"cells":' }).waitFor();
      await page.locator('.tl-file', { hasText: 'Code' }).click();
      await page.getByRole('checkbox', { name: 'Source' }).uncheck();
      await cells.first().waitFor();
    },
    { accessible: true, height: 1000, expected },
  );
  await stage.showing(
    async (view) => {
      await show(view, experimentKey, 'assets');
      await view.page.locator('[role=rowheader]', { hasText: 'Code.ipynb' }).click();
      await imagesDrawn(view.page, '.tl-preview .tl-cell-image img', 1);
    },
    { expected },
  );
});
