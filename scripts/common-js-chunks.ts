import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Metafile, transform } from 'esbuild';
import { loadedFirst } from './size-budget.ts';

/**
 * Rewrites the chunks of a minified bundle as CommonJS modules, because esbuild splits only ES modules. What the entry
 * point loads at startup becomes one file with it. Changes `outputs` accordingly. The files must be named `.cjs`.
 *
 * VS Code loads CommonJS synchronously. An ES module passes through the event loop several times for each chunk, while
 * all other extensions start.
 */
export async function commonJsChunks(outputs: Metafile['outputs'], folder: string, entry: string): Promise<void> {
  const names = Object.keys(outputs).filter((name) => name.endsWith('.cjs'));
  const codes = new Map<string, string>();
  for (const name of names) codes.set(name, await commonJs(await readFile(path.join(folder, name), 'utf8')));
  const first = [...loadedFirst(outputs, entry)];
  const file = (name: string) => `./${path.posix.basename(name)}`;
  for (const name of names) {
    if (first.includes(name)) continue;
    const code = codes.get(name)!.replaceAll(/\brequire\("(\.\/[^"]+)"\)/g, (required, chunk: string) => {
      const isFirst = first.some((one) => file(one) === chunk);
      return isFirst ? `require("${file(entry)}").chunk("${chunk}")` : required;
    });
    await write(name, code);
  }
  const chunks = first.map((name) => `"${file(name)}"(module,exports,require){${codes.get(name)}}`);
  for (const name of first) {
    if (name === entry) continue;
    await rm(path.join(folder, name));
    outputs[entry]!.inputs = { ...outputs[entry]!.inputs, ...outputs[name]!.inputs };
    delete outputs[name];
  }
  outputs[entry]!.imports = outputs[entry]!.imports.filter(({ kind }) => kind !== 'import-statement');
  await write(entry, `${registry}({${chunks.join(',\n')}},"${file(entry)}");`);

  async function write(name: string, code: string): Promise<void> {
    await writeFile(path.join(folder, name), code);
    outputs[name]!.bytes = Buffer.byteLength(code);
  }
}

/** Function that runs the chunks in one file when they are first required, and exports those of the entry point. */
const registry = `((chunks,entry)=>{
const loaded={};
const chunk=(name)=>{
if(!(name in chunks))return require(name);
if(!(name in loaded)){const module=loaded[name]={exports:{}};chunks[name](module,module.exports,chunk);}
return loaded[name].exports;
};
module.exports=chunk(entry);
module.exports.chunk=chunk;
})`.replaceAll('\n', '');

/** Returns an ES module that esbuild has minified as CommonJS. */
async function commonJs(text: string): Promise<string> {
  const direct = text
    // The interface of the editor has no default export. esbuild would copy its hundreds of names for each import.
    .replaceAll(/\bimport\*as ([\w$]+) from"vscode";/g, 'const $1=require("vscode");')
    .replaceAll(/\bimport\(("\.\/[^"]+")\)/g, 'Promise.resolve().then(()=>require($1))')
    .replace(/\bexport\{([^}]*)\};\s*$/, (_, list: string) => exportsOf(list));
  const { code } = await transform(direct, {
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minify: true,
    legalComments: 'none',
  });
  return code;
}

/** Returns the exports of an ES module as live properties. */
function exportsOf(list: string): string {
  const getters = list.split(',').map((item) => {
    const [name, alias = name] = item.trim().split(' as ');
    return `${alias}:{get:()=>${name},enumerable:!0}`;
  });
  return `Object.defineProperties(exports,{__esModule:{value:!0},${getters.join(',')}});`;
}
