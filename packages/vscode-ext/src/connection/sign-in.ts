import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { connectionWorks } from '../problem-message.ts';
import { withProgress } from '../progress.ts';
import { type Services, treesOf } from '../services.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { ConnectionProblem, type ServiceConfiguration } from './connection.ts';
import { isRecording, isSaved } from './connection-ids.ts';
import { saveConnection } from './connection-profiles.ts';
import { isClearTextOverNetwork, readServiceUrl } from './service-url.ts';

/**
 * Prompts for URL and API key, verifies them, and only then stores them: the URL as a setting, the key as a secret.
 *
 * @param suggested URL that the user can confirm; default: that of the setting
 */
export async function signIn(services: Services, suggested?: string): Promise<void> {
  const { serviceUrl } = await import('./discovery.ts');
  const given = await askUrl(suggested ?? serviceUrl());
  if (given !== undefined) await signInAt(services, given, askUrl);
}

/** Prompts for another API key of a connection. */
export async function signInAgain(services: Services, node: TreeNode | undefined): Promise<void> {
  const { connectionOf, hasKey } = await import('./connection-commands.ts');
  const profile = await connectionOf(services, node, vscode.l10n.t('Enter API Key'), hasKey);
  if (profile) await signInAt(services, profile.id, async (url) => url);
}

/** Prompts for the API key of a URL. After a failure `askAgain` gives the URL of the next attempt. */
async function signInAt(
  services: Services,
  first: string,
  askAgain: (url: string) => Promise<string | undefined>,
): Promise<void> {
  let url = first;
  for (;;) {
    const apiKey = await askKey(url);
    if (apiKey === undefined) return;
    const problem = await verify(services, { url, apiKey, source: 'sign-in' });
    if (problem === undefined) return;
    if (problem === null) return completeSignIn(services, url, apiKey);
    services.log.warn(`Sign-in at ${url}: ${problem.message}`);
    const again = vscode.l10n.t('Try Again');
    const used = services.connections.usedAt(url);
    const choice = await vscode.window.showWarningMessage(`${problem.message} ${problem.remedy}`, again);
    if (choice !== again) return;
    // The message stays visible after a later sign-in.
    if (services.connections.usedAt(url) > used) {
      void vscode.window.showInformationMessage(connectionWorks(url));
      return;
    }
    const next = await askAgain(url);
    if (next === undefined) return;
    url = next;
  }
}

/**
 * Signs out of a connection: deletes its API key, or stops using the service that the extension started. The
 * environment and the settings files are ignored until the next sign-in.
 */
export async function signOut(services: Services, node: TreeNode | undefined): Promise<void> {
  const { connectionOf } = await import('./connection-commands.ts');
  const profile = await connectionOf(services, node, vscode.l10n.t('Sign Out'), () => true);
  if (!profile) return;
  const { serviceUrl, saveServiceUrl, ignoreEnvironment } = await import('./discovery.ts');
  const { id } = profile;
  if (id === 'demo') await services.demo.use(null);
  else if (id === 'local') await services.local.use(null);
  else if (isRecording(id)) await services.recordings.close(id);
  else if (id !== 'environment') await services.keys.forget(id);
  if (serviceUrl() === id) await saveServiceUrl('');
  await ignoreEnvironment(services.context, true);
  services.connections.of(id).reset();
  // Without a key this sends no request; the row shows at once that the connection is signed out.
  if (isSaved(id))
    await services.connections
      .of(id)
      .client()
      .catch(() => {});
  await leaveCurrent(services, id);
  refreshTrees(services);
}

/** Connects again to a service whose key another window has replaced; if it was deleted, shows that. */
export async function connectAgain(services: Services, url: string): Promise<void> {
  const connection = services.connections.of(url);
  connection.reset();
  // Without a key this sends no request.
  await connection.client().catch(() => {});
  refreshTrees(services);
}

/** Makes another connection the current one if there is one that is connected. */
async function leaveCurrent({ connections }: Services, id: string): Promise<void> {
  const isConnected = (other: string) => other !== id && connections.of(other).state.kind === 'connected';
  const next = connections.profiles().find((profile) => isConnected(profile.id));
  if (next && connections.currentId === id) await connections.select(next.id);
  else connections.listChanged();
}

