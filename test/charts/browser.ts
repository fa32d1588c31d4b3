import { type Browser, chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';

/** Starts the system's Chromium without a window, quiet and on this machine. */
export async function startBrowser(): Promise<Browser> {
  return await playwright.launch(await chromium());
}
