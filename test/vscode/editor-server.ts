import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@tracklens/core/test-support';
import { type BrowserContext, chromium as playwright } from 'playwright-core';
import { type StartedProcess, startProcess } from '../../scripts/child-process.ts';
import { inCache, inRoot } from '../../scripts/folders.ts';
import { freePort } from '../../scripts/free-port.ts';
import { build, workbench as installedWorkbench } from '../../scripts/setup.ts';
import { once as stampedOnce } from '../../scripts/stamp.ts';
import { testChromium } from '../chromium.ts';

/** Options of an editor server. */
export interface ServerOptions {
  /** Additional environment variables of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Enables workspace trust, so that the folder is restricted until it is trusted; default: everything is trusted.
   */
  readonly workspaceTrust?: boolean;
}

/** Editor server with the packaged extension, and a browser profile for its windows. */
export interface EditorServer {
  readonly url: string;
  /** Process id, the ancestor of all editor processes. */
  readonly pid: number;
  readonly context: BrowserContext;
  /** Folder with the settings, storage and logs of the server. */
  readonly userData: string;
  readonly extensions: string;
  /** Folder with the browser storage. */
  readonly profile: string;
}

/**
 * Features that the browser of an editor disables. Without the first one, Chromium compiles the workbench from its code
 * cache when a profile opens it for the third time; with it, Chromium parses the 19 MB script for each window. A second
 * `--disable-features` replaces Playwright's, so the others are those of its list that concern pages on loopback.
 */
const disabledFeatures = [
  'BackgroundResourceFetch',
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'BlockOriginHeaderModificationOnRedirect',
    'DestroyProfileOnBrowserClose',
  ],
  ...['HttpsUpgrades', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
];

const vsix = inRoot('packages', 'vscode-ext', 'dist', 'tracklens.vsix');

/** Starts an editor server with a fresh profile, home and folders. */
export async function startEditorServer(
  cleanup: AsyncDisposableStack,
  options: ServerOptions = {},
): Promise<EditorServer> {
  const { node, entry } = await installedWorkbench();
  if (!existsSync(vsix)) await build();
  const own = await temporaryFolder(cleanup);
  const at = (name: string) => path.join(own, name);
  await mkdir(at('home'), { recursive: true });
  await cp(await installedExtensions(node, entry), at('extensions'), { recursive: true });
  const server = await startServer(
    node,
    entry,
    [
      ...['--user-data-dir', at('data'), '--extensions-dir', at('extensions')],
      ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ],
    { ...cleanEnvironment(), HOME: at('home'), ...options.env },
  );
  cleanup.defer(() => server.process.stop());
  const { executablePath, args } = await testChromium();
  const context = await playwright.launchPersistentContext(at('profile'), {
    executablePath,
    args: [...args, `--disable-features=${disabledFeatures.join(',')}`],
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
  });
  cleanup.defer(() => context.close());
  return {
    url: server.url,
    pid: server.process.child.pid!,
    context,
    userData: at('data'),
    extensions: at('extensions'),
    profile: at('profile'),
  };
}

/** Installs the packaged extension once for all editors; returns the extensions folder, of which each gets a copy. */
async function installedExtensions(node: string, entry: string): Promise<string> {
  const folder = inCache('vscode-extensions');
  const stamped = { name: 'vscode-extensions', inputs: [vsix], facts: [entry], present: () => existsSync(folder) };
  await stampedOnce({ ...stamped, title: 'the extension in an editor for the tests' }, async () => {
    await rm(folder, { recursive: true, force: true });
    await using stack = new AsyncDisposableStack();
    const home = await temporaryFolder(stack);
    const folders = ['--user-data-dir', path.join(home, 'data'), '--extensions-dir', folder];
    const env = { ...cleanEnvironment(), HOME: home };
    await runOnce(node, [entry, ...folders, '--install-extension', vsix], env);
  });
  return folder;
}

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

/** Returns an environment without settings of the machine. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LANG, TZ } = process.env;
  return { PATH, LANG, TZ, EXTENSIONS_GALLERY: '{"serviceUrl":""}' };
}

async function runOnce(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${path.basename(command)} ${args.at(-2)} failed\n${output}`);
}
