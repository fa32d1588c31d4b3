import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { buildNodeProgram } from '../../packages/jupyterlab-ext/build.ts';
import { service as buildService, client } from '../../scripts/build.ts';
import { run as runCommand } from '../../scripts/command.ts';
import { inRoot } from '../../scripts/folders.ts';
import { npmProject } from '../../scripts/npm-project.ts';
import { type LocalService, pythonEnvironment, startLocalService } from '../../scripts/setup.ts';
import { examples, expectedOutput, page } from './pages.ts';

/*
 * The examples of a page in one language are one program, as a reader meets them: it is run against a local service
 * with the demo data and must print what its lines promise. Those in TypeScript are compiled and run in a project that
 * has only the packages as they are published.
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
  let project: string;
  let service: LocalService;

  before(async () => {
    folder = await temporaryFolder(stack);
    // The Python package compiles queries with it.
    await buildNodeProgram();
    await client();
    await buildService();
    project = await npmProject({ folder, packages: ['core', 'server'] });
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
    const own = await mkdtemp(path.join(project, 'program-'));
    await writeFile(path.join(own, file), code);
    const { stdout, stderr } = await promisify(execFile)(command, [...args, path.join(own, file)], {
      cwd: own,
      env: { ...env, ...service.env, ...alone, HOME: own },
      timeout: 240_000,
    });
    assert.equal(stderr, '', 'standard error');
    return stdout.trimEnd().split('\n');
  }

  function keepsPromises(code: string, printed: readonly string[]): void {
    const lines = [...printed];
    for (const line of expectedOutput(code)) {
      const at = lines.indexOf(line);
      assert.ok(at >= 0, `${line} was not printed in this order, only:\n${lines.join('\n')}`);
      lines.splice(0, at + 1);
    }
  }

  for (const name of typescriptPages) {
    test(`those in TypeScript of ${name}`, async () => {
      const code = examples(await page(name), 'ts').join('\n');
      const command = [process.execPath, '--disable-warning=ExperimentalWarning'] as const;
      keepsPromises(code, await run('program.ts', code, command, process.env));
    });
  }

  test('the TypeScript examples compile in strict mode, without the types of Node unless they use its modules', async () => {
    const compilerOptions = {
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2024', 'dom', 'dom.iterable'],
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      // test/packages checks the declarations.
      skipLibCheck: true,
    };
    const withNode = { types: ['node'], typeRoots: [inRoot('node_modules', '@types')] };
    const files: Record<'node' | 'none', string[]> = { node: [], none: [] };
    for (const name of typescriptPages) {
      const code = examples(await page(name), 'ts').join('\n');
      const file = name.toLowerCase().replaceAll('/', '-').replace(/md$/, 'ts');
      await writeFile(path.join(project, file), code);
      files[code.includes("from 'node:") ? 'node' : 'none'].push(file);
    }
    for (const [types, options] of [
      ['none', { types: [] }],
      ['node', withNode],
    ] as const) {
      const config = { compilerOptions: { ...compilerOptions, ...options }, files: files[types] };
      await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(config));
      await runCommand(process.execPath, [inRoot('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', project]);
    }
  });

  for (const name of pythonPages) {
    test(`those in Python of ${name}`, async () => {
      const { python, env } = await pythonEnvironment();
      const code = examples(await page(name), 'python').join('\n');
      keepsPromises(code, await run('program.py', code, [python], env));
    });
  }
});
