import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { inRoot } from './folders.ts';

// Usage: node scripts/run.mjs module-table [--update]. Compares the table of modules in ARCHITECTURE.md with the list
// that dependency-cruiser enforces; with --update, writes it.

/** A module of the list. */
interface Module {
  readonly name: string;
  readonly what: string;
  readonly may: readonly string[];
}

const { modules, pageCore }: { modules: readonly Module[]; pageCore: string } = await import(
  pathToFileURL(inRoot('.dependency-cruiser.mjs')).href
);

const start = '<!-- modules: written by `node scripts/run.mjs module-table --update` from .dependency-cruiser.mjs -->';
const end = '<!-- end of modules -->';

const nameOf = (name: string) => (name === pageCore ? 'core for pages' : `\`${name}\``);
const names = (list: readonly string[]) => list.map(nameOf).join(', ');
const rows = modules.map(({ name, what, may }) => `| \`${name}\` | ${what} | ${names(may) || 'nothing of ours'} |`);
const table = [
  `*Core for pages* is \`${pageCore}\`.`,
  '',
  '| Module | What it is | May import |',
  '|---|---|---|',
  ...rows,
].join('\n');

const file = inRoot('ARCHITECTURE.md');
const text = await readFile(file, 'utf8');
const [before, rest = ''] = text.split(start);
const after = rest.split(end)[1];
if (after === undefined) throw new Error('ARCHITECTURE.md has no marked table of modules');
const expected = `${before}${start}\n\n${table}\n\n${end}${after}`;
if (process.argv.includes('--update')) {
  await writeFile(file, expected);
} else if (expected !== text) {
  console.error('The table of modules in ARCHITECTURE.md differs from .dependency-cruiser.mjs');
  process.exitCode = 1;
}
