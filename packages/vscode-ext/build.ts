import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build as esbuild, type Metafile, type Plugin } from 'esbuild';
import { extensionChangelog } from '../../scripts/release/extension-changelog.ts';
import { createVsix } from '../../scripts/release/vsix.ts';
import { bundledFiles, bundledPackages, noticesText } from '../../scripts/third-party-notices.ts';

const folder = import.meta.dirname;
const dist = path.join(folder, 'dist');
const root = path.dirname(path.dirname(folder));

/** Path of the installable `.vsix` archive. */
export const vsixFile = path.join(dist, 'tracklens.vsix');

/** Bundles: the entry points of an output folder and what they may contain. */
interface Bundle {
  readonly options: BuildOptions;
  /** Size budgets in bytes, by entry point: for what it loads at startup. */
  readonly first: Readonly<Record<string, number>>;
  /** Size budget in bytes for all scripts, including the lazy chunks. */
  readonly all: number;
}

const bundles: readonly Bundle[] = [
  {
    options: {
      entryPoints: { main: 'src/extension.ts' },
      outdir: 'dist/extension',
      platform: 'node',
      target: 'node22',
      // Bundled CommonJS packages load Node's built-in modules with `require`.
      banner: {
        js: "import{createRequire as tracklensRequire}from'node:module';const require=tracklensRequire(import.meta.url);",
      },
    },
    first: { main: 330_000 },
    all: 1_000_000,
  },
  {
    // An editor in a browser loads one CommonJS file into a web worker; it can import nothing but `vscode`. esbuild
    // fails for an import of a module of Node.js.
    options: {
      entryPoints: { main: 'src/extension.ts' },
      outdir: 'dist/web',
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      splitting: false,
      platform: 'browser',
      target: 'es2023',
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    first: {},
    all: 520_000,
  },
  {
    // One folder with the chunks that they share. The local service serves `main` to browsers.
    options: {
      entryPoints: {
        main: '../ui/src/page/main.tsx',
        webview: 'src/webview/main.ts',
        renderer: 'src/renderer/main.ts',
      },
      outdir: 'dist/page',
      platform: 'browser',
      target: 'es2023',
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    first: { main: 390_000, webview: 580_000, renderer: 50_000 },
    all: 1_650_000,
  },
];

/**
 * Builds the extension into `dist`: the bundles of the extension host in Node.js and in browsers, the panel, output and
 * browser pages with their common chunks, the local service, and `tracklens.vsix` with all of them. Throws when a
 * bundle exceeds its budget.
 */
export async function build(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const bundled = await Promise.all(bundles.map(bundle));
  await writeFile(path.join(dist, 'third-party-notices.txt'), noticesText(bundledPackages(bundled.flat())));
  const service = path.join(root, 'packages', 'server', 'dist');
  for (const name of await readdir(service)) {
    // The formats of exports and the driver of PostgreSQL (`pg/esm`), which the extension does not use, are left out.
    if (/^(?:tracklens(?!-\w+-format-|-esm-).*\.mjs|digits\.tracklens)$/.test(name)) {
      await copyFile(path.join(service, name), path.join(dist, name));
    }
  }
  await copyFile(path.join(service, 'third-party-notices.txt'), path.join(dist, 'tracklens.third-party-notices.txt'));
  const changelog = extensionChangelog(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'));
  await writeFile(path.join(dist, 'CHANGELOG.md'), changelog);
  // Only a release knows the repository, where the images of the README are.
  await createVsix(folder, vsixFile, { allowMissingRepository: true, rewriteRelativeLinks: false });
}

/**
 * Plugin that imports a style sheet with the attribute `type: 'text'`, and with its imports, as text. An output adds
 * the text to its own shadow root.
 */
const styleAsText: Plugin = {
  name: 'style-as-text',
  setup(plugins) {
    plugins.onLoad({ filter: /\.css$/ }, async ({ path: file, with: attributes }) => {
      if (attributes.type !== 'text') return undefined;
      const { outputFiles } = await esbuild({ entryPoints: [file], bundle: true, minify: true, write: false });
      return { contents: outputFiles[0]!.text, loader: 'text' };
    });
  },
};

/**
 * Plugin that bundles the two dispatchers of undici that the client uses. The package has one entry point, which also
 * loads its `fetch`, cache and mocks, almost half of its code.
 */
const usedUndici: Plugin = {
  name: 'used-undici',
  setup(plugins) {
    plugins.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'used-undici' }));
    plugins.onLoad({ filter: /./, namespace: 'used-undici' }, () => ({
      contents: `
        exports.Pool = require('undici/lib/dispatcher/pool.js');
        exports.EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent.js');
      `,
      resolveDir: folder,
    }));
  },
};

/** Writes a bundle, checks its sizes, and returns the bundled files. */
async function bundle({ options, first, all }: Bundle): Promise<string[]> {
  const { metafile } = await esbuild({
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    minify: true,
    metafile: true,
    // Licenses are collected in the notices file.
    legalComments: 'none',
    logLevel: 'warning',
    conditions: ['@tracklens/source'],
    // Only a kernel uses `vega` and `vega-lite`, to render the static form of an output. These bundles never call
    // them.
    external: ['vscode', 'vega', 'vega-lite'],
    plugins: [styleAsText, usedUndici],
    ...options,
  });
  const { outputs } = metafile!;
  const bytesOf = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + outputs[file]!.bytes, 0);
  const checkSize = (what: string, bytes: number, budget: number) => {
    if (bytes <= budget) return;
    throw new Error(`${what}: ${bytes} bytes, over the budget of ${budget}. Find what grew, or raise it in build.ts.`);
  };
  const { outdir } = options;
  for (const [name, budget] of Object.entries(first))
    checkSize(`${outdir}/${name}.js at first`, bytesOf(loadedFirst(outputs, `${outdir}/${name}.js`)), budget);
  const scripts = Object.keys(outputs).filter((file) => /\.c?js$/.test(file));
  checkSize(`All scripts of ${outdir}`, bytesOf(scripts), all);
  return bundledFiles(metafile!, folder);
}

/** Returns an entry point and its static imports. */
function loadedFirst(outputs: Metafile['outputs'], entry: string): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const file of found) {
    for (const imported of outputs[file]!.imports)
      if (imported.kind === 'import-statement' && !imported.external) found.add(imported.path);
  }
  return found;
}

if (import.meta.main) {
  await build();
  const { size } = await stat(path.join(dist, 'tracklens.vsix'));
  console.log(`dist/tracklens.vsix ${Math.round(size / 1000)} kB`);
}
