import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectionColors } from '@tracklens/core/client';
import { defaultTimeouts, endpoints } from '@tracklens/core/contract';
import { tabIds, viewMimeType } from '@tracklens/core/display';
import { build as esbuild, type Plugin } from 'esbuild';
import { run } from '../../scripts/command.ts';
import { largerChunks } from '../../scripts/larger-chunks.ts';
import { pythonEnvironment } from '../../scripts/python-environment.ts';
import { checkSize, loadedFirstBytes } from '../../scripts/size-budget.ts';
import { once } from '../../scripts/stamp.ts';
import { styleAsText } from '../../scripts/style-as-text.ts';
import { bundledFiles, bundledPackages, noticesText } from '../../scripts/third-party-notices.ts';
import { glyphMasks, glyphOutlines } from './src/node-program/glyph-outlines.ts';

const folder = import.meta.dirname;
const inPackage = (...parts: string[]) => path.join(folder, ...parts);

/** Size budget in bytes of what JupyterLab loads at its start, before webpack minifies it. */
const startBytes = 160_000;

/** Modules shared with the host: its packages, and React with the modules that depend on the host's copy. */
const shared = ['@jupyterlab/*', '@lumino/*', 'react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/**
 * Data files of the Python package, by path: the endpoints of the contract for the proxy, and the names of the tabs for
 * `display`. Committed, so that the Python package works from the source folder; a test reports outdated files.
 */
export function pythonFiles(): Map<string, string> {
  const rows = endpoints.map(({ endpoint }) => ({
    method: endpoint.method,
    paths: [endpoint.path, ...endpoint.alsoAt],
    effect: endpoint.effect,
    timeoutMillis: defaultTimeouts[endpoint.timeout],
  }));
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n ');
  const views = { viewMimeType, tabIds, connectionColors };
  return new Map([
    ['contract_rows.json', `[\n ${lines}\n]\n`],
    ['view_schema.json', `${JSON.stringify(views, null, 1)}\n`],
  ]);
}

/** Writes the data files of the Python package. */
export async function writePythonFiles(): Promise<void> {
  for (const [name, text] of pythonFiles()) {
    const file = inPackage('tracklens', name);
    // An unchanged file keeps its date, so that nothing is rebuilt from it.
    if (!existsSync(file) || (await readFile(file, 'utf8')) !== text) await writeFile(file, text);
  }
}

/**
 * Bundles our code into few modules: a small one that loads at start, and the views, which are loaded when first shown.
 * Returns the source files.
 */
async function library(): Promise<string[]> {
  await rm(inPackage('lib'), { recursive: true, force: true });
  const { metafile } = await esbuild({
    absWorkingDir: folder,
    entryPoints: ['src/index.ts'],
    outdir: 'lib',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    conditions: ['@tracklens/source', 'browser'],
    external: shared,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [styleAsText, largerChunks({})],
    // The licenses are in the notices.
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  checkSize(
    'Modules that JupyterLab loads at its start',
    loadedFirstBytes(metafile.outputs, 'lib/index.js'),
    startBytes,
  );
  await esbuild({
    absWorkingDir: folder,
    entryPoints: ['style/index.css'],
    outdir: 'lib/style',
    bundle: true,
    conditions: ['@tracklens/source'],
    loader: { '.svg': 'dataurl' },
    logLevel: 'warning',
  });
  await writeFile(inPackage('lib', 'style', 'index.js'), "import './index.css';\n");
  return bundledFiles(metafile, folder);
}

/** Adds the notices of all packages in the labextension: those in our bundle, and those added by webpack. */
async function writeNotices(files: readonly string[]): Promise<void> {
  const output = inPackage('tracklens', 'labextension', 'static');
  const listed = JSON.parse(await readFile(path.join(output, 'third-party-licenses.json'), 'utf8')) as {
    packages: { name: string }[];
  };
  const modules = inPackage('..', '..', 'node_modules');
  const ofWebpack = listed.packages.map(({ name }) => path.join(modules, name, 'package.json'));
  const text = noticesText(bundledPackages([...files, ...ofWebpack]));
  await writeFile(path.join(output, 'third-party-notices.txt'), text);
}

/** Files of the local service: its program in one or several files, its demo data and its notices. */
const serviceFile = /^(?:tracklens.*\.mjs|digits\.tracklens|third-party-notices\.txt)$/;

/**
 * Copies the local service with its page, demo data and notices into the Python package, which runs it with Node.js.
 */
async function copyService(): Promise<void> {
  const from = inPackage('..', 'server', 'dist');
  const to = inPackage('tracklens', 'local_service');
  await rm(to, { recursive: true, force: true });
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (serviceFile.test(name)) await copyFile(path.join(from, name), path.join(to, name));
  }
  // The type declarations of the service's source are in the same folder.
  await cp(path.join(from, 'page'), path.join(to, 'page'), {
    recursive: true,
    filter: (file) => !file.endsWith('.d.ts'),
  });
}

const nodeProgram = inPackage('tracklens', 'node_program');

/** Builds the Node.js program of the Python package unless its sources are unchanged. */
export async function buildNodeProgram(): Promise<void> {
  const sources = ['src/node-program', 'src/images', 'build.ts'].map((name) => `packages/jupyterlab-ext/${name}`);
  const what = {
    name: 'node-program',
    title: 'Node.js program of the Python package',
    inputs: ['package-lock.json', 'packages/core/src', 'scripts/third-party-notices.ts', ...sources],
    present: () => existsSync(path.join(nodeProgram, 'main.mjs')),
  };
  await once(what, bundleNodeProgram);
}

/**
 * Loads the modules of Node.js without their ES module wrappers. A wrapper evaluates each export: that of `node:http`
 * loads undici, which takes 50 ms of CPU time.
 */
const plainNodeModules: Plugin = {
  name: 'plain-node-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path: name }) => ({ path: name, namespace: 'node' }));
    onLoad({ filter: /./, namespace: 'node' }, ({ path: name }) => ({
      contents: `module.exports = process.getBuiltinModule('${name}');`,
    }));
  },
};

/** Bundles the Node.js program with the files that it reads. */
async function bundleNodeProgram(): Promise<void> {
  const to = nodeProgram;
  const modules = inPackage('..', '..', 'node_modules');
  await rm(to, { recursive: true, force: true });
  const { metafile } = await esbuild({
    absWorkingDir: folder,
    entryPoints: ['src/node-program/main.ts'],
    // One file: each module that Node.js loads takes a millisecond of the first output.
    outfile: path.join(to, 'main.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['@tracklens/source'],
    plugins: [plainNodeModules],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const subsets = await glyphOutlines(modules);
  for (const [subset, outlines] of subsets) {
    await writeFile(path.join(to, `glyphs-${subset}.json`), JSON.stringify(outlines));
  }
  await writeFile(path.join(to, 'glyph-masks.json'), JSON.stringify(glyphMasks(subsets.get('latin')!)));
  await copyFile(path.join(modules, '@resvg', 'resvg-wasm', 'index_bg.wasm'), path.join(to, 'resvg.wasm'));
  const packages = bundledPackages([
    ...bundledFiles(metafile, folder),
    path.join(modules, '@fontsource', 'inter', 'package.json'),
  ]);
  await writeFile(path.join(to, 'third-party-notices.txt'), noticesText(packages));
}

/** Builds the labextension and the wheel into dist/. */
export async function build(): Promise<void> {
  const { python, command, env } = await pythonEnvironment();
  await writePythonFiles();
  const files = await library();
  await run(command('jupyter-builder'), ['build', '.'], { cwd: folder, env });
  await writeNotices(files);
  await copyService();
  await buildNodeProgram();
  await mkdir(inPackage('dist'), { recursive: true });
  for (const name of await readdir(inPackage('dist'))) {
    if (name.endsWith('.whl')) await rm(inPackage('dist', name));
  }
  await run(python, ['-m', 'build', '--wheel', '--no-isolation', '--outdir', 'dist', '.'], { cwd: folder, env });
}

if (import.meta.main) void build();
