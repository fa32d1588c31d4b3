import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CleanupOwner, temporaryFolder } from '@tracklens/core/test-support';
import type { Page, Request } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import { timeoutMillis, until } from './editor.ts';
import { type EditorServer, type ServerOptions, startEditorServer } from './editor-server.ts';
import type { KeyBinding } from './every-command.ts';
import { recordConsoleErrors } from './screen.ts';

/** Options of an editor window. */
export interface WindowOptions {
  /** Files of the workspace folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Additional user settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Key bindings of the user. */
  readonly keyBindings?: readonly KeyBinding[];
  /**
   * Display language as a BCP 47 tag. It affects numbers and dates, but not the editor's own texts, because no
   * language pack is installed.
   */
  readonly language?: string;
  /** Translations of the extension for that language, keyed by the English sentence, as in a translator's bundle. */
  readonly sentences?: Readonly<Record<string, string>>;
  /** Does not wait for the window to be restored. Before that, the editor ignores some requests. */
  readonly restoring?: boolean;
  /** The window counts as inactive after some seconds without a click or key press; default: after a minute. */
  readonly inactiveSoon?: boolean;
}

/** Start options of a workbench. */
export interface WorkbenchOptions extends ServerOptions, WindowOptions {}

/** Real editor in a browser with the packaged extension, and with a fresh profile, home and folders. */
export interface Workbench {
  readonly page: Page;
  readonly folder: string;
  /** Folder with the settings, storage and logs of the server. */
  readonly userData: string;
  /** Folder with the browser storage. */
  readonly profile: string;
  /** URLs that the page and its frames requested, with the request bodies. */
  readonly requests: readonly string[];
  /** Console messages about content security policy violations and blocked `eval`, of all frames. */
  readonly violations: readonly string[];
  /** Returns the messages between frames so far, which include all messages to and from panels and outputs. */
  messages(): Promise<string[]>;
  /**
   * Waits until a value in the browser storage contains all texts, then reloads the page. The editor saves tabs,
   * panels, stars and other state with a delay of some seconds.
   */
  reload(...texts: readonly string[]): Promise<void>;
  screenshot(name: string): Promise<void>;
  /** Process id of the editor server, the ancestor of all editor processes. */
  readonly serverPid: number;
  /** Returns the process ids of the extension hosts. */
  extensionHosts(): Promise<number[]>;
}

const screenshots = inRoot('test', 'output', 'vscode');

/** Starts an editor server and opens a window, both for the lifetime of the cleanup stack. */
export async function startWorkbench(
  cleanup: AsyncDisposableStack,
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  return await openWindow(cleanup, await startEditorServer(cleanup, options), options);
}

/** Opens a window on a fresh folder and waits until its side bar is usable. */
export async function openWindow(
  cleanup: AsyncDisposableStack,
  server: EditorServer,
  options: WindowOptions = {},
): Promise<Workbench> {
  const { context, userData } = server;
  const folder = await temporaryFolder(cleanup);
  await writeFiles(folder, options.files ?? {});
  const settings = JSON.stringify({ ...quiet, ...options.settings });
  const keyBindings = JSON.stringify(options.keyBindings ?? []);
  await writeFiles(path.join(userData, 'User'), { 'settings.json': settings, 'keybindings.json': keyBindings });
  if (options.sentences) await addSentences(server.extensions, options.language!, options.sentences);
  const page = await context.newPage();
  cleanup.defer(() => page.close());
  page.setDefaultTimeout(timeoutMillis);
  recordConsoleErrors(page);
  const requests: string[] = [];
  const violations: string[] = [];
  await record(cleanup, page, requests, violations);
  const { language } = options;
  // Global variable from which the editor bundles read the language; the page sets none for English.
  if (language) await page.addInitScript((tag) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: tag }), language);
  await page.addInitScript(stopAnimations);
  if (options.inactiveSoon) await page.addInitScript(checkActivityOften);
  const load = async () => {
    await page.goto(`${server.url}/?folder=${encodeURIComponent(folder)}`);
    await page.locator('.activitybar').waitFor();
    await page.locator('a.action-label[aria-label="Tracklens"]').waitFor();
    if (!options.restoring) await restored(page);
  };
  await load();
  return {
    page,
    folder,
    userData,
    profile: server.profile,
    requests,
    violations,
    messages: () => messagesOf(page),
    async reload(...texts) {
      await until(() => isStored(page, texts), `the editor to store ${texts.join(', ')}`);
      await load();
    },
    async screenshot(name) {
      await mkdir(screenshots, { recursive: true });
      await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
    },
    serverPid: server.pid,
    extensionHosts: () => descendants(server.pid, 'type=extensionHost'),
  };
}

