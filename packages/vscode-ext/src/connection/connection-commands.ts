import { type ConnectionColor, connectionColors } from '@tracklens/core/client';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showInformation, showWarning } from '../messages.ts';
import type { Services } from '../services.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { withoutIcons } from '../without-icons.ts';
import { isSaved } from './connection-ids.ts';
import { type ConnectionProfile, saveConnection } from './connection-profiles.ts';

/**
 * Makes a connection the current one: that of a row, or one that the user picks, recently used ones first. If there is
 * only one, says so and offers to add another.
 */
export async function switchConnection(services: Services, node: TreeNode | undefined): Promise<void> {
  const [only, ...others] = await services.connections.shown();
  if (only && others.length === 0) return offerConnection(services, only);
  const profile = await connectionOf(services, node, vscode.l10n.t('Switch Connection'), () => true);
  if (!profile) return;
  await services.connections.select(profile.id);
  await services.connections.current.client();
}

/** Says which connection is the only one, and offers to add another. Throws when there is none to a service. */
async function offerConnection(services: Pick<Services, 'connections'>, { name }: ConnectionProfile): Promise<void> {
  await services.connections.current.client();
  const add = vscode.l10n.t('Add Connection…');
  const choice = await showInformation(
    vscode.l10n.t('“{0}” is the only connection. Add another one to switch between them.', name),
    add,
  );
  if (choice === add) await vscode.commands.executeCommand('tracklens.signIn');
}

/** Changes the name of a saved connection. */
export async function renameConnection(services: Services, node: TreeNode | undefined): Promise<void> {
  const profile = await connectionOf(services, node, vscode.l10n.t('Rename Connection'), hasKey);
  if (!profile) return;
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Connection'),
    prompt: profile.id,
    value: profile.name,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Type a name.') : null),
  });
  if (name === undefined) return;
  await saveConnection(profile.id, { name: name.trim() });
  services.connections.listChanged();
}

/** Changes the color of a saved connection. */
export async function changeConnectionColor(services: Services, node: TreeNode | undefined): Promise<void> {
  const profile = await connectionOf(services, node, vscode.l10n.t('Change Color'), hasKey);
  if (!profile) return;
  const items = connectionColors.map((color) => ({
    label: colorName(color),
    iconPath: new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor(`charts.${color}`)),
    color,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Color of {0}', profile.name) });
  if (!picked) return;
  await saveConnection(profile.id, { color: picked.color });
  services.connections.listChanged();
}

/** Removes a saved connection and its API key, after a confirmation. */
export async function removeConnection(services: Services, node: TreeNode | undefined): Promise<void> {
  const profile = await connectionOf(services, node, vscode.l10n.t('Remove Connection'), hasKey);
  if (!profile) return;
  const remove = vscode.l10n.t('Remove');
  const question = vscode.l10n.t('Remove the connection “{0}” and its API key?', profile.name);
  const detail = vscode.l10n.t('The experiments of {0} are not changed.', profile.id);
  if ((await showWarning(question, { modal: true, detail }, remove)) !== remove) return;
  const { saveServiceUrl, serviceUrl } = await import('./discovery.ts');
  await services.keys.forget(profile.id);
  if (serviceUrl() === profile.id) await saveServiceUrl('');
  await saveConnection(profile.id, null);
  await services.connections.setSignedOut(profile.id, true);
  services.connections.listChanged();
}

/** Whether the user signed in to the service of a connection, so that it has a URL and a key. */
export const hasKey = ({ id }: ConnectionProfile): boolean => isSaved(id);

/**
 * Returns the connection of a row; else the only suitable one, or the one that the user picks. Undefined when the user
 * picks none.
 *
 * @throws UnmetCondition when no connection is suitable, or that of the row was removed
 */
export async function connectionOf(
  { connections }: Pick<Services, 'connections'>,
  node: TreeNode | undefined,
  title: string,
  isSuitable: (profile: ConnectionProfile) => boolean,
): Promise<ConnectionProfile | undefined> {
  const suitable = (await connections.shown()).filter(isSuitable);
  const given = suitable.find(({ id }) => id === node?.connection);
  if (given) return given;
  const isRemoved = node?.connection !== undefined && !connections.profiles().some(({ id }) => id === node.connection);
  if (isRemoved) throw new UnmetCondition(vscode.l10n.t('This window has no connection “{0}”.', node.connection));
  if (suitable.length === 0) {
    const signIn = { title: vscode.l10n.t('Sign In'), command: 'tracklens.signIn' };
    throw new UnmetCondition(vscode.l10n.t('This command is for connections that were made with “Sign In”.'), signIn);
  }
  if (suitable.length === 1) return suitable[0];
  const items = suitable
    .toSorted((a, b) => connections.usedAt(b.id) - connections.usedAt(a.id))
    .map((profile) => ({
      label: withoutIcons(profile.name),
      description: isSaved(profile.id) ? profile.id : '',
      detail: profile.id === connections.currentId ? vscode.l10n.t('current') : '',
      iconPath: new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor(`charts.${profile.color}`)),
      profile,
    }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.profile;
}

function colorName(color: ConnectionColor): string {
  switch (color) {
    case 'blue':
      return vscode.l10n.t('Blue');
    case 'green':
      return vscode.l10n.t('Green');
    case 'orange':
      return vscode.l10n.t('Orange');
    case 'purple':
      return vscode.l10n.t('Purple');
    case 'red':
      return vscode.l10n.t('Red');
    case 'yellow':
      return vscode.l10n.t('Yellow');
  }
}
