import * as vscode from 'vscode';
import { ConnectionProblem, type ServiceConfiguration } from './connection.ts';
import type { Demo } from './demo.ts';
import type { KeyStore } from './key-store.ts';
import { readServiceUrl } from './service-url.ts';

const ignoredKey = 'tracklens.environmentIgnored';

/** Returns the URL of the `service.url` setting, or `''` when it is not set or invalid. */
export function serviceUrl(): string {
  const read = readServiceUrl(vscode.workspace.getConfiguration('tracklens').get<string>('service.url', ''));
  return read.ok ? read.url : '';
}

/** Writes the service URL to the user settings; `''` removes it. */
export async function saveServiceUrl(url: string): Promise<void> {
  const value = url === '' ? undefined : url;
  await vscode.workspace.getConfiguration('tracklens').update('service.url', value, vscode.ConfigurationTarget.Global);
}

/** Sets whether the environment and settings files are ignored. They are from sign-out until the next sign-in. */
export async function ignoreEnvironment(context: vscode.ExtensionContext, ignored: boolean): Promise<void> {
  await context.globalState.update(ignoredKey, ignored);
}

/**
 * Returns the configuration of the service: the demo if enabled, else the signed-in service, else the one from the
 * environment and the settings files. Makes no network request. The folder of an untrusted workspace is not read. The
 * folder of a trusted one may set a key together with its URL, but a key from elsewhere is never sent to a URL that
 * the folder sets.
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
