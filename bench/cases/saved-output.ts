import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API, APIExperiment } from '@tracklens/core';
import { viewMimeType } from '@tracklens/core/display';
import { chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { startLocalService } from '../../scripts/local-service.ts';
import { benchPage } from '../bench-page.ts';
import type { LimitedQuantity } from '../goal.ts';
import { mainThread } from '../main-thread.ts';
import { seed } from '../seed.ts';
import { spread } from '../side-by-side.ts';

const rounds = 7;
const limit = 100;

/** Returns the forms of an output with the charts of an experiment: a payload of about 50 kB, and HTML. */
async function outputTexts(): Promise<{ readonly payload: string; readonly html: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const service = await startLocalService(folder, { built: true });
  try {
    const { keys } = await seed(service, { experiments: 1, metrics: 4, points: 320 });
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE! });
    const bundle = await new APIExperiment({ api, previousExperiment: keys[0]! }).mimeBundle({ tab: 'charts' });
    return { payload: JSON.stringify(bundle[viewMimeType]), html: String(bundle['text/html']) };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the page of the case has. */
interface SavedOutputPage {
  showSaved(): Promise<number>;
  showOutput(): Promise<number>;
}

/** From the arrival of a saved output to its saved charts and to its first live chart, with the scripts loaded. */
export async function savedOutput(): Promise<LimitedQuantity[]> {
  const { payload, html } = await outputTexts();
  const files = new Map([
    ['/payload.json', payload],
    ['/output.html', html],
  ]);
  const site = await benchPage('saved-output.ts', files);
  const browser = await playwright.launch(await chromium());
  const saved: number[] = [];
  const savedCpu: number[] = [];
  const cpu: number[] = [];
  const later: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
      await page.goto(site.url);
      await page.waitForFunction(() => document.title === 'ready');
      const thread = await mainThread(page);
      const show = () => page.evaluate(() => (window as unknown as SavedOutputPage).showOutput());
      saved.push(await page.evaluate(() => (window as unknown as SavedOutputPage).showSaved()));
      const before = await thread.cpuMillis();
      savedCpu.push(before);
      await show();
      cpu.push((await thread.cpuMillis()) - before);
      await show();
      const warm = await thread.cpuMillis();
      await show();
      later.push((await thread.cpuMillis()) - warm);
      await page.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
  const work = `saved output of ${Math.round(payload.length / 1000)} kB: from its data to`;
  const limited = (title: string, quantity: string, values: number[]): LimitedQuantity => {
    return { work: title, quantity, unit: 'ms', values: spread(values), limit };
  };
  return [
    limited(`${work} its saved charts, the first on a page`, 'time', saved),
    limited('the same', 'CPU of the main thread', savedCpu),
    limited(`${work} the first chart of its view, the first on a page`, 'CPU of the main thread', cpu),
    limited('the same, the third', 'CPU of the main thread', later),
  ];
}
