import { sharedInGroup } from '@tracklens/core/test-support';
import { type Browser, chromium as playwright } from 'playwright-core';
import { chromium } from '../scripts/chromium.ts';

/**
 * Returns the system's Chromium without a window. The test files of a group share one, each with browser contexts of
 * its own; it is closed with the cleanup stack of a file that runs alone.
 */
export function openChromium(cleanup: AsyncDisposableStack): Promise<Browser> {
  return sharedInGroup('chromium', cleanup, async (owner) => {
    const browser = await playwright.launch(await chromium());
    owner.defer(() => browser.close());
    return browser;
  });
}
