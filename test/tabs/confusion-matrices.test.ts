import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagesDrawn, tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab, uploadTo } = tabStage();

test('counts, shares, scores and the samples of a cell by keys', () =>
  inTab('confusion-matrices', async (page) => {
    const cells = () => page.locator('.tl-matrix [role=gridcell]').allInnerTexts();
    assert.deepEqual(await cells(), ['8', '2', '', '1', '9', '', '', '3', '7']);
    assert.match(await textOf(page, '.tl-section-title'), /accuracy 80%/);
    assert.deepEqual(await page.getByLabel('Values').locator('option').allInnerTexts(), [
      'Counts',
      'Share of the row (recall)',
      'Share of the column (precision)',
      'Share of all',
    ]);
    await page.getByLabel('Values').selectOption('row');
    assert.deepEqual(await cells(), ['80', '20', '', '10', '90', '', '', '30', '70']);
    await page.locator('.tl-matrix').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await imagesDrawn(page, '.tl-sample-list img', 1);
    assert.match(await textOf(page, '.tl-samples'), /zero predicted as one/);
    assert.equal(
      await page.locator('[aria-label="Most frequent confusions"] [role=rowheader]').first().innerText(),
      'two → one',
    );
    assert.match(await textOf(page, '[aria-label="Scores of the classes"]'), /two\s+10\s+100%\s+70%/);
  }));

test('on a phone, the cell of a large matrix is described in view, by pointer and by keys', async () => {
  const experimentKey = await stage.service.experiment();
  const size = 600;
  const labels = Array.from({ length: size }, (_, index) => `class ${index}`);
  const matrix = labels.map((_, row) => labels.map((__, column) => Number(row === column)));
  const title = 'Predictions of the validation images';
  await uploadTo(experimentKey)('matrix.json', 'confusion-matrix', JSON.stringify({ title, labels, matrix }));
  await stage.showing(
    async (view) => {
      const { page } = view;
      await show(view, experimentKey, 'confusion-matrices');
      const canvas = page.locator('.tl-matrix-canvas');
      await canvas.waitFor();
      const isInView = (selector: string) =>
        page.waitForFunction((wanted) => {
          const { left, top, right, bottom } = document.querySelector(wanted)!.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        }, selector);
      await isInView('.tl-section-title .tl-count');
      await canvas.hover({ position: { x: 200, y: 590 } });
      const readout = page.locator('.tl-matrix-readout');
      await readout.filter({ hasText: /class 5(89|90) predicted as class (199|200): 0/ }).waitFor();
      await isInView('.tl-matrix-readout');
      await canvas.press('Control+End');
      await readout.filter({ hasText: 'class 599 predicted as class 599: 1' }).waitFor();
      await isInView('.tl-matrix-mark');
      await isInView('.tl-matrix-readout');
      await canvas.press('Control+Home');
      await isInView('.tl-matrix-mark');
      const covered = await page.locator('.tl-matrix-mark').evaluate((mark) => {
        const text = document.querySelector('.tl-matrix-readout')!.getBoundingClientRect();
        return text.bottom > mark.getBoundingClientRect().top;
      });
      assert.equal(covered, false);
    },
    { width: 390, height: 500, accessible: true },
  );
});
