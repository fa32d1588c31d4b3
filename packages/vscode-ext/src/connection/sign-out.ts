import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { reloadTrees } from '../trees/reload-trees.ts';
import { connectionOf } from './connection-commands.ts';
import { isRecording, isSaved } from './connection-ids.ts';
import { saveServiceUrl, serviceUrl } from './discovery.ts';

/**
 * Signs out of a connection: deletes its API key, or stops using the service that the extension started. The
 * environment and the settings files are ignored until the next sign-in.
 */
export async function signOut(services: Services, node: TreeNode | undefined): Promise<void> {
  const profile = await connectionOf(services, node, vscode.l10n.t('Sign Out'), () => true);
  if (!profile) return;
  const { id } = profile;
  if (id === 'demo') await services.demo.use(null);
  else if (id === 'local') await services.local.use(null);
  else if (isRecording(id)) await services.recordings.close(id);
  else if (id !== 'environment') await services.keys.forget(id);
  if (serviceUrl() === id) await saveServiceUrl('');
  if (isSaved(id)) await services.connections.setSignedOut(id, true);
  await services.connections.setSignedOut('environment', true);
  services.connections.of(id).reset();
  // Without a key this sends no request; rows and panels show at once that the connection is signed out.
  await services.connections
    .of(id)
    .client()
    .catch(() => {});
  await leaveCurrent(services, id);
  reloadTrees(services);
}

/** Makes another connection the current one if there is one that is connected. */
async function leaveCurrent({ connections }: Pick<Services, 'connections'>, id: string): Promise<void> {
  const isConnected = (other: string) => other !== id && connections.of(other).state.kind === 'connected';
  const next = connections.profiles().find((profile) => isConnected(profile.id));
  if (next && connections.currentId === id) await connections.select(next.id);
  else connections.listChanged();
}
