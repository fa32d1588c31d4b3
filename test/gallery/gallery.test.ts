import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium as engine } from 'playwright-core';
import { chromium } from '../../scripts/setup.ts';
import { seriousFindings } from '../ui/browser.ts';
import type { Exhibit } from './exhibits.ts';
import { type GallerySite, gallerySite } from './gallery-site.ts';
import { layoutFaults } from './layout-faults.ts';

/** How an exhibit is looked at. */
const lights = {
  light: { theme: 'light', context: { colorScheme: 'light' } },
  dark: { theme: 'dark', context: { colorScheme: 'dark' } },
  'high contrast': { theme: 'dark', context: { colorScheme: 'dark', forcedColors: 'active' } },
} as const satisfies Record<string, { theme: string; context: BrowserContextOptions }>;

type Light = keyof typeof lights;

const usualWidth = 900;
/** A sidebar, or a cell beside a wide one. */
const narrowWidth = 400;

/** What the browser says of its own accord: of an answer that is not 200. */
const answered = /^Failed to load resource/;
/** And of handlers in hostile markup, which the sanitiser reads in a document of its own where nothing runs. */
const sanitised = /^Executing inline event handler violates/;

const pictures = fileURLToPath(new URL('../output/gallery/', import.meta.url));

describe('the gallery', () => {
  let site: GallerySite;
  let browser: Browser;

  before(async () => {
    await mkdir(pictures, { recursive: true });
    site = await gallerySite();
    browser = await engine.launch(await chromium());
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Looks at exhibits one after the other; gives what is wrong with them. */
  async function look(light: Light, chosen: readonly Exhibit[], width = usualWidth): Promise<string[]> {
    const { theme, context: options } = lights[light];
    const context = await browser.newContext({
      ...options,
      reducedMotion: 'reduce',
      viewport: { width, height: 700 },
    });
    const page = await context.newPage();
    const wrong: string[] = [];
    let current = '';
    page.on('pageerror', (error) => wrong.push(`${current}: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      const isExpected = answered.test(text) || (current.startsWith('hostile-') && sanitised.test(text));
      if (message.type() === 'error' && !isExpected) wrong.push(`${current}: ${text}`);
    });
    try {
      for (const { id, ready, press, height = 700 } of chosen) {
        current = id;
        await page.setViewportSize({ width, height });
        await page.goto(`${site.origin}/exhibit?${new URLSearchParams({ id, theme })}`);
        const came = await page.waitForSelector(ready, { timeout: 15_000 }).catch(() => null);
        if (came === null) wrong.push(`${id}: nothing matches ${ready}`);
        await page.waitForFunction(() => document.querySelector('.tl-loading') === null);
        if (press && came) {
          await page.locator(press.at).first().click();
          await page.waitForSelector(press.ready);
        }
        if (await page.evaluate(() => 'hacked' in window)) wrong.push(`${id}: content of the experiment ran`);
        wrong.push(...(await layoutFaults(page)).map((fault) => `${id}: ${fault}`));
        // What it is made of is the same in each width.
        if (width === usualWidth) wrong.push(...(await seriousFindings(page)).map((finding) => `${id}: ${finding}`));
        const name = width === usualWidth ? id : `${id}-${width}`;
        await page.screenshot({ path: `${pictures}${name}-${light.replace(' ', '-')}.png` });
      }
    } finally {
      await context.close();
    }
    return wrong;
  }

  const without = (group: string) => site.exhibits.filter((exhibit) => exhibit.group !== group);

  test('each exhibit shows what it should in light, is laid out whole and accessible, and runs nothing', async () => {
    assert.deepEqual(await look('light', site.exhibits), []);
  });

  test('each exhibit is laid out whole in a narrow page too', async () => {
    assert.deepEqual(await look('light', site.exhibits, narrowWidth), []);
  });

  test('each exhibit that is not about hostile content shows the same in dark', async () => {
    assert.deepEqual(await look('dark', without('Tabs with hostile content')), []);
  });

  test('each exhibit that is not about hostile content shows the same in high contrast', async () => {
    assert.deepEqual(await look('high contrast', without('Tabs with hostile content')), []);
  });

  test('the hall shows the exhibit of its address in light and in dark, and the list leads to the others', async () => {
    const page = await browser.newPage();
    try {
      await page.goto(`${site.origin}/gallery#tab-notes`);
      for (const theme of ['light', 'dark']) {
        await page.frameLocator(`iframe[title$=", ${theme}"]`).locator('.tl-markdown h2').waitFor();
      }
      await page.getByRole('navigation', { name: 'Exhibits' }).getByRole('link', { name: 'Ten experiments' }).click();
      await page.frameLocator('iframe[title$=", dark"]').locator('.tracklens-plot[data-series="10"]').waitFor();
      assert.equal(await page.locator('a[aria-current=page]').innerText(), 'Ten experiments');
    } finally {
      await page.close();
    }
  });
});
