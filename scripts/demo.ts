import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './command.ts';
import { checkNotebook } from './demo-check.ts';
import { onEndSignal } from './end-signals.ts';
import { inCache, inRoot } from './folders.ts';
import { step } from './progress.ts';
import {
  buildForJupyter,
  chromium,
  installedWheel,
  type JupyterServer,
  type LocalService,
  pythonEnvironment,
  startJupyter,
  startLocalService,
} from './setup.ts';
import { once } from './stamp.ts';

// Usage: npm run demo [-- --check]. Sets up, starts the local service, trains the digits sweep into it and opens
// JupyterLab with the demo notebook. Ctrl-C stops everything. With --check a headless browser runs the notebook
// instead of a user.

const folder = inCache('demo');
const workspace = 'demo';
const projectName = 'digits';
const notebook = 'demo.ipynb';

const values = readArguments();

function readArguments(): { check: boolean } {
  try {
    return parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    console.error(
      `${(error as Error).message}\nusage: npm run demo [-- --check]   --check: a headless browser runs the notebook`,
    );
    process.exit(2);
  }
}

/** Started programs in order; stopped once, in reverse order. */
const started: { stop(): Promise<void> }[] = [];
let stopping: Promise<void> | undefined;
const stopAll = () => {
  stopping ??= (async () => {
    for (const one of started.reverse()) await one.stop();
  })();
  return stopping;
};

const interruption = new Promise<void>((resolve) => {
  onEndSignal(() => resolve());
});
const interrupted: unique symbol = Symbol('interrupted');

/** Resolves with the result of the work, or with `interrupted` when the user ends the demo first. */
function unlessInterrupted<T>(work: Promise<T>): Promise<T | typeof interrupted> {
  return Promise.race<T | typeof interrupted>([work, interruption.then((): typeof interrupted => interrupted)]);
}

async function start(): Promise<{ service: LocalService; server: JupyterServer }> {
  await pythonEnvironment();
  await buildForJupyter();
  await installedWheel();
  const service = await step('local service', () =>
    startLocalService(path.join(folder, 'data'), { port: 0, logFile: path.join(folder, 'service.log') }),
  );
  started.push(service);
  await trainDigits(service);
  const server = await step('JupyterLab', async () => {
    await copyNotebooks();
    return startJupyter({
      notebookFolder: path.join(folder, 'notebooks'),
      privateFolder: path.join(folder, 'jupyter'),
      preferredPort: 8888,
      ...(hasDesktop() ? { opens: notebook } : {}),
      env: { ...service.env, SERVICE_WORKSPACE: workspace, SERVICE_PROJECT_NAME: projectName },
    });
  });
  started.push(server);
  return { service, server };
}

/** Returns whether a browser window can be opened for the user. */
function hasDesktop(): boolean {
  if (values.check || !process.stdout.isTTY) return false;
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = process.env;
  return process.platform !== 'linux' || (!SSH_CONNECTION && Boolean(DISPLAY || WAYLAND_DISPLAY));
}

/** Trains the sweep into the service, unless this data folder already contains it. */
async function trainDigits(service: LocalService): Promise<void> {
  const { python, env } = await pythonEnvironment();
  await once(
    {
      name: 'digits',
      title: 'digits example: 14 training runs',
      inputs: ['examples/digits'],
      folder: path.join(folder, 'data', 'stamps'),
    },
    async () => {
      const args = [inRoot('examples', 'digits', 'train.py'), '--workspace', workspace, '--project', projectName];
      await run(python, args, { env: { ...env, ...service.env }, inherit: true });
    },
  );
}

/** Fields of a notebook file that are changed. */
interface Notebook {
  cells: { outputs?: unknown[] }[];
}

/** Copies the notebooks, so that running them does not change the checkout. */
async function copyNotebooks(): Promise<void> {
  const own = path.join(folder, 'notebooks');
  await mkdir(own, { recursive: true });
  if (values.check) {
    // Saved outputs are removed, so that the browser sees only outputs of this run.
    const { cells, ...rest } = JSON.parse(await readFile(inRoot('examples', notebook), 'utf8')) as Notebook;
    const emptied = cells.map((cell) => (cell.outputs ? { ...cell, outputs: [], execution_count: null } : cell));
    await writeFile(path.join(own, notebook), JSON.stringify({ cells: emptied, ...rest }));
  }
  for (const name of [notebook, 'demo-typescript.ipynb', 'digits']) {
    await cp(inRoot('examples', name), path.join(own, name), { recursive: true, force: false });
  }
}

async function demo(): Promise<number> {
  const ready = await unlessInterrupted(start());
  if (ready === interrupted) return 130;
  const { service, server } = ready;
  if (values.check) {
    const screenshot = path.join(folder, 'demo.png');
    const browser = await chromium();
    const seen = await unlessInterrupted(
      step('notebook in headless Chromium', () => checkNotebook(browser, server.notebookUrl(notebook), screenshot)),
    );
    if (seen === interrupted) return 130;
    console.log(
      `demo ok: ${seen.views} views, ${seen.charts.length} charts with ${seen.lines} lines ` +
        `(${seen.charts.slice(0, 3).join(', ')}, …), screenshot ${path.relative(inRoot(), screenshot)}`,
    );
    return 0;
  }
  console.log(
    [
      '',
      `  JupyterLab      ${server.notebookUrl(notebook)}`,
      `  local service   ${service.url}`,
      `  its API key     ${service.apiKeyFile}`,
      '',
      '  Open the JupyterLab address and run the notebook. Ctrl-C stops everything.',
      '',
    ].join('\n'),
  );
  await interruption;
  return 0;
}

let exitCode = 1;
try {
  exitCode = await demo();
} catch (error) {
  console.error(`demo failed: ${error instanceof Error ? error.message : error}`);
} finally {
  await stopAll();
}
if (!values.check) console.log('Stopped the local service and JupyterLab.');
process.exit(exitCode);
