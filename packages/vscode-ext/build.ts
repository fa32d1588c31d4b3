import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, build as esbuild, type Metafile, type Plugin } from 'esbuild';
import { bundleOptions, serviceOptions } from '../../scripts/bundle-options.ts';
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
    all: 475_000,
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
  const serviceFiles = await bundleService();
  await writeFile(path.join(dist, 'tracklens.third-party-notices.txt'), noticesText(bundledPackages(serviceFiles)));
  await copyFile(path.join(root, 'examples', 'recording', 'digits.tracklens'), path.join(dist, 'digits.tracklens'));
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

/**
 * Plugin that stores the two WebAssembly builds of undici's parser, with and without SIMD, as one compressed text. They
 * are nearly equal, and as two texts they were half of the size of undici.
 */
const packedParsers: Plugin = {
  name: 'packed-parsers',
  setup(plugins) {
    const names = ['llhttp-wasm.js', 'llhttp_simd-wasm.js'];
    plugins.onResolve({ filter: /^packed-parsers$/ }, ({ path: name }) => ({ path: name, namespace: name }));
    plugins.onLoad({ filter: /[/\\]llhttp(?:_simd)?-wasm\.js$/ }, ({ path: file }) => ({
      contents: `
        const { parsers } = require('packed-parsers');
        Object.defineProperty(module, 'exports', { get: () => parsers()[${names.indexOf(path.basename(file))}] });
      `,
    }));
    plugins.onLoad({ filter: /./, namespace: 'packed-parsers' }, async () => {
      const binaries = await Promise.all(names.map(parserBinary));
      const packed = brotliCompressSync(Buffer.concat(binaries)).toString('base64');
      return {
        contents: `
          const { brotliDecompressSync } = require('node:zlib');
          let found;
          exports.parsers = () => {
            if (found) return found;
            const all = brotliDecompressSync(Buffer.from('${packed}', 'base64'));
            return (found = [all.subarray(0, ${binaries[0]!.length}), all.subarray(${binaries[0]!.length})]);
          };
        `,
      };
    });
  },
};

/** Returns a parser of undici, which a file of the package contains as base64. */
async function parserBinary(name: string): Promise<Buffer> {
  const file = path.join(root, 'node_modules', 'undici', 'lib', 'llhttp', name);
  const base64 = /'([A-Za-z0-9+/=]{1000,})'/.exec(await readFile(file, 'utf8'))?.[1];
  if (base64 === undefined)
    throw new Error(`${file} contains no WebAssembly as base64. Adapt the plugin packed-parsers.`);
  return Buffer.from(base64, 'base64');
}

/** Imports of the service that the extension does not use: the driver of PostgreSQL and the formats of exports. */
const unusedModules = [/^pg$/, /^\.\/(?:arrow|csv|parquet)-format\.ts$/];

/**
 * Bundles the local service without the modules that the extension does not use, and returns the bundled files. Throws
 * when one of these modules is part of the bundle all the same, or when nothing imports it any more.
 */
async function bundleService(): Promise<string[]> {
  const omitted = new Set<string>();
  const { metafile } = await esbuild({
    ...bundleOptions,
    ...serviceOptions,
    outdir: dist,
    minifyIdentifiers: true,
    // Stack traces in the log stay readable.
    keepNames: true,
    plugins: [
      {
        name: 'omit-unused',
        setup(plugins) {
          for (const filter of unusedModules) {
            plugins.onResolve({ filter }, ({ path: name }) => {
              omitted.add(filter.source);
              return { path: name, external: true };
            });
          }
        },
      },
    ],
  });
  const missing = unusedModules.find(({ source }) => !omitted.has(source));
  if (missing) throw new Error(`The service no longer imports ${missing}. Remove it from unusedModules.`);
  const files = bundledFiles(metafile!, root);
  const unwanted = files.find((file) =>
    /node_modules[/\\](?:pg|apache-arrow|hyparquet-writer)[/\\]|-format\.ts$/.test(file),
  );
  if (unwanted) throw new Error(`The service of the extension contains ${unwanted}. Omit the module that imports it.`);
  await chmod(path.join(dist, 'tracklens.mjs'), 0o755);
  return files;
}

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
    // The static forms of an output, which only kernels make.
    external: ['vscode', '*/static-charts/static-html.ts'],
    plugins: [styleAsText, usedUndici, packedParsers],
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

async function buildAndReport(): Promise<void> {
  await build();
  const { size } = await stat(path.join(dist, 'tracklens.vsix'));
  console.log(`dist/tracklens.vsix ${Math.round(size / 1000)} kB`);
}

if (import.meta.main) void buildAndReport();
