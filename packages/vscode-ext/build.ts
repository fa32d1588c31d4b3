import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, build as esbuild, type Metafile, type Plugin } from 'esbuild';
import { bundleOptions, serviceOptions } from '../../scripts/bundle-options.ts';
import { commonJsChunks } from '../../scripts/common-js-chunks.ts';
import { largerChunks } from '../../scripts/larger-chunks.ts';
import { mergeChunks } from '../../scripts/merged-chunks.ts';
import { extensionChangelog } from '../../scripts/release/extension-changelog.ts';
import { createVsix } from '../../scripts/release/vsix.ts';
import { bytesOf, checkSize, loadedFirstBytes } from '../../scripts/size-budget.ts';
import { styleAsText } from '../../scripts/style-as-text.ts';
import { bundledFiles, bundledPackages, noticesText } from '../../scripts/third-party-notices.ts';

const folder = import.meta.dirname;
const dist = path.join(folder, 'dist');
const root = path.dirname(path.dirname(folder));

/** Path of the installable `.vsix` archive. */
export const vsixFile = path.join(dist, 'tracklens.vsix');

/** Returns the paths of modules in a folder of `packages`, for a group. */
const inFolder = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `${folder}/${/\.tsx?$/.test(name) ? name : `${name}.ts`}`);

/** Rare operations of the client, each of a few hundred bytes. */
const reading = [
  ...inFolder('core/src/api', 'chart-data', 'experiment-groups', 'experiment-moves', 'experiment-pages'),
  ...inFolder('core/src/api', 'experiment-summaries', 'find-experiments', 'for-each-key'),
  ...inFolder('core/src', 'client/list-batches', 'experiment/metric-series', 'targets/view-state'),
];

/** Operations that write whole files or records. */
const content = [
  ...inFolder('core/src/experiment', 'contents/index', 'experiment-json', 'json-operations', 'loss-error'),
  'core/src/snapshot-reader/index.ts',
];

const changes = inFolder(
  'ui/src/manage',
  ...['artifact-changes', 'experiment-changes', 'model-registration', 'project-changes', 'registry-changes'],
);

const trees = [
  ...inFolder('ui/src/trees', 'artifacts-tree', 'experiment-search', 'experiments-tree', 'registry-tree'),
  'core/src/query/index.ts',
];

/** Lazily loaded modules of the extension host that are loaded together. */
const hostGroups = {
  reading,
  content,
  // What the first rows need.
  trees: [
    ...trees,
    'ui/src/trees/index.ts',
    'vscode-ext/src/connection/service-client.ts',
    'vscode-ext/src/platform/node-client.ts',
    'vscode-ext/src/trees/favorites-store.ts',
  ],
  commands: [
    ...changes,
    ...inFolder('vscode-ext/src/connection', 'bundled-service', 'connection-commands', 'copy-training-snippet'),
    ...inFolder('vscode-ext/src/connection', 'connect', 'discovery', 'own-service-commands', 'sign-in', 'sign-out'),
    ...inFolder('vscode-ext/src', 'differences/compare-texts', 'editor-pages', 'log-view', 'manage/management'),
    ...inFolder('vscode-ext/src', 'notebooks/insert-cell', 'problem-message', 'queries/past-queries'),
    ...inFolder(
      'vscode-ext/src',
      'queries/run-query',
      'recordings/open-recording',
      'recordings/save-view',
      'registry/download-version',
      'registry/open-file',
      'registry/version-source',
    ),
    ...inFolder('vscode-ext/src', 'target-commands', 'trees/group-experiments', 'trees/sort-experiments'),
    ...inFolder('vscode-ext/src', 'trees/tree-commands', 'uri-target'),
  ],
  panels: inFolder('vscode-ext/src', 'panels/panels', 'notebooks/output-requests', 'recordings/recording-editor'),
};

/** Lazily loaded modules of the pages that are loaded together. */
const pageGroups = {
  reading: [...reading, ...inFolder('core/src/client', 'capabilities', 'column-frames')],
  content,
  changes,
  trees,
  pages: inFolder('ui/src/page', 'SearchPage.tsx', 'SidebarTrees.tsx', 'TargetPage.tsx'),
  charts: [...inFolder('ui/src/charts', 'ChartKeys.tsx', 'chart-view'), 'ui/src/gallery/PointsTable.tsx'],
  project: [
    ...inFolder('ui/src/project', 'ParallelPlot.tsx', 'ProjectView.tsx', 'ScatterPlot.tsx'),
    'ui/src/compare/CompareView.tsx',
  ],
  tabs: [
    ...inFolder('ui/src/tabs', 'artifacts.tsx', 'assets.tsx', 'audio.tsx', 'confusion-matrices.tsx'),
    ...inFolder('ui/src/tabs', 'histograms.tsx', 'images.tsx', 'installed-packages.tsx', 'metrics.tsx'),
    ...inFolder('ui/src/tabs', 'parameters.tsx', 'system-metrics.tsx'),
  ],
  texts: inFolder('ui/src/tabs', 'code.tsx', 'notes.tsx', 'text.tsx'),
  points: inFolder('ui/src/tabs/points', 'EmbeddingView.tsx', 'SceneView.tsx'),
};

