import * as vscode from 'vscode';
import { browserAddress } from '#platform';
import { showWarning } from './messages.ts';
import type { Services } from './services.ts';

/**
 * Opens a page in the browser. Only `http` and `https` URLs are opened. A page outside the connected service requires
 * a confirmation that shows its URL.
 */
export async function openLink(url: string, { connection }: Pick<Services, 'connection'>): Promise<void> {
  const page = URL.parse(url);
  if (!page || (page.protocol !== 'https:' && page.protocol !== 'http:')) return;
  const { state } = connection;
  if (state.kind === 'connected' && page.origin === new URL(state.url).origin) {
    // A link that signs the browser in is only created in a trusted workspace.
    await openExternal(vscode.workspace.isTrusted ? await signedIn(connection, page.href) : page.href);
    return;
  }
  const open = vscode.l10n.t('Open');
  const question = vscode.l10n.t('Open this page in the browser?');
  const choice = await showWarning(question, { modal: true, detail: page.href }, open);
  if (choice === open) await openExternal(page.href);
}

async function signedIn(connection: Services['connection'], page: string): Promise<string> {
  const isLocal = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  return browserAddress((await connection.client()).transport, page, isLocal);
}

async function openExternal(url: string): Promise<void> {
  // The type allows a `Uri` only, which would lose escapes such as those of `&` and `+`. A string is opened as it is.
  await vscode.env.openExternal(url as unknown as vscode.Uri);
}
