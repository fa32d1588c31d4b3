import { readFile } from 'node:fs/promises';
import { temporaryFolder } from '@tracklens/core/test-support';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Service, startService } from '../../packages/server/src/service/server.ts';
import { servicePage } from '../../scripts/build.ts';
import { openChromium } from '../chromium.ts';

/** A running service with a browser that may be signed in to it. */
export interface PageBrowser {
  readonly service: Service;
  readonly apiKey: string;
  /** Calls the service with its key; fails on any status but 200. */
  call<T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** A link that signs in. */
  link(path?: string): Promise<string>;
  /** A new browser context with one tab, by default signed in and at the path. */
  open(path: string, options?: OpenOptions): Promise<OpenedPage>;
}

interface OpenOptions extends BrowserContextOptions {
  readonly signedIn?: boolean;
  /** Whether to record the traffic: every response is read twice. Default: false. */
  readonly recorded?: boolean;
}

/** A tab, and what went wrong in it. */
interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts, console errors and violations of the content policy. */
  readonly problems: string[];
  /** Everything the browser sent and got, for a search; empty unless it is recorded. */
  readonly traffic: string[];
  close(): Promise<void>;
}

/** Starts a service over a new folder and a browser; builds the page where its sources have changed. */
export async function pageBrowser(
  stack: AsyncDisposableStack,
  options: { readonly demo?: boolean } = {},
): Promise<PageBrowser> {
  await servicePage();
  const dataFolder = await temporaryFolder(stack);
  const service = await startService({ dataFolder, ...options });
  stack.defer(() => service.close());
  const apiKey = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const browser = await openChromium(stack);

  const call: PageBrowser['call'] = async (method, path, body) => {
    const answer = await fetch(service.url + path, {
      method,
      headers: { authorization: apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as never;
  };
  const link: PageBrowser['link'] = async (path = '/') =>
    (await call<{ url: string }>('POST', '/api/page/sign-in-link', { path })).url;

  return {
    service,
    apiKey,
    call,
    link,
    async open(path, { signedIn = true, recorded = false, ...contextOptions } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1200, height: 850 },
        reducedMotion: 'reduce',
        ...contextOptions,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      const traffic: string[] = [];
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          problems.push(message.text());
        }
      });
      if (recorded) record(page, traffic);
      await page.goto(signedIn ? await link(path) : service.url + path);
      // A sign-in link opens its page with a refresh.
      await page.waitForURL((address) => !address.pathname.startsWith('/api/page/'));
      return { page, problems, traffic, close: () => context.close() };
    },
  };
}

/** Adds what a page sends and gets to a list. */
function record(page: Page, traffic: string[]): void {
  page.on('request', (request) => {
    traffic.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`);
  });
  page.on('response', async (response) => {
    const text = await response.text().catch(() => '');
    traffic.push(`${response.url()} ${JSON.stringify(response.headers())} ${text}`);
  });
}
