import * as vscode from 'vscode';
import { isRecording, isSaved } from '../connection/connection-ids.ts';
import type { Services } from '../services.ts';

/** Why a panel has no connection until the user acts, in the language of the editor. */
export interface MissingConnection {
  readonly message: string;
  readonly remedy: string;
  /** Title of the button that restores the connection; null for none. */
  readonly action: string | null;
}

type Panel = Pick<Services, 'connection' | 'connectionId' | 'connections'>;

/** Returns why a panel has no connection; null if it has one, or may have one without an action of the user. */
export function missingConnection(panel: Panel): MissingConnection | null {
  const { connectionId, connection } = panel;
  if (isRemoved(panel)) {
    return {
      message: vscode.l10n.t('The connection of this panel was removed.'),
      remedy: vscode.l10n.t('Add the connection again to read from its service.'),
      action: vscode.l10n.t('Add Connection…'),
    };
  }
  const { state } = connection;
  if (state.kind !== 'signed-out') return null;
  const { message, remedy } = state;
  return { message, remedy, action: actionOf(connectionId) };
}

function actionOf(connectionId: string): string | null {
  if (isRecording(connectionId)) return null;
  if (connectionId === 'demo') return vscode.l10n.t('Try with Demo Data');
  return connectionId === 'local' ? vscode.l10n.t('Start Local Service') : vscode.l10n.t('Sign In');
}

/** Restores the connection of a panel: prompts for what is missing, or starts the service. */
export async function restoreConnection(services: Services): Promise<void> {
  const { connectionId } = services;
  if (connectionId === 'demo' || connectionId === 'local') {
    await vscode.commands.executeCommand(`tracklens.start${connectionId === 'demo' ? 'Demo' : 'LocalService'}`);
    return;
  }
  const { signIn, signInTo } = await import('../connection/sign-in.ts');
  if (!isSaved(connectionId)) await signIn(services);
  else if (isRemoved(services)) await signIn(services, connectionId);
  else await signInTo(services, connectionId);
}

/** Whether the connection was removed. The services that the extension starts are not removed, but stopped. */
function isRemoved({ connectionId, connections }: Panel): boolean {
  return isSaved(connectionId) && !connections.profiles().some(({ id }) => id === connectionId);
}
