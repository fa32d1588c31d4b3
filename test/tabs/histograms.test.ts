import assert from 'node:assert/strict';
import { test } from 'node:test';
import { histogram } from './sample-files.ts';
import { hasFocus, tabStage, textOf } from './tab-stage.ts';

const scale = { version: 2, values: null, offset: 0, start: 1e-12, stop: 1e20, step: 1.1 };

const { stage, show, inTab, uploadTo } = tabStage();

test('ridgeline over all steps, bars of one step, and a heat map', () =>
  inTab('histograms', async (page) => {
    assert.equal(await page.locator('.tl-ridge').count(), 3);
    assert.match(await textOf(page, '.tl-histogram-card > p'), /2.000 values · mean/);
    await page.getByRole('slider', { name: 'Step' }).press('ArrowLeft');
    assert.equal(await page.locator('.tl-ridge-current').getAttribute('data-step'), '10');
    await page.getByLabel('Steps as').selectOption('heat');
    assert.equal(await page.locator('.tl-heat').count(), 3);
  }));

test('of many names the first are shown, and more on request', async () => {
  const experimentKey = await stage.service.experiment();
  const content = histogram(0, 1);
  await Promise.all(
    Array.from({ length: 122 }, (_, index) => uploadTo(experimentKey)(`layer ${index}`, 'histogram3d', content)),
  );
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, experimentKey, 'histograms');
    const cards = page.locator('.tl-histogram-card');
    await page.getByRole('button', { name: 'Show 60 more' }).waitFor();
    assert.equal(await cards.count(), 60);
    await page.getByRole('button', { name: 'Show 60 more' }).press('Enter');
    const more = page.getByRole('button', { name: 'Show 2 more' });
    await hasFocus(more);
    await page.getByRole('status').getByText('Added 60. Showing 120 of 122.').waitFor();
    await more.press('Enter');
    await more.waitFor({ state: 'detached' });
    assert.equal(await cards.count(), 122);
    await page.getByRole('status').getByText('Added 2. Showing 122 of 122.').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('.tl-histogram-card:nth-child(121)'));
    // A later change of the list leaves the focus where the user has moved it.
    await page.getByRole('searchbox').fill('layer 1');
    await page.waitForFunction(() => document.querySelectorAll('.tl-histogram-card').length < 60);
    await hasFocus(page.getByRole('searchbox'));
  });
});

test('of a step that was logged twice the last histogram is shown', async () => {
  const experimentKey = await stage.service.experiment();
  const upload = uploadTo(experimentKey);
  const ofValue = (index: number) => JSON.stringify({ ...scale, index_values: [[index, 1000]] });
  for (const [step, index] of [
    [0, 1070],
    [100, 1070],
    [100, 775],
    [200, 1080],
  ] as const) {
    await upload('w', 'histogram3d', ofValue(index), { step });
    stage.service.clock.now += 1000;
  }
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, experimentKey, 'histograms');
    await page.locator('.tl-ridge').nth(2).waitFor();
    assert.equal(await page.locator('.tl-ridge').count(), 3);
    await page.getByRole('slider', { name: 'Step' }).press('ArrowLeft');
    await page.locator('.tl-ridge-current[data-step="100"]').waitFor();
    assert.equal(
      await textOf(page, '.tl-histogram-card > p'),
      '1,000 values · mean ≈ 0 · median ≈ 0 · 5 to 95%: ≈ 0 to 0',
    );
  });
});
