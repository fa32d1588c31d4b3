import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ChartTheme, chartTheme } from '@tracklens/core/display';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Page } from 'playwright-core';
import { type ChartBrowser, chartBrowser, drag, inkedPixels, plots, until } from './chart-browser.ts';
import { hashOf } from './page-content.ts';

const stack = suiteCleanup();
let browser: ChartBrowser;
const shown: ChartBrowser['shown'] = (content, check) => browser.shown(content, check);

before(async () => {
  browser = await chartBrowser(stack);
});

test('50 experiments of 10,000 points are drawn under a policy without eval', async () => {
  await shown({ charts: [{ height: 300 }], shape: { experiments: 50, points: 10_000 } }, async (page) => {
    const [plot] = await plots(page);
    assert.equal(plot?.series, 50);
    assert.equal(plot?.pointsTotal, 500_000);
    await until(page, 'pointsShown', (points) => points > 50_000 && points <= 82_000);
    assert.ok((await inkedPixels(page)) > 20_000);
    assert.match((await page.textContent('.tracklens-chart-caption'))!, /^[\d,]+ of 500,000 points$/);
    assert.match(
      (await page.getAttribute('.tracklens-plot', 'aria-label'))!,
      /^Line chart of train\/loss over step, 50 experiments, best /,
    );
    assert.equal(await page.getAttribute('.tracklens-plot', 'role'), 'img');
  });
});

test('dragging a box zooms and recomputes the columns; Escape and double-click go back', async () => {
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

test('Shift+drag zooms the y axis only', async () => {
  await shown({ charts: [{ height: 300, legend: false }], shape: { experiments: 3, points: 2000 } }, async (page) => {
    await drag(page, [200, 60], [400, 180], 'Shift');
    await page.waitForSelector('.tracklens-chart-reset');
    await until(page, 'pointsTotal', (total) => total === 6000);
  });
});

test('the wheel scrolls the notebook and zooms only with Ctrl', async () => {
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

test('a wheel zoom stays when the chart is redrawn before it has settled', async () => {
  const shape = { experiments: 3, points: 5000 };
  await shown({ charts: [{ height: 300, legend: false }], shape }, async (page) => {
    const redrawn = hashOf({ charts: [{ height: 300, legend: false, theme: 'dark' }], shape });
    await page.locator('.tracklens-plot').evaluate((plot, hash) => {
      const { left, top } = plot.getBoundingClientRect();
      const at = { clientX: left + 400, clientY: top + 100 };
      plot.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -300, ctrlKey: true, cancelable: true }));
      location.hash = hash;
    }, redrawn);
    await page.waitForSelector('.tracklens-chart[data-dark]');
    await page.waitForSelector('.tracklens-chart-reset', { timeout: 5000 });
    await until(page, 'pointsTotal', (total) => total < 15_000 && total > 0);
  });
});

/** Returns the bytes of an opaque color in hex notation. */
const rgbaOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).concat(255);

/** Waits until the first chart is painted in the colors of a theme. */
async function axesIn(page: Page, { axis }: ChartTheme): Promise<void> {
  await page.waitForFunction(
    (color) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.tracklens-plot canvas')!;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const colors = new Set(new Uint32Array(data.buffer));
      return colors.has(new Uint32Array(Uint8ClampedArray.from(color).buffer)[0]!);
    },
    rgbaOf(axis),
    { timeout: 5000 },
  );
}

test('a chart that was hidden when the theme changed has its colors when it is shown again', async () => {
  const shape = { experiments: 2, points: 100 };
  const chart = { height: 300, legend: false };
  await shown({ charts: [chart], shape }, async (page) => {
    await page.evaluate(
      async ([changed]) => {
        const root = document.getElementById('root')!;
        root.style.display = 'none';
        location.hash = changed!;
        while (!root.querySelector('.tracklens-chart[data-dark]')) {
          await new Promise((next) => setTimeout(next));
        }
        // Effects run after the next frame.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        root.style.display = '';
      },
      [hashOf({ charts: [{ ...chart, theme: 'dark' }], shape })],
    );
    await axesIn(page, chartTheme('dark'));
  });
});

