import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { inRoot } from '../../scripts/folders.ts';
import { openChromium } from '../chromium.ts';
import { drawnCharts, seriesCounts } from '../jupyterlab/drawn-charts.ts';
import { type JupyterSession, jupyterSession } from '../jupyterlab/jupyter-session.ts';
import { rowOf, showSidebar, tree, unfold } from '../jupyterlab/lab-page.ts';
import { writeNotebook } from '../jupyterlab/notebook-file.ts';
import { builtWheel, type PipEnvironment, pipEnvironment, startDemo } from './pip-environment.ts';

const execute = promisify(execFile);

/** Limit from `pip install` to the first chart, in seconds: 60 on an idle machine, with time for a busy one. */
const firstChartSeconds = 240;

/** JupyterLab and Notebook of certain versions. */
export interface HostVersions {
  readonly name: 'oldest' | 'newest';
  /** Requirements file with pinned versions. */
  readonly requirements: string;
  /** Packages of the file to install with their dependencies. Default: all, which include their dependencies. */
  readonly only?: readonly string[];
}

/** Returns the arguments that install the hosts. */
async function hostPackages(host: HostVersions): Promise<string[]> {
  const { only } = host;
  if (!only) return ['--no-deps', '-r', host.requirements];
  const lines = (await readFile(host.requirements, 'utf8')).split('\n');
  const pinned = lines.filter((line) => only.some((name) => line.startsWith(`${name}==`)));
  return ['-c', inRoot('scripts', 'python-constraints.txt'), ...pinned];
}

/** Declares the suite for one set of versions: the user installs the wheel, then these hosts, and uses both. */
export function pipInstallSuite(host: HostVersions): void {
  describe(`a user with only pip, ${host.name} JupyterLab and Notebook`, { timeout: 900_000 }, () => {
    const stack = suiteCleanup();
    let user: PipEnvironment;
    let service: { url: string; stop(): Promise<void> };
    let session: JupyterSession | undefined;
    let key: string;

    before(async () => {
      user = await pipEnvironment(await temporaryFolder(stack));
      stack.defer(() => service?.stop());
      stack.defer(() => session?.close());
    });

    const inPython = async (program: string) =>
      (await execute(user.python, ['-c', program], { env: user.env, cwd: user.home })).stdout.trim();

    /** Opens the notebook in JupyterLab or Notebook 7, whose kernels find the demo without configuration. */
    async function openNotebook(kind: 'lab' | 'notebook'): Promise<JupyterSession> {
      await session?.close();
      session = await jupyterSession({ environment: user, interface: kind, env: { HOME: user.home } });
      await writeNotebook(path.join(session.notebookFolder, 'first.ipynb'), [
        `import tracklens\ntracklens.display("${key}", tab="charts")`,
      ]);
      await session.open('first.ipynb');
      return session;
    }

    test('pip install and tracklens demo put a chart on the screen', async (t) => {
      const browser = await openChromium(stack);
      const start = performance.now();
      const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
      await user.install(await builtWheel());
      t.diagnostic(`installed after ${seconds()} s`);
      service = await startDemo(user);
      t.diagnostic(`service started after ${seconds()} s`);
      const { stdout } = await execute(user.command('tracklens'), ['demo', '--print'], {
        env: user.env,
        cwd: user.home,
      });
      const page = await browser.newPage();
      await page.goto(stdout.trim().split('\n').at(-1)!);
      await drawnCharts(page.locator('body'));
      t.diagnostic(`first chart after ${seconds()} s`);
      assert.ok(Number(seconds()) < firstChartSeconds, `${seconds()} s`);
      await page.close();
      key = await inPython('import tracklens; print(tracklens.experiments("demo", "digits")[-1].key)');
    });

    test('the extension is listed as compatible', async () => {
      await user.installQuickly(...(await hostPackages(host)));
      const { stdout, stderr } = await execute(user.jupyter, ['labextension', 'list'], {
        env: { ...user.env, NO_COLOR: '1' },
        cwd: user.home,
      });
      const line = (stdout + stderr).split('\n').find((one) => one.includes('@tracklens/jupyterlab-ext'));
      assert.match(line ?? '', /enabled.*OK/);
    });

    for (const kind of ['lab', 'notebook'] as const) {
      test(`a cell and the sidebar show the demo (${kind})`, async () => {
        const opened = await openNotebook(kind);
        await opened.runAll();
        assert.ok((await seriesCounts(opened.output(0))).length > 0);
        await showSidebar(opened.page);
        await unfold(tree(opened.page, 'Experiments'), 'demo', 'digits');
        await rowOf(tree(opened.page, 'Experiments'), /lr=/).first().waitFor();
        await opened.screenshot(`pip-${host.name}-${kind}`);
        await opened.save();
      });
    }

    test('after the service has stopped, the saved notebook shows its charts', async () => {
      await service.stop();
      await session!.open('first.ipynb');
      await session!
        .output(0)
        .getByText(/Snapshot of/)
        .waitFor();
      assert.ok((await seriesCounts(session!.output(0))).length > 0);
      await session!.screenshot(`pip-${host.name}-stopped`);
    });
  });
}
