import { sharedInGroup, temporaryFolder } from '@tracklens/core/test-support';
import { type Browser, type BrowserContext, chromium as playwright } from 'playwright-core';
import { type ChromiumLaunch, chromium } from '../scripts/chromium.ts';

/**
 * Returns the launch options of the browser for tests. Pages of tests are open for seconds: optimizing their JavaScript
 * would take more CPU time than it saves.
 */
export async function testChromium(): Promise<ChromiumLaunch> {
  const { executablePath, args } = await chromium();
  return { executablePath, args: [...args, '--js-flags=--no-opt --no-maglev'] };
}

/**
 * Returns the system's Chromium without a window. The test files of a group share one, each with browser contexts of
 * its own; it is closed with the cleanup stack of a file that runs alone.
 */
export function openChromium(cleanup: AsyncDisposableStack): Promise<Browser> {
  return sharedInGroup('chromium', cleanup, async (owner) => {
    const browser = await playwright.launch(await testChromium());
    owner.defer(() => browser.close());
    return browser;
  });
}

/**
 * Returns a browser context with a profile on disk, in a Chromium of its own. It has a code cache, unlike the contexts
 * of `openChromium`: that saves a third of the CPU time of a page that loads megabytes of JavaScript again. The test
 * files of a group share one; it is closed with the cleanup stack of a file that runs alone.
 */
export function openProfile(cleanup: AsyncDisposableStack): Promise<BrowserContext> {
  return sharedInGroup('chromium profile', cleanup, async (owner) => {
    const context = await playwright.launchPersistentContext(await temporaryFolder(owner), {
      ...(await testChromium()),
      viewport: { width: 1440, height: 1000 },
      reducedMotion: 'reduce',
    });
    owner.defer(() => context.close());
    return context;
  });
}
