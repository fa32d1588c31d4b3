import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { build } from 'esbuild';
import { inRoot } from './folders.ts';
import { bundledFiles, bundledPackages, noticesText } from './third-party-notices.ts';

/** Creates a folder with a main.ts and packages in node_modules, given by their files. */
async function project(t: TestContext, main: string, packages: Record<string, Record<string, string>>) {
  const root = await temporaryFolder(t);
  await writeFile(path.join(root, 'main.ts'), main);
  for (const [name, files] of Object.entries(packages)) {
    const folder = path.join(root, 'node_modules', name);
    await mkdir(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  }
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['main.ts'],
    bundle: true,
    write: false,
    outdir: 'out',
    metafile: true,
    logLevel: 'error',
  });
  return { root, files: bundledFiles(metafile, root) };
}

const manifest = (name: string, version = '1.0.0') =>
  JSON.stringify({ name, version, license: 'MIT', main: 'index.js', sideEffects: false });
const code = 'export const used = [1, 2, 3];';

test('the notices name each bundled package once, with its license and notice files', async (t) => {
  const { root, files } = await project(
    t,
    "import { used } from 'plain'; import { used as more } from '@scope/name'; import 'unused'; console.log(used, more);",
    {
      plain: { 'package.json': manifest('plain', '1.2.3'), 'index.js': code, 'LICENSE.md': 'Copyright Ada\r\n' },
      '@scope/name': { 'package.json': manifest('@scope/name'), 'index.js': code, LICENCE: 'Terms', NOTICE: 'Notice' },
      unused: { 'package.json': manifest('unused'), 'index.js': code },
    },
  );
  const packages = bundledPackages(files, root);
  assert.deepEqual(
    packages.map(({ name, version, texts }) => [name, version, texts]),
    [
      ['@scope/name', '1.0.0', ['Terms', 'Notice']],
      ['plain', '1.2.3', ['Copyright Ada\r\n']],
    ],
  );
  assert.match(noticesText(packages), /plain 1\.2\.3 \(MIT\)\n\nCopyright Ada\n/);
});

test('packages with the same license text share it', () => {
  const one = (name: string, text: string) => ({ name, version: '1.0.0', license: 'MIT', texts: [text] });
  const text = noticesText([one('a', 'Copyright Ada\r\n'), one('b', 'Copyright Bob'), one('c', 'Copyright Ada')]);
  assert.match(text, /\na 1\.0\.0 \(MIT\)\nc 1\.0\.0 \(MIT\)\n\nCopyright Ada\n/);
  assert.equal(text.match(/Copyright Ada/g)?.length, 1);
});

test('a bundled package without a license text fails the build', async (t) => {
  const { root, files } = await project(t, "import { used } from 'bare'; console.log(used);", {
    bare: { 'package.json': manifest('bare'), 'index.js': code, 'README.md': 'MIT' },
  });
  assert.throws(() => bundledPackages(files, root), /bare 1\.0\.0 is bundled and has no license text/);
});

test('a package without a license file brings the license section of its readme', async (t) => {
  const license = `Copyright Ada\n\n${'Permission is hereby granted. '.repeat(20)}`;
  const readme = `# section\n\nUse it.\n\n## License\n\n${license}\n\n## Links\n\nNone.\n`;
  const { root, files } = await project(t, "import { used } from 'section'; console.log(used);", {
    section: { 'package.json': manifest('section'), 'index.js': code, 'README.md': readme },
  });
  assert.deepEqual(
    bundledPackages(files, root).map(({ texts }) => texts.map((text) => text.trim())),
    [[license.trim()]],
  );
});

test('the font of exported images brings its license', () => {
  const [font] = bundledPackages([inRoot('packages', 'ui', 'src', 'charts', 'generated', 'export-font.ts')]);
  assert.equal(font?.license, 'OFL-1.1');
  assert.match(font.texts.join(), /SIL OPEN FONT LICENSE Version 1\.1/);
});
