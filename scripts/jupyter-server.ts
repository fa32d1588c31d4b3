import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from './child-process.ts';
import { inCache } from './folders.ts';
import { freePort } from './free-port.ts';
import { type PythonEnvironment, pythonEnvironment } from './python-environment.ts';

/** Page of a Jupyter server: JupyterLab or Notebook 7. */
export type JupyterInterface = 'lab' | 'notebook';

/** Options of `startJupyter`. */
export interface JupyterOptions {
  /** Python environment to start. Default: the project's. */
  environment?: PythonEnvironment;
  /** Frontend to start. Default: `lab`. */
  interface?: JupyterInterface;
  /** Folder that the server serves. */
  notebookFolder: string;
  /** Folder of the server's own configuration, data and logs. Parallel servers need different ones. */
  privateFolder?: string;
  /** Additional environment variables of the server and its kernels. */
  env?: Record<string, string>;
  /** Notebook to open in the user's browser. Jupyter opens it itself, without the token on a command line. */
  opens?: string;
  /** Port to use if it is free, otherwise any free port. */
  preferredPort?: number;
  /** Additional arguments, such as `--ServerApp.base_url=/user/me/`. */
  args?: readonly string[];
  /** Extensions or plugins of JupyterLab that are not activated. */
  disabledExtensions?: readonly string[];
}

/** Running Jupyter server. */
export interface JupyterServer {
  /** Base URL with a trailing slash. */
  url: string;
  /** Access token of this server process. */
  token: string;
  /** Returns the URL of a notebook in the folder, including the token. Each server has both interfaces. */
  notebookUrl(name: string, kind?: JupyterInterface): string;
  logFile: string;
  stop(): Promise<void>;
}

/**
 * Starts JupyterLab or Notebook 7, isolated from the user's own: with separate configuration, data, kernels, port and
 * token.
 */
export async function startJupyter(options: JupyterOptions): Promise<JupyterServer> {
  const environment = options.environment ?? (await pythonEnvironment());
  const own = options.privateFolder ?? inCache('jupyter');
  const folders = {
    JUPYTER_CONFIG_DIR: path.join(own, 'config'),
    JUPYTER_DATA_DIR: path.join(own, 'data'),
    JUPYTER_RUNTIME_DIR: path.join(own, 'runtime'),
    IPYTHONDIR: path.join(own, 'ipython'),
    JUPYTERLAB_SETTINGS_DIR: path.join(own, 'settings'),
    JUPYTERLAB_WORKSPACES_DIR: path.join(own, 'workspaces'),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  await quietLab(folders.JUPYTERLAB_SETTINGS_DIR, folders.JUPYTER_CONFIG_DIR, options.disabledExtensions);
  await denoKernel(folders.JUPYTER_DATA_DIR);
  const port = await freePort(options.preferredPort);
  const token = randomBytes(24).toString('hex');
  const kind = options.interface ?? 'lab';
  const pathOf = (shown: JupyterInterface) => (shown === 'lab' ? 'lab/tree' : 'notebooks');
  const logFile = path.join(own, 'server.log');
  const server = await startProcess(
    environment.jupyter,
    [
      kind,
      '--allow-root',
      '--ServerApp.ip=127.0.0.1',
      `--ServerApp.port=${port}`,
      // Another program may take the port before Jupyter does; its output has the port that it found.
      '--ServerApp.port_retries=20',
      `--ServerApp.root_dir=${options.notebookFolder}`,
      `--ServerApp.open_browser=${options.opens ? 'True' : 'False'}`,
      ...(options.opens ? [`--ServerApp.default_url=/${pathOf(kind)}/${options.opens}`] : []),
      ...(options.args ?? []),
    ],
    (output) => /(http:\/\/127\.0\.0\.1:\d+[^\s?]*?\/)(?:lab|tree|notebooks)\b/.exec(output)?.[1],
    {
      // The token is passed in the environment: a command line is visible to every user of the machine.
      env: { ...environment.env, ...folders, JUPYTER_TOKEN: token, ...options.env },
      cwd: options.notebookFolder,
      logFile,
    },
  );
  await waitUntilReady(server.found).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    url: server.found,
    token,
    notebookUrl: (name, shown = kind) => `${server.found}${pathOf(shown)}/${name}?token=${token}`,
    logFile,
    stop: server.stop,
  };
}

/** Waits until the server responds: Jupyter prints its URL a moment before it listens. */
async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await (await fetch(`${url}api`)).arrayBuffer();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * Disables the news prompt and the update check, which would access the network, and the build check, for which each
 * page load would start yarn on the server.
 */
async function quietLab(settings: string, config: string, disabled: readonly string[] = []): Promise<void> {
  const folder = path.join(settings, '@jupyterlab', 'apputils-extension');
  await mkdir(folder, { recursive: true });
  const quiet = { fetchNews: 'false', checkForUpdates: false };
  await writeFile(path.join(folder, 'notification.jupyterlab-settings'), JSON.stringify(quiet));
  const disabledExtensions = Object.fromEntries(disabled.map((name) => [name, true]));
  const pages = path.join(config, 'labconfig');
  await mkdir(pages, { recursive: true });
  await writeFile(path.join(pages, 'page_config.json'), JSON.stringify({ buildCheck: false, disabledExtensions }));
}

/**
 * Writes the kernel spec of the TypeScript kernel into a Jupyter data folder. Deno's own installer writes to the
 * user's home, whatever JUPYTER_DATA_DIR is.
 */
export async function denoKernel(data: string): Promise<void> {
  const folder = path.join(data, 'kernels', 'deno');
  await mkdir(folder, { recursive: true });
  const kernel = {
    argv: ['deno', 'jupyter', '--kernel', '--conn', '{connection_file}'],
    display_name: 'TypeScript (Deno)',
    language: 'typescript',
  };
  await writeFile(path.join(folder, 'kernel.json'), JSON.stringify(kernel, null, 2));
}
