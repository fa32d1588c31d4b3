import path from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
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
 * and what it refers to, so that they need neither the types of Node nor those of bundled packages. Members with the
 * tag `@internal` are omitted.
 */
export async function writePackageTypes({ name, entries, inlined }: PackageTypes): Promise<void> {
  const dist = inRoot('packages', name, 'dist');
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, path.join(dist, file)])),
    plugins: [
      { name: 'public-members', transform: (code, id) => (id.startsWith(dist) ? withoutInternalMembers(code) : null) },
      dts({ includeExternal: [...inlined], tsconfig: inRoot('packages', name, 'tsconfig.json') }),
    ],
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

/**
 * Adds the reference to the types of `Symbol.asyncDispose`, which the default library of a user's program may not have.
 */
function withDisposableTypes(code: string): string | null {
  return code.includes('Symbol.asyncDispose') ? `/// <reference lib="esnext.disposable" />\n${code}` : null;
}

/**
 * Returns declarations without the members of classes and interfaces that have the tag `@internal`. A class whose
 * constructors all have it cannot be instantiated.
 */
export function withoutInternalMembers(code: string): string {
  const source = ts.createSourceFile('declarations.d.ts', code, ts.ScriptTarget.Latest, true);
  let text = '';
  let end = 0;
  function visit(node: ts.Node): void {
    if ((ts.isClassElement(node) || ts.isTypeElement(node)) && isInternal(node)) {
      text += code.slice(end, node.pos);
      if (ts.isConstructorDeclaration(node) && !hasPublicConstructor(node.parent))
        text += '\n    protected constructor();';
      end = node.end;
    } else ts.forEachChild(node, visit);
  }
  visit(source);
  return text + code.slice(end);
}

const isInternal = (member: ts.Node) => ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');

const hasPublicConstructor = ({ members }: ts.ClassLikeDeclaration) =>
  members.some((member) => ts.isConstructorDeclaration(member) && !isInternal(member));
