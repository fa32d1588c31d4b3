import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sharedInGroup } from '@tracklens/core/test-support';
import { build, type Metafile } from 'esbuild';

const here = import.meta.dirname;
const charts = join(here, '../../packages/ui/src/charts');

/** Content security policy that allows only our own script; `eval` and `new Function` throw. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'";

const html = (dark: boolean) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Charts</title>
<link rel="stylesheet" href="/chart.css"><link rel="stylesheet" href="/page.css"></head>
<body class="${dark ? 'dark' : 'light'}"><div id="root"></div><script type="module" src="/page.js"></script></body></html>`;

const manySeriesHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Many series</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/page.css"></head>
<body><main id="root"></main><script type="module" src="/many-series.js"></script></body></html>`;

const pageStyle = `body { margin: 0; padding: 16px; font-family: system-ui, 'Segoe UI', sans-serif; width: 800px; }
body.dark { background: #1b1d21; } #root figure { margin-bottom: 20px; }`;

/** Chart page on loopback. */
export interface ChartPage {
  readonly url: string;
  readonly metafile: Metafile;
}

/**
 * Serves a page with charts, bundled as in the hosts, under a strict content security policy. The test
 * files of a group share the page.
 */
export function chartPage(cleanup: AsyncDisposableStack): Promise<ChartPage> {
  return sharedInGroup('chart page', cleanup, servePage);
}

async function servePage(cleanup: AsyncDisposableStack): Promise<ChartPage> {
  const built = await build({
    entryPoints: {
      page: join(here, 'page.tsx'),
      chart: join(charts, 'chart.css'),
      'many-series': join(here, 'many-series-page.ts'),
      style: join(charts, '../theme/style.css'),
    },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@tracklens/source', 'browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    outdir: '/',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  const files = new Map(
    built.outputFiles.map((file) => [
      `/${file.path
        .replace(/^[A-Za-z]:/, '')
        .replaceAll('\\', '/')
        .replace(/^\/+/, '')}`,
      file.text,
    ]),
  );
  files.set('/page.css', pageStyle);
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://page');
    const text =
      url.pathname === '/'
        ? html(url.searchParams.has('dark'))
        : url.pathname === '/many-series'
          ? manySeriesHtml
          : files.get(url.pathname);
    const type = url.pathname.endsWith('.js')
      ? 'text/javascript'
      : url.pathname.endsWith('.css')
        ? 'text/css'
        : 'text/html';
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': type,
      'content-security-policy': policy,
      // The pages of a test file share the scripts; their origin is new in each run.
      ...(files.has(url.pathname) ? { 'cache-control': 'max-age=86400, immutable' } : {}),
    });
    response.end(text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.defer(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    metafile: built.metafile,
  };
}
