import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showInformation, showWarning } from '../messages.ts';
import { connectionWorks } from '../problem-message.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { reloadTrees } from '../trees/reload-trees.ts';
import { ConnectionProblem, type ServiceConfiguration } from './connection.ts';
import { saveConnection } from './connection-profiles.ts';
import { saveServiceUrl, serviceUrl } from './discovery.ts';
import { isClearTextOverNetwork, readServiceUrl } from './service-url.ts';

/**
 * Prompts for URL and API key, verifies them, and only then stores them: the URL as a setting, the key as a secret.
 *
 * @param suggested URL that the user can confirm; default: that of the setting
 */
export async function signIn(services: Services, suggested?: string): Promise<void> {
  const given = await askUrl(suggested ?? serviceUrl());
  if (given !== undefined) await signInAt(services, given, askUrl);
}

/** Prompts for another API key of a connection. */
export async function signInAgain(services: Services, node: TreeNode | undefined): Promise<void> {
  const { connectionOf, hasKey } = await import('./connection-commands.ts');
  const profile = await connectionOf(services, node, vscode.l10n.t('Enter API Key'), hasKey);
  if (profile) await signInTo(services, profile.id);
}

/** Prompts for the API key of a URL. */
export async function signInTo(services: Services, url: string): Promise<void> {
  await signInAt(services, url, async () => url);
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
    const choice = await showWarning(`${problem.message} ${problem.remedy}`, again);
    if (choice !== again) return;
    // The message stays visible after a later sign-in.
    if (services.connections.usedAt(url) > used) {
      void showInformation(connectionWorks(url));
      return;
    }
    const next = await askAgain(url);
    if (next === undefined) return;
    url = next;
  }
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
  services: Pick<Services, 'log'>,
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
  await services.keys.save(url, apiKey.trim());
  await services.connections.setSignedOut(url, false);
  await services.connections.setSignedOut('environment', false);
  await services.demo.use(null);
  await saveConnection(url, {});
  await saveServiceUrl(url);
  services.connections.of(url).reset();
  await services.connections.select(url);
  // Panels and rows of the connection may wait for it; a failure is shown as its state.
  await services.connections.current.client().catch(() => {});
  reloadTrees(services);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Tracklens: connected to {0}', url)}`, 5000);
}
