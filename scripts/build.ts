import { chmodSync, existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build as esbuild } from 'esbuild';
import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { once } from './stamp.ts';

/**
 * Builds everything that is installed or published: chart templates, the client with its declarations, the local
 * service as one file, the wheel and the .vsix. A part whose sources have not changed is left as it is.
 */
export async function build(): Promise<void> {
  await buildForJupyter();
  await extension('vscode-ext', 'VS Code extension', ['core', 'ui', 'server']);
}

/** Builds what JupyterLab and the local service need. */
export async function buildForJupyter(): Promise<void> {
  await chartTemplates();
  await core();
  await service();
  await servicePage();
  await extension('jupyterlab-ext', 'JupyterLab extension and wheel', ['core', 'ui', 'server']);
}

const sources = (...packages: string[]) =>
  packages.flatMap((name) => ['src', 'package.json', 'tsconfig.json'].map((part) => `packages/${name}/${part}`));

/** What every part depends on: the installed packages and this file. */
const common = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.ts'];

const bundle = (options: BuildOptions) =>
  esbuild({
    absWorkingDir: inRoot(),
    bundle: true,
    format: 'esm',
    target: 'es2023',
    conditions: ['@tracklens/source'],
    logLevel: 'warning',
    legalComments: 'none',
    ...options,
  }).then(() => {});

async function chartTemplates(): Promise<void> {
  const script = 'scripts/build-chart-templates.ts';
  if (!existsSync(inRoot(script))) return;
  await once(
    {
      name: 'chart-templates',
      title: 'chart templates',
      inputs: [script, 'packages/ui/src/charts', 'packages/core/src/display', ...common],
      present: () => existsSync(inRoot('packages/ui/src/charts/generated')),
    },
    () => run(process.execPath, ['--conditions=@tracklens/source', script]).then(() => {}),
  );
}

async function core(): Promise<void> {
  const rooms = ['node', 'browser', 'contract', 'query', 'client', 'display'];
  const what = {
    name: 'core',
    title: '@tracklens/core',
    inputs: [...sources('core'), ...common],
    present: () => rooms.every((room) => existsSync(inRoot(`packages/core/dist/${room}/index.js`))),
  };
  await once(what, async () => {
    // Pieces are named by their content: those of an earlier build would stay and be packed.
    await rm(inRoot('packages/core/dist/chunks'), { recursive: true, force: true });
    await bundle({
      entryPoints: [
        ...rooms.map((room) => `packages/core/src/${room}/index.ts`),
        'packages/core/src/display/static-html.ts',
      ],
      outbase: 'packages/core/src',
      outdir: 'packages/core/dist',
      packages: 'external',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      sourcemap: true,
    });
    await run(process.execPath, [inRoot('node_modules', 'typescript', 'bin', 'tsc'), '-b', 'packages/core']);
  });
}

/** The local service as one file. */
export async function service(): Promise<void> {
  const program = 'packages/server/dist/tracklens.mjs';
  const recording = 'examples/recording/digits.tracklens';
  const what = {
    name: 'service',
    title: '@tracklens/server',
    inputs: [recording, ...sources('core', 'server'), ...common],
    present: () => existsSync(inRoot(program)),
  };
  const forNode: BuildOptions = { platform: 'node', target: 'node22.19', sourcemap: false };
  await once(what, async () => {
    await bundle({
      ...forNode,
      entryPoints: ['packages/server/src/main.ts'],
      outfile: program,
      // Shorter to read at start and to hold; names stay, so that a logged failure still says where it was.
      minifySyntax: true,
      minifyWhitespace: true,
      // Bundled CommonJS packages ask for Node's own modules by require.
      banner: {
        js: [
          "import { createRequire as tracklensRequire } from 'node:module';",
          'const require = tracklensRequire(import.meta.url);',
        ].join('\n'),
      },
    });
    chmodSync(inRoot(program), 0o755);
    await copyFile(inRoot(recording), inRoot('packages/server/dist/digits.tracklens'));
    await bundle({
      ...forNode,
      entryPoints: ['packages/server/src/index.ts'],
      outfile: 'packages/server/dist/index.js',
      packages: 'external',
    });
  });
}

/** The local service's page in a browser, beside its program: an entry, and chunks that are loaded when they are needed. */
export async function servicePage(): Promise<void> {
  const folder = 'packages/server/dist/page';
  const what = {
    name: 'page',
    title: 'page of the local service',
    inputs: [...sources('core', 'ui'), ...common],
    present: () => existsSync(inRoot(folder, 'main.js')),
  };
  await once(what, async () => {
    await rm(inRoot(folder), { recursive: true, force: true });
    await bundle({
      entryPoints: { main: 'packages/ui/src/page/main.tsx' },
      outdir: folder,
      platform: 'browser',
      splitting: true,
      chunkNames: '[name]-[hash]',
      minify: true,
      define: { 'process.env.NODE_ENV': '"production"' },
      // A kernel draws the static form of an output with these; nothing here ever does.
      external: ['vega', 'vega-lite'],
    });
  });
}

/** Runs `export async function build()` of an extension's own build.ts. */
async function extension(name: string, title: string, uses: readonly string[]): Promise<void> {
  const file = inRoot('packages', name, 'build.ts');
  if (!existsSync(file)) return;
  const what = {
    name,
    title,
    inputs: [`packages/${name}`, 'examples/recording', ...sources(...uses), ...common],
    present: () => existsSync(inRoot('packages', name, 'dist')),
  };
  await once(what, async () => {
    const own = (await import(pathToFileURL(file).href)) as { build(): Promise<void> };
    await own.build();
  });
}

if (import.meta.main) await build();
