import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { hasFocus, tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab } = tabStage();

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
      assert.match(await textOf(page, '.tl-code-text'), /\{\n {2}"layers": \[[\s\S]*"seed": 9007199254740993\n/);
      await log('Sequential(\n  (0): Conv2d(1, 8)\n)');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.locator('.tl-code-text', { hasText: '(0): Conv2d(1, 8)' }).waitFor();
    },
    { accessible: true },
  );
});
