import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sharedInGroup } from '@tracklens/core/test-support';
import { type EditorServer, startEditorServer } from './editor-server.ts';
import { killRemaining, openWindow, type WindowOptions, type Workbench } from './workbench.ts';

/**
 * Opens a window of an editor server that the suites of a group share; there is one server for each environment. The
 * window starts on a fresh folder, without stored state and with the given settings only.
 */
export async function sharedWindow(
  cleanup: AsyncDisposableStack,
  env: Readonly<Record<string, string>>,
  options: WindowOptions,
): Promise<Workbench> {
  const name = `editor server ${JSON.stringify(env)}`;
  const server = await sharedInGroup(name, cleanup, (owner) => startEditorServer(owner, { env }));
  const window = await openWindow(cleanup, server, options);
  cleanup.defer(() => reset(server, window));
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
