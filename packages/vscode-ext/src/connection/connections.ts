import { emitter } from '@tracklens/ui/emitter';
import * as vscode from 'vscode';
import type { ServiceClient } from './connected-service.ts';
import {
  Connection,
  type ConnectionErrorCode,
  ConnectionProblem,
  type ConnectionState,
  type ServiceConnection,
} from './connection.ts';
import { isSaved } from './connection-ids.ts';
import { type ConnectionProfile, savedConnections } from './connection-profiles.ts';
import { findService, isSignedOut, saveSignedOut, serviceUrl } from './discovery.ts';
import type { KeyStore } from './key-store.ts';
import type { OwnService } from './own-service.ts';
import { stateLog } from './state-log.ts';
import type { TrainingEnvironment } from './training-environment.ts';

/** Dependencies of the connections of a window. */
export interface ConnectionsOptions {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly keys: KeyStore;
  /** Services that the extension starts; the id of their connection is their kind. */
  readonly own: readonly OwnService[];
  readonly trainingEnvironment: TrainingEnvironment;
}

const currentKey = 'tracklens.connection';
const usedKey = 'tracklens.connections.used';

/**
 * Connections of a window: one for each service that the user signed in to, for the demo, for the local service, and
 * for the service of the environment and the settings files. One of them is the current one, to which commands
 * without a row or a panel apply.
 */
