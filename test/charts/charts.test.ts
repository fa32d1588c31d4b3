import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { chartPage } from './chart-page.ts';
import { hashOf, type PageContent } from './page-content.ts';

let site: Awaited<ReturnType<typeof chartPage>>;
let browser: Browser;

before(async () => {
  site = await chartPage();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

type Plot = Record<'series' | 'pointsShown' | 'pointsTotal' | 'nan' | 'infinite' | 'markers' | 'interpreted', number>;

async function plots(page: Page): Promise<Plot[]> {
  const read = await page.$$eval('.tracklens-plot', (all) => all.map((plot) => ({ ...(plot as HTMLElement).dataset })));
  return read.map(
    (data) => Object.fromEntries(Object.entries(data).map(([name, text]) => [name, Number(text)])) as Plot,
  );
}

/** Opens the page on some charts, and answers when each is drawn. Fails the test on any error or violation at its end. */
async function shown(content: PageContent, check: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 832, height: 900 } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !message.location().url.endsWith('favicon.ico') && problems.push(message.text()),
  );
  try {
    await page.goto(site.url + hashOf(content));
    await page.waitForFunction(
      (count) => document.querySelectorAll('.tracklens-plot[data-series]').length === count,
      content.charts.length,
      { timeout: 30_000 },
    );
    assert.equal(await page.getAttribute('body', 'data-eval-blocked'), 'true');
    await check(page);
    assert.equal(await page.getAttribute('body', 'data-violations'), '');
    // The page's own probe of eval is reported too.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes("'unsafe-eval'")),
      [],
    );
    for (const plot of await plots(page))
      assert.equal(plot.interpreted, 0, 'every expression was compiled ahead of time');
  } finally {
    await page.close();
  }
}

async function until(page: Page, name: keyof Plot, holds: (value: number) => boolean, index = 0): Promise<number> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = (await plots(page))[index]?.[name] ?? Number.NaN;
    if (holds(value)) return value;
    assert.ok(Date.now() < deadline, `data-${name} of chart ${index} stayed ${value}`);
    await page.waitForTimeout(25);
  }
}

