import * as vscode from 'vscode';
import { showInformation } from '../messages.ts';
import type { ServiceConfiguration } from './connection.ts';

const askedKey = 'tracklens.local.processes';

/**
 * Variables that let training scripts log to the local service. New terminals get them from the editor; kernels and
 * debug sessions, which are processes of the extension host, get them after one question. They are not stored: the
 * collection is not persistent, so the API key is in no file but the key file of the data folder.
 */
export class TrainingEnvironment implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  #service: ServiceConfiguration | null = null;
  /** Values that the extension host had before, by name. */
  #before: ReadonlyMap<string, string | undefined> | null = null;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** Sets the variables of a service; null removes them. */
  set(service: ServiceConfiguration | null): void {
    const { environmentVariableCollection: collection } = this.#context;
    this.#service = service;
    collection.persistent = false;
    collection.clear();
    this.#setInProcess();
    if (service === null) return;
    collection.description = vscode.l10n.t('Address and API key of the local Tracklens service');
    for (const [name, value] of variablesOf(service)) collection.replace(name, value);
  }

  /** Asks once in a workspace whether kernels and debug sessions get the variables, too. */
  async ask(): Promise<void> {
    if (this.#context.workspaceState.get(askedKey) !== undefined) return;
    const yes = vscode.l10n.t('Yes');
    const no = vscode.l10n.t('Only Terminals');
    const choice = await showInformation(
      vscode.l10n.t(
        'Scripts in new terminals log to the local service. Also notebook kernels and debug sessions that start from now on? The other extensions of this window can read the API key then.',
      ),
      yes,
      no,
    );
    if (choice === undefined) return;
    await this.#context.workspaceState.update(askedKey, choice === yes);
    this.#setInProcess();
  }

  /** Returns the environment of the extension host without the variables of the local service. */
  get userEnvironment(): NodeJS.ProcessEnv {
    return { ...process.env, ...Object.fromEntries(this.#before ?? []) };
  }

  dispose(): void {
    for (const [name, value] of this.#before ?? []) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    this.#before = null;
  }

  /** Sets the variables of the current service in this process if the user wants that. */
  #setInProcess(): void {
    this.dispose();
    if (this.#service === null || this.#context.workspaceState.get(askedKey) !== true) return;
    const variables = variablesOf(this.#service);
    this.#before = new Map(variables.map(([name]) => [name, process.env[name]]));
    for (const [name, value] of variables) process.env[name] = value;
  }
}

/** Returns the variables that the Comet SDKs and the Tracklens packages read. */
function variablesOf({ url, apiKey }: ServiceConfiguration): readonly (readonly [string, string])[] {
  return ['COMET', 'SERVICE'].flatMap((prefix) => [
    [`${prefix}_URL_OVERRIDE`, `${url}/clientlib/`] as const,
    [`${prefix}_API_KEY`, apiKey] as const,
  ]);
}
