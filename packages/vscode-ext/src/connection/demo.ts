import * as vscode from 'vscode';
import type { ServiceConfiguration } from './connection.ts';
import type { DemoService } from './demo-service.ts';

const wantedKey = 'tracklens.demo';

/**
 * Demo service of this window. The choice to use it survives a reload, the process does not: it is started again on
 * the next request.
 */
export class Demo implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #lost: (lastWords: string) => void;
  #service: Promise<DemoService> | null = null;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, lost: (lastWords: string) => void) {
    this.#context = context;
    this.#log = log;
    this.#lost = lost;
    this.#showInMenus();
  }

  /** Whether this window shows the demo service. */
  get wanted(): boolean {
    return this.#context.workspaceState.get(wantedKey, false);
  }

  async want(wanted: boolean): Promise<void> {
    await this.#context.workspaceState.update(wantedKey, wanted);
    if (!wanted) this.dispose();
    this.#showInMenus();
  }

  /** Returns the configuration of the demo service; starts the service when it is not running. */
  async configuration(): Promise<ServiceConfiguration> {
    this.#service ??= this.#start();
    const { url, apiKey } = await this.#service;
    return { url, apiKey, source: 'demo' };
  }

  dispose(): void {
    this.#service?.then(
      (service) => service.stop(),
      () => {},
    );
    this.#service = null;
  }

  #showInMenus(): void {
    void vscode.commands.executeCommand('setContext', 'tracklens.demo', this.wanted);
  }

  #start(): Promise<DemoService> {
    const starting: Promise<DemoService> = this.#launch();
    const forget = () => {
      if (this.#service !== starting) return false;
      this.#service = null;
      return true;
    };
    starting.then(
      ({ url, ended }) => {
        this.#log.info(`The demo service runs at ${url}.`);
        // A service of another window can exit at any time, so it is looked up again on the next use.
        if (ended === null) forget();
        void ended?.then((lastWords) => {
          if (forget()) this.#lost(lastWords);
        });
      },
      () => forget(),
    );
    return starting;
  }

  async #launch(): Promise<DemoService> {
    const { startDemoService } = await import('./demo-service.ts');
    return startDemoService(
      vscode.Uri.joinPath(this.#context.extensionUri, 'dist', 'tracklens.mjs').fsPath,
      vscode.Uri.joinPath(this.#context.globalStorageUri, 'demo').fsPath,
      (line) => this.#log.info(line),
    );
  }
}
