import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { ChartOptions } from '@tracklens/core/display';
import type { Page } from 'playwright-core';
import type { ViewPage } from '../ui/browser.ts';
import type { TestPage } from '../ui/page.ts';
import { seedProject } from '../ui/seeded-project.ts';
import { viewStage } from '../ui/view-stage.ts';

type Name = keyof ChartOptions;

const target = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;
const plot = '[data-metric=loss] .tracklens-plot';

const openMenu = (page: Page) => page.click('[data-metric=loss] .tracklens-chart-menu > button');
const chooseAction = async (page: Page, action: string) => {
  await openMenu(page);
  await page.click(`[data-metric=loss] [data-action=${action}]`);
};
const select = (page: Page, name: string) =>
  page.locator('.tl-gallery .tl-toolbar').getByRole('combobox', { name, exact: true });
const openMore = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).last().click();
const selectInMore = async (page: Page, name: string, value: string) => {
  await openMore(page);
  // The label of the palette contains a button too.
  await page
    .locator('.tl-chart-more')
    .getByRole('combobox', { name: new RegExp(`^${name}`) })
    .selectOption(value);
};
const checkInMore = async (page: Page, name: string) => {
  await openMore(page);
  await page.getByRole('checkbox', { name, exact: true }).check();
};

/** Functions and values of the page that compare what the gallery shows. */
interface AppearancePage {
  /** Returns the visible content of the gallery without its toolbar: texts, styles and pixels. */
  appearance(): string;
  last?: string;
}

/** Adds `appearance` to the page: its result has megabytes, and is compared where it is. */
function addAppearance(page: Page): Promise<void> {
  return page.evaluate(() => {
    (window as unknown as AppearancePage).appearance = () => {
      const gallery = document.querySelector('.tl-gallery')!;
      const copy = gallery.cloneNode(true) as HTMLElement;
      for (const toolbar of copy.querySelectorAll('.tl-toolbar')) toolbar.remove();
      for (const drawing of copy.querySelectorAll<HTMLElement>('.tracklens-plot'))
        drawing.removeAttribute('data-draw-millis');
      const pixels = [...gallery.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL());
      const ids = / (id|aria-describedby|for)="[^"]*"/g;
      return copy.innerHTML.replace(ids, '') + pixels.join();
    };
  });
}

/** Waits until the gallery looks the same twice in a row, since charts are drawn in several steps. */
async function settled({ page, idle }: ViewPage): Promise<void> {
  await idle();
  await page.waitForFunction(
    () => {
      const view = window as unknown as AppearancePage;
      const { last } = view;
      view.last = view.appearance();
      return view.last === last;
    },
    undefined,
    { polling: 50 },
  );
}

/** Resolves when the gallery looks different than at the end of `settled`. */
const changed = (page: Page) =>
  page.waitForFunction(
    () => {
      const view = window as unknown as AppearancePage;
      return view.appearance() !== view.last;
    },
    undefined,
    { polling: 50, timeout: 10_000 },
  );

async function savedImage(page: Page): Promise<string> {
  await openMenu(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('[data-metric=loss] [data-format=svg]'),
  ]);
  return readFile((await download.path())!, 'utf8');
}

interface Option {
  /** Value that changes what is shown. */
  readonly value: ChartOptions;
  /** Options that it needs to have an effect. */
  readonly base?: ChartOptions;
  /** What shows the effect. Default: how the gallery looks. */
  readonly shown?: (page: Page) => Promise<string>;
  /** Operates its control; null for an option that only a program sets. */
  readonly control: ((page: Page) => Promise<unknown>) | null;
}

const zoomed: ChartOptions = { zoom: { loss: { x: [5, 15] } } };