test('a chart that was hidden for less than a frame when the theme changed has its colors, too', async () => {
  const shape = { experiments: 2, points: 100 };
  const chart = { height: 300, legend: false };
  await shown({ charts: [chart], shape }, async (page) => {
    await page.evaluate(
      ([changed]) => {
        const plot = document.querySelector('.tracklens-plot')!;
        // Observers do not see the width of an element between two frames.
        Object.defineProperty(plot, 'clientWidth', {
          configurable: true,
          get() {
            Reflect.deleteProperty(plot, 'clientWidth');
            return 0;
          },
        });
        location.hash = changed!;
      },
      [hashOf({ charts: [{ ...chart, theme: 'dark' }], shape })],
    );
    await axesIn(page, chartTheme('dark'));
  });
});

test('non-finite values are counted and marked, also in the text summary', async () => {
  const shape = { experiments: 4, points: 3000, brokenEvery: 250, valuesAsText: true };
  await shown(
    {
      charts: [
        {},
        { settings: { yScale: 'log', smoothing: { method: 'ema', amount: 0.9 } } },
        { settings: { xAxis: 'wall' } },
        { settings: { xAxis: 'duration' } },
      ],
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

test('hovering shows every experiment in every chart, with the tooltip at the pointer', async () => {
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

test('the tooltip of a narrow chart has whole names, with the values below those that are long', async () => {
  const smoothing = { method: 'ema', amount: 0.8 } as const;
  const content = {
    charts: (['light', 'dark'] as const).map((theme) => ({ legend: false, theme, settings: { smoothing } })),
    shape: { experiments: 8, points: 50 },
  };
  await shown(content, async (page) => {
    await page.locator('main').evaluate((main) => main.style.setProperty('width', '240px'));
    for (const index of [0, 1]) {
      const plot = page.getByRole('application').nth(index);
      const tooltip = plot.locator('.tracklens-chart-tooltip[data-narrow]');
      const hover = plot.locator('.tracklens-plot');
      // Until the chart has its new width, a tooltip is that of a wide chart.
      for (let attempt = 0; attempt < 20 && !(await tooltip.isVisible()); attempt++) {
        await hover.hover({ position: { x: 110 + attempt, y: 100 } });
        await tooltip.waitFor({ timeout: 1_000 }).catch(() => {});
      }
      const cut = await tooltip.evaluate((box) => {
        const bounds = box.parentElement!.getBoundingClientRect();
        return [box, ...box.querySelectorAll('td')].flatMap((element) => {
          const { left, right } = element.getBoundingClientRect();
          const isCut =
            element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
          return isCut || left < bounds.left - 1 || right > bounds.right + 1 ? [element.textContent] : [];
        });
      });
      assert.deepEqual(cut, []);
      assert.equal(await tooltip.locator('tr').count(), 6);
      await tooltip.getByText('+2 more').waitFor();
      await page.mouse.move(0, 0);
    }
  });
});

test('arrow keys move through the points', async () => {
  await shown({ charts: [{ legend: false }], shape: { experiments: 2, points: 50 } }, async (page) => {
    await page.focus('.tracklens-plot');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.tracklens-chart-tooltip');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^step 10 ·/).waitFor();
  });
});

test('keys move to the ends, zoom, pan, and go back and forward', async () => {
  await shown({ charts: [{ legend: false }], shape: { experiments: 2, points: 1000 } }, async (page) => {
    await page.focus('.tracklens-plot');
    await page.keyboard.press('End');
    await page.getByText(/^step 9,990 ·/).waitFor();
    const status = page.locator('figure > [role=status]').first();
    assert.match(await status.innerText(), /^brave_otter_0 .*, step 9,990: [\d.]+, line 1 of 2$/);
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^brave_otter_1 .*step 9,990: [\d.]+, line 2 of 2$/).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/^step 9,980: [\d.]+$/).waitFor({ state: 'attached' });
    await page.keyboard.press('+');
    const near = await until(page, 'pointsTotal', (total) => total < 1200);
    await page.keyboard.press('+');
    await until(page, 'pointsTotal', (total) => total < near);
    await page.keyboard.press('Backspace');
    await until(page, 'pointsTotal', (total) => total === near);
    await page.keyboard.press('Backspace');
    await until(page, 'pointsTotal', (total) => total === 2000);
    await page.keyboard.press('Shift+Backspace');
    await until(page, 'pointsTotal', (total) => total === near);
    const previous = page.getByRole('button', { name: /Previous zoom/ });
    await previous.press('Enter');
    await until(page, 'pointsTotal', (total) => total === 2000);
    assert.equal(await previous.getAttribute('aria-disabled'), 'true');
    assert.equal(await previous.evaluate((button) => button === document.activeElement), true);
  });
});

test('Tab reaches plot and legend once each; arrows move through the legend; every key is listed', async () => {
  await shown({ charts: [{}], shape: { experiments: 4, points: 300 } }, async (page) => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.closest('[data-entry]') ? at.textContent : (at?.className ?? null);
      });
    await page.focus('.tracklens-plot');
    assert.equal(await page.locator('[role=application] > .tracklens-plot[role=img]').count(), 1);
    await page.keyboard.press('Tab');
    const entries = page.locator('.tracklens-chart-legend button');
    const names = await entries.allInnerTexts();
    assert.equal(await focused(), names[0]);
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), names[1]);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), names[2]);
    const overlay = () =>
      page.locator('.tracklens-plot > canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const emphasized = await overlay();
    await page.keyboard.press('Enter');
    await until(page, 'series', (series) => series === 3);
    await page.keyboard.press('Alt+Enter');
    await until(page, 'series', (series) => series === 1);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await focused(), 'tracklens-plot');
    assert.notEqual(await overlay(), emphasized);
    await page.keyboard.press('Tab');
    assert.equal(await focused(), names[2], 'Tab comes back to where one was');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: /^Keys and gestures/ });
    assert.match(await keys.innerText(), /Home, End\s+first and last point/);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    assert.equal(await focused(), 'tracklens-plot');
    await page.keyboard.press('+');
    await page.getByText(/^step from [\d,.]+ to [\d,.]+$/).waitFor({ state: 'attached' });
  });
});

