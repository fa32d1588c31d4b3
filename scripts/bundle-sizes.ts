import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inRoot } from './folders.ts';

// Every byte that a page or a start loads is counted here; the extensions' builds hold their own budgets.

/** A bundle made for measuring, or a file that the build made, and what it may weigh in bytes, gzipped. */
const budgets: { name: string; entry?: string; file?: string; browser?: boolean; gzipBytes: number }[] = [
  { name: '@tracklens/core in a browser', entry: '@tracklens/core/browser', browser: true, gzipBytes: 45_000 },
  { name: '@tracklens/core/query', entry: '@tracklens/core/query', browser: true, gzipBytes: 12_000 },
  { name: '@tracklens/core/display', entry: '@tracklens/core/display', browser: true, gzipBytes: 16_000 },
  { name: 'local service', file: 'packages/server/dist/tracklens.mjs', gzipBytes: 260_000 },
];

async function weight({ entry, file, browser }: (typeof budgets)[number]): Promise<number | undefined> {
  if (file) return existsSync(inRoot(file)) ? gzipSync(await readFile(inRoot(file))).length : undefined;
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${entry}';`, resolveDir: inRoot('packages', 'ui') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['@tracklens/source', ...(browser ? ['browser'] : [])],
    platform: browser ? 'browser' : 'node',
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]!.contents).length;
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
