import { emitter } from '@tracklens/ui/emitter';
import type { JupyterRequest } from '../service/jupyter-request.ts';
import type { ServiceClients } from '../service/service-clients.ts';
import { type ConnectionList, readConnectionList } from './connection-list.ts';

/** Fields of the sign-in form. */
export interface SignIn {
  readonly url: string;
  readonly apiKey: string;
  readonly name: string;
  readonly color?: string;
}

/**
 * Changes the connections of the user, which the Jupyter server stores. Each change takes effect at once in this
 * page. Rejects with the reason and what to do.
 */
export class UserConnections {
  readonly #jupyter: JupyterRequest;
  readonly #clients: ServiceClients;
  readonly #changes = emitter<ConnectionList>();
  /** Calls a listener after each change in this page, until the returned function is called. */
  readonly onChange = this.#changes.subscribe;

  constructor(jupyter: JupyterRequest, clients: ServiceClients) {
    this.#jupyter = jupyter;
    this.#clients = clients;
  }

  /** Returns all connections. */
  async list(): Promise<ConnectionList> {
    return readConnectionList(await this.#jupyter.json('/connections', 'GET'));
  }

  /** Checks address and key with one request, stores them and makes the connection the active one. */
  signIn(given: SignIn): Promise<ConnectionList> {
    return this.#change('/connections', 'POST', given);
  }

  /** Changes the name or the color of a connection. */
  change(id: string, given: { readonly name?: string; readonly color?: string }): Promise<ConnectionList> {
    return this.#change('/connections', 'POST', { id, ...given });
  }

  /** Makes a connection the active one; null for the service of the configuration. */
  activate(id: string | null): Promise<ConnectionList> {
    return this.#change('/connections/active', 'POST', { id });
  }

  /** Removes a connection with its key. A local service that was started here ends; its data remain. */
  signOut(id: string): Promise<ConnectionList> {
    return this.#change(`/connections?id=${encodeURIComponent(id)}`, 'DELETE');
  }

  /** Starts a local service and makes it the active connection: for the user's own runs, or with demo data. */
  startLocalService(kind: 'service' | 'demo', folder = ''): Promise<ConnectionList> {
    return this.#change('/local-service', 'POST', { kind, folder });
  }

  /** Returns what a recording of experiments contains, given its file in Base64. */
  async recordingSummary(content: string): Promise<unknown> {
    return await this.#jupyter.json('/recording', 'POST', { content });
  }

  /** Starts the local service of a recording, given its file in Base64. The active connection stays the same. */
  openRecording(name: string, content: string): Promise<ConnectionList> {
    return this.#change('/local-service', 'POST', { kind: 'recording', name, content });
  }

  /** Stops the local service of a data folder, if the Jupyter server has started it. */
  stopLocalService(folder: string): Promise<ConnectionList> {
    return this.#change(`/local-service?folder=${encodeURIComponent(folder)}`, 'DELETE');
  }

  async #change(path: string, method: 'POST' | 'DELETE', body?: object): Promise<ConnectionList> {
    const list = readConnectionList(await this.#jupyter.json(path, method, body));
    this.#changes.emit(list);
    await this.#clients.status();
    return list;
  }
}
