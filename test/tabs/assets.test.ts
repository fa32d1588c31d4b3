import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { hostile } from './seeded-content.ts';
import { hasFocus, imagesDrawn, tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab, uploadTo } = tabStage();

test('filtered by type and folder, previewed, and downloaded unchanged', () =>
  inTab('assets', async (page) => {
    await page.getByLabel('Folder').selectOption('tables');
    await page.locator('[role=rowheader]').first().click();
    await page.waitForSelector('.tl-preview [role=grid]');
    assert.match(await textOf(page, '.tl-preview [role=grid]'), /grace, h\./);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'scores.csv');
    assert.match(await readFile(await download.path(), 'utf8'), /^name,score\nada,0.9/);
    await page.getByLabel('Folder').selectOption('');
    await page.getByLabel('Type').selectOption('image');
    await page.locator('[role=rowheader]', { hasText: 'error map' }).click();
    await imagesDrawn(page, '.tl-preview img', 1);
  }));

test('the button of a file does not show the download of another one', () =>
  stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, stage.seeded.full, 'assets');
      await page.getByLabel('Folder').selectOption('tables');
      await page.locator('[role=rowheader]').first().click();
      await page.waitForSelector('.tl-preview [role=grid]');
      await page.route('**/get-asset*', () => {});
      const download = page.getByRole('button', { name: 'Download' });
      const progress = page.getByRole('progressbar', { name: 'Downloading scores.csv' });
      await download.press('Enter');
      await progress.waitFor();
      await hasFocus(download);
      assert.equal(await download.isDisabled(), true);
      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await progress.waitFor({ state: 'detached' });
      await hasFocus(download);
      await download.press('Enter');
      await progress.waitFor();
      await page.getByLabel('Folder').selectOption('');
      await page.locator('[role=rowheader]', { hasText: 'error map' }).click();
      await page.locator('.tl-preview', { hasText: 'error map' }).waitFor();
      assert.equal(await page.getByRole('progressbar').count(), 0);
      await page.getByRole('button', { name: 'Download' }).waitFor();
    },
    { fresh: true, height: 1000 },
  ));

test('a text of 200,000 lines takes few elements, numbers each line, and is selected unchanged', async () => {
  const experimentKey = await stage.service.experiment();
  const labels = Array.from({ length: 200_000 }, (_, index) => index % 10).join('\n');
  await uploadTo(experimentKey)('labels.txt', 'asset', labels);
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, experimentKey, 'assets');
    await page.locator('[role=rowheader]', { hasText: 'labels.txt' }).click();
    await page.getByRole('region', { name: 'labels.txt', exact: true }).press('End');
    const numbers = await page.locator('.tl-code-chunk').last().getAttribute('data-numbers');
    assert.ok(numbers?.endsWith('\n199999\n200000'));
    const { elements, selected } = await page.locator('.tl-code-text').evaluate((shown) => {
      getSelection()!.selectAllChildren(shown);
      return { elements: shown.querySelectorAll('*').length, selected: `${getSelection()}` };
    });
    assert.ok(elements < 5000, `${elements} elements`);
    assert.equal(selected.trimEnd(), labels);
  });
});

test('the column of the index of a data frame has no name', async () => {
  const experimentKey = await stage.service.experiment();
  await uploadTo(experimentKey)('frame.csv', 'dataframe', ',name,\n0,ada,0.9\n');
  await stage.showing(async (view) => {
    await show(view, experimentKey, 'assets');
    await view.page.locator('[role=rowheader]', { hasText: 'frame.csv' }).click();
    await view.page.locator('.tl-preview [role=gridcell]', { hasText: 'ada' }).waitFor();
    const names = view.page.locator('.tl-preview [role=columnheader]');
    assert.deepEqual(await names.allTextContents(), ['', 'name', '3']);
  });
});

test('a 3D scene and an embedding are drawn and turned by keys, and their view is part of the state', async () => {
  const experimentKey = await stage.service.experiment();
  const upload = uploadTo(experimentKey);
  const points = strToU8('[0,0,0]\n[1,1,1,255,0,0]\n');
  await upload('cloud', '3d-image', zipSync({ 'points.jsonl': points }) as Uint8Array<ArrayBuffer>);
  const pathOf = (assetId: string) => `/api/asset/download?assetId=${assetId}&experimentKey=${experimentKey}`;
  const embedding = {
    tensorName: 'words',
    tensorPath: pathOf(await upload('vectors.tsv', 'asset', '1\t2\n3\t5\n4\t1\n')),
    metadataPath: pathOf(await upload('labels.tsv', 'asset', `name\tkind\n${hostile}\tx\nb\ty\nc\ty\n`)),
  };
  await upload('template.json', 'embeddings', JSON.stringify({ embeddings: [embedding] }));
  await stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'assets');
      const opened = (name: string) => page.locator('[role=rowheader]', { hasText: name }).click();
      await opened('cloud');
      await page.locator('.tl-preview', { hasText: '2 points' }).waitFor();
      await page.locator('.tl-points-frame').press('ArrowLeft');
      const reset = page.getByRole('button', { name: 'Reset view' });
      await reset.and(page.locator(':not([aria-disabled])')).press('Enter');
      await reset.and(page.locator('[aria-disabled=true]:focus')).waitFor();
      await page.locator('.tl-points-frame').press('ArrowLeft');
      await opened('template.json');
      await page.getByLabel('Color by').selectOption('kind');
      const legend = page.locator('.tl-points-legend');
      await legend.filter({ hasText: 'y' }).waitFor();
      await page.emulateMedia({ forcedColors: 'active' });
      const colors = await legend
        .locator('li span')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
      assert.ok(colors.length > 1);
      assert.equal(new Set(colors).size, colors.length);
      await page.emulateMedia({ forcedColors: 'none' });
      const state = await view.run((one) => one.view!.getState());
      assert.ok(state.tabs?.assets?.camera !== undefined);
      assert.equal(state.tabs.assets.labels, 'kind');
    },
    { accessible: true },
  );
});
