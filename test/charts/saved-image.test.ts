import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { ChartProps } from '@tracklens/ui/charts';
import type { Page } from 'playwright-core';
import { type ChartBrowser, chartBrowser, until } from './chart-browser.ts';
import { generatedChart } from './generated-chart.ts';

/*
 * The screen is painted by `packages/ui/src/charts/paint`, a saved image is rendered by vega from the spec of the
 * chart. Both must show the same.
 */

const stack = suiteCleanup();
let browser: ChartBrowser;

before(async () => {
  browser = await chartBrowser(stack);
});

/** Side of the squares of pixels whose mean colors are compared: anti-aliasing differs by a fraction of a pixel. */
const square = 4;
/** Largest difference of a channel of a square, of its 256 levels. */
const levelTolerance = 24;
/** Largest share of the squares that may differ by more. */
const squareTolerance = 0.002;

const shape = { experiments: 6, points: 300, brokenEvery: 70 };
const keys = generatedChart(shape).experiments.map(({ key }) => key);
const groups = [
  { key: 'a', label: 'lr = 0.1', members: keys.slice(0, 3) },
  { key: 'b', label: 'lr = 0.2', members: keys.slice(3) },
];
const smoothing = { method: 'ema', amount: 0.8 } as const;
const group = { by: 'parameter:lr', center: 'mean', band: 'std', members: true } as const;

const cases: readonly [what: string, props: Partial<ChartProps>, shape?: object, enough?: number][] = [
  ['lines with gaps, the best point and markers of NaN and infinity', { settings: { direction: 'min' } }],
  ['smoothed lines in front of their values, dark', { theme: 'dark', settings: { smoothing } }],
  ['bands of groups, high contrast', { theme: 'high-contrast-dark', groups, settings: { group } }],
  ['bands of groups on a log scale', { theme: 'high-contrast-light', groups, settings: { group, yScale: 'log' } }],
  ['symlog scales', { settings: { xScale: 'symlog', yScale: 'symlog' } }, { values: 'negative' }],
  ['a time axis', { settings: { xAxis: 'wall' } }],
  ['a zoomed part without its best point', { settings: { zoom: { x: [500, 900], y: [0.1, 0.9] }, direction: 'min' } }],
  ['dots of series of one point', {}, { points: 1, brokenEvery: 0 }],
  ['forty lines', {}, { experiments: 40, points: 2000, solid: true }, 40_000],
];

for (const [what, props, more, enough = 1] of cases) {
  test(`the saved image shows the same as the screen: ${what}`, async () => {
    const content = { charts: [{ ...props, legend: false }], shape: { ...shape, ...more }, canSave: true };
    await browser.shown(content, async (page) => {
      // Many lines are drawn coarsely first.
      await until(page, 'pointsShown', (points) => points >= enough);
      await page.click('.tracklens-chart-menu > button');
      await page.click('[data-format=png]');
      await page.waitForFunction(() => document.body.dataset.saved !== undefined);
      const { different, drawn, total } = await compare(page);
      assert.ok(drawn > 0.005 * total, `${drawn} of ${total} squares have something in them`);
      assert.ok(different <= squareTolerance * total, `${different} of ${total} squares differ`);
    });
  });
}

