import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, type Page, chromium as playwright } from 'playwright-core';
import { type StartedProcess, startProcess } from '../../scripts/child-process.ts';
import { inRoot } from '../../scripts/folders.ts';
import { freePort } from '../../scripts/free-port.ts';
import { build, chromium, workbench as installedWorkbench } from '../../scripts/setup.ts';
import { timeoutMillis, until } from './editor.ts';
import { hearComplaints } from './screen.ts';

/** How a workbench is started. */
export interface WorkbenchOptions {
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files of the folder that is opened, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further user settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The display language, as a tag; numbers and dates follow it, the editor's own sentences do not: no language pack is installed. */
  readonly language?: string;
  /** The extension's sentences in that language, by the English ones: the bundle that a translator would add to it. */
  readonly sentences?: Readonly<Record<string, string>>;
  /** Does not wait until the window is restored: until then the editor drops some of what it is asked. */
  readonly restoring?: boolean;
  /** With trust, the folder is restricted until somebody trusts it; without, everything is trusted. */
  readonly workspaceTrust?: boolean;
}

/** A real editor with the packaged extension, in a browser, with nothing of anybody's: fresh profile, home, folders. */
export interface Workbench {
  readonly page: Page;
  readonly folder: string;
  /** Where the server side keeps settings, storage and logs. */
  readonly userData: string;
  /** Where the browser keeps its storage. */
  readonly profile: string;
  /** The addresses that the page and its frames asked for, with what they sent there. */
  readonly requests: readonly string[];
  /** Violations of a content security policy and script errors, of all frames. */
  readonly violations: readonly string[];
  /** Every message that a frame of the page got from another until now: what goes into panels and outputs and comes from them. */
  messages(): Promise<string[]>;
  /** Loads the page again as soon as the editor has kept a text: open tabs and panels, stars and the like are written some seconds late. */
  reload(kept: string): Promise<void>;
  screenshot(name: string): Promise<void>;
  /** The editor's server; everything of the editor runs below it. */
  readonly serverPid: number;
  /** The process ids of the extension hosts. */
  extensionHosts(): Promise<number[]>;
  close(): Promise<void>;
}

const vsix = inRoot('packages', 'vscode-ext', 'dist', 'tracklens.vsix');
const pictures = inRoot('test', 'output', 'vscode');

/** Starts the editor and waits until its side bar can be used. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { node, entry } = await installedWorkbench();
  if (!existsSync(vsix)) await build();
  const own = await mkdtemp(path.join(tmpdir(), 'tracklens-vscode-'));
  const at = (name: string) => path.join(own, name);
  const folder = at('folder');
  await writeFiles(folder, options.files ?? {});
  await writeFiles(at('data/User'), { 'settings.json': JSON.stringify({ ...quiet, ...options.settings }) });
  await mkdir(at('home'), { recursive: true });
  const env = {
    ...cleanEnvironment(),
    HOME: at('home'),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    ...options.env,
  };
  const folders = ['--user-data-dir', at('data'), '--extensions-dir', at('extensions')];
  await runOnce(node, [entry, ...folders, '--install-extension', vsix], env);
  if (options.sentences) await addSentences(at('extensions'), options.language!, options.sentences);
  const server = await startServer(
    node,
    entry,
    [...folders, ...(options.workspaceTrust ? [] : ['--disable-workspace-trust'])],
    env,
  );
  const { executablePath, args } = await chromium();
  const context = await playwright.launchPersistentContext(at('profile'), {
    executablePath,
    args,
    viewport: { width: 1400, height: 900 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(timeoutMillis);
  hearComplaints(page);
  const requests: string[] = [];
  const violations: string[] = [];
  await record(context, page, requests, violations);
  const { language } = options;
  // The name by which the editor's bundles know it; the page sets none where its sentences are in English.
  if (language)
    await context.addInitScript((tag) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: tag }), language);
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
    userData: at('data'),
    profile: at('profile'),
    requests,
    violations,
    messages: () => messagesOf(page),
    async reload(kept) {
      await until(() => keeps(page, kept), `the editor to keep ${kept}`);
      await load();
    },
    async screenshot(name) {
      await mkdir(pictures, { recursive: true });
      await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    },
    serverPid: server.process.child.pid!,
    extensionHosts: () => descendants(server.process.child.pid!, 'type=extensionHost'),
    async close() {
      await context.close();
      await server.process.stop();
      await rm(own, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const quiet = {
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'notebook.output.scrolling': false,
  'window.restoreWindows': 'all',
  // Themes follow what the browser says the system prefers.
  'window.autoDetectColorScheme': true,
  'window.autoDetectHighContrast': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

async function startServer(
  node: string,
  entry: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; process: StartedProcess }> {
  const port = await freePort();
  const process = await startProcess(
    node,
    [
      entry,
      ...args,
      '--auth',
      'none',
      '--bind-addr',
      `127.0.0.1:${port}`,
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-getting-started-override',
    ],
    (output) => (/HTTP server listening on/.test(output) ? true : null),
    { env },
  );
  return { url: `http://127.0.0.1:${port}`, process };
}

async function record(context: BrowserContext, page: Page, requests: string[], violations: string[]): Promise<void> {
  context.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  page.on('console', (message) => {
    if (/Content Security Policy|EvalError|unsafe-eval/i.test(message.text())) violations.push(message.text());
  });
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { tracklensTestMessages: seen });
    const plain = (_: string, value: unknown) => {
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      return ArrayBuffer.isView(value) ? new TextDecoder().decode(value as Uint8Array) : value;
    };
    // Listeners do not outlive the editor's document.open() in a panel's frame; what reads a message does.
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

/** Waits until everything of the window that was open before is open again, which takes the focus and moves what is shown. */
async function restored(page: Page): Promise<void> {
  const isRestored = () => performance.getEntriesByName('code/LifecyclePhase/Restored').length > 0;
  await page.waitForFunction(isRestored);
}

/** Whether the storage of the editor in the browser holds a text. */
function keeps(page: Page, text: string): Promise<boolean> {
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
          if (JSON.stringify(values).includes(wanted)) return true;
        }
      } finally {
        database.close();
      }
    }
    return false;
  }, text);
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

/** No setting of the machine's reaches the extension host. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LANG, TZ } = process.env;
  return { PATH, LANG, TZ };
}

async function addSentences(extensions: string, language: string, sentences: object): Promise<void> {
  const installed = (await readdir(extensions)).find((name) => name.startsWith('tracklens.'));
  await writeFile(path.join(extensions, installed!, 'l10n', `bundle.l10n.${language}.json`), JSON.stringify(sentences));
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

async function runOnce(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${path.basename(command)} ${args.at(-2)} failed\n${output}`);
}

/** The ids of the processes below another whose command line holds a text. */
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

/** Copies a folder, for a look at storage files while the editor still runs. */
export async function copied(folder: string): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'tracklens-copy-'));
  await cp(folder, copy, { recursive: true, errorOnExist: false, filter: (name) => !name.endsWith('SingletonSocket') });
  return copy;
}