test('Alt+drag pans a zoomed chart, which is redrawn when the drag ends', async () => {
  await shown({ charts: [{ legend: false }], shape: { experiments: 2, points: 5000 } }, async (page) => {
    await drag(page, [500, 60], [600, 62]);
    await until(page, 'pointsTotal', (total) => total < 10_000);
    assert.ok((await inkedPixels(page)) > 0, 'lines before the drag');
    const before = await page.$eval('.tracklens-plot canvas', (canvas) => (canvas as HTMLCanvasElement).toDataURL());
    await drag(page, [300, 60], [700, 60], 'Alt');
    await page.waitForFunction(
      (earlier) => document.querySelector<HTMLCanvasElement>('.tracklens-plot canvas')!.toDataURL() !== earlier,
      before,
    );
    await page.waitForFunction(() => document.querySelectorAll('.tracklens-plot canvas').length === 2);
    assert.ok((await inkedPixels(page)) > 0, 'lines after the drag');
    assert.match((await page.getAttribute('.tracklens-plot', 'aria-label'))!, /in view/);
  });
});

test('a click pins the tooltip: it can be copied, stays when the pointer leaves, and closes with Escape', async () => {
  await shown({ charts: [{ legend: false }], shape: { experiments: 3, points: 200 } }, async (page) => {
    await page.click('.tracklens-plot', { position: { x: 300, y: 100 } });
    const pinned = page.locator('.tracklens-chart-tooltip[data-pinned]');
    await pinned.waitFor();
    assert.match(await pinned.innerText(), /after .* · Nov 1\d, 2023, .*UTC/);
    await page.mouse.move(5, 5);
    await page.mouse.move(5, 700);
    assert.equal(await pinned.locator('tr').count(), 3);
    await page.focus('.tracklens-plot');
    await page.keyboard.press('Escape');
    await pinned.waitFor({ state: 'detached' });
  });
});

