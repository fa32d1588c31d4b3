import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sharedInGroup } from '@tracklens/core/test-support';
import type { JupyterInterface } from '../../scripts/jupyter-server.ts';
import {
  type ExtensionSettings,
  type JupyterHost,
  type JupyterSession,
  jupyterHost,
  openSession,
  writeSettings,
} from './jupyter-session.ts';
import { type SeededService, seededService } from './seeded-service.ts';

/** Page of JupyterLab, and the service that it shows. */
export interface LabWithService {
  readonly service: SeededService;
  readonly session: JupyterSession;
}

/**
 * Opens JupyterLab, or Notebook 7 of the same server, on a seeded service. The suites of a group share server and
 * service, one after the other. Each suite starts without notebooks, kernels, layout and cookies, and with the given
 * settings. A suite that changes the seeded experiments needs its own service; one that stops it comes last.
 */
export async function sharedLab(
  stack: AsyncDisposableStack,
  kind: JupyterInterface = 'lab',
  settings?: ExtensionSettings,
): Promise<LabWithService> {
  const { service, host, reset } = await sharedInGroup('JupyterLab', stack, startLab);
  if (settings) await writeSettings(host.privateFolder, settings);
  const session = await openSession(host, kind);
  stack.defer(async () => {
    await reset(session);
    await session.close();
  });
  return { service, session };
}

async function startLab(owner: AsyncDisposableStack) {
  const service = await seededService();
  owner.defer(() => service.remove());
  // The pages of Notebook 7 must expose their application to the tests, too.
  const args = ['--JupyterNotebookApp.expose_app_in_browser=True'];
  const host = await jupyterHost(owner, { env: service.env, args });
  const initial = path.join(host.privateFolder, 'initial-settings');
  await cp(path.join(host.privateFolder, 'settings'), initial, { recursive: true });
  const reset = async (session: JupyterSession) => {
    await resetBrowser(host, session);
    await endKernels(host);
    await empty(host.notebookFolder);
    await empty(path.join(host.privateFolder, 'workspaces'));
    await empty(path.join(host.privateFolder, 'settings'));
    await cp(initial, path.join(host.privateFolder, 'settings'), { recursive: true });
  };
  return { service, host, reset };
}

/** Deletes what the lab has stored in the browser, except for the HTTP cache. */
async function resetBrowser({ context, server }: JupyterHost, { page }: JupyterSession): Promise<void> {
  // A page that is open would store its layout again.
  await page.goto('about:blank');
  const client = await context.newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage';
  await client.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes });
  await context.clearCookies();
}

async function endKernels({ server }: JupyterHost): Promise<void> {
  const headers = { authorization: `token ${server.token}` };
  const response = await fetch(`${server.url}api/sessions`, { headers });
  for (const { id } of (await response.json()) as { id: string }[]) {
    await fetch(`${server.url}api/sessions/${id}`, { method: 'DELETE', headers });
  }
}

async function empty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
}
