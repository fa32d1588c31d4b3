import * as vscode from 'vscode';
import { acquireService } from '#platform';
import type { BundledService } from './bundled-service.ts';
import type { ServiceConfiguration } from './connection.ts';
import { recordingFile } from './connection-ids.ts';
import type { ConnectionProfile } from './connection-profiles.ts';

/** Options of a service that the extension starts. */
export interface OwnServiceOptions {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** Id and appearance of its connection. */
  readonly profile: ConnectionProfile;
  /** `demo` has the recorded sweep, `local` the experiments of the user, `recording` those of a file. */
  readonly kind: 'demo' | 'local' | 'recording';
  /** Called with the service when this window starts to use it, and with null when it stops. */
  onUse?(service: ServiceConfiguration | null): void;
  /** Called when the process has ended although this window uses it. */
  onLost(): void;
}

/** A process that ended sooner than this after its start is not started again automatically, in milliseconds. */
const crashMillis = 10_000;

/**
 * Service that the extension starts on the editor's own Node.js, for all windows that use its data folder. The choice
 * to use it survives a reload; the process ends when the last window stops using it.
 */
export class OwnService implements vscode.Disposable {
  readonly #options: OwnServiceOptions;
  readonly #name: string;
  #service: Promise<BundledService> | null = null;

  constructor(options: OwnServiceOptions) {
    this.#options = options;
    this.#name = `The ${options.kind} service`;
    this.#showInMenus();
  }

  get profile(): ConnectionProfile {
    return this.#options.profile;
  }

  get id(): string {
    return this.#options.profile.id;
  }

  /** Data folder of the service that this window uses; null when it uses none. */
  get folder(): string | null {
    return this.#options.context.workspaceState.get<string | null>(this.#key, null);
  }

  /** Chooses the data folder; null stops using the service. Resolves to the number of other windows that use it. */
  async use(folder: string | null): Promise<number> {
    if (folder === this.folder) return 0;
    await this.#options.context.workspaceState.update(this.#key, folder ?? undefined);
    this.#showInMenus();
    const service = await this.#service?.catch(() => null);
    this.#service = null;
    this.#options.onUse?.(null);
    // A service that no longer responds is not used by anybody.
    return (await service?.release().catch(() => 0)) ?? 0;
  }

  /**
   * Returns the configuration of the service; starts the service when it does not run.
   *
   * @throws Error when the service is not used, or does not start
   */
  async configuration(): Promise<ServiceConfiguration> {
    this.#service ??= this.#start();
    const used = this.#service;
    const service = await used;
    if (await service.isRunning()) return { url: service.url, apiKey: service.apiKey, source: this.#options.kind };
    if (this.#service === used) {
      this.#service = null;
      this.#options.onUse?.(null);
    }
    return this.configuration();
  }

  dispose(): void {
    this.#service?.then(
      (service) => service.close(),
      () => {},
    );
    this.#service = null;
  }

  get #key(): string {
    return `tracklens.${this.id}.folder`;
  }

  #showInMenus(): void {
    const used = this.folder !== null;
    if (this.#options.kind === 'demo') void vscode.commands.executeCommand('setContext', 'tracklens.demo', used);
    if (this.#options.kind === 'local') void vscode.commands.executeCommand('setContext', 'tracklens.local', used);
  }

  #start(): Promise<BundledService> {
    const { log, onUse, kind } = this.#options;
    const starting: Promise<BundledService> = this.#launch();
    const startedAt = Date.now();
    const forget = () => {
      if (this.#service !== starting) return false;
      this.#service = null;
      return true;
    };
    starting.then(
      ({ url, apiKey, ended }) => {
        log.info(`${this.#name} runs at ${url}.`);
        onUse?.({ url, apiKey, source: kind });
        void ended.then(() => forget() && this.#restart(startedAt));
      },
      () => forget(),
    );
    return starting;
  }

  /** Starts a service again that was killed, because scripts may be logging to it. */
  #restart(startedAt: number): void {
    const { log, onLost } = this.#options;
    log.warn(`${this.#name} ended.`);
    onLost();
    if (Date.now() - startedAt < crashMillis) return;
    this.configuration().catch((error: Error) => log.warn(error.message));
  }

  async #launch(): Promise<BundledService> {
    const { folder } = this;
    if (folder === null) throw new Error(`${this.#name} is not used.`);
    const { context, kind } = this.#options;
    const program = vscode.Uri.joinPath(context.extensionUri, 'dist', 'tracklens.mjs').fsPath;
    const content = { demo: ['--demo'], local: [], recording: ['--recording', `${folder}/${recordingFile}`] }[kind];
    return acquireService({ program, folder, content });
  }
}