test('an axis range can be entered as text', async () => {
  await shown({ charts: [{ legend: false }], shape: { experiments: 2, points: 1000 } }, async (page) => {
    await page.click('.tracklens-chart-menu > button');
    await page.click('[data-action=range]');
    await page.fill('[name=x-from]', '100');
    await page.click('text=Apply');
    assert.equal(await page.locator('.tracklens-chart-range').count(), 1, 'one end alone is not a range');
    await page.fill('[name=x-to]', '199');
    await page.click('text=Apply');
    await until(page, 'pointsTotal', (total) => total === 20);
  });
});

test('the range of a log scale is above zero', async () => {
  const charts = [{ legend: false, settings: { yScale: 'log' } } as const];
  await shown({ charts, shape: { experiments: 2, points: 1000 } }, async (page) => {
    await page.click('.tracklens-chart-menu > button');
    await page.click('[data-action=range]');
    await page.fill('[name=y-from]', '0');
    await page.fill('[name=y-to]', '1');
    await page.click('text=Apply');
    const message = await page.locator('[name=y-from]').evaluate((field: HTMLInputElement) => field.validationMessage);
    assert.equal(message, 'A log scale shows values above zero only. Enter a greater number.');
    await page.fill('[name=y-from]', '1e-3');
    await page.click('text=Apply');
    await page.locator('.tracklens-chart-range').waitFor({ state: 'detached' });
  });
});

test('outliers can be excluded, and the caption counts them', async () => {
  await shown(
    { charts: [{ settings: { yRange: 'middle' } }, {}], shape: { experiments: 3, points: 4000 } },
    async (page) => {
      assert.ok((await until(page, 'beyond', (beyond) => beyond > 0)) < 0.06 * 12_000);
      assert.match(
        await page.locator('.tracklens-chart-caption').first().innerText(),
        /values outside the visible range/,
      );
      await until(page, 'beyond', (beyond) => beyond === 0, 1);
    },
  );
});

test('a zoomed range follows the newest points and keeps its width', async () => {
  const charts = [{ legend: false, settings: { follow: true, zoom: { x: [0, 990] as const } } }];
  await shown({ charts, shape: { experiments: 1, points: 1000 } }, async (page) => {
    await until(page, 'pointsTotal', (total) => total === 100);
    const label = await page.getAttribute('.tracklens-plot', 'aria-label');
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      hashOf({ charts, shape: { experiments: 1, points: 1500 } }),
    );
    await page.waitForFunction(
      (before) => document.querySelector('.tracklens-plot')!.getAttribute('aria-label') !== before,
      label,
    );
    await until(page, 'pointsTotal', (total) => total === 100);
    await page.focus('.tracklens-plot');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^step 14,000/).waitFor();
  });
});

test('the legend hides a line, and Alt+click shows only one', async () => {
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

test('new points are added in place: zoom and hover stay', async () => {
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
    { charts: [{ metrics: ['absent'] }, { experiments: [] }], shape: { experiments: 2, points: 10 } },
    async (page) => {
      await page.getByText('No experiment here has logged absent.').waitFor();
      const drawn = await plots(page);
      assert.deepEqual(
        drawn.map(({ series }) => series),
        [0, 0],
      );
    },
  );
});

test('the drawing code is a separate, small chunk', () => {
  const chunks = Object.entries(browser.site.metafile.outputs).filter(([name]) => name.includes('chart-view'));
  assert.equal(chunks.length, 1);
  const [, chunk] = chunks[0]!;
  assert.ok(chunk.bytes < 40_000, `${chunk.bytes} bytes`);
  assert.ok(!Object.keys(chunk.inputs).some((input) => input.includes('vega')));
});
