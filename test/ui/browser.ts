import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium as engine, type Page } from 'playwright-core';
import type { App } from '../../packages/server/src/app.ts';
import { chromium } from '../../scripts/setup.ts';
import type { TestPage } from './page.ts';
import { strictPolicy, viewSite, type Way } from './view-site.ts';

/** A browser with the views, and the real service behind a proxy that adds the key, as the hosts do. */
export interface ViewBrowser {
  /** A fresh page with nothing shown yet. */
  page(options?: PageKind): Promise<ViewPage>;
  /** Changes the way to the service for all pages. */
  setWay(way: Way): void;
  /** Paths of the requests since the last call, with their methods. */
  requests(): string[];
  close(): Promise<void>;
}

/** The window of a page, and its reader. */
export interface PageKind {
  readonly width?: number;
  readonly height?: number;
  /** The browser's language. */
  readonly locale?: string;
  readonly forcedColors?: boolean;
}

/** A page, and what went wrong in it. */
export interface ViewPage {
  readonly page: Page;
  /** Runs a function of the test page in the browser. */
  run<T>(work: (page: TestPage) => T): Promise<T>;
  run<T, A>(work: (page: TestPage, argument: A) => T, argument: A): Promise<T>;
  /** Errors of scripts, console errors and violations of the content policy. */
  readonly troubles: string[];
  close(): Promise<void>;
}

/** Starts the browser over an app of the service. Without a content policy a page would run whatever got into it. */
export async function viewBrowser(app: App, policy: string | null = strictPolicy): Promise<ViewBrowser> {
  const site = await viewSite(app, { policy });
  const browser: Browser = await engine.launch(await chromium());

  return {
    async page({ width = 1100, height = 800, locale = 'en-US', forcedColors = false } = {}) {
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
        // A refused or broken request is what some tests are about; the browser says each of them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          troubles.push(message.text());
      });
      await page.goto(site.origin);
      await page.waitForFunction(() => 'page' in window);
      return {
        page,
        troubles,
        run: (async (work: (page: TestPage, argument: unknown) => unknown, argument?: unknown) => {
          const handle = await page.evaluateHandle(() => (window as unknown as { page: TestPage }).page);
          return handle.evaluate(work as never, argument);
        }) as ViewPage['run'],
        close: () => context.close(),
      };
    },
    setWay: site.setWay,
    requests: site.requests,
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

/** The serious and critical accessibility findings of a page, or of parts of it; of some rules only when they are named. */
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
      const options = { resultTypes: ['violations'], ...(runOnly.length > 0 ? { runOnly } : {}) };
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
