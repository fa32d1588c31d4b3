import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inRoot } from './folders.ts';

// Size budgets of everything that a page load or a program start reads. The builds of the extensions have their own
// budgets.

/**
 * Bundle built for measuring (of `names` that an entry exports; default: all), or the existing build output that matches a
 * pattern, with its maximum size in gzipped bytes.
 */
const budgets: { name: string; entry?: string; names?: string; file?: string; gzipBytes: number }[] = [
  { name: 'API of @tracklens/core in a browser', entry: '@tracklens/core', names: '{ API }', gzipBytes: 42_400 },
  { name: '@tracklens/core in a browser', entry: '@tracklens/core/browser', gzipBytes: 48_200 },
  { name: '@tracklens/core/query', entry: '@tracklens/core/query', gzipBytes: 20_500 },
  { name: '@tracklens/core/display', entry: '@tracklens/core/display', gzipBytes: 16_000 },
  { name: 'page of the local service', entry: './packages/ui/src/page/main.tsx', gzipBytes: 124_000 },
  // Loaded lazily with the first chart, when the view around it is already visible.
  { name: 'charts of a view', entry: './packages/ui/src/charts/chart-view.ts', gzipBytes: 20_000 },
  { name: 'local service', file: 'packages/server/dist/tracklens-program-*.mjs', gzipBytes: 193_500 },
];

/** Returns the contents of a built file and of the files next to it that it imports statically. */
async function withStaticImports(file: string): Promise<Buffer[]> {
  const files = new Set([file]);
  const contents: Buffer[] = [];
  for (const next of files) {
    const content = await readFile(next);
    contents.push(content);
    for (const [, name] of content.toString().matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) {
      files.add(path.join(path.dirname(next), name!));
    }
  }
  return contents;
}

/** Returns the gzipped size of a file, or of an entry with its static imports. Dynamic imports do not count. */
async function weight({ entry, names = '*', file }: (typeof budgets)[number]): Promise<number | undefined> {
  if (file) {
    const [found] = globSync(inRoot(file));
    return found === undefined ? undefined : gzipSync(Buffer.concat(await withStaticImports(found))).length;
  }
  const { outputFiles, metafile } = await build({
    // A path is itself the entry point, so that its side effects on load count too.
    ...(entry?.startsWith('./')
      ? { entryPoints: [entry] }
      : { stdin: { contents: `export ${names} from '${entry}';`, resolveDir: inRoot('packages', 'ui') } }),
    absWorkingDir: inRoot(),
    outdir: 'weighed',
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    write: false,
    format: 'esm',
    conditions: ['@tracklens/source', 'browser'],
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const entries = new Set(['<stdin>', entry?.replace('./', '')]);
  const first = new Set(
    Object.keys(metafile.outputs).filter(
      (name) => name.endsWith('.js') && entries.has(metafile.outputs[name]!.entryPoint ?? ''),
    ),
  );
  for (const name of first) {
    for (const { kind, path } of metafile.outputs[name]!.imports)
      if (kind === 'import-statement' && metafile.outputs[path]) first.add(path);
  }
  const bytes = [...first].map((name) => outputFiles.find(({ path }) => path === inRoot(name))!.contents);
  return gzipSync(Buffer.concat(bytes)).length;
}

let over = 0;
for (const budget of budgets) {
  const bytes = await weight(budget);
  if (bytes === undefined) {
    console.log(`${budget.name}: not built`);
    continue;
  }
  const result = bytes > budget.gzipBytes ? 'OVER its budget of' : 'of';
  if (bytes > budget.gzipBytes) over++;
  console.log(`${budget.name}: ${bytes} bytes gzipped, ${result} ${budget.gzipBytes}`);
}
process.exitCode = over > 0 ? 1 : 0;
