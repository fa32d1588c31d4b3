import { URLExt } from '@jupyterlab/coreutils';
import { ServerConnection } from '@jupyterlab/services';
import type { API } from '@tracklens/core/browser';
import type { ServiceHealth } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import { withConnectionErrors } from './service-responses.ts';

/** Service configuration that the Jupyter server reports. Never contains the API key. */
export type ServiceStatus =
  | { readonly configured: true; readonly url: string; readonly source: string }
  | { readonly configured: false; readonly message: string; readonly remedy: string };

/**
 * Connection to the service through the proxy of the Jupyter server, which adds the API key. Before the first call,
 * nothing is sent and no client is loaded.
 */
export class Connection {
  readonly #settings: ServerConnection.ISettings;
  readonly #clients = new Map<'api' | 'view', Promise<API>>();
  readonly #listeners = new Set<(isReachable: boolean) => void>();
  #health: ServiceHealth | null = null;

  constructor(settings: ServerConnection.ISettings) {
    this.#settings = settings;
  }

  /** Client for user actions, with read and write access. */
  api(): Promise<API> {
    return this.#client('api');
  }

  /** Client for notebook outputs; the proxy limits it to reads. */
  reader(): Promise<API> {
    return this.#client('view');
  }

  /** Calls `listener` when the service stops or resumes responding, until the returned function is called. */
  onHealth(listener: (isReachable: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the service responded to the last request; null before the first one. */
  get isReachable(): boolean | null {
    return this.#health?.answers ?? null;
  }

  /** Reads the service configuration from the Jupyter server. */
  async status(): Promise<ServiceStatus> {
    const response = await this.#fetch(URLExt.join(this.#settings.baseUrl, 'tracklens', 'status'), {});
    if (response.ok) return (await response.json()) as ServiceStatus;
    return {
      configured: false,
      message: 'The Tracklens server extension does not respond.',
      remedy: 'Check that "jupyter server extension list" shows tracklens as enabled, and restart the Jupyter server.',
    };
  }

  /**
   * Returns the URL at which a browser can open a page. For a page of the local service, this is a one-time link that
   * signs the browser in. The Jupyter server requests it, because it has the API key.
   */
  async browserAddress(page: string): Promise<string> {
    const address = URLExt.join(this.#settings.baseUrl, 'tracklens', 'browser-address');
    const response = await this.#fetch(address, { method: 'POST', body: JSON.stringify({ page }) });
    const { url } = response.ok ? ((await response.json()) as { url?: unknown }) : {};
    return typeof url === 'string' ? url : page;
  }

  /**
   * Starts a local service next to the Jupyter server: for the user's own runs, or with demo data. Rejects with the
   * reason and the remedy when it does not start.
   */
  async startLocalService(kind: 'service' | 'demo'): Promise<void> {
    const address = URLExt.join(this.#settings.baseUrl, 'tracklens', 'local-service');
    const response = await this.#fetch(address, { method: 'POST', body: JSON.stringify({ kind }) });
    if (response.ok) return;
    const { msg, remedy } = (await response.json().catch(() => ({}))) as { msg?: unknown; remedy?: unknown };
    const sentences = [msg, remedy].filter((sentence) => typeof sentence === 'string' && sentence !== '');
    throw new Error(sentences.join(' ') || `The Jupyter server responded with status ${response.status}.`);
  }

  #client(route: 'api' | 'view'): Promise<API> {
    const made = this.#clients.get(route);
    if (made) return made;
    const baseUrl = URLExt.join(this.#settings.baseUrl, 'tracklens', route);
    const client = loadViews().then(({ API, fetchTransport, RestApiException, serviceHealth, viewRetry }) => {
      const proxy = fetchTransport({ baseUrl, fetch: (url, init) => this.#fetch(url, init) });
      this.#health ??= this.#followed(serviceHealth());
      const transport = this.#health.watch(withConnectionErrors(proxy, RestApiException.from));
      return new API({ transport, retry: viewRetry });
    });
    this.#clients.set(route, client);
    client.catch(() => this.#clients.delete(route));
    return client;
  }

  #followed(health: ServiceHealth): ServiceHealth {
    health.subscribe(() => {
      for (const listener of [...this.#listeners]) listener(health.answers === true);
    });
    return health;
  }

  /**
   * Sends a request with the login and XSRF token of the host. `no-cache` prevents the host from adding a
   * cache-busting query parameter, which would reach the service.
   */
  #fetch(url: string, init: RequestInit): Promise<Response> {
    return ServerConnection.makeRequest(url, { ...init, cache: 'no-cache' }, this.#settings);
  }
}
