import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiment, project, shownViews, target, textOf } from './shown-views.ts';

const { stage, showing } = shownViews();

test('a project lists its experiments with distinguishing columns, and draws the newest ten', () =>
  showing(async ({ page }) => {
    await page.waitForFunction(() => document.querySelectorAll('.tracklens-chart').length === 2);
    assert.match(
      await textOf(page, '.tl-header'),
      /ada \/ digits[\s\S]*12 experiments[\s\S]*1 running[\s\S]*1 crashed/,
    );
    const headings = await page.locator('[role=columnheader]').allInnerTexts();
    assert.deepEqual(headings.slice(1), [
      'Name',
      'State',
      'Tags',
      'Started',
      'Duration',
      'learning_rate',
      'width',
      'val/accuracy',
      'val/accuracy max',
      'loss',
      'loss min',
    ]);
    const grid = page.locator('[role=grid]');
    assert.equal(await grid.getAttribute('aria-rowcount'), '13');
    assert.equal(await grid.getAttribute('aria-colcount'), '12');
    assert.equal(await page.locator('.tl-legend li').count(), 10);
    assert.equal(await page.locator('[role=row][aria-selected=true]').count(), 10);
  }, target(project)));

test('the table works by keyboard: sort a column, select a row, open it', () =>
  showing(async (view) => {
    const { page } = view;
    await page.waitForSelector('[role=row][data-id] [role=gridcell]');
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'ascending');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const before = await page.locator('.tl-legend li').count();
    await page.keyboard.press(' ');
    await page.waitForFunction((count) => document.querySelectorAll('.tl-legend li').length !== count, before);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const [opened] = await view.run((test) => test.hostCalls);
    assert.equal(opened?.what, 'open');
    const key = (opened!.value as { target: { experimentKey: string } }).target.experimentKey;
    const active = await page.locator('[role=grid]').getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`[id="${active}"]`).locator('..').getAttribute('data-id'), key);
  }, target(project)));

test('the current cell of a scrolled table is visible', () =>
  showing(async ({ page }) => {
    await page.waitForSelector('[role=row][data-id] [role=gridcell]');
    const grid = page.locator('[role=grid]');
    await grid.focus();
    for (const key of ['Control+End', 'Control+Home', 'ArrowDown', 'PageDown', 'PageDown', 'PageUp']) {
      await page.keyboard.press(key);
      await page.waitForFunction(() => {
        const table = document.querySelector('[role=grid]')!;
        const cell = document.getElementById(table.getAttribute('aria-activedescendant') ?? '');
        if (!cell) return false;
        const [outer, inner] = [table.getBoundingClientRect(), cell.getBoundingClientRect()];
        return (
          inner.top >= outer.top &&
          inner.bottom <= outer.bottom &&
          inner.left >= outer.left - 1 &&
          inner.right <= outer.right + 1
        );
      });
    }
  }, target(project)));

test('a query shows its text and its results', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('[role=rowheader]');
      assert.match(await textOf(page, '.tl-query-text'), /Tag\("baseline"\)/);
      assert.equal(await page.locator('[role=rowheader]').count(), 3);
      await page.setViewportSize({ width: 320, height: 800 });
      const [icon, text] = await page
        .locator('.tl-facts')
        .locator('.tl-icon, .tl-query-text')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
      assert.ok(text!.top < icon!.bottom && text!.bottom > icon!.bottom, 'the icon is at the first of several lines');
    },
    target({
      kind: 'query',
      workspace: 'ada',
      projectName: 'digits',
      query: '(Parameter("width") == 32) & Tag("baseline")',
    }),
  ));

test('a model lists its versions, newest first, each with its experiment', () =>
  showing(
    async (view) => {
      const { page } = view;
      await page.waitForSelector('[role=rowheader]');
      assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['1.1.0', '1.0.0']);
      assert.equal(await textOf(page, '.tl-mark'), '1.0.0');
      const [marked, plain] = await page
        .locator('.tl-mark, [role=rowheader]:not(:has(.tl-mark))')
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).color));
      assert.equal(marked, plain, 'not the mark of a found text');
      await page.locator('[role=row][data-id="1.0.0"]').click();
      const [opened] = await view.run((test) => test.hostCalls);
      assert.deepEqual(opened?.value, { target: experiment(stage.seeded.keys[7]!), newPanel: false, activate: true });
    },
    target({ kind: 'model', workspace: 'ada', modelName: 'digits-mlp', version: '1.0.0' }),
  ));

test('a version names its source experiment, which is read once for all of its versions', () =>
  showing(
    async ({ page }) => {
      const sources = page.locator('[role=gridcell] .tl-link');
      await sources.getByText('mlp-7').nth(1).waitFor();
      const key = stage.seeded.keys[7]!;
      assert.equal(await sources.first().getAttribute('title'), `mlp-7\n${key}`);
      const reads = stage.browser.requests().filter((request) => request.includes('experiment/metadata'));
      assert.equal(reads.length, 1);
    },
    async (view) => {
      stage.browser.requests();
      await target({ kind: 'model', workspace: 'ada', modelName: 'digits-mlp' })(view);
    },
  ));

test('an invalid query reports its error', () =>
  showing(
    async ({ page }) => {
      await page.waitForSelector('[data-failure=invalid]');
      assert.match(await textOf(page, '[role=alert]'), /column 17/);
    },
    target({ kind: 'query', workspace: 'ada', projectName: 'digits', query: 'Tag("baseline") || Tag("sweep")' }),
  ));
