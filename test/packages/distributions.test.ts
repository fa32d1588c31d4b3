import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cleanup } from '@tracklens/core/test-support';
import { fromBuffer, type ZipFile } from 'yauzl';
import { createVSIXReproducibly, vsixFile } from '../../packages/vscode-ext/build.ts';
import { inRoot } from '../../scripts/folders.ts';
import { wheelFile } from '../../scripts/setup.ts';

/** Returns the content of an archive's text files by name; other files are empty. */
async function archiveFiles(bytes: Buffer): Promise<Map<string, string>> {
  const zip = (await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, { lazyEntries: true }))!;
  const files = new Map<string, string>();
  return await new Promise((resolve, reject) => {
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          files.set(entry.fileName, Buffer.concat(chunks).toString());
          zip.readEntry();
        });
      }),
    );
    zip.on('end', () => resolve(files));
    zip.on('error', reject);
    zip.readEntry();
  });
}

/** Files that no distribution contains: tests, their modules, source maps, build info of the compiler. */
const unwanted = /\.test\.|(^|\/)test-support\/|\.map$|\.tsbuildinfo$/;

/** Packages that are known to be bundled, by the file of their notices. */
const notices: Readonly<Record<string, readonly string[]>> = {
  'extension/dist/third-party-notices.txt': [
    'react',
    'vega-view',
    'dompurify',
    '@fontsource/inter',
    'undici',
    'valibot',
  ],
  'extension/dist/tracklens.third-party-notices.txt': ['hono', 'kysely', 'pg', 'valibot'],
  'extension/dist/page/third-party-notices.txt': ['react', 'vega-view', 'dompurify', '@fontsource/inter'],
};

test('the .vsix has the licences of what is bundled, and no files of the compiler', async () => {
  const files = await archiveFiles(await readFile(vsixFile));
  for (const [file, packages] of Object.entries(notices)) {
    for (const name of packages)
      assert.ok(new RegExp(`^${name} \\d`, 'm').test(files.get(file) ?? ''), `${name} in ${file}`);
  }
  assert.match(files.get('extension/dist/third-party-notices.txt')!, /SIL OPEN FONT LICENSE/);
  assert.deepEqual(
    [...files.keys()].filter((file) => unwanted.test(file) || file.endsWith('.d.ts')),
    [],
  );
});

test('the wheel has the licences of what is bundled', async () => {
  const files = await archiveFiles(await readFile((await wheelFile())!));
  const [name] = [...files.keys()].filter((file) => file.endsWith('/static/third-party-notices.txt'));
  const text = files.get(name ?? '') ?? '';
  for (const bundled of ['react', 'vega-view', 'dompurify', '@fontsource/inter', 'css-loader']) {
    assert.match(text, new RegExp(`^${bundled} \\d`, 'm'), bundled);
  }
  assert.ok([...files.keys()].some((file) => file.endsWith('dist-info/licenses/LICENSE')));
  for (const [file, bundled] of [
    ['third-party-notices.txt', 'hono'],
    ['page/third-party-notices.txt', 'react'],
  ] as const) {
    assert.match(files.get(`tracklens/local_service/${file}`) ?? '', new RegExp(`^${bundled} \\d`, 'm'), file);
  }
  assert.deepEqual(
    [...files.keys()].filter((file) => unwanted.test(file) || file.endsWith('.d.ts')),
    [],
  );
});

test('the same files give the same .vsix at another time and in another time zone', async (t) => {
  const { TZ } = process.env;
  process.env.TZ = 'Asia/Tokyo';
  cleanup(t).defer(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  const first = await readFile(vsixFile);
  const again = inRoot('packages', 'vscode-ext', 'build', 'again.vsix');
  await createVSIXReproducibly(again);
  assert.ok(first.equals(await readFile(again)));
});