/** How many pixels of a chart differ from its background. */
function inkOf(page: Page): Promise<number> {
  return page.$eval('.tracklens-plot canvas', (canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const pixels = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data;
    let ink = 0;
    for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! > 40) ink++;
    return ink;
  });
}

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
  key?: 'Shift',
): Promise<void> {
  const box = (await (await page.$('.tracklens-plot'))!.boundingBox())!;
  if (key) await page.keyboard.down(key);
  await page.mouse.move(box.x + from[0], box.y + from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}

test('50 experiments of 10,000 points are drawn under a policy without eval', async () => {
  await shown({ charts: [{ height: 300 }], shape: { experiments: 50, points: 10_000 } }, async (page) => {
    const [plot] = await plots(page);
    assert.equal(plot?.series, 50);
    assert.equal(plot?.pointsTotal, 500_000);
    await until(page, 'pointsShown', (points) => points > 50_000 && points <= 82_000);
    assert.ok((await inkOf(page)) > 20_000);
    assert.match((await page.textContent('.tracklens-chart-caption'))!, /^[\d,]+ of 500,000 points$/);
    assert.match(
      (await page.getAttribute('.tracklens-plot', 'aria-label'))!,
      /^Line chart of loss over step, 50 experiments, best /,
    );
    assert.equal(await page.getAttribute('.tracklens-plot', 'role'), 'img');
  });
});

test('a dragged box zooms and makes the columns anew; Escape and double-click go back', async () => {
  await shown({ charts: [{ height: 300, legend: false }], shape: { experiments: 5, points: 10_000 } }, async (page) => {
    await drag(page, [200, 60], [260, 65]);
    const inView = await until(page, 'pointsTotal', (total) => total < 10_000);
    const shownPoints = (await plots(page))[0]!.pointsShown;
    assert.ok(shownPoints > 0.55 * inView, `${shownPoints} of ${inView}: closer means more of the points there are`);
    assert.match((await page.textContent('.tracklens-chart-caption'))!, /in view/);
    await page.focus('.tracklens-plot');
    await page.keyboard.press('Escape');
    await until(page, 'pointsTotal', (total) => total === 50_000);
    await drag(page, [300, 60], [500, 200]);
    await until(page, 'pointsTotal', (total) => total < 50_000);
    await page.dblclick('.tracklens-plot', { position: { x: 300, y: 100 } });
    await until(page, 'pointsTotal', (total) => total === 50_000);
  });
});

test('shift drags values only: every point of x stays in view', async () => {
  await shown({ charts: [{ height: 300, legend: false }], shape: { experiments: 3, points: 2000 } }, async (page) => {
    await drag(page, [200, 60], [400, 180], 'Shift');
    await page.waitForSelector('.tracklens-chart-reset');
    await until(page, 'pointsTotal', (total) => total === 6000);
  });
});

test('the wheel scrolls the notebook, and zooms only with ctrl', async () => {
  await shown({ charts: [{ height: 300, legend: false }], shape: { experiments: 3, points: 5000 } }, async (page) => {
    const box = (await (await page.$('.tracklens-plot'))!.boundingBox())!;
    await page.mouse.move(box.x + 400, box.y + 100);
    await page.mouse.wheel(0, -300);
    await page.keyboard.down('Control');
    assert.equal((await plots(page))[0]!.pointsTotal, 15_000);
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await until(page, 'pointsTotal', (total) => total < 15_000 && total > 0);
  });
});

test('values that are not finite are counted and marked, also where everything is text', async () => {
  const shape = { experiments: 4, points: 3000, brokenEvery: 250, valuesAsText: true };
  await shown(
    {
      charts: [{}, { yScale: 'log', smoothing: { method: 'ema', amount: 0.9 } }, { x: 'wall' }, { x: 'duration' }],
      shape,
    },
    async (page) => {
      for (const plot of await plots(page)) {
        assert.equal(plot.nan + plot.infinite, 4 * 12);
        assert.equal(plot.infinite, 4);
        assert.ok(plot.markers >= 12);
        assert.equal(plot.series, 4);
      }
      assert.match((await page.textContent('.tracklens-chart-caption'))!, /44 NaN · 4 infinite/);
    },
  );
});

test('pointing reads every experiment in every chart, with the tooltip where the pointer is', async () => {
  await shown(
    { charts: [{ legend: false }, { legend: false }], shape: { experiments: 6, points: 500 } },
    async (page) => {
      const box = (await (await page.$('.tracklens-plot'))!.boundingBox())!;
      await page.mouse.move(box.x + 300, box.y + 120);
      await page.waitForSelector('.tracklens-chart-tooltip');
      assert.equal(await page.locator('.tracklens-chart-tooltip').count(), 1);
      assert.equal(await page.locator('.tracklens-chart-tooltip tr').count(), 6);
      const values = await page.$$eval('.tracklens-chart-tooltip td:nth-child(3)', (all) =>
        all.map((cell) => Number(cell.textContent)),
      );
      assert.deepEqual(
        values,
        values.toSorted((a, b) => b - a),
      );
      await page.mouse.move(5, 5);
      await page.waitForSelector('.tracklens-chart-tooltip', { state: 'detached' });
    },
  );
});

test('arrow keys walk the points for those without a pointer', async () => {
  await shown({ charts: [{ legend: false }], shape: { experiments: 2, points: 50 } }, async (page) => {
    await page.focus('.tracklens-plot');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.tracklens-chart-tooltip');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^step 10 ·/).waitFor();
  });
});

test('the legend hides one, and alt-click leaves one alone', async () => {
  await shown({ charts: [{}], shape: { experiments: 6, points: 300 } }, async (page) => {
    const entries = page.locator('.tracklens-chart-legend button');
    assert.equal(await entries.count(), 6);
    await entries.nth(1).click();
    await until(page, 'series', (series) => series === 5);
    assert.equal(await entries.nth(1).getAttribute('aria-pressed'), 'false');
    await entries.nth(3).click({ modifiers: ['Alt'] });
    await until(page, 'series', (series) => series === 1);
    await entries.nth(3).click({ modifiers: ['Alt'] });
    await until(page, 'series', (series) => series === 6);
  });
});

test('new points come in place: the zoom and the pointer stay', async () => {
  const charts = [{ legend: false }];
  await shown({ charts, shape: { experiments: 3, points: 1000 } }, async (page) => {
    await drag(page, [200, 60], [400, 62]);
    const before = await until(page, 'pointsTotal', (total) => total < 3000);
    await page.waitForSelector('.tracklens-chart-tooltip');
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      hashOf({ charts, shape: { experiments: 4, points: 1000 } }),
    );
    await until(page, 'series', (series) => series === 4);
    const later = (await plots(page))[0]!.pointsTotal;
    assert.ok(Math.abs(later - (before * 4) / 3) < 8, `${before} in view, then ${later}`);
    assert.equal(await page.locator('.tracklens-chart-tooltip tr').count(), 4);
  });
});

test('a chart with nothing to draw says why', async () => {
  await shown(
    { charts: [{ metricName: 'absent' }, { experiments: [] }], shape: { experiments: 2, points: 10 } },
    async (page) => {
      await page.getByText('No experiment here has logged absent.').waitFor();
      for (const plot of await plots(page)) assert.equal(plot.series, 0);
    },
  );
});

test('the drawing code is loaded by itself, and is small', () => {
  const chunks = Object.entries(site.metafile.outputs).filter(([name]) => name.includes('chart-view'));
  assert.equal(chunks.length, 1);
  const [, chunk] = chunks[0]!;
  assert.ok(chunk.bytes < 480_000, `${chunk.bytes} bytes`);
  assert.ok(!Object.keys(chunk.inputs).some((input) => input.includes('vega-lite')));
});
