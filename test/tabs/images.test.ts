import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from './sample-files.ts';
import { imagesDrawn, tabStage, textOf } from './tab-stage.ts';

const { inTab, show, stage, uploadTo } = tabStage();

test('a slider moves through the steps; images of earlier steps stay visible', () =>
  inTab('images', async (page) => {
    await imagesDrawn(page, '.tl-image-card img', 3);
    const caption = (name: string) => textOf(page, `.tl-image-card:has([data-open="${name}"]) .tl-image-caption`);
    assert.match(await caption('sample'), /step 20/);
    assert.match(await caption('error map'), /step 10/);
    await page.getByRole('slider', { name: 'Step' }).press('Home');
    assert.match(await caption('sample'), /step 0/);
    assert.match(await textOf(page, '[data-open="error map"]'), /Nothing logged up to this step/);
  }));

test('one opens enlarged with its annotations, arrows move through its steps, Escape closes it', () =>
  inTab('images', async (page) => {
    await page.getByRole('button', { name: 'sample' }).click();
    await page.waitForSelector('.tl-annotations text');
    assert.match((await page.locator('.tl-annotations text').textContent()) ?? '', /cat 0.90/);
    await page.keyboard.press('ArrowLeft');
    assert.match(await textOf(page, '.tl-image-viewer .tl-count'), /step 10/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.tl-image-grid');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-open') === 'sample');
  }));

test('two are compared side by side', () =>
  inTab('images', async (page) => {
    await page.getByRole('checkbox', { name: 'Compare sample' }).check();
    await page.getByRole('checkbox', { name: 'Compare error map' }).check();
    await page.getByRole('button', { name: 'Compare 2 images' }).click();
    await imagesDrawn(page, '.tl-image-side img', 2);
    assert.equal(await page.locator('.tl-image-side').count(), 2);
  }));

test('blob URLs are revoked when the tab is closed', () =>
  inTab('images', async (page) => {
    await imagesDrawn(page, '.tl-image-card img', 3);
    const address = await page.locator('.tl-image-card img').first().getAttribute('src');
    assert.match(address ?? '', /^blob:/);
    await page.locator('[data-tab=parameters]').click();
    await page.waitForFunction(
      (url) =>
        new Promise<boolean>((resolve) => {
          const image = new Image();
          image.onload = () => resolve(false);
          image.onerror = () => resolve(true);
          image.src = url;
        }),
      address ?? '',
    );
    // The rejection is expected; the browser logs it nevertheless.
  }));

test('a narrow card shortens the folder of an image before its name', async () => {
  const experimentKey = await stage.service.experiment();
  const upload = uploadTo(experimentKey);
  const name = (at: number) => `validation/batch of the first epoch/image ${at}.png`;
  for (const at of [1, 2]) await upload(name(at), 'image', png(8, [at, 2, 3]));
  await stage.showing(async (view) => {
    await show(view, experimentKey, 'images');
    const names = view.page.locator('.tl-image-name .tl-grid-text:last-child', { hasText: /^image \d\.png$/ });
    await names.nth(1).waitFor();
    const areCut = (all: Element[]) => all.map((one) => one.scrollWidth > one.clientWidth);
    assert.deepEqual(await names.evaluateAll(areCut), [false, false]);
    assert.deepEqual(await view.page.locator('.tl-image-folder').evaluateAll(areCut), [true, true]);
  });
});
