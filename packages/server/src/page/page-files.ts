import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the build puts the page: beside the bundled service, or seen from the source. */
const folders = ['./page/', '../../dist/page/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));

const contentTypes: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };
const fileName = /^[\w-]+\.(js|css)$/;
/** The build writes a hash of the content into these names. */
const hashed = /-[A-Z0-9]{8}\.js$/;

async function present(name: string): Promise<{ path: string; etag: string } | null> {
  for (const folder of folders) {
    const path = folder + name;
    const found = await stat(path).catch(() => null);
    if (found?.isFile())
      return { path, etag: `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"` };
  }
  return null;
}

/** Whether the page was built. */
export async function isPageBuilt(): Promise<boolean> {
  return (await present('main.js')) !== null;
}

/** A script or style sheet of the page; null for anything else. They hold nothing of what is logged. */
export async function pageFile(name: string, headers: Headers): Promise<Response | null> {
  const extension = fileName.exec(name)?.[1];
  const file = extension === undefined ? null : await present(name);
  if (extension === undefined || file === null) return null;
  const answered = {
    etag: file.etag,
    'cache-control': hashed.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers: answered });
  const body = new Uint8Array(await readFile(file.path));
  const type = `${contentTypes[extension]}; charset=utf-8`;
  return new Response(body, { headers: { ...answered, 'content-type': type, 'x-content-type-options': 'nosniff' } });
}
