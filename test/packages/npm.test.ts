import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { client, service, servicePage } from '../../scripts/build.ts';
import { run } from '../../scripts/command.ts';
import { inRoot } from '../../scripts/folders.ts';
import { npmPackages, packNpm } from '../../scripts/npm-package.ts';
import { npmPackageProblems } from '../../scripts/npm-package-checks.ts';
import { installedProject } from '../../scripts/npm-project.ts';

/** Program of a user, in strict TypeScript. */
const program = `
import { and, API, APIExperiment, type ExperimentMetadata, Metric } from '@tracklens/core';
import { API as PageAPI, fetchTransport } from '@tracklens/core/browser';
import { retrying } from '@tracklens/core/client';
import { contract } from '@tracklens/core/contract';
import { readViewPayload } from '@tracklens/core/display';
import { API as NodeAPI, undiciTransport } from '@tracklens/core/node';
import { parseQuery } from '@tracklens/core/query';
import { staticForms } from '@tracklens/core/static-charts';

const transport = fetchTransport({ baseUrl: '/api' });
export const api = new API({ transport });
const found: APIExperiment[] = await api.query('w', 'p', and(Metric('loss').lt(1)));
export const metadata: ExperimentMetadata[] = await Promise.all(found.map((one) => one.getMetadata()));
export const others = [new PageAPI({ transport }), new NodeAPI({ apiKey: 'k' }), undiciTransport];
export const functions = [retrying, contract, readViewPayload, parseQuery, staticForms];
// @ts-expect-error The types are not any.
export const wrong: number = api;
// @ts-expect-error Internal members are not declared.
export const { connection } = api;
`;

/** Only for Node: the options of an API in a page do not have it. */
const nodeProgram = `import { API } from '@tracklens/core';\nexport const api = new API({ apiKey: 'k' });\n`;

/** Files that no package contains: tests, their modules, source maps, build info of the compiler. */
const unwanted = /\.test\.|(^|\/)test-support\/|\.map$|\.tsbuildinfo$/;

describe('the packages of npm', () => {
  const stack = suiteCleanup();
  let folder: string;
  const tarballs: Record<string, string> = {};
  const inProject = (...parts: string[]) => path.join(folder, 'project', ...parts);
  let installed: Promise<string> | undefined;
  /** Installs `@tracklens/core` into the project, once for all tests. */
  const installCore = () => {
    installed ??= installedProject(folder, [tarballs.core!]);
    return installed;
  };

  before(async () => {
    await client();
    await service();
    await servicePage();
    folder = await temporaryFolder(stack);
    for (const name of npmPackages) tarballs[name] = await packNpm(name, folder);
  });

  for (const name of npmPackages) {
    test(`publint and attw find nothing in ${name}`, async () => {
      assert.deepEqual(await npmPackageProblems(tarballs[name]!), []);
    });
  }

  test('@tracklens/core installs as one package of at most 3 MB, with its notices and without tests', async () => {
    await installCore();
    const modules = await readdir(inProject('node_modules'));
    assert.deepEqual(
      modules.filter((name) => !name.startsWith('.')),
      ['@tracklens'],
    );
    const core = inProject('node_modules', '@tracklens', 'core');
    const files = await readdir(core, { recursive: true });
    const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(core, file))).size));
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 3_000_000);
    assert.deepEqual(
      files.filter((file) => unwanted.test(file)),
      [],
    );
    const notices = await readFile(path.join(core, 'dist', 'third-party-notices.txt'), 'utf8');
    for (const name of ['undici', 'valibot', 'yauzl', 'ini']) assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
  });

  test('the program of the service names the Node that it needs in an older one', async () => {
    const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
    const script = inRoot('packages', 'server', 'dist', 'tracklens.mjs');
    const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${older}`, script], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.equal(stderr, `tracklens needs Node 22.19 or later. This is Node 20.20.2, ${process.execPath}.\n`);
    // A static import of what an older Node lacks would fail before the check.
    const imports = (await readFile(script, 'utf8')).matchAll(/^import .*from ?["'](.*)["']/gm);
    assert.deepEqual(
      [...imports].map(([, name]) => name),
      ['node:module'],
    );
  });

  for (const [name, options] of Object.entries({
    nodenext: { module: 'nodenext' },
    bundler: { module: 'esnext', moduleResolution: 'bundler' },
    node10: { module: 'esnext', moduleResolution: 'node10' },
    'a page': { module: 'esnext', moduleResolution: 'bundler', customConditions: ['browser'] },
  })) {
    test(`a strict program without the types of Node compiles: ${name}`, async () => {
      await installCore();
      const compilerOptions = {
        ...options,
        target: 'es2022',
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        // The declarations of the package are checked, those of TypeScript itself are not.
        skipDefaultLibCheck: true,
        types: [],
      };
      await writeFile(inProject('program.ts'), program);
      await writeFile(inProject('node-program.ts'), nodeProgram);
      const files = ['program.ts', ...(name === 'a page' ? [] : ['node-program.ts'])];
      await writeFile(inProject('tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      // TypeScript 7 no longer has this resolution, and compiles in a third of the time.
      const compiler = name === 'node10' ? 'typescript' : 'typescript-7';
      await run(process.execPath, [inRoot('node_modules', compiler, 'bin', 'tsc'), '-p', inProject()]);
    });
  }

  test('in a page, the options of an API have no key', async () => {
    await installCore();
    const compilerOptions = { module: 'esnext', moduleResolution: 'bundler', customConditions: ['browser'] };
    await writeFile(inProject('node-program.ts'), nodeProgram);
    const config = {
      compilerOptions: { ...compilerOptions, target: 'es2022', noEmit: true, types: [], skipDefaultLibCheck: true },
      files: ['node-program.ts'],
    };
    await writeFile(inProject('tsconfig.json'), JSON.stringify(config));
    const compiled = run(process.execPath, [inRoot('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', inProject()]);
    await assert.rejects(compiled, /'apiKey' does not exist in type 'ConnectionOptions'/);
  });
});
