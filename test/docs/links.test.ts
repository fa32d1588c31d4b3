import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { endpoints } from '@tracklens/core/contract';
import { inRoot } from '../../scripts/folders.ts';
import { pages, prose } from './pages.ts';

const all = await pages();

/** The name by which a heading is linked. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('every link in the documentation leads to an existing file and heading', async () => {
  const broken: string[] = [];
  for (const page of all) {
    for (const [, target] of prose(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      const [file, heading] = target!.split('#');
      const to = file === '' ? page.path : path.join(path.dirname(page.path), file!);
      if (!existsSync(inRoot(to))) broken.push(`${page.path}: ${target}`);
      else if (heading) {
        const headings = [...(await readFile(inRoot(to), 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
          anchor(text!),
        );
        if (!headings.includes(heading)) broken.push(`${page.path}: ${target} (no such heading)`);
      }
    }
  }
  assert.deepEqual(broken, []);
});

/** `ui/src/{viewer,tabs}` and `packages/core/src/<area>`: several paths, and a part of one. */
function written(text: string): string[] {
  const part = /^(.*?)\{([^}]*)\}(.*)$/.exec(text);
  return part === null ? [text] : part[2]!.split(',').flatMap((one) => written(part[1]! + one + part[3]!));
}

const packages = [
  '',
  'packages',
  'packages/core/src',
  'packages/ui/src',
  'packages/server/src',
  'packages/jupyterlab-ext',
];

test('every path named in the documentation exists', () => {
  const missing: string[] = [];
  for (const page of all) {
    for (const [, code] of prose(page).matchAll(/`([\w@./{},-]+\/[\w@.{},-]*)`/g)) {
      // Names of packages, media types and what begins outside of the checkout.
      if (/^(?:[@/.~]|application\/|text\/|image\/)/.test(code!)) continue;
      if (endpoints.some(({ endpoint }) => endpoint.path.endsWith(`/${code}`))) continue;
      for (const one of written(code!)) {
        const name = one.replace(/\/$/, '');
        const seenFrom = [path.dirname(page.path), ...packages];
        if (!seenFrom.some((folder) => existsSync(inRoot(folder, name)))) missing.push(`${page.path}: ${one}`);
      }
    }
  }
  assert.deepEqual(missing, []);
});

test('every npm command named in the documentation exists', async () => {
  const { scripts } = JSON.parse(await readFile(inRoot('package.json'), 'utf8')) as { scripts: Record<string, string> };
  for (const { path: name, text } of all) {
    for (const [, script] of text.matchAll(/npm run (\w[\w-]*)/g))
      assert.ok(scripts[script!], `${name}: npm run ${script}`);
    for (const [, script] of text.matchAll(/scripts\/run\.mjs ([\w-]+)/g)) {
      assert.ok(existsSync(inRoot('scripts', `${script}.ts`)), `${name}: ${script}`);
    }
  }
});
