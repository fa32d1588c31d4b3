import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@tracklens/core/test-support';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { JupyterInterface } from '../../scripts/jupyter-server.ts';
import { installedWheel, type JupyterServer, type PythonEnvironment, startJupyter } from '../../scripts/setup.ts';
import { openProfile } from '../chromium.ts';
import { limitMillis, until } from '../until.ts';
import { askMillis, restored } from './lab-page.ts';

const settleMillis = 3_000;

/** Extensions of JupyterLab that no test uses: their start takes a tenth of the CPU time of a page load. */
const unusedExtensions = [
  '@jupyterlab/csvviewer-extension',
  '@jupyterlab/debugger-extension',
  '@jupyterlab/extensionmanager-extension',
  '@jupyterlab/fileeditor-extension:language-server',
  '@jupyterlab/htmlviewer-extension',
  '@jupyterlab/hub-extension',
  '@jupyterlab/inspector-extension',
  '@jupyterlab/logconsole-extension',
  '@jupyterlab/lsp-extension',
  '@jupyterlab/mermaid-extension',
  '@jupyterlab/notebook-extension:language-server',
  '@jupyterlab/pdf-extension',
  '@jupyterlab/pluginmanager-extension',
  '@jupyterlab/terminal-extension',
  '@jupyterlab/vega5-extension',
];

const screenshots = path.join(import.meta.dirname, '..', 'output', 'jupyterlab');

/**
 * Jupyter server with the built wheel, and a browser connected to it. All traffic is recorded, so that tests can
 * search it for the API key.
 */
export interface JupyterSession {
  readonly server: JupyterServer;
  readonly page: Page;
  readonly notebookFolder: string;
  /** URLs below `tracklens/` that the page requested, in order, without the id of a connection. */
  proxied(): readonly string[];
  /** Console errors and page errors. */
  problems(): readonly string[];
  /** Loads the page with a notebook. */
  open(notebook: string): Promise<void>;
  /**
   * Opens a notebook in the JupyterLab that is loaded, which takes a fraction of the time of a new page. All other
   * documents are closed without being saved; theme, sidebars and caches remain, and the kernel of the open notebook.
   */
  openNext(notebook: string): Promise<void>;
  /** Runs all cells and waits until each has finished. */
  runAll(): Promise<void>;
  save(): Promise<void>;
  /** Output area of a cell of the active notebook. */
  output(cell: number): Locator;
  screenshot(name: string): Promise<void>;
  /** Returns the path of a screenshot, for screenshots of other pages. */
  screenshotFile(name: string): string;
  /**
   * Returns everything that was recorded (URLs, headers, bodies except those of package files, frames, console) with
   * the page content and the server log.
   */
  everything(): Promise<string>;
  close(): Promise<void>;
}

/** Options of a Jupyter server. */
export interface JupyterOptions {
  readonly env?: Record<string, string>;
  readonly interface?: JupyterInterface;
  readonly args?: readonly string[];
  /** Python environment with the wheel. Default: the project's. */
  readonly environment?: PythonEnvironment;
  /** Extensions that are not activated. Default: those that no test uses; none in an environment of its own. */
  readonly disabledExtensions?: readonly string[];
  /** Settings of the extension. Default: those of a new user. */
  readonly settings?: ExtensionSettings;
}

/** Settings of the extension, for tests that would wait for its polling. */
export interface ExtensionSettings {
  readonly pollSeconds?: number;
  readonly treePollSeconds?: number;
}

/** Jupyter server with a browser context, in which several pages can be opened one after the other. */
export interface JupyterHost {
  readonly server: JupyterServer;
  readonly context: BrowserContext;
  readonly notebookFolder: string;
  /** Folder of the settings and workspaces that the server stores. */
  readonly privateFolder: string;
}

/** Starts a Jupyter server and a browser. The session ends both when it is closed. */
export async function jupyterSession(options: JupyterOptions): Promise<JupyterSession> {
  await using stack = new AsyncDisposableStack();
  const host = await jupyterHost(stack, options);
  const session = await openSession(host);
  const close = stack.move();
  return { ...session, close: () => close.disposeAsync() };
}

/** Starts a Jupyter server and a browser, which end with the cleanup stack. */
export async function jupyterHost(stack: AsyncDisposableStack, options: JupyterOptions): Promise<JupyterHost> {
  const environment = options.environment ?? (await installedWheel());
  const folder = await temporaryFolder(stack);
  const notebookFolder = path.join(folder, 'notebooks');
  const privateFolder = path.join(folder, 'private');
  const home = path.join(folder, 'home');
  await mkdir(notebookFolder);
  await mkdir(home);
  const server = await startJupyter({
    environment,
    interface: options.interface ?? 'lab',
    notebookFolder,
    privateFolder,
    // A separate home folder hides the configuration and local service of the user who runs the tests.
    env: { HOME: home, ...options.env },
    args: ['--expose-app-in-browser', ...(options.args ?? [])],
    disabledExtensions: options.disabledExtensions ?? (options.environment ? [] : unusedExtensions),
  });
  stack.defer(() => server.stop());
  if (options.settings) await writeSettings(privateFolder, options.settings);
  const context = await openProfile(stack);
  return { server, context, notebookFolder, privateFolder };
}

/** Writes settings of the extension, which pages that are loaded later have. */
export async function writeSettings(privateFolder: string, settings: ExtensionSettings): Promise<void> {
  const folder = path.join(privateFolder, 'settings', '@tracklens', 'jupyterlab-ext');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'plugin.jupyterlab-settings'), JSON.stringify(settings));
}

