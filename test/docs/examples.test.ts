import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { buildNodeProgram } from '../../packages/jupyterlab-ext/build.ts';
import { service as buildService, client } from '../../scripts/build.ts';
import { startProcess } from '../../scripts/child-process.ts';
import { run as runCommand } from '../../scripts/command.ts';
import { inRoot } from '../../scripts/folders.ts';
import { npmProject } from '../../scripts/npm-project.ts';
import { type LocalService, pythonEnvironment, startLocalService } from '../../scripts/setup.ts';
import { allExamples, commands, examples, expectedOutput, type Page, page, pages } from './pages.ts';

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

/** Page whose example is a worker: a module with the listener of its requests. */
const workerPage = 'docs/runtimes.md';
const isModule = (code: string) => /^export default /m.test(code);

/** Returns the examples of a page in TypeScript as one program. */
const programOf = (of: Page) =>
  examples(of, 'ts')
    .filter((code) => !isModule(code))
    .join('\n');

/** Page with a command that exports files, and with Python that reads them. */
const exportPage = 'docs/export.md';

/** Page with a line for each form of a command. */
const commandPage = 'docs/service.md';

/** Examples that do not run, by page and language, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'README.md sh': 'installs the package, or runs scripts of the checkout until they are stopped',
  'README.md powershell': 'runs a script of the checkout until it is stopped',
  'docs/import.md sh': 'reads the files of other tools; test/server/command.test.ts runs the command',
  'docs/sdks.md sh': 'installs and runs the clients of other languages',
  'docs/client.md ini': 'settings',
  'docs/client.md text': 'a message',
  'packages/core/README.md sh': 'installs the package',
  'packages/server/README.md sh': 'installs the package, or runs the service until it is stopped',
  'packages/jupyterlab-ext/README.md sh': 'installs the package and starts JupyterLab',
  'packages/jupyterlab-ext/README.md python': 'has placeholders; docs/display.md and docs/python.md run the same calls',
  'packages/vscode-ext/README.md js': 'runs in another extension of VS Code',
};

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

  const ownFolder = () => mkdtemp(path.join(project, 'program-'));

  /** Environment in which the command is found, with a home folder of its own. */
  const commandEnvironment = (home: string): NodeJS.ProcessEnv => ({
    ...process.env,
    ...alone,
    HOME: home,
    TRACKLENS_DATA: '',
    TRACKLENS_API_KEY: '',
    TRACKLENS_DATABASE_URL: '',
    PATH: [path.dirname(process.execPath), path.join(project, 'node_modules', '.bin'), process.env.PATH].join(
      path.delimiter,
    ),
  });

  /** Runs a program in a folder of its own; gives the lines that it printed. */
  async function run(
    file: string,
    code: string,
    [command, ...args]: readonly [string, ...string[]],
    env: NodeJS.ProcessEnv,
    own?: string,
  ) {
    const cwd = own ?? (await ownFolder());
    await writeFile(path.join(cwd, file), code);
    const { stdout, stderr } = await promisify(execFile)(command, [...args, path.join(cwd, file)], {
      cwd,
      env: { ...env, ...service.env, ...alone, HOME: cwd },
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
      const code = programOf(await page(name));
      const command = [process.execPath, '--disable-warning=ExperimentalWarning'] as const;
      keepsPromises(code, await run('program.ts', code, command, process.env));
    });
  }

  test(`the worker of ${workerPage} responds`, async () => {
    const own = await ownFolder();
    await writeFile(path.join(own, 'worker.ts'), examples(await page(workerPage), 'ts').find(isModule)!);
    const { SERVICE_API_KEY } = service.env;
    const env = JSON.stringify({ SERVICE_API_KEY, SERVICE_URL: service.url });
    const program = `import worker from './worker.ts';
      const response = await worker.fetch(new Request('http://worker/'), ${env});
      console.log(await response.text());`;
    const command = [process.execPath, '--disable-warning=ExperimentalWarning'] as const;
    assert.deepEqual(await run('program.ts', program, command, process.env, own), ['["demo","local"]']);
  });

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
      const code = programOf(await page(name));
      const file = name.toLowerCase().replaceAll('/', '-').replace(/md$/, 'ts');
      await writeFile(path.join(project, file), code);
      files[code.includes("from 'node:") ? 'node' : 'none'].push(file);
    }
    await writeFile(path.join(project, 'worker.ts'), examples(await page(workerPage), 'ts').find(isModule)!);
    files.none.push('worker.ts');
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

  test(`the command of ${exportPage} exports the files that its Python reads`, async () => {
    const { python, env } = await pythonEnvironment();
    const [own, exporting] = [await ownFolder(), await page(exportPage)];
    await promisify(execFile)('sh', ['-ec', examples(exporting, 'sh').join('\n')], {
      cwd: own,
      env: { ...commandEnvironment(own), TRACKLENS_DATA: path.join(folder, 'data') },
    });
    const code = examples(exporting, 'python').join('\n');
    keepsPromises(code, await run('program.py', code, [python], env, own));
  });

  test(`the commands of ${commandPage} run as they are written`, async () => {
    const own = await ownFolder();
    const env = commandEnvironment(own);
    for (const command of commands(await page(commandPage))) {
      const verb = command.split(' ')[1]!;
      const folders: Readonly<Record<string, string>> = { restore: 'restored', record: '.tracklens-demo' };
      const values: Readonly<Record<string, string>> = {
        PORT: '0',
        DIR: path.join(own, folders[verb] ?? 'data'),
        FILE:
          verb === 'demo'
            ? inRoot('examples', 'recording', 'digits.tracklens')
            : path.join(own, verb === 'record' ? 'runs.tracklens' : 'backup.zip'),
        'WORKSPACE/PROJECT': 'demo/digits',
      };
      const args = command.replace(/[[\]]/g, '').split(' ').slice(1);
      const given = args.map((word) => values[word] ?? word);
      if (!['serve', 'demo'].includes(verb)) {
        await promisify(execFile)('tracklens', given, { cwd: own, env });
        continue;
      }
      const started = await startProcess('tracklens', given, (output) => /^tracklens service: /m.exec(output), { env });
      await started.stop();
    }
  });
});

test('each example of a page runs, or is named here with the reason', async () => {
  const runs = new Set([
    ...typescriptPages.map((name) => `${name} ts`),
    ...pythonPages.map((name) => `${name} python`),
    `${exportPage} sh`,
    `${exportPage} python`,
  ]);
  const found = (await pages()).flatMap((of) => allExamples(of).map(({ language }) => `${of.path} ${language}`));
  assert.deepEqual([...new Set(found)].filter((example) => !runs.has(example)).sort(), Object.keys(notRun).sort());
});
