import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { benchPage } from '../bench-page.ts';
import type { Outcome } from '../goal.ts';
import { mainThread } from '../main-thread.ts';
import { type Sample, type Side, sideBySide, spread } from '../side-by-side.ts';

/** Number of series of a chart. */
const experiments = 50;

interface PageResult {
  readonly error?: string;
  readonly millis?: number;
  readonly ink?: number;
}

/** Event of a trace of Chromium; `tdur` is CPU time in microseconds. */
interface TraceEvent {
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

let call = 0;

/** Runs work of the page by its address and returns its result. */
async function run(page: Page, work: string): Promise<PageResult> {
  const hash = `#${work}-${call++}`;
  await page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);
  await page.waitForFunction((wanted) => document.title.includes(`"hash":"${wanted}"`), hash, { timeout: 120_000 });
  const result = JSON.parse(await page.title()) as PageResult;
  if (result.error !== undefined) throw new Error(`${work}: ${result.error}`);
  return result;
}

async function opened(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 500 } });
  await page.goto(url);
  await page.waitForFunction(() => document.title === 'ready', undefined, { timeout: 120_000 });
  return page;
}

/** Draws a chart; returns its wall time and the CPU time of the main thread. */
async function drawn(page: Page, kind: string): Promise<Sample> {
  const thread = await mainThread(page);
  await run(page, 'prepare-none');
  const before = await thread.cpuMillis();
  const { millis, ink } = await run(page, `draw-${kind}`);
  const cpuMillis = (await thread.cpuMillis()) - before;
  await thread.close();
  if (!ink || ink < 10_000) throw new Error(`${kind} drew ${ink} pixels`);
  return { wallMillis: millis!, cpuMillis };
}

/** Returns the CPU time of the longest task of a page's main thread during some work, in milliseconds. */
async function longestTask(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => mains.has(`${pid}/${tid}`) && tdur !== undefined);
  if (tasks.length === 0) throw new Error('The trace has no task with its CPU time.');
  return Math.max(...tasks.map(({ tdur }) => tdur! / 1000));
}

/** Returns the bytes that a chart adds to the page, its lists of numbers excluded. */
async function memoryOf(page: Page, kind: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const usage = await session.send('Runtime.getHeapUsage');
    return usage.usedSize + usage.backingStorageSize;
  };
  await run(page, 'prepare-none');
  const before = await used();
  await drawn(page, kind);
  const after = await used();
  await session.detach();
  return after - before;
}

/** First draw, movements and memory of charts of 50 series against uPlot, in Chromium. */
export async function chartUplot(): Promise<Outcome[]> {
  const site = await benchPage('uplot.ts');
  const browser = await playwright.launch(await chromium());
  const side = (name: string, page: Page, kind: string): Side => ({ name, run: () => drawn(page, kind) });
  const fresh = (name: string, kind: string): Side => ({
    name,
    async run() {
      const page = await opened(browser, `${site.url}?points=10000`);
      try {
        return await drawn(page, kind);
      } finally {
        await page.close();
      }
    },
  });
  try {
    const outcomes: Outcome[] = [
      {
        work: 'first chart of 50 x 10,000 points on a fresh page',
        comparison: await sideBySide(fresh('Tracklens', 'ours'), fresh('uPlot', 'uplot'), { rounds: 9 }),
        atLeast: 1,
      },
    ];
    const warm = await opened(browser, `${site.url}?points=10000`);
    outcomes.push({
      work: 'the same on a page that has drawn charts',
      comparison: await sideBySide(side('Tracklens', warm, 'ours'), side('uPlot', warm, 'uplot'), {
        rounds: 15,
        warmUps: 5,
      }),
      atLeast: 1,
    });
    await warm.close();
    const points = 1_000_000;
    const large = await opened(browser, `${site.url}?points=${points}`);
    const work = 'chart of 50 x 1,000,000 points';
    outcomes.push({
      work,
      comparison: await sideBySide(side('Tracklens', large, 'ours'), side('uPlot', large, 'uplot'), { rounds: 5 }),
      atLeast: 1 / 1.2,
    });
    for (const [kind, limit] of [
      ['ours', 25],
      ['uplot', 1000],
    ] as const) {
      const longest: number[] = [];
      for (let round = 0; round < 4; round++) {
        await drawn(large, kind);
        longest.push(await longestTask(browser, large, () => run(large, `pan-${kind}`)));
      }
      const quantity = `panning: CPU of the longest task, redrawing included (${kind === 'ours' ? 'Tracklens' : 'uPlot'})`;
      outcomes.push({ work, quantity, unit: 'ms', values: spread(longest), limit });
    }
    const bytes = (await memoryOf(large, 'ours')) / (experiments * points);
    outcomes.push({ work, quantity: 'memory of a point', unit: 'bytes', values: spread([bytes]), limit: 10 });
    return outcomes;
  } finally {
    await browser.close();
    await site.close();
  }
}
