import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sharedInGroup } from '@tracklens/core/test-support';
import { closeEditors } from './editor.ts';
import { type EditorServer, startEditorServer } from './editor-server.ts';
import { killRemaining, openWindow, replaceFiles, type WindowOptions, type Workbench } from './workbench.ts';

/** Options of a window of a shared editor server. */
export interface SharedWindowOptions extends WindowOptions {
  /**
   * Takes over the window of the previous suite that has this option, with its trees and settings, but without its
   * files and editors. Only for suites that set nothing but files.
   */
  readonly reused?: boolean;
}

/** Editor server of a group, with the window that its suites take over from each other. */
interface SharedServer {
  readonly server: EditorServer;
  reused: { readonly window: Workbench; readonly cleanup: AsyncDisposableStack } | null;
}

/**
 * Opens a window of an editor server that the suites of a group share; there is one server for each environment. The
 * window starts on a fresh folder, without stored state and with the given settings only.
 */
export async function sharedWindow(
  cleanup: AsyncDisposableStack,
  env: Readonly<Record<string, string>>,
  options: SharedWindowOptions,
): Promise<Workbench> {
  const name = `editor server ${JSON.stringify(env)}`;
  const shared = await sharedInGroup(name, cleanup, async (owner): Promise<SharedServer> => {
    const started: SharedServer = { server: await startEditorServer(owner, { env }), reused: null };
    owner.defer(() => started.reused?.cleanup.disposeAsync());
    return started;
  });
  if (options.reused && shared.reused) {
    const { window } = shared.reused;
    await closeEditors(window.page);
    await replaceFiles(window.folder, options.files ?? {});
    return window;
  }
  await shared.reused?.cleanup.disposeAsync();
  shared.reused = null;
  const owner = options.reused ? new AsyncDisposableStack() : cleanup;
  const window = await openWindow(owner, shared.server, options);
  owner.defer(() => reset(shared.server, window));
  if (options.reused) shared.reused = { window, cleanup: owner };
  return window;
}

/** Deletes what the window has stored in the browser, except for the HTTP cache, and on the server. */
async function reset({ url, context, userData }: EditorServer, { page, extensionHosts }: Workbench): Promise<void> {
  // An open window would store its state again.
  await page.goto('about:blank');
  // The server would keep the process for hours, in case that the window reconnects.
  killRemaining(await extensionHosts());
  const client = await context.newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage';
  await client.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes });
  for (const folder of ['User', 'Machine']) await rm(path.join(userData, folder), { recursive: true, force: true });
}