test('an image on white from a dark theme has all points that are shown', async () => {
  const length = async (settings: ChartProps['settings']) => {
    const charts = [{ legend: false, theme: 'dark', settings: { full: true, ...settings } } as const];
    const content = { charts, shape: { experiments: 1, points: 8000, solid: true }, canSave: true };
    let vertices = 0;
    await browser.shown(content, async (page) => {
      await until(page, 'pointsShown', (points) => points === 8000);
      const svg = await savedText(page);
      vertices = Math.max(...Array.from(svg.matchAll(/ d="([^"]*)"/g), ([, path]) => path!.split('L').length));
    });
    return vertices;
  };
  assert.equal(await length({}), 8000);
  assert.equal(await length({ onWhite: true }), 8000);
});

test('a saved image has no markers of points outside of its range', async () => {
  const markers = async (settings: ChartProps['settings']) => {
    const charts = [{ legend: false, settings: { direction: 'min', ...settings } } as const];
    let count = 0;
    await browser.shown({ charts, shape: { experiments: 1, points: 100 }, canSave: true }, async (page) => {
      await until(page, 'pointsShown', (points) => points >= 1);
      const [, layer] = /layer_4_marks"[^>]*>(.*?)<\/g>/s.exec(await savedText(page))!;
      count = layer!.split('<path').length - 1;
    });
    return count;
  };
  assert.equal(await markers({}), 1);
  assert.equal(await markers({ zoom: { y: [100, 200] } }), 0);
});

test('the legend of a saved image names up to sixty lines and says how many more there are', async () => {
  const many = { experiments: 65, points: 5 };
  const content = { charts: [{ legend: false }], shape: many, canSave: true };
  await browser.shown(content, async (page) => {
    await until(page, 'pointsShown', (points) => points >= 1);
    const svg = await savedText(page);
    const texts = Array.from(svg.matchAll(/<text[^>]*>([^<]*)</g), ([, text]) => text!);
    const labels = generatedChart(many).experiments.map(({ label }) => label);
    assert.deepEqual(
      labels.filter((label) => !texts.includes(label)),
      labels.slice(60),
    );
    assert.ok(texts.includes('… and 5 more'));
  });
});

/** Saves the chart as SVG and returns its text. */
async function savedText(page: Page): Promise<string> {
  await page.click('.tracklens-chart-menu > button');
  await page.click('[data-format=svg]');
  await page.waitForFunction(() => document.body.dataset.saved !== undefined);
  const saved = await page.evaluate(() => {
    const { saved } = document.body.dataset;
    delete document.body.dataset.saved;
    return saved!;
  });
  return Buffer.from(saved, 'base64').toString();
}

/** Compares the canvas of a page with the plot in the saved image. */
function compare(page: Page): Promise<{ different: number; drawn: number; total: number }> {
  return page.evaluate(
    async ({ square, levelTolerance }) => {
      const { saved } = document.body.dataset;
      delete document.body.dataset.saved;
      const bytes = Uint8Array.from(atob(saved!), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const screen = document.querySelector<HTMLCanvasElement>('.tracklens-plot canvas')!;
      const { width, height } = screen;
      const context = () => new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
      const saves = context();
      /** Height of the title above the plot. */
      saves.drawImage(image, 0, -30);
      const shows = context();
      // The background of the image: the screen's is that of the page.
      const [red, green, blue] = saves.getImageData(0, 0, 1, 1).data;
      shows.fillStyle = `rgb(${red},${green},${blue})`;
      shows.fillRect(0, 0, width, height);
      shows.drawImage(screen, 0, 0);
      const colors = [saves, shows].map((each) => each.getImageData(0, 0, width, height).data);
      const mean = (data: Uint8ClampedArray, left: number, top: number, channel: number) => {
        let sum = 0;
        for (let y = top; y < top + square; y++) {
          for (let x = left; x < left + square; x++) sum += data[4 * (y * width + x) + channel]!;
        }
        return sum / square ** 2;
      };
      const background = [red, green, blue];
      const result = { different: 0, drawn: 0, total: 0 };
      for (let top = 0; top + square <= height; top += square) {
        for (let left = 0; left + square <= width; left += square) {
          const [saved, shown] = colors.map((data) => [0, 1, 2].map((channel) => mean(data, left, top, channel)));
          const isFar = (a: readonly (number | undefined)[], b: readonly (number | undefined)[]) =>
            a.some((level, channel) => Math.abs(level! - b[channel]!) > levelTolerance);
          result.total++;
          if (isFar(saved!, background)) result.drawn++;
          if (isFar(saved!, shown!)) result.different++;
        }
      }
      return result;
    },
    { square, levelTolerance },
  );
}
