import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { App } from '../../packages/server/src/service/app.ts';
import { openChromium } from '../chromium.ts';
import type { ShowOptions, TestPage } from './page.ts';
import { type ProxyMode, strictPolicy, viewSite } from './view-site.ts';

/** Browser with the views, and the real service behind a proxy that adds the API key, as in the hosts. */
export interface ViewBrowser {
  /** Returns an empty page: one that an earlier test has released, or a new one. */
  page(options?: PageKind): Promise<ViewPage>;
  /** Sets the proxy behavior for all pages. */
  setProxyMode(mode: ProxyMode): void;
  /** Returns the methods and paths of the requests since the last call. */
  requests(): string[];
}

/** Viewport and browser settings of a page. */
export interface PageKind {
  readonly width?: number;
  readonly height?: number;
  /** Browser locale. */
  readonly locale?: string;
  readonly forcedColors?: boolean;
  /** Whether a test can advance the page's clock: `page.clock.runFor`. Such a page is always new. */
  readonly clock?: boolean;
  /** Whether the page must be new: for tests that intercept requests, or need code that is not loaded yet. */
  readonly fresh?: boolean;
}

/** Test page with its recorded errors. */
export interface ViewPage {
  readonly page: Page;
  /** Runs a function in the browser, with the test page as its argument. */
  run<T>(work: (page: TestPage) => T): Promise<T>;
  run<T, A>(work: (page: TestPage, argument: A) => T, argument: A): Promise<T>;
  /** Shows a view. */
  show(options: ShowOptions): Promise<void>;
  /** Script errors, console errors and content security policy violations. */
  readonly problems: string[];
  /** Waits until no request of the page is under mode. Returns whether this was so before the timeout; default: none. */
  idle(timeoutMillis?: number): Promise<boolean>;
  /** Empties the page for the next test; closes it if it must not be used again. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a browser for an app of the service, for the lifetime of a cleanup stack. `policy` is the content security
 * policy; with null, injected scripts would run.
 */
export async function viewBrowser(
  stack: AsyncDisposableStack,
  app: App,
  policy: string | null = strictPolicy,
): Promise<ViewBrowser> {
  const site = await viewSite(app, { policy });
  stack.defer(() => site.close());
  const browser = await openChromium(stack);
  /** Released pages by locale. A new page costs several times the CPU time of an emptied one. */
  const released = new Map<string, OpenPage[]>();
  stack.defer(() => Promise.all([...released.values()].flat().map((open) => open.page.context().close())).then());

  return {
    async page(kind = {}) {
      const { width = 1100, height = 800, locale = 'en-US', forcedColors = false, clock = false } = kind;
      const isNew = clock || (kind.fresh ?? false);
      const open =
        (isNew ? undefined : released.get(locale)?.pop()) ?? (await openPage(browser, site.origin, locale, clock));
      const { page } = open;
      open.problems.length = 0;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: 'light', forcedColors: forcedColors ? 'active' : 'none' });
      const run = (async (work: (page: TestPage, argument: unknown) => unknown, argument?: unknown) => {
        const handle = await page.evaluateHandle(() => (window as unknown as { page: TestPage }).page);
        return handle.evaluate(work as never, argument);
      }) as ViewPage['run'];
      return {
        ...open,
        run,
        show: async (options) => void (await run((test, shown) => test.show(null, shown), options)),
        async release() {
          if (isNew) return await page.context().close();
          await page.evaluate(() => (window as unknown as { page: TestPage }).page.clear());
          await page.mouse.move(0, 0);
          if (!(await open.idle(releaseTimeoutMillis))) return await page.context().close();
          released.set(locale, [...(released.get(locale) ?? []), open]);
        },
        close: () => page.context().close(),
      };
    },
    setProxyMode: site.setProxyMode,
    requests: site.requests,
  };
}

/** Longest time to wait for the last requests of a released page, in milliseconds. */
const releaseTimeoutMillis = 5000;

type OpenPage = Pick<ViewPage, 'page' | 'problems' | 'idle'>;

/** Opens the page of the site in a context of its own. */
async function openPage(browser: Browser, url: string, locale: string, clock: boolean): Promise<OpenPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Some tests provoke failed requests, and the browser logs each of them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  let underWay = 0;
  page.on('request', () => underWay++);
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', () => underWay--);
  if (clock) await page.clock.install();
  await page.goto(url);
  await page.waitForFunction(() => 'page' in window);
  return {
    page,
    problems,
    async idle(timeoutMillis = Number.POSITIVE_INFINITY) {
      const start = performance.now();
      while (underWay > 0 && performance.now() - start < timeoutMillis) await pause(10);
      return underWay === 0;
    },
  };
}

/** Returns the serious and critical accessibility violations of a page or of parts of it; default: all rules. */
export async function axeViolations(
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
