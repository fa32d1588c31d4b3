import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { suiteCleanup } from '@tracklens/core/test-support';
import { buildNodeProgram } from '../../packages/jupyterlab-ext/build.ts';
import { inCache, inRoot } from '../../scripts/folders.ts';
import { type LocalService, pythonEnvironment, startLocalService } from '../../scripts/setup.ts';
import { examples, page, promised } from './pages.ts';

/*
 * The examples of a page in one language are one program, as a reader meets them: it is run against a local service with the demo
 * data and must print what its lines promise.
 */

const typescriptPages = [
  'README.md',
  'docs/client.md',
  'docs/logging.md',
  'docs/display.md',
  'docs/queries.md',
  'docs/runtimes.md',
  'docs/testing.md',
  'packages/core/README.md',
];
const pythonPages = ['README.md', 'docs/display.md', 'docs/python.md'];

/** The program opens no window, and finds nothing of the person who runs the tests. */
const alone = { DISPLAY: '', WAYLAND_DISPLAY: '', PYTHONDONTWRITEBYTECODE: '1', COMET_ERROR_TRACKING_ENABLE: 'false' };

describe('the examples of the documentation', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let folder: string;
  let service: LocalService;

  before(async () => {
    await mkdir(inCache(), { recursive: true });
    // Inside of the checkout, where its packages are found.
    folder = await mkdtemp(inCache('docs-'));
    stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    // The Python package compiles queries with it.
    await buildNodeProgram();
    service = await startLocalService(path.join(folder, 'data'), { demo: true });
    stack.defer(() => service.stop());
  });

  /** Runs a program in a folder of its own; gives the lines that it printed. */
  async function run(
    file: string,
    code: string,
    [command, ...args]: readonly [string, ...string[]],
    env: NodeJS.ProcessEnv,
  ) {
    const own = await mkdtemp(path.join(folder, 'program-'));
    await writeFile(path.join(own, file), code);
    const { stdout, stderr } = await promisify(execFile)(command, [...args, path.join(own, file)], {
      cwd: own,
      env: { ...env, ...service.env, ...alone, HOME: own },
      timeout: 240_000,
    });
    assert.equal(stderr, '', 'it complained');
    return stdout.trimEnd().split('\n');
  }

  function keepsPromises(code: string, printed: readonly string[]): void {
    const lines = [...printed];
    for (const line of promised(code)) {
      const at = lines.indexOf(line);
      assert.ok(at >= 0, `${line} was not printed in this order, only:\n${lines.join('\n')}`);
      lines.splice(0, at + 1);
    }
  }

  for (const name of typescriptPages) {
    test(`those in TypeScript of ${name}`, async () => {
      const code = examples(await page(name), 'ts').join('\n');
      const command = [
        process.execPath,
        '--conditions=@tracklens/source',
        '--disable-warning=ExperimentalWarning',
      ] as const;
      keepsPromises(code, await run('program.ts', code, command, process.env));
    });
  }

  test('those in TypeScript have the right types', async () => {
    const files: string[] = [];
    for (const name of typescriptPages) {
      files.push(path.join(folder, `${path.basename(name, '.md').toLowerCase()}.ts`));
      await writeFile(files.at(-1)!, examples(await page(name), 'ts').join('\n'));
    }
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: inRoot('tsconfig.base.json'),
        compilerOptions: {
          composite: false,
          noEmit: true,
          types: ['node'],
          lib: ['ES2024', 'DOM', 'DOM.Iterable'],
          skipLibCheck: true,
          noUncheckedIndexedAccess: false,
        },
        files,
      }),
    );
    const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc');
    await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(({ stdout }: { stdout: string }) => {
      // The sources of a package are checked with its own settings: the service has no types of browsers.
      const wrong = stdout.split('\n').filter((line) => !/^(?:packages\/|\s|$)/.test(line));
      assert.deepEqual(wrong, []);
    });
  });

  for (const name of pythonPages) {
    test(`those in Python of ${name}`, async () => {
      const { python, env } = await pythonEnvironment();
      const code = examples(await page(name), 'python').join('\n');
      keepsPromises(code, await run('program.py', code, [python], env));
    });
  }
});
