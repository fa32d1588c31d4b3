import * as vscode from 'vscode';
import type { ConnectionState } from './connection/connection.ts';

/** Opens a page in the browser. A page that is not of the connected service is opened only after a person has read its address. */
export async function openLink(url: string, connection: ConnectionState): Promise<void> {
  const page = URL.parse(url);
  if (!page || (page.protocol !== 'https:' && page.protocol !== 'http:')) return;
  const known = connection.kind === 'connected' && page.origin === new URL(connection.url).origin;
  if (!known) {
    const open = 'Open';
    const detail = page.href;
    const choice = await vscode.window.showWarningMessage(
      'Open this page in the browser?',
      { modal: true, detail },
      open,
    );
    if (choice !== open) return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(page.href, true));
}
