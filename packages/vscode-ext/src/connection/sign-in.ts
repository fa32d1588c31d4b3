import * as vscode from 'vscode';
import type { Parts } from '../parts.ts';
import { ConnectionProblem, type ServiceConfiguration } from './connection.ts';
import { isClearTextOverNetwork, readServiceUrl } from './service-url.ts';

const title = 'Tracklens: Sign In';

/** Asks for address and key, tries them, and only then keeps them: the address as a setting, the key as a secret. */
export async function signIn(parts: Parts): Promise<void> {
  const { serviceUrl } = await import('./discovery.ts');
  let url = serviceUrl();
  for (;;) {
    const given = await askUrl(url);
    if (given === undefined) return;
    url = given;
    const apiKey = await askKey(url);
    if (apiKey === undefined) return;
    const problem = await check(parts, { url, apiKey, source: 'sign-in' });
    if (problem === null) return keep(parts, url, apiKey);
    parts.log.warn(`Sign-in at ${url}: ${problem.message}`);
    const again = 'Try Again';
    const choice = await vscode.window.showErrorMessage(`${problem.message} ${problem.remedy}`, again);
    if (choice !== again) return;
  }
}

/** Forgets the key and the address, and ends the demo service. What the environment configures is left alone until the next sign-in. */
export async function signOut(parts: Parts): Promise<void> {
  const { serviceUrl, saveServiceUrl, ignoreEnvironment } = await import('./discovery.ts');
  const url = serviceUrl();
  await parts.demo.want(false);
  if (url !== '') await parts.keys.forget(url);
  await saveServiceUrl('');
  await ignoreEnvironment(parts.context, true);
  parts.connection.reset();
  refreshTrees(parts);
}

/** Starts the demo service and shows its experiments. */
export async function startDemo(parts: Parts): Promise<void> {
  await parts.demo.want(true);
  parts.connection.reset();
  try {
    await vscode.window.withProgress({ location: { viewId: 'tracklens.experiments' } }, () =>
      parts.connection.client(),
    );
  } catch (error) {
    await parts.demo.want(false);
    parts.connection.reset();
    refreshTrees(parts);
    throw error;
  }
  refreshTrees(parts);
  await vscode.commands.executeCommand('tracklens.experiments.focus');
}

/** Ends the demo service; what was signed in before is shown again. */
export async function stopDemo(parts: Parts): Promise<void> {
  await parts.demo.want(false);
  parts.connection.reset();
  refreshTrees(parts);
}

async function askUrl(value: string): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    title: `${title} (1/2)`,
    prompt: 'Address of the service',
    placeHolder: 'https://tracking.example.org or http://127.0.0.1:5000',
    value,
    ignoreFocusOut: true,
    validateInput(text) {
      const read = readServiceUrl(text);
      if (!read.ok) return { message: read.problem, severity: vscode.InputBoxValidationSeverity.Error };
      if (!isClearTextOverNetwork(read.url)) return null;
      const message = 'Without https the API key can be read on its way. Use https unless you trust the whole network.';
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  const read = given === undefined ? null : readServiceUrl(given);
  return read?.ok ? read.url : undefined;
}

function askKey(url: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: `${title} (2/2)`,
    prompt: `API key for ${url}. It is kept in the editor's secret storage.`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Paste the API key.' : null),
  });
}

function check(parts: Parts, configuration: ServiceConfiguration): Thenable<ConnectionProblem | null> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Connecting to ${configuration.url}…` },
    async () => {
      const { connectService } = await import('./service-client.ts');
      try {
        await connectService({ ...configuration, apiKey: configuration.apiKey.trim() }, parts.log);
        return null;
      } catch (error) {
        return error instanceof ConnectionProblem ? error : new ConnectionProblem('failed', String(error));
      }
    },
  );
}

async function keep(parts: Parts, url: string, apiKey: string): Promise<void> {
  const { saveServiceUrl, ignoreEnvironment } = await import('./discovery.ts');
  await parts.keys.save(url, apiKey.trim());
  await ignoreEnvironment(parts.context, false);
  await parts.demo.want(false);
  await saveServiceUrl(url);
  parts.connection.reset();
  refreshTrees(parts);
  vscode.window.setStatusBarMessage(`$(check) Tracklens: connected to ${url}`, 5000);
}

/** Reads both trees anew. */
export function refreshTrees(parts: Parts): void {
  parts.experiments.refresh();
  parts.registry.refresh();
}
