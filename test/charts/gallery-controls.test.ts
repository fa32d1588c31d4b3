import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { seriesPalettes } from '@tracklens/core/display';
import type { Page } from 'playwright-core';
import { axeViolations, type ViewPage } from '../ui/browser.ts';
import { logPoint, seedProject } from '../ui/seeded-project.ts';
import { viewStage } from '../ui/view-stage.ts';
import { until } from '../until.ts';

const target = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;

const stage = viewStage(seedProject);

type Charts = Record<string, unknown>;

/** Shows the project with its charts. */
const showing = (charts: Charts, work: (view: ViewPage) => Promise<void>, page: { readonly fresh?: boolean } = {}) =>
  stage.showing(work, {
    ...page,
    options: { target, state: { version: 1, charts } },
    until: '[data-metric=loss] .tracklens-plot[data-series], [data-metric=loss] [role=grid]',
    height: 1500,
  });

const chosen = async (view: ViewPage): Promise<Charts> =>
  ((await view.run((page) => page.states)).at(-1) as { charts: Charts } | undefined)?.charts ?? {};
const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).last();
const strokes = (page: Page) =>
  page.locator('.tl-legend .tl-series-mark path').evaluateAll((all) => all.map((path) => path.getAttribute('stroke')));

test('palette, experiment colors and names can be chosen, are stored in the state and apply everywhere', () =>
  showing({}, async (view) => {
    const { page } = view;
    const before = await strokes(page);
    await more(page).click();
    await page.getByLabel('Palette').selectOption('okabe-ito');
    await page.getByLabel('Names', { exact: true }).fill('{name} lr={param.learning_rate}');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    assert.notDeepEqual(await strokes(page), before);
    await page.locator('.tl-legend-label', { hasText: 'mlp-10 lr=0.01' }).waitFor();
    await page.getByLabel('Color of mlp-10 lr=0.01').fill('#123456');
    assert.ok((await strokes(page)).includes('#123456'));
    const { palette, label, colors } = await chosen(view);
    assert.deepEqual(
      [palette, label, colors],
      ['okabe-ito', '{name} lr={param.learning_rate}', { [stage.seeded.keys[10]!]: '#123456' }],
    );
  }));

test('choices are restored from the state', () =>
  showing(
    {
      palette: 'okabe-ito',
      label: '{key}',
      yRange: 'zero',
      sameY: true,
      follow: true,
      tables: ['val/accuracy'],
      smoothing: { method: 'half-life', amount: 5 },
      full: ['loss'],
      directions: { loss: 'max' },
      pins: { loss: { x: 10, experimentKey: null } },
    },
    async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-chart-tooltip[data-pinned]');
      await page.waitForSelector('[data-metric="val/accuracy"] [role=grid]');
      assert.equal(await page.locator('.tl-legend-label').first().innerText(), stage.seeded.keys.at(-1)!.slice(0, 9));
      assert.equal(await page.getByLabel('Half-life in steps').inputValue(), '5');
      assert.equal(await page.getByRole('button', { name: 'Show fewer points' }).count(), 1);
    },
  ));