/** Size budget of the archive in bytes, with the images of the walkthrough. */
const vsixBytes = 1_677_000;

/** Bundles: the entry points of an output folder and what they may contain. */
interface Bundle {
  readonly options: BuildOptions;
  /** Lazily loaded modules that are loaded together. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Source files of lazily loaded modules that complete a page; the chunks that they share are merged. */
  readonly complete?: readonly string[];
  /** Whether the chunks are CommonJS modules. */
  readonly isCommonJs?: boolean;
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
      outExtension: { '.js': '.cjs' },
    },
    isCommonJs: true,
    groups: hostGroups,
    first: { main: 99_800 },
    all: 858_500,
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
    all: 508_500,
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
      // Unlike the extension, a view saves the static forms of itself.
      external: [],
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    groups: pageGroups,
    complete: ['../ui/src/index.ts'],
    first: { main: 343_000, webview: 650_000, renderer: 35_000 },
    all: 1_707_000,
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
  checkSize('dist/tracklens.vsix', (await stat(vsixFile)).size, vsixBytes);
}

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

/** What remains of the client's modules for operations that neither the extension nor its pages call. */
const unusedOperations: Readonly<Record<string, string>> = {
  'experiment/contents/chart-logging.ts': 'export const chartLogging = {};',
  'experiment/contents/media-logging.ts': 'export const mediaLogging = () => ({});',
  'experiment/contents/scene-logging.ts': 'export const sceneLogging = () => ({});',
  'experiment/contents/table-logging.ts': 'export const tableLogging = () => ({});',
};

/** Plugin that leaves out the operations that nothing calls. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup(plugins) {
    const remaining = new Map(
      Object.entries(unusedOperations).map(([name, contents]) => [
        path.join(root, 'packages', 'core', 'src', ...name.split('/')),
        contents,
      ]),
    );
    const filter = /[/\\](?:chart|media|scene|table)-logging\.ts$/;
    plugins.onLoad({ filter }, ({ path: file }) => {
      const contents = remaining.get(file);
      return contents === undefined ? undefined : { contents };
    });
  },
};

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
async function bundle({ options, groups, complete, isCommonJs, first, all }: Bundle): Promise<string[]> {
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
    plugins: [styleAsText, usedUndici, packedParsers, withoutUnused, ...(groups ? [largerChunks(groups)] : [])],
    ...options,
  });
  const { outputs } = metafile!;
  if (complete) await mergeChunks(outputs, folder, startsOf(outputs, complete));
  if (isCommonJs) await commonJsChunks(outputs, folder, `${options.outdir}/main.cjs`);
  const { outdir, outExtension } = options;
  for (const [name, budget] of Object.entries(first)) {
    const entry = `${outdir}/${name}${outExtension?.['.js'] ?? '.js'}`;
    checkSize(`${entry} at first`, loadedFirstBytes(outputs, entry), budget);
  }
  const scripts = Object.keys(outputs).filter((file) => /\.c?js$/.test(file));
  checkSize(`All scripts of ${outdir}`, bytesOf(outputs, scripts), all);
  return bundledFiles(metafile!, folder);
}

/** Returns the outputs of the entry points and of some lazily loaded modules. */
function startsOf(outputs: Metafile['outputs'], complete: readonly string[]): string[] {
  const isStart = ([name, { entryPoint = '' }]: [string, Metafile['outputs'][string]]) =>
    entryPoint !== '' && (complete.includes(entryPoint) || !/-[A-Z0-9]{8}\.js$/.test(name));
  return Object.entries(outputs)
    .filter(isStart)
    .map(([name]) => name);
}

async function buildAndReport(): Promise<void> {
  await build();
  const { size } = await stat(path.join(dist, 'tracklens.vsix'));
  console.log(`dist/tracklens.vsix ${Math.round(size / 1000)} kB`);
}

if (import.meta.main) void buildAndReport();