export class Connections {
  /** Current connection: it changes its service when another one is selected. */
  readonly current: ServiceConnection<ServiceClient>;
  readonly #options: ConnectionsOptions;
  readonly #open = new Map<string, Connection<ServiceClient>>();
  readonly #currentStates = emitter<ConnectionState>();
  readonly #changes = emitter();
  /** Ids of the connections that could not be made since the user has signed out. */
  readonly #ended = new Set<string>();
  /** Calls a listener when a connection changes its state and when the list changes. */
  readonly subscribe = this.#changes.subscribe;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    const active = () => this.of(this.currentId);
    this.current = {
      get state() {
        return active().state;
      },
      client: () => active().client(),
      lose: (code: ConnectionErrorCode, message: string) => active().lose(code, message),
      reset: () => active().reset(),
      subscribe: this.#currentStates.subscribe,
    };
  }

  /** Id of the current connection: the one that was selected last and still exists, or else the first. */
  get currentId(): string {
    const profiles = this.profiles();
    const isOwn = this.#options.own.some(({ folder }) => folder !== null);
    const preferred = [...this.#selected, ...(isOwn ? [] : [serviceUrl()])];
    const found = preferred.find((id) => profiles.some((profile) => profile.id === id));
    return found ?? profiles[0]!.id;
  }

  /** Returns all connections, in the order of the trees. There is at least one. */
  profiles(): readonly ConnectionProfile[] {
    const own = this.#options.own.filter(({ folder }) => folder !== null).map(({ profile }) => profile);
    const saved = savedConnections().map(({ name, url, color }) => ({ id: url, name, color }));
    const url = serviceUrl();
    const addressed = url === '' || saved.some(({ id }) => id === url) ? [] : [unnamed(url)];
    const ofServices = [...addressed, ...saved];
    const isFound = url === '' && !isSignedOut(this.#options.context, 'environment');
    const all = [...own, ...ofServices, ...(isFound ? [environmentProfile()] : [])];
    return all.length > 0 ? all : [environmentProfile()];
  }

  /**
   * Returns the connections to show: all of them but the one of the environment, which is shown only if it names a
   * service or there is no other.
   */
  async shown(): Promise<readonly ConnectionProfile[]> {
    const profiles = this.profiles();
    if (profiles.length === 1 || profiles.at(-1)!.id !== 'environment') return profiles;
    const found = await this.#find('environment').catch(() => undefined);
    return found === null ? profiles.slice(0, -1) : profiles;
  }

  /** Returns a connection. One that was removed reports that. */
  of(id: string): Connection<ServiceClient> {
    const known = this.#open.get(id);
    if (known) return known;
    const { context } = this.#options;
    const made = new Connection<ServiceClient>({
      find: async () => {
        const isOut = isSignedOut(context, id);
        if (isOut) this.#ended.add(id);
        else this.#ended.delete(id);
        const found = await this.#find(id);
        if (found === null && isOut) throw new ConnectionProblem('signed-out', vscode.l10n.t('You are signed out.'));
        return found;
      },
      hasEnded: () => isSignedOut(context, id),
      connect: async (configuration) => {
        const client = await (await import('./service-client.ts')).connectService(configuration, this.#options.log);
        void this.#noteUse(id);
        return client;
      },
    });
    this.#open.set(id, made);
    made.subscribe(stateLog(this.#options.log));
    made.subscribe((state) => {
      if (this.currentId === id) this.#currentStates.emit(state);
      this.#changes.emit();
    });
    return made;
  }

  /** Returns the URL of a connection that is not the current one, for code that has to name it; else undefined. */
  urlUnlessCurrent(id: string): string | undefined {
    if (id === this.currentId) return undefined;
    const { state } = this.of(id);
    return state.kind === 'connected' ? state.url : isSaved(id) ? id : undefined;
  }

  /**
   * Returns the name under which data of a connection is stored. That of a service with a data folder is the folder:
   * its port may differ after each start.
   */
  storageKey(id: string): string {
    const folder = id === 'demo' ? null : this.#options.own.find((service) => service.id === id)?.folder;
    return folder ?? id;
  }

  /**
   * Makes a connection the current one; when it is removed, the one before is again. Panels of the others stay as they
   * are.
   */
  async select(id: string): Promise<void> {
    const others = this.profiles().map((profile) => profile.id);
    const earlier = this.#selected.filter((other) => other !== id && others.includes(other));
    await this.#options.context.workspaceState.update(currentKey, [id, ...earlier]);
    this.#currentStates.emit(this.current.state);
    this.#changes.emit();
  }

  /**
   * Sets whether the user is signed out of a connection, in all windows. That of this window ends, or connects again if
   * a panel waits for it.
   */
  async setSignedOut(id: string, signedOut: boolean): Promise<void> {
    await saveSignedOut(this.#options.context, id, signedOut);
    const connection = this.of(id);
    const { kind } = connection.state;
    if (kind === 'idle' || signedOut === (kind === 'signed-out')) return;
    connection.reset();
    // After a sign-out, this sends no request. A failure is shown as its state.
    connection.client().catch(() => {});
  }

  /** Ends the connections that the user has signed out of in another window, and makes those of a later sign-in. */
  followOtherWindows(): void {
    for (const [id, connection] of this.#open) {
      const isOut = isSignedOut(this.#options.context, id);
      const { kind } = connection.state;
      if (isOut ? kind === 'connected' : kind === 'signed-out' && this.#ended.has(id))
        connection.client().catch(() => {});
    }
  }

  /** Whether the user has ever connected to a service. */
  get isUsed(): boolean {
    return this.#options.context.globalState.get(usedKey) !== undefined;
  }

  /** Returns the time of the last connection, in milliseconds since 1970; 0 for never. */
  usedAt(id: string): number {
    return this.#options.context.globalState.get<Record<string, number>>(usedKey, {})[id] ?? 0;
  }

  /** Reports that the list has changed: a connection was added, removed or renamed. */
  listChanged(): void {
    this.#currentStates.emit(this.current.state);
    this.#changes.emit();
  }

  /** Ids of the connections that were selected, the last one first. Earlier versions stored one id. */
  get #selected(): readonly string[] {
    return [this.#options.context.workspaceState.get<string | string[]>(currentKey, [])].flat();
  }

  #find(id: string) {
    return findService(id, this.#options);
  }

  async #noteUse(id: string): Promise<void> {
    const { globalState } = this.#options.context;
    const used = globalState.get<Record<string, number>>(usedKey, {});
    await globalState.update(usedKey, { ...used, [id]: Date.now() });
  }
}

const environmentProfile = (): ConnectionProfile => ({
  id: 'environment',
  name: vscode.l10n.t('Environment'),
  color: 'purple',
});

const unnamed = (url: string): ConnectionProfile => ({ id: url, name: new URL(url).host, color: 'blue' });
