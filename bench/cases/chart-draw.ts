import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { type Page, chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.ts';
import { inRoot } from '../../scripts/folders.ts';
import type { Measured } from '../goal.ts';
import { lossCurve } from '../seed.ts';
import { type Side, sideBySide } from '../side-by-side.ts';

const experiments = 50;
const points = 10_000;
/** What a webview allows at most: no eval, no inline script. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'";

function answer(): string {
  const steps = Array.from({ length: points }, (_, step) => step);
  const entries = Array.from({ length: experiments }, (_, experiment) => {
    const key = experiment.toString(16).padStart(32, '0');
    const values = Array.from(lossCurve(experiment, 0, points));
    return [key, { metrics: [{ metricName: 'loss', values, steps }] }];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

async function serve(files: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const body = files.get(request.url?.split('?', 1)[0] ?? '');
    const type = request.url?.endsWith('.js')
      ? 'text/javascript'
      : request.url === '/'
        ? 'text/html'
        : 'application/json';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': policy });
    response.end(body ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => new Promise((done) => server.close(done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

let call = 0;

/** Asks the page by its address: code that a debugger runs there would be exempt from the page's policy. */
function side(page: Page, name: string, what: string): Side {
  return {
    name,
    async run() {
      const hash = `#${what}-${call++}`;
      await page.evaluate((wanted) => {
        location.hash = wanted;
      }, hash);
      await page.waitForFunction((wanted) => document.title.includes(`"hash":"${wanted}"`), hash, { timeout: 120_000 });
      const said = JSON.parse(await page.title()) as { millis?: number; drawn?: number; error?: string };
      if (said.millis === undefined) throw new Error(`${name}: ${said.error}`);
      if (what !== 'parse' && !said.drawn) throw new Error(`${name} drew nothing`);
      return { wallMillis: said.millis };
    },
  };
}

/** A chart of 50 experiments x 10,000 points in Chromium, against stock vega-lite with its interpreter and against JSON.parse. */
export async function chartDraw(): Promise<Measured[]> {
  const built = await build({
    entryPoints: [inRoot('bench', 'pages', 'draw.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@tracklens/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'warning',
  });
  const html = '<!doctype html><title></title><body></body><script type="module" src="/page.js"></script>';
  const files = new Map([
    ['/', html],
    ['/page.js', built.outputFiles[0]!.text],
    ['/answer.json', answer()],
  ]);
  const site = await serve(files);
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 500 } });
    await page.goto(site.url);
    await page.waitForFunction(() => document.title === 'ready', undefined, { timeout: 60_000 });
    const ours = side(page, 'Tracklens', 'ours');
    const work = 'chart of 50 x 10,000 points, Chromium, no eval';
    return [
      {
        work,
        comparison: await sideBySide(ours, side(page, 'vega-lite + interpreter', 'stock'), { rounds: 3 }),
        atLeast: 25,
      },
      {
        work: `${work}: times JSON.parse of the data`,
        comparison: await sideBySide(ours, side(page, 'JSON.parse', 'parse'), { rounds: 7 }),
        atLeast: 1 / 6,
      },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}
