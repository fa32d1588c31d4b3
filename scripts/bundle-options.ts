import type { BuildOptions } from 'esbuild';
import { inRoot } from './folders.ts';

/** esbuild options of every bundle that is installed or published. */
export const bundleOptions = {
  absWorkingDir: inRoot(),
  bundle: true,
  format: 'esm',
  target: 'es2023',
  conditions: ['@tracklens/source'],
  logLevel: 'warning',
  // The notices contain the licenses.
  legalComments: 'none',
  metafile: true,
} satisfies BuildOptions;

/** Defines `require`, with which bundled CommonJS packages load Node's built-in modules. */
export const requireBanner = {
  js: [
    "import { createRequire as tracklensRequire } from 'node:module';",
    'const require = tracklensRequire(import.meta.url);',
  ].join('\n'),
};

/** esbuild options of the program of the local service, for each distribution that contains it. */
export const serviceOptions = {
  platform: 'node',
  target: 'node22.19',
  entryPoints: { tracklens: inRoot('packages', 'server', 'src', 'cli', 'main.ts') },
  outExtension: { '.js': '.mjs' },
  // The formats of exports are separate files, which a start of the service does not read.
  splitting: true,
  chunkNames: 'tracklens-[name]-[hash]',
  // Less code to parse and keep in memory. Names are preserved, so that stack traces in the log stay readable.
  minifySyntax: true,
  minifyWhitespace: true,
  banner: requireBanner,
} satisfies BuildOptions;