/** Options with what they change and how a person changes them. */
const options = (experimentKey: string): Partial<Record<Name, Option>> => ({
  xAxis: { value: { xAxis: 'duration' }, control: (page) => select(page, 'X').selectOption('wall') },
  xScale: { value: { xScale: 'symlog' }, control: (page) => select(page, 'X scale').selectOption('log') },
  yScale: { value: { yScale: 'symlog' }, control: (page) => select(page, 'Y scale').selectOption('log') },
  smoothing: {
    value: { smoothing: { method: 'ema', amount: 0.9 } },
    control: (page) => select(page, 'Smoothing').selectOption('mean'),
  },
  yRange: {
    value: { yRange: 'middle' },
    control: (page) => selectInMore(page, 'Values shown', 'zero'),
  },
  sameY: {
    value: { sameY: true },
    control: (page) => checkInMore(page, 'The same range in all charts of a group'),
  },
  follow: {
    value: { follow: true },
    base: zoomed,
    control: (page) => checkInMore(page, 'A zoomed part follows the newest points'),
  },
  hidden: {
    value: { hidden: [experimentKey] },
    control: (page) => page.locator('.tl-legend-entry button').first().click(),
  },
  group: {
    value: { group: { by: 'parameter:learning_rate', center: 'mean', band: 'std', members: false } },
    control: (page) => select(page, 'Group by').selectOption('parameter:learning_rate'),
  },
  palette: {
    value: { palette: 'okabe-ito' },
    control: (page) => selectInMore(page, 'Palette', 'okabe-ito'),
  },
  colors: {
    value: { colors: { [experimentKey]: '#123456' } },
    control: (page) => page.locator('.tl-legend-color input').first().fill('#654321'),
  },
  label: {
    value: { label: '{key}' },
    control: async (page) => {
      await openMore(page);
      await page.getByLabel('Names', { exact: true }).fill('{key} {name}');
    },
  },
  onWhite: {
    value: { onWhite: true },
    shown: savedImage,
    control: (page) => chooseAction(page, 'white'),
  },
  zoom: {
    value: zoomed,
    control: async (page) => {
      await page.focus(plot);
      await page.keyboard.press('+');
    },
  },
  pins: {
    value: { pins: { loss: { x: 10, experimentKey } } },
    control: (page) => page.click(plot, { position: { x: 200, y: 80 } }),
  },
  tables: { value: { tables: ['loss'] }, control: (page) => chooseAction(page, 'table') },
  full: {
    // The caption's button differs: the few points of the project are all drawn in either case.
    value: { full: ['loss'] },
    control: (page) => page.locator('[data-metric=loss] .tracklens-chart-caption button').click(),
  },
  directions: { value: { directions: { loss: 'max' } }, control: (page) => chooseAction(page, 'best-max') },
  combined: {
    value: { combined: [{ title: 'both', metrics: ['loss', 'val/accuracy'] }] },
    control: async (page) => {
      await chooseAction(page, 'combine');
      await page.getByRole('checkbox', { name: 'val/accuracy' }).check();
      await page.getByRole('button', { name: 'Apply' }).click();
    },
  },
  metrics: { value: { metrics: ['val/accuracy'] }, control: null },
  search: { value: { search: 'accuracy' }, control: (page) => page.getByLabel('Search metrics').last().fill('loss') },
  columns: {
    value: { columns: 1 },
    control: (page) => selectInMore(page, 'Columns', '2'),
  },
  opened: {
    value: { opened: { val: false } },
    control: (page) => page.locator('.tl-group-title').first().click(),
  },
});

describe('each option of the charts', () => {
  const stage = viewStage(seedProject);

  const showing = (charts: ChartOptions, work: (view: ViewPage) => Promise<void>) =>
    stage.showing(
      async (view) => {
        await view.run((page) => page.setTheme('dark'));
        await work(view);
      },
      { options: { target, state: { version: 1, charts } }, until: `${plot}[data-series]`, height: 1500 },
    );
  const update = (view: ViewPage, charts: ChartOptions) =>
    view.run((page, next) => page.view!.update({ state: { version: 1, charts: next } }), charts);
  const stored = (view: ViewPage) => view.run((page) => page.view!.getState().charts ?? {});

  test('changes what is shown', () =>
    showing({}, async (view) => {
      const { page } = view;
      await addAppearance(page);
      const all = options(stage.seeded.keys[10]!);
      for (const [name, { value, base = {}, shown }] of Object.entries(all)) {
        const failure = `${name} changes nothing that is shown`;
        await update(view, base);
        await page.waitForSelector('[data-metric] .tracklens-plot[data-series]');
        const before = await shown?.(page);
        if (!shown) await settled(view);
        await update(view, { ...base, ...value });
        if (shown) assert.notEqual(await shown(page), before, failure);
        else await changed(page).catch(() => assert.fail(failure));
      }
    }));

  test('has a control that changes it', () =>
    showing({}, async (view) => {
      for (const [name, { value, control }] of Object.entries(options(stage.seeded.keys[10]!))) {
        if (control === null) continue;
        // The button of the caption is shown for few points only when all of them are wanted.
        await update(view, name === 'full' ? value : {});
        await view.page.waitForSelector(`${plot}[data-series]`);
        const before = JSON.stringify((await stored(view))[name as Name]);
        await control(view.page);
        const changed = view.page.waitForFunction(
          ([option, was]) => {
            const { page } = window as unknown as { page: TestPage };
            return JSON.stringify(page.view?.getState().charts?.[option as Name]) !== was;
          },
          [name, before] as const,
          { timeout: 5000 },
        );
        await changed.catch(() => assert.fail(`the control of ${name} does not change it`));
        await view.page.keyboard.press('Escape');
      }
    }));
});