test('a saved image has the palette, colors, names and smoothing of the view, on white in its light colors', () => {
  const painted = stage.seeded.keys[10]!;
  const charts = {
    palette: 'okabe-ito',
    label: '{name} lr={param.learning_rate}',
    colors: { [painted]: '#123456' },
    smoothing: { method: 'ema', amount: 0.8 },
  };
  return showing(charts, async (view) => {
    const { page } = view;
    // What a template names comes in its own time.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.tl-legend-label')].every((label) => !label.textContent?.includes('–')),
    );
    const saved = async (format: string) => {
      await page.click('[data-metric=loss] .tracklens-chart-menu > button');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-format=${format}]`)]);
      return readFile((await download.path())!, 'utf8');
    };
    const strokesOf = (svg: string) =>
      new Set([...svg.matchAll(/stroke="(#[0-9a-f]{6})"/g)].map(([, color]) => color!));
    const legend = async () => {
      const names = await page.locator('.tl-legend-label').allInnerTexts();
      return names.map((name, index) => [name, index] as const);
    };
    for (const format of ['svg', 'html']) {
      const svg = await saved(format);
      const strokesShown = await strokes(page);
      const drawn = strokesOf(svg);
      for (const [name, index] of await legend()) {
        if (name.startsWith('mlp-3 ') || name.startsWith('<')) continue;
        assert.ok(svg.includes(name), `${format} names ${name}`);
        assert.ok(drawn.has(strokesShown[index]!), `${format} has the color of ${name}`);
      }
      assert.ok(drawn.has('#123456'));
      assert.match(svg, /stroke-opacity="0\.25"/, 'the raw lines are behind the smoothed ones');
    }
    const light = strokesOf(await saved('svg'));
    await view.run((test) => test.setTheme('dark'));
    await view.run((test) =>
      test.view!.update({
        state: { ...test.view!.getState(), charts: { ...test.view!.getState().charts, onWhite: true } },
      }),
    );
    await page.waitForSelector('[data-theme=dark] [data-metric=loss] .tracklens-plot[data-series]');
    const onWhite = strokesOf(await saved('svg'));
    const lines = seriesPalettes['okabe-ito'].light.filter((color) => light.has(color));
    assert.ok(lines.length > 3);
    for (const color of lines) assert.ok(onWhite.has(color), `${color} on white`);
    for (const color of seriesPalettes['okabe-ito'].dark)
      assert.ok(!onWhite.has(color), `${color} is for a dark ground`);
  });
});

test('the values are shown as a table and as a chart again', () =>
  showing({}, async (view) => {
    const { page } = view;
    await page.click('[data-metric=loss] .tracklens-chart-menu > button');
    await page.click('[data-action=table]');
    const grid = page.locator('[data-metric=loss] [role=grid]');
    await grid.waitFor();
    assert.ok((await grid.getByRole('columnheader').count()) > 5);
    assert.match(await grid.innerText(), /2\.05/);
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await grid.getByText('NaN').first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Show the chart' }).click();
    await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
    assert.deepEqual((await chosen(view)).tables, []);
  }));

test('keys in a chart: l switches to a log scale, t shows the table', () =>
  showing({}, async (view) => {
    const { page } = view;
    await page.focus('[data-metric=loss] .tracklens-plot');
    await page.keyboard.press('l');
    await until(async () => (await chosen(view)).yScale === 'log', 'the log scale in the state');
    await page.focus('[data-metric=loss] .tracklens-plot');
    await page.keyboard.press('t');
    await page.waitForSelector('[data-metric=loss] [role=grid]');
  }));

test('the focus moves to the table of a chart and back, by key, button and menu, and stays on Reset colors', () =>
  showing({ colors: { [stage.seeded.keys[10]!]: '#123456' } }, async ({ page }) => {
    const focused = (selector: string) =>
      page.waitForFunction((wanted) => document.activeElement?.matches(wanted), `[data-metric=loss] ${selector}`);
    await page.focus('[data-metric=loss] .tracklens-plot');
    await page.keyboard.press('t');
    await focused('[role=grid]');
    await page.getByRole('button', { name: 'Show the chart' }).press('Enter');
    await focused('.tracklens-plot');
    await page.locator('[data-metric=loss] .tracklens-chart-menu > button').press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Show the values as a table' }).press('Enter');
    await focused('[role=grid]');
    await more(page).click();
    await page.waitForFunction(() => document.activeElement?.closest('label')?.textContent?.startsWith('Values shown'));
    const reset = page.getByRole('button', { name: 'Reset colors' });
    await reset.press('Enter');
    await page.locator('[aria-disabled=true]').and(reset).waitFor();
    assert.equal(await reset.evaluate((button) => button === document.activeElement), true);
  }));

test('a table that loads later leaves the focus in the field where the user types meanwhile', () =>
  showing(
    {},
    async ({ page }) => {
      let load = () => {};
      const asked = new Promise<void>((resolve) => {
        void page.route(/PointsTable[^/]*\.js$/, (route) => {
          load = () => void route.continue();
          resolve();
        });
      });
      await page.focus('[data-metric=loss] .tracklens-plot');
      await page.keyboard.press('t');
      await asked;
      const search = page.getByRole('searchbox').first();
      await search.focus();
      load();
      await page.waitForSelector('[data-metric=loss] [role=grid]');
      await page.keyboard.type('los');
      assert.equal(await search.inputValue(), 'los');
    },
    { fresh: true },
  ));

test('the amount of smoothing is typed over, and is that of the charts again after an invalid one', () =>
  showing({ smoothing: { method: 'mean', amount: 9 } }, async (view) => {
    const { page } = view;
    const amount = page.getByLabel('Mean of a window');
    const applied = async () => (await chosen(view)).smoothing as { amount: number } | undefined;
    await amount.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    assert.equal(await amount.inputValue(), '');
    await page.keyboard.type('21');
    assert.equal(await amount.inputValue(), '21');
    await until(async () => (await applied())?.amount === 21, 'the amount in the state');
    await amount.fill('0.2');
    await amount.blur();
    assert.equal(await amount.inputValue(), '21');
    assert.deepEqual(await applied(), { method: 'mean', amount: 21 });
    await page.getByLabel('Smoothing', { exact: true }).selectOption('steps');
    assert.equal(await page.getByLabel('Half-life in steps').inputValue(), '10');
  }));

test('hovering an experiment in the legend highlights it in every chart', () =>
  showing({}, async ({ page }) => {
    const overlay = () =>
      page
        .locator('.tracklens-plot > canvas')
        .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
    const before = await overlay();
    await page.locator('.tl-legend-entry button').nth(2).hover();
    const isHighlighted = async () => (await overlay()).every((image, index) => image !== before[index]);
    await until(isHighlighted, 'the line in every chart');
  }));

test('the shared legend has one tab stop for colors and one for names, and arrows move within it', () =>
  showing({}, async ({ page }) => {
    const stops = () =>
      page
        .locator('.tl-legend-entry')
        .evaluateAll((entries) =>
          entries.flatMap((entry, index) =>
            [...entry.querySelectorAll<HTMLElement>('input, button')].flatMap((one) =>
              one.tabIndex === 0 ? [index] : [],
            ),
          ),
        );
    assert.deepEqual(await stops(), [0, 0]);
    await page.locator('.tl-legend-entry button').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await stops(), [2, 2]);
    await page.keyboard.press('Shift+Tab');
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const third = await page.locator('.tl-legend-label').nth(2).innerText();
    assert.equal(await label(), `Color of ${third}`);
    await page.keyboard.press('End');
    assert.equal(await label(), `Color of ${await page.locator('.tl-legend-label').last().innerText()}`);
  }));

test('a run deleted while it is shown is removed from the charts', () =>
  showing({}, async ({ page }) => {
    const drawn = () => page.locator('[data-metric=loss] .tracklens-plot').getAttribute('data-series').then(Number);
    const entries = page.locator('.tl-legend-label');
    const withLoss = async () => (await entries.count()) - 1; // One experiment has no metrics.
    const isComplete = async () => (await drawn()) === (await withLoss());
    await until(isComplete, 'a line for each run');
    await stage.service.call('GET', `/api/rest/v2/write/experiment/delete?experimentKey=${stage.seeded.keys[9]}`);
    await logPoint(stage.service, stage.seeded.running, 0.1, 60);
    await entries.filter({ hasText: /^mlp-9$/ }).waitFor({ state: 'detached', timeout: 40_000 });
    // An older experiment may take its place.
    await until(isComplete, 'a line for each run that is left');
  }));

test('the text is shown before the drawing code loads, and stays when it never loads', async () => {
  const view = await stage.browser.page({ height: 1500, fresh: true });
  try {
    let asked = 0;
    await view.page.route(/chart-view.*\.js$/, (route) => {
      asked++;
      return route.abort();
    });
    await view.show({ target, state: { version: 1 } });
    await view.page.getByText('The chart code could not be loaded.').first().waitFor();
    assert.ok(asked > 0);
    assert.ok((await view.page.locator('[role=grid] [role=row]').count()) > 10);
    assert.ok((await view.page.locator('.tl-legend-entry').count()) > 5);
    assert.equal(await view.page.locator('.tracklens-chart-title').first().innerText(), 'loss');
  } finally {
    await view.close();
  }
});

const drawn = (page: Page, title: string) =>
  page
    .locator('.tl-chart-card', { has: page.getByText(title, { exact: true }) })
    .locator('.tracklens-plot[data-series]');

test('metrics are combined and separated from the menu of a chart with the keyboard, and each line is named', () =>
  showing({ search: 'loss' }, async (view) => {
    const { page } = view;
    await page.locator('[data-metric=loss] .tracklens-chart-menu > button').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Combine with…' }).press('Enter');
    const form = page.getByRole('form', { name: 'Metrics of the chart of loss' });
    await form.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('acc');
    assert.equal(await form.getByRole('checkbox').count(), 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.deepEqual(await axeViolations(page), []);
    await form.getByRole('textbox', { name: 'Title' }).fill('both');
    await page.keyboard.press('Enter');
    await drawn(page, 'both').waitFor();
    assert.deepEqual((await chosen(view)).combined, [{ title: 'both', metrics: ['loss', 'val/accuracy'] }]);
    const legend = page.getByRole('list', { name: 'Metrics' }).locator('li');
    await until(
      async () => (await legend.allInnerTexts()).join() === 'loss,val/accuracy',
      'the legend of both metrics',
    );
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await until(
      async () => /chart of both .*, 2 metrics: loss, val\/accuracy, \d+ experiments/.test((await label()) ?? ''),
      'the focused chart to name its metrics',
    );
    await page.keyboard.press('ArrowRight');
    await page.getByRole('status').filter({ hasText: '· loss' }).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByRole('status').filter({ hasText: '· val/accuracy' }).waitFor({ state: 'attached' });
    assert.ok((await page.locator('.tracklens-chart-tooltip').innerText()).includes('· val/accuracy'));
    assert.deepEqual(await axeViolations(page), []);
    await page.locator('[data-metric=loss] .tracklens-chart-menu > button').click();
    await page.getByRole('menuitem', { name: 'Separate the metrics' }).click();
    await drawn(page, 'loss').waitFor();
    assert.deepEqual((await chosen(view)).combined, []);
  }));

test('in a wide window the charts of a group fill its width, and a single chart is limited', async () => {
  const value = { experimentKey: stage.seeded.keys[10]!, metricName: 'val/f1', metricValue: 0.5, step: 0 };
  await stage.service.call('POST', '/api/rest/v2/write/experiment/metric', value);
  await showing({}, async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 900 });
    const widths = await page
      .locator('.tl-chart-grid')
      .evaluateAll((grids) =>
        grids.map((grid) => [
          grid.clientWidth,
          ...[...grid.children].map((card) => card.getBoundingClientRect().width),
        ]),
      );
    const [whole = 0] = widths[0] ?? [];
    assert.deepEqual(widths, [
      [whole, 900],
      [whole, (whole - 10) / 2, (whole - 10) / 2],
    ]);
  });
});
