import { chmodSync, existsSync } from 'node:fs';
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build as esbuild } from 'esbuild';
import { bundleOptions, serviceOptions } from './bundle-options.ts';
import { run } from './command.ts';
import { bundleCore, coreModules } from './core-bundle.ts';
import { inRoot } from './folders.ts';
import { writePackageTypes } from './package-types.ts';
import { once } from './stamp.ts';
import { bundledFiles, bundledPackages, noticesText } from './third-party-notices.ts';

/**
 * Builds everything that is installed or published: chart templates, the client with its declarations, the local
 * service as one file, the wheel and the .vsix. Targets with unchanged sources are skipped.
 */
export async function build(): Promise<void> {
  await buildForJupyter();
  await extension('vscode-ext', 'VS Code extension', ['core', 'ui', 'server'], ['CHANGELOG.md', ...bundling]);
}

/** Builds what JupyterLab and the local service need. */
export async function buildForJupyter(): Promise<void> {
  await chartTemplates();
  await client();
  await service();
  await servicePage();
  await extension('jupyterlab-ext', 'JupyterLab extension and wheel', ['core', 'ui', 'server'], bundling);
}

/** What the builds of both extensions share. */
const bundling = [
  'scripts/common-js-chunks.ts',
  'scripts/larger-chunks.ts',
  'scripts/merged-chunks.ts',
  'scripts/size-budget.ts',
  'scripts/style-as-text.ts',
];

const sources = (...packages: string[]) =>
  packages.flatMap((name) => ['src', 'package.json', 'tsconfig.json'].map((part) => `packages/${name}/${part}`));

/** Inputs of every target: the installed packages and this file. */
const common = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.ts',
  'scripts/bundle-options.ts',
  'scripts/third-party-notices.ts',
];

/** Runs a bundler build. Returns the third-party notices of the bundled packages. */
async function bundle(options: BuildOptions): Promise<string> {
  const { metafile } = await esbuild({ ...bundleOptions, ...options });
  return noticesText(bundledPackages(bundledFiles(metafile!, inRoot())));
}

/** Writes the declarations of a package and of the packages it references. */
const declarations = (name: string) =>
  run(process.execPath, [inRoot('node_modules', 'typescript-7', 'bin', 'tsc'), '-b', `packages/${name}`]);

async function chartTemplates(): Promise<void> {
  const script = 'scripts/build-chart-templates.ts';
  await once(
    {
      name: 'chart-templates',
      title: 'chart templates',
      inputs: [script, 'packages/ui/src/charts', 'packages/core/src/charts', ...common],
      present: () => existsSync(inRoot('packages/ui/src/charts/generated')),
    },
    () => run(process.execPath, ['--conditions=@tracklens/source', script]).then(() => {}),
  );
}

/** Builds the client with its declarations. */
export async function client(): Promise<void> {
  const what = {
    name: 'core',
    title: '@tracklens/core',
    inputs: [...sources('core'), 'scripts/core-bundle.ts', 'scripts/package-types.ts', ...common],
    present: () =>
      coreModules.every((module) =>
        [`${module}/index.js`, `${module}/index.d.ts`, `types/${module}.d.ts`].every((file) =>
          existsSync(inRoot('packages/core/dist', file)),
        ),
      ),
  };
  await once(what, async () => {
    // Leftover files of an earlier build would be packed.
    await rm(inRoot('packages/core/dist'), { recursive: true, force: true });
    await bundleCore();
    await declarations('core');
    const entries = Object.fromEntries(coreModules.map((module) => [module, `${module}/index.d.ts`]));
    await writePackageTypes({ name: 'core', entries, inlined: ['valibot'] });
  });
}

/** Builds the local service as one program. */
export async function service(): Promise<void> {
  const program = 'packages/server/dist/tracklens.mjs';
  const recording = 'examples/recording/digits.tracklens';
  const what = {
    name: 'service',
    title: '@tracklens/server',
    inputs: [recording, ...sources('core', 'server'), 'scripts/package-types.ts', ...common],
    present: () =>
      [program, 'packages/server/dist/index.d.ts', 'packages/server/dist/types/index.d.ts'].every((file) =>
        existsSync(inRoot(file)),
      ),
  };
  const { platform, target } = serviceOptions;
  await once(what, async () => {
    // Leftover files of an earlier build would be packed. The page in the same folder has its own build step.
    await removeFiles(inRoot('packages/server/dist'), (file) => !isPageFile(file));
    const notices = await bundle({ ...serviceOptions, outdir: 'packages/server/dist' });
    chmodSync(inRoot(program), 0o755);
    await writeFile(inRoot('packages/server/dist/third-party-notices.txt'), notices);
    await copyFile(inRoot(recording), inRoot('packages/server/dist/digits.tracklens'));
    await bundle({
      platform,
      target,
      entryPoints: ['packages/server/src/index.ts'],
      outfile: 'packages/server/dist/index.js',
      packages: 'external',
    });
    await declarations('server');
    await writePackageTypes({ name: 'server', entries: { index: 'index.d.ts' }, inlined: [] });
  });
}

/**
 * Returns whether a file of the service's output belongs to its page. The declarations of src/page are in the same
 * folder and do not.
 */
const isPageFile = (file: string) => /^page[/\\](?!.*\.d\.ts$)/.test(file);

/** Removes the files of a folder whose relative paths match. */
async function removeFiles(folder: string, matches: (file: string) => boolean): Promise<void> {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && matches(path.relative(folder, file))) await rm(file);
  }
}

/** Builds the web page of the local service, next to its program: an entry and lazy chunks. */
export async function servicePage(): Promise<void> {
  const folder = 'packages/server/dist/page';
  const what = {
    name: 'page',
    title: 'page of the local service',
    inputs: [...sources('core', 'ui'), ...common],
    present: () => existsSync(inRoot(folder, 'main.js')),
  };
  await once(what, async () => {
    await removeFiles(inRoot('packages/server/dist'), isPageFile);
    const notices = await bundle({
      entryPoints: { main: 'packages/ui/src/page/main.tsx' },
      outdir: folder,
      platform: 'browser',
      splitting: true,
      chunkNames: '[name]-[hash]',
      minify: true,
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    await writeFile(inRoot(folder, 'third-party-notices.txt'), notices);
  });
}

/** Runs `export async function build()` of an extension's own build.ts. */
async function extension(
  name: string,
  title: string,
  uses: readonly string[],
  more: readonly string[] = [],
): Promise<void> {
  const file = inRoot('packages', name, 'build.ts');
  const what = {
    name,
    title,
    inputs: [`packages/${name}`, 'examples/recording', ...more, ...sources(...uses), ...common],
    present: () => existsSync(inRoot('packages', name, 'dist')),
  };
  await once(what, async () => {
    const own = (await import(pathToFileURL(file).href)) as { build(): Promise<void> };
    await own.build();
  });
}

if (import.meta.main) void build();
