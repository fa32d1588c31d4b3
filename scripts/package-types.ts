import path from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { inRoot } from './folders.ts';

/** Declarations that are written for a package. */
export interface PackageTypes {
  /** Folder of the package. */
  readonly name: string;
  /** Entries by the name of their declaration file, each with its declarations in `dist`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Packages whose types become part of the declarations. Others are imported. */
  readonly inlined: readonly string[];
}

/**
 * Writes the declarations of the entries to `dist/types`: one file each, and shared ones. They contain what is public
 * and what it refers to, so that they need neither the types of Node nor those of bundled packages.
 */
export async function writePackageTypes({ name, entries, inlined }: PackageTypes): Promise<void> {
  const dist = inRoot('packages', name, 'dist');
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, path.join(dist, file)])),
    plugins: [dts({ includeExternal: [...inlined], tsconfig: inRoot('packages', name, 'tsconfig.json') })],
    external: (id) => !/^[./\\]|^[A-Za-z]:/.test(id) && !inlined.includes(id),
    onwarn(warning, report) {
      // Types that a public one refers to need no export of their own.
      if (!/private shared type exports/.test(warning.message)) report(warning);
    },
  });
  await bundle.write({
    dir: path.join(dist, 'types'),
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'shared/[name]-[hash].d.ts',
    plugins: [{ name: 'disposable-types', renderChunk: withDisposableTypes }],
  });
  await bundle.close();
}

/** Adds the reference to the types of `Symbol.asyncDispose`, which the default library of a user's program may not have. */
function withDisposableTypes(code: string): string | null {
  return code.includes('Symbol.asyncDispose') ? `/// <reference lib="esnext.disposable" />\n${code}` : null;
}
