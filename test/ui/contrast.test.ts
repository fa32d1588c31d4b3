import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { axeViolations } from './browser.ts';
import { experiment, project, shownViews, target } from './shown-views.ts';

const { stage, showing } = shownViews();

test('with forced colors, charts are drawn in high contrast on the system background', () =>
  stage.showing(
    async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
      assert.equal(await page.locator('.tl-root').getAttribute('data-theme'), 'high-contrast-light');
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      await page.waitForSelector('[data-theme=high-contrast-dark] .tracklens-chart[data-contrast][data-dark]');
    },
    { options: { target: experiment(stage.seeded.keys[7]!) }, forcedColors: true },
  ));

test('charts in the results of a query follow forced colors, and the results retain their state', () =>
  showing(
    async ({ page }) => {
      await page.locator('textarea').fill('Tag("baseline")');
      await page.getByRole('button', { name: 'Run query' }).click();
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      await page.waitForSelector('[data-theme=high-contrast-dark] .tracklens-chart[data-contrast][data-dark]');
      const part = page.locator('[data-part=scatter]');
      await part.click();
      await page.locator('textarea').fill('Tag("baseline") | Tag("sweep")');
      await page.getByText('These are the results of the previous query.').waitFor();
      assert.equal(await part.getAttribute('aria-pressed'), 'true');
    },
    (view) => view.run((test) => test.showQuery({ workspace: 'ada', projectName: 'digits' })),
  ));

test('with forced colors, pressed buttons and selected rows keep their background, and the current cell is outlined', () =>
  stage.showing(
    async ({ page }) => {
      const backgroundOf = (locator: Locator) =>
        locator.evaluate((element) => {
          const { backgroundColor, backgroundImage } = getComputedStyle(element);
          return /rgba?\([^)]*\)/.exec(backgroundImage === 'none' ? backgroundColor : backgroundImage)![0];
        });
      const row = page.locator('.tl-grid-body .tl-grid-row').first();
      await row.getByRole('checkbox').check();
      for (const marked of [page.locator('.tl-parts button[aria-pressed=true]'), row]) {
        await page.mouse.move(0, 0);
        const before = await backgroundOf(marked);
        await marked.hover({ position: { x: 5, y: 2 } });
        assert.ok(await marked.evaluate((element) => element.matches(':hover')));
        assert.equal(await backgroundOf(marked), before);
      }
      await page.locator('.tl-grid').first().focus();
      await page.keyboard.press('ArrowDown');
      const current = row.locator('.tl-current');
      await current.waitFor();
      const [outline, text] = await current.evaluate((cell) => {
        const { outlineColor, color } = getComputedStyle(cell);
        return [outlineColor, color];
      });
      assert.equal(outline, text, 'the outline of the current cell');
    },
    { options: { target: project }, forcedColors: true },
  ));

for (const theme of ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const) {
  test(`in ${theme} colors: no serious axe violation`, () =>
    showing(
      async (view) => {
        const { page } = view;
        for (const shown of [
          { ...experiment(stage.seeded.keys[7]!), tab: 'charts' },
          { ...experiment(stage.seeded.crashed), tab: 'parameters' },
          project,
          { kind: 'model', workspace: 'ada', modelName: 'digits-mlp' },
        ] as const) {
          await target(shown)(view);
          await page.waitForSelector('[role=grid] [role=rowheader], .tracklens-chart');
          // The themes have the same elements and differ in colors only.
          const rules = theme === 'light' ? [] : ['color-contrast'];
          assert.deepEqual(await axeViolations(page, [], rules), [], JSON.stringify(shown));
          await view.run((test) => test.view?.dispose());
        }
      },
      (view) => view.run((test, kind) => test.setTheme(kind), theme),
    ));
}

test('text has enough contrast with the colors that VS Code has in Solarized Light', () =>
  showing(
    async (view) => {
      const { page } = view;
      await target({ ...experiment(stage.seeded.crashed), tab: 'parameters' })(view);
      await page.waitForSelector('[role=grid] [role=rowheader]');
      const colors = {
        foreground: '#616161',
        descriptionForeground: '#717171',
        'editor-background': '#fdf6e3',
        'sideBar-background': '#eee8d5',
        'input-background': '#ddd6c1',
      };
      await page.evaluate((given) => {
        for (const [name, color] of Object.entries(given))
          document.documentElement.style.setProperty(`--vscode-${name}`, color);
      }, colors);
      assert.deepEqual(await axeViolations(page, [], ['color-contrast']), []);
    },
    (view) => view.run((test) => test.setTheme('light')),
  ));
