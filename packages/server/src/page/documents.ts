import { createHash, randomUUID } from 'node:crypto';
import type { Shell } from '@tracklens/core/contract';
import { shellOf } from '../data-folder/shell.ts';

/** Escapes text for an element or a quoted attribute. */
function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character]!);
}

const headers = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

/**
 * Returns the content security policy of the page: it may run and fetch only what this service sends. Frames show
 * logged HTML, without scripts; its styles get the nonce. Images, audio and video are blob URLs, since their bytes are
 * fetched by the page's own requests.
 */
const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    'media-src blob:',
    "connect-src 'self'",
    'frame-src blob:',
  ].join('; ');

/** Settings embedded in the page, available before its first request. */
export interface PageSettings {
  /** Path of the file with the key, shown in commands that read it. */
  readonly apiKeyFile: string | null;
  /** Command that signs the browser in again. */
  readonly openCommand: string;
  /** Shell that the page's commands are written for. Default: that of this platform. */
  readonly shell?: Shell;
}

function htmlDocument(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Returns the HTML of the page, a single-page app that renders the view named by its URL. */
export function pageDocument({ apiKeyFile, openCommand, shell = shellOf() }: PageSettings): Response {
  const nonce = randomUUID();
  const head = `<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/api/page/files/main.css" nonce="${nonce}">
<script type="module" src="/api/page/files/main.js"></script>`;
  const attributes = { 'api-key-file': apiKeyFile ?? '', 'open-command': openCommand, shell };
  const data = Object.entries(attributes).map(([name, text]) => `data-${name}="${escaped(text)}"`);
  const body = `<div id="page" ${data.join(' ')}></div>
<noscript>This page needs JavaScript: allow it for this address.</noscript>`;
  const html = htmlDocument('Tracklens', head, body);
  return new Response(html, { headers: headers(pagePolicy(nonce)) });
}

const style = `
:root { color-scheme: light dark }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
code { background: #8882; padding: .15em .4em; border-radius: 4px }
pre { background: #8882; padding: .75em 1em; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere }
pre code { background: none; padding: 0 }
`;

/**
 * Script that loads the document again. To a URL with a fragment a browser navigates within the document, unless the
 * rest of the URL changes; after a reload it may omit the cookie again.
 */
const loadAgain = "const url = location.href; history.replaceState(null, '', '?opening'); location.replace(url)";

/** Returns the source of an inline element in a content security policy. */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const plainPolicy = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  `script-src ${hashSource(loadAgain)}`,
  'img-src data:',
].join('; ');

function plainDocument(status: number, title: string, body: string, head = ''): Response {
  const main = `<main>
<h1>${title}</h1>
${body}
</main>`;
  const html = htmlDocument(`${title} - Tracklens`, `<style>${style}</style>\n${head}`, main);
  return new Response(html, { status, headers: headers(plainPolicy) });
}

const command = (text: string) => `<pre><code>${escaped(text)}</code></pre>`;

/**
 * Returns the page for a browser that is not signed in: the ways to sign in and open the requested view. `connection`
 * is a Python expression for a connection to this service.
 */
export function signInDocument(openCommand: string, connection: string, experimentKey: string | null): Response {
  const call = experimentKey === null ? 'display_project("WORKSPACE", "PROJECT")' : `display("${experimentKey}")`;
  return plainDocument(
    401,
    'Not signed in',
    `<p>The local Tracklens service is running, but this browser is not signed in to it. Any of these opens the page signed in:</p>
<ul>
<li>in JupyterLab or VS Code: <b>Open in Browser</b> in the menu of an experiment in the Tracklens sidebar</li>
<li>in a Python program, or in a notebook, where it shows the view in the cell:${command(`import tracklens\n${connection}.${call}`)}</li>
<li>in a terminal on the machine of the service:${command(openCommand)}</li>
</ul>`,
  );
}

/**
 * Returns a page that opens another address of this service, or itself again when there is none. A `SameSite=Strict`
 * cookie is sent to that address, although it is not sent where the browser comes from another site.
 */
export function openingDocument(setCookie: string, address = ''): Response {
  const head =
    address === ''
      ? `<script>${loadAgain}</script>\n<noscript><meta http-equiv="refresh" content="0"></noscript>`
      : `<meta http-equiv="refresh" content="0;url=${escaped(address)}">`;
  const body = `<p>Opening… <a href="${escaped(address)}">Go on</a></p>`;
  const response = plainDocument(200, 'Tracklens', body, head);
  response.headers.set('set-cookie', setCookie);
  return response;
}

/** Returns the page for a sign-in link that was used or has expired. */
export function usedLinkDocument(openCommand: string): Response {
  return plainDocument(
    410,
    'This link was already used',
    `<p>A sign-in link works once, within one minute. Open the page again with the same command or link in JupyterLab or VS Code, or
in a terminal on the machine of the service:</p>
${command(openCommand)}`,
  );
}

/** Returns the page for a browser of another user than that of a sign-in link. */
export function otherUserDocument(openCommand: string): Response {
  return plainDocument(
    403,
    'This link is for another user',
    `<p>The link signs in the browser of the user who opened it on this machine. For another browser, print a link:</p>
${command(`${openCommand} --print`)}`,
  );
}

/** Returns the page for a project that does not exist. */
export function noProjectDocument(): Response {
  const body = '<p>It may have been deleted. <a href="/">All projects</a></p>';
  return plainDocument(404, 'Project not found', body);
}

/** Returns the page for a service that runs from source without a build. */
export function unbuiltDocument(): Response {
  return plainDocument(
    503,
    'The page is not built',
    `<p>This service runs without its page. Build it, then reload:</p>
${command('npm run build')}`,
  );
}
