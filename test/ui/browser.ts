import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import type { App } from '../../packages/server/src/service/app.ts';
import { openChromium } from '../chromium.ts';
import type { TestPage } from './page.ts';
import { strictPolicy, viewSite, type Way } from './view-site.ts';

/** Browser with the views, and the real service behind a proxy that adds the API key, as in the hosts. */
export interface ViewBrowser {
  /** Opens a new, empty page. */
  page(options?: PageKind): Promise<ViewPage>;
  /** Sets the proxy behavior for all pages. */
  setWay(way: Way): void;
  /** Returns the methods and paths of the requests since the last call. */
  requests(): string[];
  close(): Promise<void>;
}

/** Viewport and browser settings of a page. */
export interface PageKind {
  readonly width?: number;
  readonly height?: number;
  /** Browser locale. */
  readonly locale?: string;
  readonly forcedColors?: boolean;
  /** Whether a test can advance the page's clock: `page.clock.runFor`. */
  readonly clock?: boolean;
}

/** Test page with its recorded errors. */
export interface ViewPage {
  readonly page: Page;
  /** Runs a function in the browser, with the test page as its argument. */
  run<T>(work: (page: TestPage) => T): Promise<T>;
  run<T, A>(work: (page: TestPage, argument: A) => T, argument: A): Promise<T>;
  /** Script errors, console errors and content security policy violations. */
  readonly troubles: string[];
  /** Resolves when no request of the page is under way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a browser for an app of the service. `policy` is the content security policy; with null, injected scripts
 * would run.
 */
export async function viewBrowser(app: App, policy: string | null = strictPolicy): Promise<ViewBrowser> {
  await using stack = new AsyncDisposableStack();
  const site = await viewSite(app, { policy });
  stack.defer(() => site.close());
  const browser = await openChromium(stack);
  const close = stack.move();

  return {
    async page({ width = 1100, height = 800, locale = 'en-US', forcedColors = false, clock = false } = {}) {
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height },
        reducedMotion: 'reduce',
        locale,
        forcedColors: forcedColors ? 'active' : 'none',
      });
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
      page.on('console', (message) => {
        // Some tests provoke failed requests, and the browser logs each of them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          troubles.push(message.text());
      });
      let underWay = 0;
      page.on('request', () => underWay++);
      for (const end of ['requestfinished', 'requestfailed'] as const)
        page.on(end as 'requestfinished', () => underWay--);
      if (clock) await page.clock.install();
      await page.goto(site.origin);
      await page.waitForFunction(() => 'page' in window);
      return {
        page,
        troubles,
        run: (async (work: (page: TestPage, argument: unknown) => unknown, argument?: unknown) => {
          const handle = await page.evaluateHandle(() => (window as unknown as { page: TestPage }).page);
          return handle.evaluate(work as never, argument);
        }) as ViewPage['run'],
        async idle() {
          while (underWay > 0) await page.evaluate(() => 0);
        },
        close: () => context.close(),
      };
    },
    setWay: site.setWay,
    requests: site.requests,
    close: () => close.disposeAsync(),
  };
}

/** Returns the serious and critical accessibility violations of a page or of parts of it; default: all rules. */
export async function seriousFindings(
  page: Page,
  within: readonly string[] = [],
  rules: readonly string[] = [],
): Promise<string[]> {
  const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const result = await page.evaluate(
    async ({ include, runOnly }) => {
      const { axe: checker } = window as unknown as {
        axe: { run(within: unknown, options: unknown): Promise<{ violations: Violation[] }> };
      };
      // No rule in use reads style sheets, so nothing is fetched before the check.
      const options = { resultTypes: ['violations'], preload: false, ...(runOnly.length > 0 ? { runOnly } : {}) };
      return (await checker.run(include.length > 0 ? { include } : document, options)).violations;
    },
    { include: within, runOnly: rules },
  );
  return result
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary}`).join(' | ')}`,
    );
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}
