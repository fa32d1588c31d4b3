import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inRoot } from './folders.ts';

// Every byte that a page or a start loads is counted here; the extensions' builds hold their own budgets.

/** A bundle made for measuring, or a file that the build made, and what it may weigh in bytes, gzipped. */
const budgets: { name: string; entry?: string; file?: string; gzipBytes: number }[] = [
  { name: '@tracklens/core in a browser', entry: '@tracklens/core/browser', gzipBytes: 55_000 },
  { name: '@tracklens/core/query', entry: '@tracklens/core/query', gzipBytes: 15_000 },
  { name: '@tracklens/core/display', entry: '@tracklens/core/display', gzipBytes: 12_000 },
  { name: 'page of the local service', entry: './packages/ui/src/page/main.tsx', gzipBytes: 146_000 },
  // Loaded when the first chart is drawn, and the view around it stands already.
  { name: 'charts of a view', entry: './packages/ui/src/charts/chart-view.ts', gzipBytes: 160_000 },
  { name: 'local service', file: 'packages/server/dist/tracklens.mjs', gzipBytes: 240_000 },
];

/** The bytes of a file, or of an entry with all that it loads at once; what is imported when needed is left out. */
async function weight({ entry, file }: (typeof budgets)[number]): Promise<number | undefined> {
  if (file) return existsSync(inRoot(file)) ? gzipSync(await readFile(inRoot(file))).length : undefined;
  const { outputFiles, metafile } = await build({
    // A path is an entry itself: what it does when it is loaded counts too.
    ...(entry?.startsWith('./')
      ? { entryPoints: [entry] }
      : { stdin: { contents: `export * from '${entry}';`, resolveDir: inRoot('packages', 'ui') } }),
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
    // Only a kernel loads these, for the static form of an output.
    external: ['vega', 'vega-lite'],
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
  const verdict = bytes > budget.gzipBytes ? 'OVER its budget of' : 'of';
  if (bytes > budget.gzipBytes) over++;
  console.log(`${budget.name}: ${bytes} bytes gzipped, ${verdict} ${budget.gzipBytes}`);
}
process.exitCode = over > 0 ? 1 : 0;
