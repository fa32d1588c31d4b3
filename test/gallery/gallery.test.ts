import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../chromium.ts';
import { axeViolations } from '../ui/browser.ts';
import { type GallerySite, gallerySite } from './gallery-site.ts';
import { layoutFaults } from './layout-faults.ts';
import type { Story } from './stories.ts';
import type { StoryPage } from './story.ts';
import { difference, type Thumbnail, Thumbnails } from './thumbnails.ts';

const usualWidth = 900;
/** The width of a sidebar. */
const narrowWidth = 400;

/** The themes in which each story is compared with its baseline. */
const themes = ['light', 'dark', 'high-contrast'] as const;
type Theme = (typeof themes)[number];

/** Console messages of the browser itself: a response that is not 200. */
const failedResource = /^Failed to load resource/;
/** And handlers in hostile markup, which the sanitizer parses in a document of its own where nothing runs. */
const blockedHandler = /^Executing inline event handler violates/;

const screenshots = fileURLToPath(new URL('../output/gallery/', import.meta.url));

/** What is wrong with the stories, by the test that reports it; one sentence each. */
interface Findings {
  readonly light: string[];
  readonly narrow: string[];
  readonly dark: string[];
  readonly 'high-contrast': string[];
  readonly images: string[];
}

describe('the gallery', () => {
  const cleanup = suiteCleanup();
  let site: GallerySite;
  let browser: Browser;
  const findings: Findings = { light: [], narrow: [], dark: [], 'high-contrast': [], images: [] };

  before(async () => {
    await mkdir(screenshots, { recursive: true });
    site = await gallerySite();
    cleanup.defer(() => site.close());
    browser = await openChromium(cleanup);
    const thumbnails = await Thumbnails.open(browser);
    const taken: Record<Theme, Map<string, Thumbnail>> = {
      light: new Map(),
      dark: new Map(),
      'high-contrast': new Map(),
    };
    const isUpdate = Boolean(process.env.UPDATE_BASELINES);
    const baselines = new Map<Theme, Map<string, Thumbnail>>();
    for (const theme of themes) baselines.set(theme, isUpdate ? new Map() : await thumbnails.read(theme));
    const waiting = [...site.stories];
    const work = async () => {
      const visitor = await storyVisitor(browser, site, findings);
      for (let story = waiting.shift(); story; story = waiting.shift()) {
        const { id, hasBaseline = true } = story;
        await visitor.visit(story, async (theme, png) => {
          if (!hasBaseline) return true;
          const thumbnail = await thumbnails.of(png);
          taken[theme].set(id, thumbnail);
          const baseline = baselines.get(theme)?.get(id);
          return baseline !== undefined && difference(thumbnail, baseline) === null;
        });
      }
      await visitor.close();
    };
    await Promise.all([work(), work()]);
    for (const theme of themes) {
      if (isUpdate) await thumbnails.write(theme, taken[theme]);
      else findings.images.push(...changedImages(theme, taken[theme], baselines.get(theme)!));
    }
  });

  test('each story shows its content in light, fits its page, is accessible, and runs no injected code', () => {
    assert.deepEqual(findings.light, []);
  });

  test('each story fits a narrow page', () => {
    assert.deepEqual(findings.narrow, []);
  });

  test('each story fits its page and has enough contrast in dark', () => {
    assert.deepEqual(findings.dark, []);
  });

  test('each story fits its page in high contrast', () => {
    assert.deepEqual(findings['high-contrast'], []);
  });

  test('each story looks like its baseline in light, dark and high contrast', () => {
    // UPDATE_BASELINES=1 accepts the changes; look at test/output/gallery first.
    assert.deepEqual(findings.images, []);
  });

  test('the gallery page shows the story of its URL in light and dark, and links to the others', async () => {
    const page = await browser.newPage();
    try {
      await page.goto(`${site.origin}/gallery#tab-notes`);
      for (const theme of ['light', 'dark']) {
        await page.frameLocator(`iframe[title$=", ${theme}"]`).locator('.tl-markdown h2').waitFor();
      }
      await page.getByRole('navigation', { name: 'Stories' }).getByRole('link', { name: 'Ten experiments' }).click();
      await page.frameLocator('iframe[title$=", dark"]').locator('.tracklens-plot[data-series="10"]').waitFor();
      assert.equal(await page.locator('a[aria-current=page]').innerText(), 'Ten experiments');
    } finally {
      await page.close();
    }
  });
});

