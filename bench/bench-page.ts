import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { inRoot } from '../scripts/folders.ts';

/** The strictest content security policy of our hosts: no eval, no inline script. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'";

/** A page of `bench/pages` with its files, served on loopback under a policy without eval. */
export async function benchPage(page: string, files: ReadonlyMap<string, string> = new Map()) {
  const built = await build({
    entryPoints: { page: inRoot('bench', 'pages', page), style: inRoot('packages', 'ui', 'src', 'theme', 'style.css') },
    outdir: '/',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@tracklens/source', 'browser'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'warning',
  });
  const all = new Map([
    ['/', '<!doctype html><title></title><body></body><script type="module" src="/page.js"></script>'],
    ...built.outputFiles.map(({ path, text }) => [`/${basename(path)}`, text] as const),
    ...files,
  ]);
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const body = all.get(path);
    const type = path.endsWith('.js')
      ? 'text/javascript'
      : path.endsWith('.css')
        ? 'text/css'
        : path === '/'
          ? 'text/html'
          : 'application/json';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': policy });
    response.end(body ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => new Promise((done) => server.close(done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
