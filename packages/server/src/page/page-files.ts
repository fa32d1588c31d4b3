import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Built scripts and style sheets of the page. */
export interface PageFiles {
  /** Returns whether the page was built. */
  isBuilt(): Promise<boolean>;
  /**
   * Returns the response for a script or style sheet; null for any other name. These files contain no logged data.
   */
  response(name: string, headers: Headers): Promise<Response | null>;
}

/** Output folders of the build, relative to the bundled service and to the source. */
const builtFolders = ['./page/', '../../dist/page/'].map((folder) => new URL(folder, import.meta.url));

const contentTypes: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };
const fileName = /^[\w-]+\.(js|css)$/;
/** Matches file names in which the build includes a content hash. */
const hashed = /-[A-Z0-9]{8}\.js$/;

/**
 * Serves each file of the page from the first of these folders that contains it. Files are read from disk on request
 * only.
 */
export function pageFiles(folders: readonly URL[] = builtFolders): PageFiles {
  const find = async (name: string) => {
    for (const folder of folders) {
      const path = fileURLToPath(new URL(name, folder));
      const found = await stat(path).catch(() => null);
      if (found?.isFile())
        return { path, etag: `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"` };
    }
    return null;
  };
  return {
    isBuilt: async () => (await find('main.js')) !== null,
    async response(name, headers) {
      const extension = fileName.exec(name)?.[1];
      const file = extension === undefined ? null : await find(name);
      if (extension === undefined || file === null) return null;
      const cacheHeaders = {
        etag: file.etag,
        'cache-control': hashed.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      };
      if (headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers: cacheHeaders });
      const body = new Uint8Array(await readFile(file.path));
      const type = `${contentTypes[extension]}; charset=utf-8`;
      return new Response(body, {
        headers: { ...cacheHeaders, 'content-type': type, 'x-content-type-options': 'nosniff' },
      });
    },
  };
}
