import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { inRoot } from './folders.ts';

/** Where an exported name is defined. */
interface Definition {
  readonly file: string;
  readonly name: string;
}

/** Imports or exports of names from another module, as the formatter writes them. */
const namedFrom = /^(import|export) \{([^}]*)\} from '([^']+)';/gm;

/** Dynamic import of a value. A type that is imported in the same way is followed by its name. */
const dynamicImport = /(?<!typeof )\bimport\('([^']+)'\)(?!\.[A-Z])/g;

const packages = inRoot('packages') + path.sep;

/**
 * Plugin for code splitting of the project's own modules, which makes fewer and better chunks.
 *
 * - A name that is imported through a module that only exports it again comes from the module that defines it. esbuild
 *   otherwise gives an entry point everything that any entry point imports through such a module.
 * - The modules of a group are loaded together. `groups` has their paths in `packages`. Every dynamic import is
 *   otherwise a chunk, and so is what any two of them share. The build fails for a module that nothing loads lazily.
 */
export function largerChunks(groups: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: 'larger-chunks',
    setup(plugins) {
      const groupOf = new Map(
        Object.entries(groups).flatMap(([group, names]) => names.map((name) => [path.join(packages, name), group])),
      );
      const grouped = new Set<string>();
      const texts = new Map<string, Promise<string>>();
      const textOf = (file: string) => {
        const text = texts.get(file) ?? readFile(file, 'utf8');
        texts.set(file, text);
        return text;
      };
      /** Returns the file of a source module of the project; null for any other. */
      const resolved = async (specifier: string, from: string): Promise<string | null> => {
        if (!/^(?:\.|@tracklens\/)/.test(specifier)) return null;
        const options = { kind: 'import-statement', resolveDir: path.dirname(from), importer: from } as const;
        const { path: file, errors } = await plugins.resolve(specifier, options);
        return errors.length === 0 && file.startsWith(packages) && /\.tsx?$/.test(file) ? file : null;
      };
      const definitionOf = async (name: string, file: string): Promise<Definition> => {
        for (const [, kind, list, from] of (await textOf(file)).matchAll(namedFrom)) {
          const original = kind === 'export' && namesOf(list!).find(([, alias]) => alias === name)?.[0];
          const next = original ? await resolved(from!, file) : null;
          if (original && next) return await definitionOf(original, next);
        }
        return { file, name };
      };
      const directImport = async (file: string, [statement, kind, list, from]: RegExpMatchArray) => {
        const module = await resolved(from!, file);
        if (!module) return statement;
        const statements = await Promise.all(
          namesOf(list!).map(async ([name, alias]) => {
            const definition = await definitionOf(name, module);
            return `${kind} { ${definition.name} as ${alias} } from ${JSON.stringify(definition.file)};`;
          }),
        );
        // Messages of esbuild keep their line numbers.
        return statements.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
      };
      const groupedImport = async (file: string, [expression, from]: RegExpMatchArray) => {
        const module = await resolved(from!, file);
        const group = module && groupOf.get(module);
        if (!group) return expression;
        grouped.add(module);
        return `import('group:${group}').then((group) => group.${moduleName(module)})`;
      };
      plugins.onLoad({ filter: /[/\\]packages[/\\].*[/\\]src[/\\].*\.tsx?$/ }, async ({ path: file }) => {
        const text = await replaced(await textOf(file), namedFrom, (match) => directImport(file, match));
        const contents = await replaced(text, dynamicImport, (match) => groupedImport(file, match));
        return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
      });
      plugins.onResolve({ filter: /^group:/ }, ({ path: name }) => ({
        path: name.slice('group:'.length),
        namespace: 'group',
        sideEffects: false,
      }));
      plugins.onLoad({ filter: /./, namespace: 'group' }, ({ path: name }) => ({
        contents: [...groupOf]
          .filter(([, group]) => group === name)
          .map(([file]) => `export * as ${moduleName(file)} from ${JSON.stringify(file)};`)
          .join('\n'),
        resolveDir: packages,
      }));
      plugins.onEnd(() => ({
        errors: [...groupOf.keys()]
          .filter((file) => !grouped.has(file))
          .map((file) => ({ text: `Nothing loads ${file} lazily. Remove it from its group.` })),
      }));
    },
  };
}

/** Returns the names of a statement with their aliases, without types. */
function namesOf(list: string): (readonly [name: string, alias: string])[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))
    .map((item) => {
      const [name, alias = name] = item.split(' as ');
      return [name!, alias!] as const;
    });
}

/** Returns a name for a module that no other has. */
function moduleName(file: string): string {
  return `_${path.relative(packages, file).replaceAll(/\W/g, '_')}`;
}

async function replaced(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => Promise<string>,
): Promise<string> {
  const matches = [...text.matchAll(pattern)];
  const replacements = await Promise.all(matches.map(replacement));
  return matches.reduceRight(
    (rest, match, index) =>
      rest.slice(0, match.index) + replacements[index] + rest.slice(match.index + match[0].length),
    text,
  );
}