/** Opens a page on a Jupyter server; default: of its own interface. Closing the session closes only the page. */
export async function openSession(
  { server, context, notebookFolder }: JupyterHost,
  kind?: JupyterInterface,
): Promise<JupyterSession> {
  const page = await context.newPage();
  page.setDefaultTimeout(limitMillis);
  const record = recordTraffic(page, server.url);

  const session: JupyterSession = {
    server,
    page,
    notebookFolder,
    proxied: () => record.proxied,
    problems: () => record.problems,
    async open(notebook) {
      // `reset` closes the tabs of the previous session.
      await page.goto(`${server.notebookUrl(notebook, kind)}&reset`);
      await restored(page);
      await until(() => page.evaluate(notebookReady, askMillis), 'the notebook and its kernel to be ready');
    },
    async openNext(notebook) {
      await page.evaluate(replaceDocuments, notebook);
      await until(() => page.evaluate(notebookReady, askMillis), 'the next notebook to be ready');
    },
    async runAll() {
      await page.evaluate(runAllCells);
    },
    async save() {
      await page.evaluate(() => (globalThis as unknown as Jupyter).jupyterapp.commands.execute('docmanager:save'));
    },
    output: (cell) =>
      page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell').nth(cell).locator('.jp-OutputArea'),
    async screenshot(name) {
      await mkdir(screenshots, { recursive: true });
      await page.screenshot({ path: session.screenshotFile(name) });
    },
    screenshotFile: (name) => path.join(screenshots, `${name}.png`),
    async everything() {
      await record.settled();
      return [...record.seen, await page.content(), await readFile(server.logFile, 'utf8')].join('\n');
    },
    close: () => page.close(),
  };
  return session;
}

interface Recorded {
  readonly seen: string[];
  readonly proxied: string[];
  readonly problems: string[];
  settled(): Promise<void>;
}

function recordTraffic(page: Page, root: string): Recorded {
  // Files of installed packages: megabytes for each page, the same for every user.
  const packageFiles = [`${root}static/`, `${root}lab/extensions/`];
  const seen: string[] = [];
  const proxied: string[] = [];
  const problems: string[] = [];
  const pending = new Set<Promise<void>>();
  page.on('request', (request) => {
    seen.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
    if (request.url().startsWith(`${root}tracklens/`))
      proxied.push(
        request
          .url()
          .slice(`${root}tracklens/`.length)
          .replace(/^at\/\w+\//, ''),
      );
  });
  page.on('response', (response) => {
    seen.push(JSON.stringify(response.headers()));
    if (packageFiles.some((folder) => response.url().startsWith(folder))) return;
    const reading: Promise<void> = response
      .text()
      .then(
        (text) => void seen.push(text),
        // Redirects and aborted requests have no body.
        () => {},
      )
      .finally(() => pending.delete(reading));
    pending.add(reading);
  });
  page.on('websocket', (socket) => {
    const keep = ({ payload }: { payload: string | Buffer }) => void seen.push(payload.toString());
    socket.on('framesent', keep);
    socket.on('framereceived', keep);
  });
  page.on('console', (message) => {
    seen.push(message.text());
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return {
    seen,
    proxied,
    problems,
    settled: async () => {
      // The body of a request that was aborted by a navigation may never arrive.
      await Promise.race([Promise.all(pending), pause(settleMillis, undefined, { ref: false })]);
    },
  };
}

/** Part of the exposed application that the tests use. */
interface Jupyter {
  readonly jupyterapp: {
    readonly commands: { execute(id: string, args?: unknown): Promise<unknown> };
    readonly shell: {
      readonly currentWidget: NotebookWidget | null;
      widgets(area: 'main'): Iterable<{ dispose(): void }>;
    };
  };
}

interface NotebookWidget {
  readonly context?: { readonly isReady: boolean };
  readonly content?: { readonly widgets: readonly { readonly model: { readonly type: string } }[] };
  readonly sessionContext?: {
    readonly isReady: boolean;
    readonly session: {
      readonly kernel: {
        readonly info: Promise<unknown>;
        readonly connectionStatus: string;
        readonly model: unknown;
      } | null;
    } | null;
  };
}

/** Waits for the kernel info: a cell that is sent before that is lost, even if the kernel is idle. */
async function notebookReady(millis: number): Promise<boolean> {
  const app = (globalThis as unknown as Partial<Jupyter>).jupyterapp;
  const panel = app?.shell.currentWidget;
  if (!panel?.context?.isReady || !panel.sessionContext?.isReady) return false;
  const kernel = panel.sessionContext.session?.kernel;
  if (kernel?.connectionStatus !== 'connected') return false;
  const later = new Promise<boolean>((resolve) => setTimeout(resolve, millis, false));
  return await Promise.race([kernel.info.then(() => true), later]);
}

/** Closes all documents and opens a notebook with the kernel of the current one. */
async function replaceDocuments(notebook: string): Promise<void> {
  const { commands, shell } = (globalThis as unknown as Jupyter).jupyterapp;
  const kernel = shell.currentWidget?.sessionContext?.session?.kernel?.model;
  for (const widget of [...shell.widgets('main')]) widget.dispose();
  await commands.execute('docmanager:open', { path: notebook, kernel });
}

async function runAllCells(): Promise<void> {
  await (globalThis as unknown as Jupyter).jupyterapp.commands.execute('notebook:run-all-cells');
}
