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
