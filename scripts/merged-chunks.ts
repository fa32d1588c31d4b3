import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { loadedFirst } from './size-budget.ts';

type Outputs = Metafile['outputs'];

/** Import or export of names from a chunk, as esbuild minifies it. */
const namedFrom = /\b(import|export)\{([^}]*)\}from"(\.\/[^"]+)"/g;

/** Import of a chunk for its side effects. */
const bareImport = /\bimport"(\.\/[^"]+)";?/g;

/**
 * Merges the shared chunks of a minified bundle that the same `starts` load, and changes `outputs` accordingly.
 * `starts` are entry points and lazily loaded modules after which a page is complete. esbuild makes a chunk for every
 * set of entry points that share a module, lazily loaded ones included, and an editor takes milliseconds for each file.
 */
export async function mergeChunks(outputs: Outputs, folder: string, starts: readonly string[]): Promise<void> {
  const closures = starts.map((start) => loadedFirst(outputs, start));
  const groups = new Map<string, string[]>();
  for (const [name, { entryPoint }] of Object.entries(outputs)) {
    const key = closures.map((closure) => Number(closure.has(name))).join('');
    if (entryPoint === undefined && key.includes('1')) groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const merged = [...groups.values()].filter((names) => names.length > 1);
  /** Position of each merged chunk in its file, and that file, by the name in imports. */
  const positions = new Map<string, { readonly file: string; readonly index: number }>();
  const texts = new Map<string, string>();
  for (const names of merged) {
    const text = await mergedText(outputs, folder, names);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
    const file = path.posix.join(path.posix.dirname(names[0]!), `shared-${hash}.js`);
    texts.set(file, text);
    for (const [index, name] of names.entries()) positions.set(specifierOf(name), { file, index });
    outputs[file] = mergedOutput(outputs, names);
  }
  for (const name of merged.flat()) {
    await rm(path.join(folder, name));
    delete outputs[name];
  }
  for (const [name, output] of Object.entries(outputs)) {
    if (!name.endsWith('.js')) continue;
    const text = texts.get(name) ?? (await readFile(path.join(folder, name), 'utf8'));
    const changed = redirected(text, positions);
    await writeFile(path.join(folder, name), changed);
    output.bytes = Buffer.byteLength(changed);
    const imports = output.imports.map((one) => ({
      ...one,
      path: positions.get(specifierOf(one.path))?.file ?? one.path,
    }));
    output.imports = imports.filter(({ path: file }) => file !== name);
  }
}

const specifierOf = (name: string) => `./${path.posix.basename(name)}`;

/** Returns the name of an export of a chunk in the merged file. */
const aliasOf = (index: number, name: string) => `${name}$${index}`;

/** Bundles chunks, with the exports of all of them. */
async function mergedText(outputs: Outputs, folder: string, names: readonly string[]): Promise<string> {
  const own = new Set(names.map(specifierOf));
  const contents = names.map((name, index) => {
    const list = outputs[name]!.exports.map((one) => `${one} as ${aliasOf(index, one)}`);
    return `export {${list.join(',')}} from '${specifierOf(name)}';`;
  });
  const { outputFiles } = await build({
    stdin: { contents: contents.join('\n'), resolveDir: path.join(folder, path.dirname(names[0]!)) },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    legalComments: 'none',
    target: 'es2023',
    plugins: [
      {
        name: 'own-chunks',
        setup(plugins) {
          plugins.onResolve({ filter: /^\./ }, ({ path: name }) =>
            own.has(name) ? undefined : { path: name, external: true },
          );
        },
      },
    ],
  });
  return outputFiles[0]!.text;
}

function mergedOutput(outputs: Outputs, names: readonly string[]): Outputs[string] {
  const all = names.map((name) => outputs[name]!);
  return {
    bytes: 0,
    inputs: Object.assign({}, ...all.map(({ inputs }) => inputs)),
    imports: all.flatMap(({ imports }) => imports),
    exports: all.flatMap(({ exports }, index) => exports.map((name) => aliasOf(index, name))),
  };
}

/** Returns the text of a chunk that imports merged chunks from their new files. */
function redirected(text: string, positions: ReadonlyMap<string, { readonly file: string; readonly index: number }>) {
  return text
    .replaceAll(namedFrom, (statement, kind: string, list: string, from: string) => {
      const position = positions.get(from);
      if (position === undefined) return statement;
      const names = list.split(',').map((item) => {
        const [name, alias = name] = item.split(' as ');
        return `${aliasOf(position.index, name!)} as ${alias}`;
      });
      return `${kind}{${names.join(',')}}from"${specifierOf(position.file)}"`;
    })
    .replaceAll(bareImport, (statement, from: string) => {
      const position = positions.get(from);
      return position === undefined ? statement : `import"${specifierOf(position.file)}";`;
    });
}
