import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, type BrowserContext, chromium as engine, type Page } from 'playwright-core';
import type { App } from '../../packages/server/src/app.ts';
import { testKey } from '../../packages/server/src/testing/test-service.ts';
import { chromium } from '../../scripts/setup.ts';
import type { TestPage } from './page.ts';

/** How the way to the service behaves: as it should, with a key that is refused, or not at all. */
export type Way = 'open' | 'wrong-key' | 'down' | 'foreign';

/** A browser with the views, and the real service behind a proxy that adds the key, as the hosts do. */
export interface ViewBrowser {
  /** A fresh page with nothing shown yet. */
  page(options?: { readonly width?: number; readonly height?: number }): Promise<ViewPage>;
  /** Changes the way to the service for all pages. */
  setWay(way: Way): void;
  /** Paths of the requests since the last call, with their methods. */
  requests(): string[];
  close(): Promise<void>;
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

/** No eval, no inline style text, no address but the page's own: stricter than any host. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src blob:; connect-src 'self'; base-uri 'none'";

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

async function bundle(): Promise<Map<string, Uint8Array>> {
  const built = await build({
    entryPoints: { page: `${folder}page.ts`, style: `${root}packages/ui/src/theme/style.css` },
    bundle: true,
    write: false,
    outdir: folder,
    format: 'esm',
    splitting: true,
    conditions: ['@tracklens/source', 'browser'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return new Map(built.outputFiles.map(({ path, contents }) => [`/${path.slice(folder.length)}`, contents]));
}

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Views</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/page.css"></head>
<body><main id="view"></main><script type="module" src="/page.js"></script></body></html>`;
const css = 'html,body{margin:0;height:100%}#view{height:100%}[data-theme=dark]{background:#1b1d21}';

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Starts the browser over an app of the service. Without a content policy a page would run whatever got into it. */
export async function viewBrowser(app: App, policy: string | null = strictPolicy): Promise<ViewBrowser> {
  let way: Way = 'open';
  let seen: string[] = [];
  const files = await bundle();

  const forward = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    seen.push(`${request.method} ${path}`);
    if (way === 'down') return void request.socket.destroy();
    if (way === 'foreign') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    const method = request.method ?? 'GET';
    const answer = await app.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: {
          host: '127.0.0.1',
          authorization: way === 'wrong-key' ? 'another-key' : testKey,
          'content-type': request.headers['content-type'] ?? 'application/json',
        },
        ...(method === 'GET' ? {} : { body: await bytesOf(request) }),
      }),
    );
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(new Uint8Array(await answer.arrayBuffer()));
  };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/service/')) {
      forward(request, response, path.slice('/service'.length)).catch((error) => response.destroy(error));
    } else if (path === '/') {
      const headers = policy === null ? {} : { 'content-security-policy': policy };
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
    } else if (path === '/page.css') {
      response.writeHead(200, { 'content-type': 'text/css' }).end(css);
    } else {
      const file = files.get(path);
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
      response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser: Browser = await engine.launch(await chromium());

  return {
    async page({ width = 1100, height = 800 } = {}) {
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
      page.on('console', (message) => {
        // A refused or broken request is what some tests are about; the browser says each of them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          troubles.push(message.text());
      });
      await page.goto(origin);
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
    setWay(next) {
      way = next;
    },
    requests() {
      const paths = seen;
      seen = [];
      return paths;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The accessibility findings of a page that matter: serious and critical ones. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  await page.evaluate(axe);
  const result = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await checker.run()).violations;
  });
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
