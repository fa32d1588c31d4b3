import { copyFile, cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build as esbuild, type Metafile, type Plugin } from 'esbuild';
import { createVsix } from '../../scripts/release/vsix.ts';
import { bundledFiles, bundledPackages, noticesText } from '../../scripts/third-party-notices.ts';

const folder = import.meta.dirname;
const dist = path.join(folder, 'dist');
const root = path.dirname(path.dirname(folder));

/** Path of the installable `.vsix` archive. */
export const vsixFile = path.join(dist, 'tracklens.vsix');

/** Size budgets of the bundles, in bytes: `first` for what loads at startup, `all` including the lazy chunks. */
const budgets: Readonly<Record<string, { readonly first: number; readonly all: number }>> = {
  extension: { first: 1_000_000, all: 1_000_000 },
  webview: { first: 550_000, all: 1_400_000 },
  renderer: { first: 41_000, all: 1_500_000 },
};

/**
 * Builds the extension into `dist`: the extension host bundle, the panel and output pages with lazy chart chunks, the
 * local service, and `tracklens.vsix` with all of them. Throws when a bundle exceeds its budget.
 */
export async function build(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const bundles = [
    await bundle('extension', {
      entryPoints: { extension: 'src/extension.ts' },
      outdir: 'dist',
      outExtension: { '.js': '.cjs' },
      platform: 'node',
      format: 'cjs',
      target: 'node22',
    }),
    await bundle('webview', { ...page, entryPoints: { main: 'src/webview/main.ts' }, outdir: 'dist/webview' }),
    await bundle('renderer', {
      ...page,
      entryPoints: { main: 'src/renderer/main.ts' },
      outdir: 'dist/renderer',
      plugins: [styleAsText],
    }),
  ];
  await writeFile(path.join(dist, 'third-party-notices.txt'), noticesText(bundledPackages(bundles.flat())));
  const service = path.join(root, 'packages', 'server', 'dist');
  for (const name of ['tracklens.mjs', 'digits.tracklens']) {
    await copyFile(path.join(service, name), path.join(dist, name));
  }
  await copyFile(path.join(service, 'third-party-notices.txt'), path.join(dist, 'tracklens.third-party-notices.txt'));
  await cp(path.join(service, 'page'), path.join(dist, 'page'), {
    recursive: true,
    filter: (file) => !file.endsWith('.d.ts'),
  });
  // Only a release knows the repository, where the images of the README are.
  await createVsix(folder, vsixFile, { allowMissingRepository: true, rewriteRelativeLinks: false });
}

/** Common options of the pages. They load ES modules; chart code is split into its own chunk. */
const page: BuildOptions = {
  platform: 'browser',
  format: 'esm',
  target: 'es2023',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** Plugin that imports a style sheet, with its imports, as text. An output adds the text to its own shadow root. */
const styleAsText: Plugin = {
  name: 'style-as-text',
  setup(plugins) {
    plugins.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
      const { outputFiles } = await esbuild({ entryPoints: [file], bundle: true, minify: true, write: false });
      return { contents: outputFiles[0]!.text, loader: 'text' };
    });
  },
};

/** Bundles `options`, checks the size against the budget called `name`, and returns the bundled files. */
async function bundle(name: string, options: BuildOptions): Promise<string[]> {
  const { metafile } = await esbuild({
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    metafile: true,
    // Licenses are collected in the notices file.
    legalComments: 'none',
    logLevel: 'warning',
    conditions: ['@tracklens/source'],
    // Only a kernel uses `vega` and `vega-lite`, to render the static form of an output. These bundles never call
    // them.
    external: ['vscode', 'vega', 'vega-lite'],
    ...options,
  });
  const { first, all } = sizes(metafile!);
  const budget = budgets[name]!;
  if (first > budget.first || all > budget.all) {
    const sizes = `${first} bytes at first (budget ${budget.first}), ${all} in all (budget ${budget.all})`;
    throw new Error(`The bundle "${name}" is over its budget: ${sizes}. Find what grew, or raise it in build.ts.`);
  }
  return bundledFiles(metafile!, folder);
}

/** Returns the size in bytes of the entry with its static imports (`first`) and of all scripts (`all`). */
function sizes({ outputs }: Metafile): { first: number; all: number } {
  const scripts = Object.entries(outputs).filter(([file]) => /\.c?js$/.test(file));
  // Lazy chunks also have an entry point.
  const entry = scripts.find(([file]) => !file.includes('/chunks/'))![0];
  const first = new Set([entry]);
  for (const file of first) {
    for (const imported of outputs[file]!.imports) if (imported.kind === 'import-statement') first.add(imported.path);
  }
  const bytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  return { first: bytes(first), all: bytes(scripts.map(([file]) => file)) };
}

if (import.meta.main) {
  await build();
  const { size } = await stat(path.join(dist, 'tracklens.vsix'));
  console.log(`dist/tracklens.vsix ${Math.round(size / 1000)} kB`);
}