/** Sentences about the stories whose thumbnails differ from their baselines, or that have none. */
function changedImages(
  theme: Theme,
  taken: ReadonlyMap<string, Thumbnail>,
  baselines: ReadonlyMap<string, Thumbnail>,
): string[] {
  const changed: string[] = [];
  for (const [id, thumbnail] of taken) {
    const baseline = baselines.get(id);
    if (baseline === undefined) changed.push(`${id}, ${theme}: there is no baseline`);
    else {
      const share = difference(thumbnail, baseline);
      if (share !== null) changed.push(`${id}, ${theme}: ${(share * 100).toFixed(1)} % of the thumbnail differs`);
    }
  }
  for (const id of baselines.keys()) if (!taken.has(id)) changed.push(`${id}, ${theme}: its baseline has no story`);
  return changed;
}

/** One page that shows stories one after the other and looks at each in every theme and width. */
async function storyVisitor(browser: Browser, site: GallerySite, findings: Findings) {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: usualWidth, height: 700 } });
  const page = await context.newPage();
  let current = '';
  let list = findings.light;
  const report = (fault: string) => list.push(`${current}: ${fault}`);
  page.on('pageerror', (error) => report(error.message));
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = failedResource.test(text) || (current.startsWith('hostile-') && blockedHandler.test(text));
    if (message.type() === 'error' && !isExpected) report(text);
  });

  const setTheme = (theme: 'light' | 'dark') =>
    page.evaluate((next) => (window as unknown as { story: StoryPage }).story.setTheme(next), theme);
  await page.goto(`${site.origin}/story?${new URLSearchParams({ id: site.stories[0]!.id, theme: 'light' })}`);
  await page.waitForFunction(() => 'story' in window);

  return {
    /** Looks at one story. `isExpected` decides whether its screenshot in a theme is the expected one. */
    async visit(story: Story, isExpected: (theme: Theme, png: Buffer) => Promise<boolean>): Promise<void> {
      const { id, ready, height = 700 } = story;
      current = id;
      list = findings.light;
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
      await page.setViewportSize({ width: usualWidth, height });
      await page.mouse.move(0, 0);
      await page.evaluate((next) => (window as unknown as { story: StoryPage }).story.show(next, 'light'), id);
      const isReady = await page.waitForSelector(ready, { timeout: 15_000 }).catch(() => null);
      if (isReady === null) {
        report(`nothing matches ${ready}`);
        return;
      }
      await settle(page, story);
      await capture(page, `${id}-light`, (png) => isExpected('light', png));
      if (await page.evaluate(() => 'hacked' in window)) report('content of the experiment ran');
      (await layoutFaults(page)).forEach(report);
      (await axeViolations(page)).forEach(report);

      list = findings.dark;
      await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
      await setTheme('dark');
      await settle(page, story);
      await capture(page, `${id}-dark`, (png) => isExpected('dark', png));
      (await layoutFaults(page)).forEach(report);
      (await axeViolations(page, [], ['color-contrast'])).forEach(report);

      list = findings['high-contrast'];
      await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
      await settle(page, story);
      await capture(page, `${id}-high-contrast`, (png) => isExpected('high-contrast', png));
      (await layoutFaults(page)).forEach(report);

      list = findings.narrow;
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
      await setTheme('light');
      await page.setViewportSize({ width: narrowWidth, height });
      await settle(page, story);
      const faults = await layoutFaults(page);
      if (faults.length > 0) await page.screenshot({ path: `${screenshots}${id}-${narrowWidth}-light.png` });
      faults.forEach(report);
      if (await page.evaluate(() => 'hacked' in window)) report('content of the experiment ran');
    },
    close: () => context.close(),
  };
}

/** Resolves when a story has loaded what it shows, with the popup open that it is about. */
async function settle(page: Page, { ready, press }: Story): Promise<void> {
  await page.waitForSelector(ready);
  await page.waitForFunction(() => {
    const isInView = (element: Element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return height > 0 && bottom > 0 && top < innerHeight;
    };
    // A chart in view that is not drawn yet has no number of series.
    const waiting = [...document.querySelectorAll('.tl-loading, .tracklens-plot:not([data-series])')];
    return !waiting.some(isInView);
  });
  if (press && !(await page.locator(press.ready).first().isVisible())) {
    await page.locator(press.at).first().click();
    await page.waitForSelector(press.ready);
  }
}

/** Saves the screenshot of a page as soon as it is the expected one, at the latest when the page no longer changes. */
async function capture(page: Page, name: string, isExpected: (png: Buffer) => Promise<boolean>): Promise<void> {
  const path = `${screenshots}${name}.png`;
  let last: Buffer | null = null;
  let unchanged = 0;
  for (let attempt = 0; attempt < 20 && unchanged < 2; attempt += 1) {
    const png = await page.screenshot({ path });
    if (await isExpected(png)) return;
    unchanged = last?.equals(png) ? unchanged + 1 : 0;
    last = png;
  }
}