/**
 * Starts the demo service and shows its experiments. Restores the previous state when the start fails or is
 * cancelled.
 */
export async function startDemo(services: Services): Promise<void> {
  await services.demo.use(vscode.Uri.joinPath(services.context.globalStorageUri, 'demo').fsPath);
  services.connections.of('demo').reset();
  await services.connections.select('demo');
  const connecting = () => services.connections.current.client();
  const started = await withProgress(vscode.l10n.t('Starting the demo service…'), connecting).catch(async (error) => {
    await leaveDemo(services);
    throw error;
  });
  if (started === undefined) return leaveDemo(services);
  refreshTrees(services);
  await vscode.commands.executeCommand('tracklens.experiments.focus');
}

/** Stops the demo service and returns to the previously configured service. */
export async function stopDemo(services: Services): Promise<void> {
  if (services.demo.folder === null)
    throw new UnmetCondition(vscode.l10n.t('This window does not use the demo service.'));
  await leaveDemo(services);
}

async function leaveDemo(services: Services): Promise<void> {
  await services.demo.use(null);
  services.connections.of('demo').reset();
  services.connections.listChanged();
  refreshTrees(services);
}

async function askUrl(value: string): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    title: vscode.l10n.t('Sign In (1/2)'),
    prompt: vscode.l10n.t('Address of the service'),
    placeHolder: vscode.l10n.t('https://tracking.example.org or http://127.0.0.1:5000'),
    value,
    ignoreFocusOut: true,
    validateInput(text) {
      const read = readServiceUrl(text);
      if (!read.ok) return { message: read.problem, severity: vscode.InputBoxValidationSeverity.Error };
      if (!isClearTextOverNetwork(read.url)) return null;
      const message = vscode.l10n.t(
        'Without https, others on the network can read the API key. Use https unless you trust the whole network.',
      );
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  const read = given === undefined ? null : readServiceUrl(given);
  return read?.ok ? read.url : undefined;
}

function askKey(url: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Sign In (2/2)'),
    prompt: vscode.l10n.t("API key for {0}. It is stored in the editor's secret storage.", url),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Paste the API key.') : null),
  });
}

/** Verifies a URL and a key. Resolves to the problem, to null when there is none, or to undefined when cancelled. */
function verify(
  services: Services,
  { url, apiKey, source }: ServiceConfiguration,
): Promise<ConnectionProblem | null | undefined> {
  return withProgress(vscode.l10n.t('Connecting to {0}…', url), async (signal) => {
    const { connectService } = await import('./service-client.ts');
    try {
      await connectService({ url, apiKey: apiKey.trim(), source }, services.log, signal);
      return null;
    } catch (error) {
      return error instanceof ConnectionProblem ? error : new ConnectionProblem('failed', String(error));
    }
  });
}

/** Stores a verified key, and makes its connection the current one. */
async function completeSignIn(services: Services, url: string, apiKey: string): Promise<void> {
  const { saveServiceUrl, ignoreEnvironment } = await import('./discovery.ts');
  await services.keys.save(url, apiKey.trim());
  await ignoreEnvironment(services.context, false);
  await services.demo.use(null);
  await saveConnection(url, {});
  await saveServiceUrl(url);
  services.connections.of(url).reset();
  await services.connections.select(url);
  // Panels and rows of the connection may wait for it; a failure is shown as its state.
  await services.connections.current.client().catch(() => {});
  refreshTrees(services);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Tracklens: connected to {0}', url)}`, 5000);
}

/**
 * Connects to the configured service and shows its experiments.
 *
 * @throws ConnectionProblem whose message is the reason why there is no connection
 */
export async function connect(services: Services): Promise<void> {
  await services.connections.current.client();
  refreshTrees(services);
}

/** Reloads all trees from their services, for a user who asks for it. */
export async function readTreesAgain(services: Services): Promise<void> {
  const { connections } = services;
  const connected = connections.profiles().map(({ id }) => connections.of(id));
  for (const connection of connected) {
    if (connection.state.kind === 'connected') (await connection.client()).discardCheck();
  }
  refreshTrees(services);
}

/** Reloads all trees. */
export function refreshTrees(services: Services): void {
  for (const tree of treesOf(services)) tree.refresh();
}
