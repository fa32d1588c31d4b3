/** Form of a key: nothing else of an address is written into a page. */
const keyAtEnd = /^\/[^/]+\/[^/]+\/(?:archive\/)?([A-Za-z0-9]{32,50})$/;
const ownPaths = /^\/(?:api|clientlib)\//;

const html = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }
code { background: #8882; padding: .15em .4em; border-radius: 4px }
</style>
<h1>${title}</h1>
${body}
`;

/**
 * What a browser shows at the addresses that training scripts print: how to see the experiment where it is drawn. It tells
 * nothing that is kept here, since a browser tab holds no key.
 *
 * @returns null for what is no browser's navigation.
 */
export function pageOf(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET' || ownPaths.test(pathname)) return null;
  if (!request.headers.get('accept')?.includes('text/html')) return null;
  const key = keyAtEnd.exec(pathname)?.[1];
  const call = key === undefined ? 'tracklens.display_project("WORKSPACE", "PROJECT")' : `tracklens.display("${key}")`;
  const body = `<p>The local Tracklens service is running. Experiments are drawn in your notebook and editor:</p>
<ul>
<li>in a Python cell: <code>import tracklens</code>, then <code>${call}</code></li>
<li>in JupyterLab: the Tracklens sidebar on the left</li>
<li>in VS Code: the Tracklens view in the activity bar</li>
</ul>`;
  return new Response(html('Tracklens', body), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}
