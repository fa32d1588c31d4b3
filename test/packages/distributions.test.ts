import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { archiveFiles } from '../../scripts/release/archive-files.ts';
import { releasedVersion } from '../../scripts/release/released-version.ts';
import { release } from '../../scripts/release.ts';

const version = await releasedVersion();

/** Fields of a root package.json that names the repository. */
const manifest = {
  repository: { type: 'git', url: 'git+https://github.com/example/tracklens.git' },
  homepage: 'https://example.com/tracklens',
  bugs: { url: 'https://github.com/example/tracklens/issues' },
};

/** Packages that are known to be bundled, by distribution and file of their notices. */
const notices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [`tracklens-${version}.vsix`]: {
    'extension/dist/third-party-notices.txt': ['react', 'vega-view', 'dompurify', '@fontsource/inter', 'undici'],
    'extension/dist/tracklens.third-party-notices.txt': ['hono', 'kysely', 'valibot'],
  },
  [`tracklens-${version}-py3-none-any.whl`]: {
    'tracklens/local_service/third-party-notices.txt': ['hono'],
    'tracklens/local_service/page/third-party-notices.txt': ['react'],
    [`tracklens-${version}.data/data/share/jupyter/labextensions/@tracklens/jupyterlab-ext/static/third-party-notices.txt`]:
      ['react', 'vega-view', 'dompurify', '@fontsource/inter', 'css-loader'],
  },
  [`tracklens-core-${version}.tgz`]: { 'package/dist/third-party-notices.txt': ['undici', 'valibot', 'yauzl', 'ini'] },
  [`tracklens-server-${version}.tgz`]: { 'package/dist/third-party-notices.txt': ['hono', 'kysely', 'pg'] },
};

/** File of each distribution that names the repository, and how. */
const locations: Readonly<Record<string, readonly [file: string, text: RegExp]>> = {
  [`tracklens-${version}.vsix`]: [
    'extension/package.json',
    /"url": "git\+https:\/\/github\.com\/example\/tracklens\.git"/,
  ],
  [`tracklens-${version}-py3-none-any.whl`]: [
    `tracklens-${version}.dist-info/METADATA`,
    /^Project-URL: Repository, https:\/\/github\.com\/example\/tracklens\.git$/m,
  ],
  [`tracklens-${version}.tar.gz`]: [
    `tracklens-${version}/PKG-INFO`,
    /^Project-URL: Homepage, https:\/\/example\.com\/tracklens$/m,
  ],
  [`tracklens-core-${version}.tgz`]: ['package/package.json', /"directory": "packages\/core"/],
  [`tracklens-server-${version}.tgz`]: ['package/package.json', /"homepage": "https:\/\/example\.com\/tracklens"/],
};

const readmes: Readonly<Record<string, string>> = {
  [`tracklens-${version}.vsix`]: 'extension/readme.md',
  [`tracklens-${version}-py3-none-any.whl`]: `tracklens-${version}.dist-info/METADATA`,
  [`tracklens-core-${version}.tgz`]: 'package/README.md',
  [`tracklens-server-${version}.tgz`]: 'package/README.md',
};

describe('a release', { timeout: 420_000 }, () => {
  const stack = new AsyncDisposableStack();
  let folder: string;
  let steps: string;

  before(async () => {
    folder = path.join(await temporaryFolder(stack), 'release');
    steps = await release({ manifest, output: folder });
  });
  after(() => stack.disposeAsync());

  const text = async (name: string, file: string) =>
    (await archiveFiles(path.join(folder, name))).get(file)?.toString() ?? '';

  test('has a wheel, an sdist, an extension for VS Code and two packages of npm, with their checksums', async () => {
    const names = (await readdir(folder)).filter((name) => name !== 'SHA256SUMS').sort();
    assert.deepEqual(names, Object.keys(locations).sort());
    const sums = (await readFile(path.join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    assert.equal(sums.length, names.length);
    for (const line of sums) {
      const [sum, name] = line.split('  ');
      const bytes = await readFile(path.join(folder, name!));
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sum);
    }
  });

  test('names the project in every distribution', async () => {
    for (const [name, [file, expected]] of Object.entries(locations)) assert.match(await text(name, file), expected);
  });

  test('has a README in every distribution, with images that registries can load', async () => {
    const image = /!\[[^\]]+\]\(https:\/\/raw\.githubusercontent\.com\/example\/tracklens\/v[\d.]+\/packages\//;
    for (const [name, file] of Object.entries(readmes)) {
      const readme = await text(name, file);
      assert.match(readme, image, name);
      assert.match(readme, /not affiliated with or endorsed by Comet ML, Inc\./);
    }
  });

  test('has a changelog in the extension, with links that the Marketplace can follow', async () => {
    const changelog = await text(`tracklens-${version}.vsix`, 'extension/changelog.md');
    assert.match(changelog, /^### VS Code$/m);
    assert.doesNotMatch(changelog, /^### Client$|\]\((?!https:|#)/m);
  });

  test('has the licenses of what is bundled', async () => {
    for (const [name, files] of Object.entries(notices)) {
      for (const [file, packages] of Object.entries(files)) {
        const found = await text(name, file);
        for (const bundled of packages)
          assert.match(found, new RegExp(`^${bundled} \\d`, 'm'), `${bundled} in ${file}`);
      }
    }
    assert.match(
      await text(`tracklens-${version}.vsix`, 'extension/dist/third-party-notices.txt'),
      /SIL OPEN FONT LICENSE/,
    );
  });

  test('prints the commands to publish it', () => {
    for (const command of [`git tag v${version}`, 'npm publish release/', 'twine upload release/', 'vsce publish']) {
      assert.ok(steps.includes(command), command);
    }
  });

  test('is the same, byte for byte, at another time, in another time zone and with another file mode mask', async (t) => {
    const { TZ } = process.env;
    process.env.TZ = 'Asia/Tokyo';
    const mask = process.umask(0o077);
    cleanup(t).defer(() => {
      process.umask(mask);
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    const again = path.join(await temporaryFolder(t), 'release');
    await release({ manifest, output: again });
    const sums = (from: string) => readFile(path.join(from, 'SHA256SUMS'), 'utf8');
    assert.equal(await sums(again), await sums(folder));
  });

  test('stops where the repository is not set, and leaves the distributions as they are', async () => {
    const { repository: _, ...others } = manifest;
    const before = await readFile(path.join(folder, 'SHA256SUMS'), 'utf8');
    await assert.rejects(release({ manifest: others, output: folder }), /has no repository.*npm pkg set repository/s);
    assert.equal(await readFile(path.join(folder, 'SHA256SUMS'), 'utf8'), before);
  });
});
