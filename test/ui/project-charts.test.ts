import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { until } from '../until.ts';
import { axeViolations, type ViewPage } from './browser.ts';
import { renderCounts } from './render-counts.ts';
import { hostile, seedProject } from './seeded-project.ts';
import { screenshotFolder, viewStage } from './view-stage.ts';

const target = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;

describe('a project’s charts', () => {
  const stage = viewStage(seedProject);

  const showing = (work: (view: ViewPage) => Promise<void>, state: object = {}, height = 1400) =>
    stage.showing(work, { options: { target, state: { version: 1, ...state } }, until: '[role=grid]', height });

  const formats: readonly [format: string, ending: string, holds: RegExp][] = [
    ['csv', 'csv', /^experiment_key,experiment_name,step,loss\r\n/],
    ['csv-all', 'csv', /^experiment_key,experiment_name,step,epoch,time,loss\r\n[\s\S]*,NaN\r\n/],
    ['json', 'json', /"metricName": "loss"[\s\S]*"NaN"/],
    ['svg', 'svg', /^<svg xmlns[\s\S]*@font-face[\s\S]*font-family=[\s\S]*<path[\s\S]*&lt;img src=x[\s\S]*<\/svg>$/],
    ['html', 'html', /^<!doctype html>[\s\S]*default-src 'none'[\s\S]*<svg /],
    ['png', 'png', /^.PNG/],
    ['png-2x', 'png', /^.PNG/],
  ];
  const variants: Readonly<Record<string, string>> = { csv: 'drawn_', 'csv-all': 'all_points_', 'png-2x': '2x_' };
  test('a chart is saved in each form from its menu, under its project, metric, variant and day', () =>
    showing(async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-chart-menu');
      const widths: number[] = [];
      for (const [format, ending, holds] of formats) {
        await page.click('[data-metric=loss] .tracklens-chart-menu > button');
        const downloading = page.waitForEvent('download');
        await page.click(`[data-metric=loss] [data-format=${format}]`);
        const download = await downloading;
        const variant = variants[format] ?? '';
        const name = new RegExp(`^digits_loss_${variant}\\d{4}-\\d\\d-\\d\\d\\.${ending}$`);
        assert.match(download.suggestedFilename(), name);
        const bytes = await readFile(await download.path());
        const text = bytes.toString(ending === 'png' ? 'latin1' : 'utf8');
        assert.match(text, holds, format);
        assert.ok(!text.includes(hostile), `${format} holds a name as markup`);
        if (ending === 'png') widths.push(bytes.readUInt32BE(16));
        if (screenshotFolder) await download.saveAs(`${screenshotFolder}/export-${format}.${ending}`);
      }
      assert.equal(widths[1], widths[0]! * 2);
    }));

  test('the web page of a project has the lines of its view, in their colors', () =>
    showing(async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
      const legend = page.locator('.tl-legend li').filter({ hasNotText: /^mlp-3$/ });
      await legend.nth(8).waitFor();
      const shown = await legend
        .locator('path')
        .evaluateAll((items) => items.map((item) => item.getAttribute('stroke')));
      assert.equal(shown.length, 9, 'the ten newest experiments but the one without points');
      await page.getByRole('button', { name: 'Save this view' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Web page (HTML)' }).click();
      const html = await readFile(await (await downloading).path(), 'utf8');
      const images = [...html.matchAll(/data:image\/svg\+xml;base64,([^"]+)"/g)];
      const svg = Buffer.from(images[0]![1]!, 'base64').toString();
      const lines = [...svg.matchAll(/<path[^>]*stroke-linecap="round"[^>]*>/g)];
      const drawn = lines.map(([line]) => /stroke="(.*?)"/.exec(line)?.[1]);
      assert.deepEqual(new Set(drawn), new Set(shown));
    }));

  test('lines have the same colors when other experiments are deselected', () =>
    showing(async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
      const colors = () =>
        page.locator('.tl-legend li').evaluateAll((items) => {
          const entry = (item: Element) =>
            [item.textContent, item.querySelector('path')?.getAttribute('stroke')] as const;
          return Object.fromEntries(items.map(entry));
        });
      const rows = page.locator('[role=row][data-id]');
      const before = await colors();
      const count = await page.locator('.tl-legend li').count();
      for (const index of [0, 1, 2]) {
        await rows.nth(index).getByRole('checkbox').uncheck();
        await until(async () => (await page.locator('.tl-legend li').count()) === count - index - 1, 'a line less');
        for (const [name, color] of Object.entries(await colors())) assert.equal(color, before[name], name);
      }
    }));

  test('metrics, an x axis and a parameter that no experiment has logged are named, and not drawn', () => {
    const group = { by: 'parameter:widths', center: 'mean', band: 'std', members: false } as const;
    const charts = { metrics: ['los', 'loss'], xAxis: { metric: 'epochs' }, group };
    return stage.showing(
      async ({ page }) => {
        for (const said of [
          'the metric “los”. Did you mean “loss”?',
          'the metric “epochs”. Did you mean “epoch”?',
          'the parameter “widths”. Did you mean “width”?',
        ]) {
          await page
            .locator('.tl-gallery .tl-banner', { hasText: `No experiment in the charts has logged ${said}` })
            .waitFor();
        }
        await page.waitForSelector('[data-metric=loss]');
        assert.equal(await page.locator('.tl-chart-card').count(), 1);
        if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/unknown-names.png` });
        const x = page.getByRole('combobox', { name: 'X', exact: true });
        assert.equal(await x.locator('option:checked').textContent(), 'epochs');
        await x.selectOption('Step');
        await page.locator('.tl-gallery .tl-banner', { hasText: 'epochs' }).waitFor({ state: 'detached' });
      },
      { options: { target, state: { version: 1, charts } }, until: '.tl-gallery', height: 1400, accessible: true },
    );
  });

  test('a chart of one experiment is saved under the name of the experiment, also inside the file', () =>
    stage.showing(
      async ({ page }) => {
        await page.waitForSelector('[data-metric=loss] .tracklens-chart-menu');
        for (const format of ['csv', 'csv-all']) {
          await page.click('[data-metric=loss] .tracklens-chart-menu > button');
          const downloading = page.waitForEvent('download');
          await page.click(`[data-metric=loss] [data-format=${format}]`);
          const download = await downloading;
          assert.match(download.suggestedFilename(), new RegExp(`^digits_mlp-7_loss_${variants[format]}`));
          assert.match(await readFile(await download.path(), 'utf8'), /\r\n[^,]*,mlp-7,/);
        }
      },
      { options: { target: { kind: 'experiment', experimentKey: stage.seeded.keys[7]! } } },
    ));

  test('a change of the table renders no chart, and a change of the charts no row of the table', () =>
    stage.showing(
      async (view) => {
        const { page } = view;
        const rendersOf = await renderCounts(page);
        await view.run((test, given) => void test.show(null, given), { target, pollMillis: 60_000 });
        await page.waitForSelector('.tracklens-plot[data-series]');
        await view.idle();
        const sorted = await rendersOf(() => page.getByRole('columnheader', { name: 'Name' }).click());
        assert.ok(sorted['tl-grid-row']! > 0, JSON.stringify(sorted));
        assert.equal(sorted['tl-chart-card'], undefined);
        const smoothed = await rendersOf(() => page.getByLabel('Smoothing').selectOption('ema'));
        assert.equal(smoothed['tl-chart-card'], await page.locator('.tl-chart-card').count(), JSON.stringify(smoothed));
        assert.equal(smoothed['tl-grid-row'], undefined);
      },
      { fresh: true },
    ));

  test('the export menu works by keyboard and closes with Escape', () =>
    showing(async ({ page }) => {
      await page.waitForSelector('[data-metric=loss] .tracklens-chart-menu');
      const button = page.locator('[data-metric=loss] .tracklens-chart-menu > button');
      await button.focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('[role=menu]');
      assert.equal(await page.locator(':focus').getAttribute('data-action'), 'range');
      await page.keyboard.press('ArrowUp');
      assert.equal(await page.locator(':focus').getAttribute('data-format'), 'typescript');
      assert.deepEqual(await axeViolations(page), []);
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('[role=menu]').count(), 0);
      assert.equal(await button.evaluate((element) => element === document.activeElement), true);
    }));

  test('long names show where they differ: in the legend, in tooltips and in the comparison', async () => {
    const keys: string[] = [];
    for (const seed of [1, 2]) {
      const experimentName = `an-experiment-with-a-long-name lr=0.0001 seed=${seed} schedule=cosine,warmup,restarts`;
      const body = { workspaceName: 'ada', projectName: 'long names', experimentName };
      const created = await stage.service.call('POST', '/api/rest/v2/write/experiment/create', body);
      keys.push(String(created.experimentKey));
      for (const step of [0, 1]) {
        const point = { experimentKey: keys.at(-1), metricName: 'loss', metricValue: seed, step };
        await stage.service.call('POST', '/api/rest/v2/write/experiment/metric', point);
      }
    }
    const state = { version: 1, selection: keys } as const;
    await stage.showing(
      async ({ page }) => {
        const plot = page.locator('[data-metric=loss] .tracklens-plot[data-series="2"]');
        await plot.waitFor();
        const texts = (selector: string) => page.locator(selector).allInnerTexts();
        assert.deepEqual((await texts('.tl-legend-label')).sort(), ['…seed=1…', '…seed=2…']);
        const legend = page.locator('[data-entry] button').first();
        assert.match((await legend.getAttribute('title'))!, /^an-experiment-with-a-long-name .*restarts \(/);
        await plot.hover();
        await page.locator('.tracklens-chart-tooltip').waitFor();
        assert.deepEqual(await texts('.tracklens-chart-tooltip td:nth-child(2)'), ['…seed=2…', '…seed=1…']);
        await page.getByRole('button', { name: 'Compare 2' }).click();
        const heads = page.getByRole('region', { name: 'Metrics' }).locator('thead th');
        await heads.nth(2).waitFor();
        assert.deepEqual(
          (await heads.allInnerTexts())
            .slice(1)
            .map((text) => text.trim())
            .sort(),
          ['…seed=1…', '…seed=2…'],
        );
      },
      { options: { target: { ...target, projectName: 'long names' }, state }, until: '[role=grid]', height: 1400 },
    );
  });

  test('experiments are grouped by a parameter, and the state keeps it', () =>
    showing(async (view) => {
      const { page } = view;
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
      await page.getByLabel('Group by').selectOption({ label: 'learning_rate' });
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series="3"]');
      const legend = await page.locator('.tl-legend-label').allInnerTexts();
      assert.deepEqual(
        legend.map((text) => text.replace(/ \(\d\)$/, '')),
        ['learning_rate = 0.001', 'learning_rate = 0.01', 'learning_rate = 0.1'],
      );
      const shortened = await page
        .locator('.tl-legend-label .tl-middle-head')
        .evaluateAll((all) => all.filter((head) => head.scrollWidth > head.clientWidth).length);
      assert.equal(shortened, 0, 'names that fit are whole');
      const endsCut = await page.locator('.tl-legend-label.tl-middle').evaluateAll(
        (all) =>
          all.filter((label) => {
            (label as HTMLElement).style.width = '12em';
            const end = document.createRange();
            end.selectNodeContents(label.lastChild!);
            const isBeyond = end.getBoundingClientRect().right > label.getBoundingClientRect().right + 0.5;
            return isBeyond || getComputedStyle(label).textOverflow !== 'clip';
          }).length,
      );
      assert.equal(endsCut, 0, 'the ends of names that do not fit are whole');
      const starts = await page.locator('.tl-legend-label.tl-middle').evaluateAll((all) =>
        all.map((label) => {
          (label as HTMLElement).style.width = '6em';
          return label.firstElementChild!.clientWidth / Number.parseFloat(getComputedStyle(label).fontSize);
        }),
      );
      assert.ok(Math.min(...starts) >= 2.4, `in very little space the starts stay: ${starts} em`);
      await page.getByLabel('Band').selectOption('range');
      await page.getByLabel('Members').check();
      const states = await view.run((test) => test.states);
      assert.deepEqual((states.at(-1) as { charts: { group: object } }).charts.group, {
        by: 'parameter:learning_rate',
        center: 'mean',
        band: 'range',
        members: true,
      });
      await page.locator('.tl-legend-entry').first().click();
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series="2"]');
      assert.deepEqual(await axeViolations(page), []);
      if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/grouped-light.png` });
      await view.run((test) => test.setTheme('dark'));
      if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/grouped-dark.png` });
    }));
});