/** Settings that turn off what no test looks at, and what is drawn again at each key press. */
const quiet = {
  'chat.disableAIFeatures': true,
  'remote.autoForwardPorts': false,
  'remote.restoreForwardedPorts': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'notebook.output.scrolling': false,
  'window.restoreWindows': 'all',
  // Themes follow the color scheme that the browser reports.
  'window.autoDetectColorScheme': true,
  'window.autoDetectHighContrast': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  // Chromium composes layers and canvases of an editor without a GPU, which takes longer than to run the editor.
  'editor.disableLayerHinting': true,
  'editor.minimap.enabled': false,
  'editor.overviewRulerBorder': false,
  'editor.hideCursorInOverviewRuler': true,
  'editor.cursorBlinking': 'solid',
  'editor.renderLineHighlight': 'none',
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  // The page then contains the text of a terminal.
  'terminal.integrated.gpuAcceleration': 'off',
};

/** Shortens the interval in which the editor checks in the page whether the user has been active. */
function checkActivityOften(): void {
  const start = window.setInterval.bind(window);
  const every = (run: TimerHandler, millis?: number, ...rest: unknown[]) =>
    start(run, millis === 30_000 ? 500 : millis, ...rest);
  Object.assign(window, { setInterval: every });
}

/** Removes the animations of the editor itself, such as progress bars: each of their frames is drawn without a GPU. */
function stopAnimations(): void {
  if (window.top !== window) return;
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets.push(still);
}

async function record(
  cleanup: AsyncDisposableStack,
  page: Page,
  requests: string[],
  violations: string[],
): Promise<void> {
  const context = page.context();
  // The requests of the context include those of service workers.
  const keep = (request: Request) => void requests.push(`${request.url()} ${request.postData() ?? ''}`);
  context.on('request', keep);
  cleanup.defer(() => void context.off('request', keep));
  page.on('console', (message) => {
    if (/Content Security Policy|EvalError|unsafe-eval/i.test(message.text())) violations.push(message.text());
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { tracklensTestMessages: seen });
    const plain = (_: string, value: unknown) => {
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      return ArrayBuffer.isView(value) ? new TextDecoder().decode(value as Uint8Array) : value;
    };
    // Event listeners are removed by the editor's `document.open()` in a panel's frame; a patched `data` getter is
    // not.
    const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!;
    Object.defineProperty(MessageEvent.prototype, 'data', {
      ...data,
      get(this: MessageEvent) {
        const value: unknown = data.get!.call(this);
        if (!(value instanceof ArrayBuffer)) seen.push(JSON.stringify(value, plain) ?? '');
        return value;
      },
    });
  });
}

/** Waits until the window is restored, because restoring takes the focus and moves content. */
async function restored(page: Page): Promise<void> {
  const isRestored = () => performance.getEntriesByName('code/LifecyclePhase/Restored').length > 0;
  await page.waitForFunction(isRestored, undefined, { polling: 100 });
}

/** Whether a value in the editor's storage in the browser contains all texts. */
function isStored(page: Page, texts: readonly string[]): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name!));
      try {
        for (const store of database.objectStoreNames) {
          const values = await answered(database.transaction(store).objectStore(store).getAll());
          const stored = values.map((value) => JSON.stringify(value));
          if (stored.some((value) => wanted.every((text) => value.includes(text)))) return true;
        }
      } finally {
        database.close();
      }
    }
    return false;
  }, texts);
}

async function messagesOf(page: Page): Promise<string[]> {
  const frames = page
    .frames()
    .map((frame) =>
      frame
        .evaluate(() => (globalThis as { tracklensTestMessages?: string[] }).tracklensTestMessages ?? [])
        .catch(() => []),
    );
  return (await Promise.all(frames)).flat();
}

async function addSentences(extensions: string, language: string, sentences: object): Promise<void> {
  const installed = (await readdir(extensions)).find((name) => name.startsWith('tracklens.'));
  await writeFile(path.join(extensions, installed!, 'l10n', `bundle.l10n.${language}.json`), JSON.stringify(sentences));
}

/** Writes files into a folder, by name, and creates the folder. */
async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Deletes what a folder contains and writes other files into it. */
export async function replaceFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
  await writeFiles(folder, files);
}

/** Returns the ids of the descendants of a process whose command line contains a text. */
export async function descendants(pid: number, commandPart: string): Promise<number[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
        return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command };
      }),
  );
  const below = new Set([pid]);
  for (const id of below) for (const entry of all) if (entry.parent === id) below.add(entry.pid);
  return all.filter((entry) => below.has(entry.pid) && entry.command.includes(commandPart)).map((entry) => entry.pid);
}

/** Kills those of some processes that still run. An extension host may end by itself when its window closes. */
export function killRemaining(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Copies a folder, to inspect storage files while the editor is running. */
export async function copied(t: CleanupOwner, folder: string): Promise<string> {
  const copy = await temporaryFolder(t);
  await cp(folder, copy, { recursive: true, errorOnExist: false, filter: (name) => !name.endsWith('SingletonSocket') });
  return copy;
}
