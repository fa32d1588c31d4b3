import { writeFile } from 'node:fs/promises';
import { build, type Metafile, type Plugin } from 'esbuild';
import { bundleOptions, requireBanner } from './bundle-options.ts';
import { inRoot } from './folders.ts';
import { bundledFiles, bundledPackages, noticesText } from './third-party-notices.ts';

/** Entries of `@tracklens/core`, by the folder in `src` that has their `index.ts`. */
export const coreModules = [
  'node',
  'browser',
  'contract',
  'query',
  'client',
  'display',
  'static-charts',
  'testing',
] as const;

const dist = 'packages/core/dist';

/** Packages that only Node uses, each bundled as one file of the folder `vendor`. Most are loaded lazily. */
const vendored = ['undici', 'yauzl', 'ini'];

/** Options of each bundle of the client. Names are preserved for stack traces and for what is printed of an object. */
const options = { ...bundleOptions, minifySyntax: true };

/** Redirects imports of the vendored packages to their files. Entries and chunks are all one folder below `dist`. */
const toVendored: Plugin = {
  name: 'vendored',
  setup(plugins) {
    plugins.onResolve({ filter: new RegExp(`^(?:${vendored.join('|')})$`) }, ({ path }) => ({
      path: `../vendor/${path}.js`,
      external: true,
    }));
    plugins.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Bundles one package, with the names that it exports in Node, and its default export. */
async function vendor(name: string): Promise<Metafile> {
  const names = Object.keys(await import(name)).filter((each) => /^[A-Za-z_$][\w$]*$/.test(each));
  const { metafile } = await build({
    ...options,
    stdin: { contents: `export { ${names.join(', ')} } from '${name}';`, resolveDir: inRoot('packages', 'core') },
    platform: 'node',
    target: 'node22.19',
    minifyWhitespace: true,
    outfile: `${dist}/vendor/${name}.js`,
    banner: requireBanner,
  });
  return metafile;
}

/** Bundles `@tracklens/core` with its dependencies, so that it installs as a single package. */
export async function bundleCore(): Promise<void> {
  const { metafile } = await build({
    ...options,
    entryPoints: coreModules.map((module) => `packages/core/src/${module}/index.ts`),
    outbase: 'packages/core/src',
    outdir: dist,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [toVendored],
  });
  const files = [metafile, ...(await Promise.all(vendored.map(vendor)))].flatMap((one) => bundledFiles(one, inRoot()));
  await writeFile(inRoot(dist, 'third-party-notices.txt'), noticesText(bundledPackages(files)));
}
