import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { App } from '../../packages/server/src/service/app.ts';
import { testKey } from '../../packages/server/src/testing/test-service.ts';

/**
 * Proxy behavior: forwards requests, forwards them with an invalid key, closes the connection, or responds with a
 * page of another site.
 */
export type ProxyMode = 'open' | 'wrong-key' | 'down' | 'foreign';

/** Static document of the site, with its content security policy. */
interface SiteDocument {
  readonly type: string;
  readonly text: string;
  readonly policy?: string | null;
}

export interface ViewSiteOptions {
  /** Content security policy of the view page; with `null`, injected scripts would run. */
  readonly policy?: string | null;
  /** Additional scripts; the key is the name under which they are served (`/name.js`). */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Additional documents by path. */
  readonly documents?: Readonly<Record<string, SiteDocument>>;
  /** Port to listen on; default: any free port. */
  readonly port?: number;
}

/** Site on loopback with the views, and the real service behind a proxy that adds the API key, as in the hosts. */
export interface ViewSite {
  readonly origin: string;
  /** Sets the proxy behavior for all pages. */
  setProxyMode(mode: ProxyMode): void;
  /** Returns the methods and paths of the requests since the last call. */
  requests(): string[];
  close(): Promise<void>;
}

/** Content security policy without `eval`, inline styles and foreign origins; stricter than that of any host. */
export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src blob:; connect-src 'self'; base-uri 'none'";

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The bundles of this process, by their scripts. */
const bundles = new Map<string, Promise<Map<string, Uint8Array>>>();

function bundled(scripts: Readonly<Record<string, string>>): Promise<Map<string, Uint8Array>> {
  const key = JSON.stringify(scripts);
  const files = bundles.get(key) ?? bundle(scripts);
  bundles.set(key, files);
  return files;
}

async function bundle(scripts: Readonly<Record<string, string>>): Promise<Map<string, Uint8Array>> {
  const built = await build({
    entryPoints: { page: `${folder}page.ts`, style: `${root}packages/ui/src/theme/style.css`, ...scripts },
    bundle: true,
    write: false,
    outdir: folder,
    format: 'esm',
    splitting: true,
    minify: true,
    conditions: ['@tracklens/source', 'browser'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return new Map(built.outputFiles.map(({ path, contents }) => [`/${path.slice(folder.length)}`, contents]));
}

/** Returns the HTML of the view page, which loads the script `/<script>.js`. */
export const viewDocument = (
  script = 'page',
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Views</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/page.css"></head>
<body><main id="view"></main><script type="module" src="/${script}.js"></script></body></html>`;
const css = 'html,body{margin:0;height:100%}#view{height:100%}[data-theme=dark]{background:#1b1d21}';

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Serves the views for an app of the service. */
export async function viewSite(app: App, options: ViewSiteOptions = {}): Promise<ViewSite> {
  const { policy = strictPolicy, scripts = {}, documents = {}, port = 0 } = options;
  let mode: ProxyMode = 'open';
  let seen: string[] = [];
  const files = await bundled(scripts);
  const pages: Record<string, SiteDocument> = {
    '/': { type: 'text/html', text: viewDocument(), policy },
    '/page.css': { type: 'text/css', text: css },
    ...documents,
  };

  const forward = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    seen.push(`${request.method} ${path}`);
    if (mode === 'down') return void request.socket.destroy();
    if (mode === 'foreign')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    const method = request.method ?? 'GET';
    const answer = await app.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: {
          host: '127.0.0.1',
          authorization: mode === 'wrong-key' ? 'another-key' : testKey,
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
    const document = pages[path.replace(/[?#].*/, '')];
    if (path.startsWith('/service/')) {
      forward(request, response, path.slice('/service'.length)).catch((error) => response.destroy(error));
    } else if (document !== undefined) {
      const headers = document.policy ? { 'content-security-policy': document.policy } : {};
      response.writeHead(200, { 'content-type': document.type, ...headers }).end(document.text);
    } else {
      const file = files.get(path);
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
      // The pages of a browser context share the scripts; their origin is new in each run.
      const headers = { 'content-type': type, ...(file ? { 'cache-control': 'max-age=86400, immutable' } : {}) };
      response.writeHead(file ? 200 : 404, headers).end(file);
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setProxyMode(next) {
      mode = next;
    },
    requests() {
      const paths = seen;
      seen = [];
      return paths;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
