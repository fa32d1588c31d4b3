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
import { seed } from '../seed.ts';
import { spread } from '../side-by-side.ts';

const rounds = 7;
const limit = 100;

/** Returns the payload of an output with the charts of an experiment: about 50 kB. */
async function payloadText(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const service = await startLocalService(folder, { built: true });
  try {
    const { keys } = await seed(service, { experiments: 1, metrics: 4, points: 320 });
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE! });
    const bundle = await new APIExperiment({ api, previousExperiment: keys[0]! }).mimeBundle({ tab: 'charts' });
    return JSON.stringify(bundle[viewMimeType]);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the arrival of a saved output to its first chart on the screen, on a page with its scripts loaded. */
export async function savedOutput(): Promise<LimitedQuantity[]> {
  const text = await payloadText();
  const site = await benchPage('saved-output.ts', new Map([['/payload.json', text]]));
  const browser = await playwright.launch(await chromium());
  const first: number[] = [];
  const cpu: number[] = [];
  const later: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
      await page.goto(site.url);
      await page.waitForFunction(() => document.title === 'ready');
      const devtools = await page.context().newCDPSession(page);
      // From here on, without waiting for other processes.
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      const show = () => page.evaluate(() => (window as unknown as { showOutput(): Promise<number> }).showOutput());
      first.push(await show());
      const { metrics } = await devtools.send('Performance.getMetrics');
      cpu.push(1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value);
      await show();
      later.push(await show());
      await page.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
  const work = `saved output of ${Math.round(text.length / 1000)} kB: from its data to the first chart`;
  const limited = (title: string, quantity: string, values: number[]): LimitedQuantity => {
    return { work: title, quantity, unit: 'ms', values: spread(values), limit };
  };
  return [
    limited(`${work}, the first on a page`, 'time', first),
    limited('the same', 'CPU of the main thread', cpu),
    limited('the same, the third', 'time', later),
  ];
}
