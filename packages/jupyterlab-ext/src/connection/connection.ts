import { URLExt } from '@jupyterlab/coreutils';
import { ServerConnection } from '@jupyterlab/services';
import type { API } from '@tracklens/core/browser';
import type { ServiceHealth } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import { serviceAnswers } from './service-answers.ts';

/** What the Jupyter server says about its configuration. Never holds the key. */
export type ServiceStatus =
  | { readonly configured: true; readonly url: string; readonly source: string }
  | { readonly configured: false; readonly message: string; readonly remedy: string };

/**
 * The way to the service: through the proxy of the Jupyter server, which adds the API key. Nothing is sent, and no client
 * is loaded, before the first call.
 */
export class Connection {
  readonly #settings: ServerConnection.ISettings;
  readonly #clients = new Map<'api' | 'view', Promise<API>>();
  readonly #listeners = new Set<(answers: boolean) => void>();
  #health: ServiceHealth | null = null;

  constructor(settings: ServerConnection.ISettings) {
    this.#settings = settings;
  }

  /** The client for what a person asks for. */
  api(): Promise<API> {
    return this.#client('api');
  }

  /** The client for what a notebook shows: the proxy lets it read only. */
  reader(): Promise<API> {
    return this.#client('view');
  }

  /** Calls back when the service stops answering and when it answers again, until the returned function is called. */
  onHealth(listener: (answers: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the service answered the last request; null before the first one. */
  get answers(): boolean | null {
    return this.#health?.answers ?? null;
  }

  /** What is configured, asked of the Jupyter server. */
  async status(): Promise<ServiceStatus> {
    const response = await this.#fetch(URLExt.join(this.#settings.baseUrl, 'tracklens', 'status'), {});
    if (response.ok) return (await response.json()) as ServiceStatus;
    return {
      configured: false,
      message: 'The Tracklens server extension does not answer.',
      remedy: 'Check that "jupyter server extension list" shows tracklens as enabled, and restart the Jupyter server.',
    };
  }

  /**
   * The address at which a browser sees a page: one of the local service by a link that signs the browser in, once. The Jupyter
   * server asks for it, since it has the key.
   */
  async browserAddress(page: string): Promise<string> {
    const address = URLExt.join(this.#settings.baseUrl, 'tracklens', 'browser-address');
    const response = await this.#fetch(address, { method: 'POST', body: JSON.stringify({ page }) });
    const { url } = response.ok ? ((await response.json()) as { url?: unknown }) : {};
    return typeof url === 'string' ? url : page;
  }

  #client(route: 'api' | 'view'): Promise<API> {
    const made = this.#clients.get(route);
    if (made) return made;
    const baseUrl = URLExt.join(this.#settings.baseUrl, 'tracklens', route);
    const client = loadViews().then(({ API, fetchTransport, RestApiException, serviceHealth, viewRetry }) => {
      const proxy = fetchTransport({ baseUrl, fetch: (url, init) => this.#fetch(url, init) });
      this.#health ??= this.#followed(serviceHealth());
      const transport = this.#health.watch(serviceAnswers(proxy, RestApiException.from));
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

  /** Login and XSRF token are the host's matter; its cache-busting query field would reach the service. */
  #fetch(url: string, init: RequestInit): Promise<Response> {
    return ServerConnection.makeRequest(url, { ...init, cache: 'no-cache' }, this.#settings);
  }
}
