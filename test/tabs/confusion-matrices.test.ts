import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagesDrawn, tabStage, textOf } from './tab-stage.ts';

const { inTab } = tabStage();

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
