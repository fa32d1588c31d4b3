import * as vscode from 'vscode';
import { ConnectionProblem, type ServiceConfiguration } from './connection.ts';
import type { Demo } from './demo.ts';
import type { KeyStore } from './key-store.ts';
import { readServiceUrl } from './service-url.ts';

const ignoredKey = 'tracklens.environmentIgnored';

/** The address that was signed in to, or `''`. */
export function serviceUrl(): string {
  const read = readServiceUrl(vscode.workspace.getConfiguration('tracklens').get<string>('service.url', ''));
  return read.ok ? read.url : '';
}

/** Sets the address; `''` removes it. */
export async function saveServiceUrl(url: string): Promise<void> {
  const value = url === '' ? undefined : url;
  await vscode.workspace.getConfiguration('tracklens').update('service.url', value, vscode.ConfigurationTarget.Global);
}

/** After signing out, what the environment configures is not used any more until the next sign-in. */
export async function ignoreEnvironment(context: vscode.ExtensionContext, ignored: boolean): Promise<void> {
  await context.globalState.update(ignoredKey, ignored);
}

/**
 * How to reach a service: the demo when it is wanted, else what was signed in to, else the environment and the settings
 * files. No network. The folder of an untrusted workspace is not read; that of a trusted one may set a key with its address, but
 * sends no key from elsewhere to an address of its own.
 */
export async function findService(
  context: vscode.ExtensionContext,
  keys: KeyStore,
  demo: Demo,
): Promise<ServiceConfiguration | null> {
  if (demo.wanted) return demo.configuration();
  const url = serviceUrl();
  if (url !== '') {
    const apiKey = await keys.read(url);
    if (apiKey === null) throw new ConnectionProblem('signedOut', vscode.l10n.t('There is no API key for {0}.', url));
    return { url, apiKey, source: 'sign-in' };
  }
  if (context.globalState.get(ignoredKey, false)) return null;
  const { environmentService } = await import('./service-client.ts');
  const folder = vscode.workspace.isTrusted ? vscode.workspace.workspaceFolders?.[0]?.uri : undefined;
  return environmentService({ workingFolder: folder?.scheme === 'file' ? folder.fsPath : null });
}
