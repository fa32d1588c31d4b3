import * as vscode from 'vscode';
import { isWeb } from '#platform';
import { ConnectionProblem, type ServiceConfiguration } from './connection.ts';
import { isRecording } from './connection-ids.ts';
import type { KeyStore } from './key-store.ts';
import type { OwnService } from './own-service.ts';
import { readServiceUrl } from './service-url.ts';
import type { TrainingEnvironment } from './training-environment.ts';

const signedOutKey = 'tracklens.signedOut';

/** Returns the URL of the `service.url` setting, or `''` when it is not set or invalid. */
export function serviceUrl(): string {
  const value = vscode.workspace.getConfiguration('tracklens').get<unknown>('service.url');
  const read = typeof value === 'string' ? readServiceUrl(value) : null;
  return read?.ok ? read.url : '';
}

/** Writes the service URL to the user settings; `''` removes it. */
export async function saveServiceUrl(url: string): Promise<void> {
  const value = url === '' ? undefined : url;
  await vscode.workspace.getConfiguration('tracklens').update('service.url', value, vscode.ConfigurationTarget.Global);
}

/** Stores for all windows whether the user has signed out of a connection. */
export async function saveSignedOut(context: vscode.ExtensionContext, id: string, signedOut: boolean): Promise<void> {
  const others = signedOutOf(context).filter((other) => other !== id);
  await context.globalState.update(signedOutKey, signedOut ? [...others, id] : others);
}

/**
 * Returns whether the user has signed out of a connection, in any window, and has not signed in since. In a browser, a
 * window does not see that another one has deleted a key.
 */
export function isSignedOut(context: vscode.ExtensionContext, id: string): boolean {
  return signedOutOf(context).includes(id);
}

function signedOutOf(context: vscode.ExtensionContext): readonly string[] {
  return context.globalState.get<readonly string[]>(signedOutKey, []);
}

/** Sources of configurations. */
interface Sources {
  readonly context: vscode.ExtensionContext;
  readonly keys: KeyStore;
  readonly own: readonly OwnService[];
  readonly trainingEnvironment: TrainingEnvironment;
}

/**
 * Returns the configuration of a connection; null when the environment names no service. Makes no network request,
 * but starts the demo or the local service. The folders of an untrusted workspace are not read. A folder of a trusted
 * one may set a key together with its URL, but a key from elsewhere is never sent to a URL that the folder sets.
 *
 * @throws ConnectionProblem `signed-out` when the connection was removed or has no key
 */
export async function findService(
  id: string,
  { context, keys, own, trainingEnvironment }: Sources,
): Promise<ServiceConfiguration | null> {
  const service = own.find((one) => one.id === id);
  if (service || isRecording(id)) {
    if (service && service.folder !== null) return service.configuration();
    const message = vscode.l10n.t('The service of this connection was stopped.');
    const remedy = service
      ? vscode.l10n.t('Start it again to read from it.')
      : vscode.l10n.t('Open the file of the recording again.');
    throw new ConnectionProblem('signed-out', message, { remedy });
  }
  if (id !== 'environment') {
    const apiKey = isSignedOut(context, id) ? null : await keys.read(id);
    if (apiKey !== null) return { url: id, apiKey, source: 'sign-in' };
    throw new ConnectionProblem('signed-out', vscode.l10n.t('You are signed out of {0}.', new URL(id).host), {
      remedy: vscode.l10n.t('Sign in to read from this service.'),
    });
  }
  if (isWeb || isSignedOut(context, id)) return null;
  const { workspaceService } = await import('./service-client.ts');
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  // The variables that this extension sets for kernels are no configuration of the user.
  const { userEnvironment: env } = trainingEnvironment;
  const paths = folders.flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : []));
  return workspaceService({ env, folders: paths });
}
