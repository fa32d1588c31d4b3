import type { API } from '@tracklens/core/browser';
import type { ServiceHealth } from '@tracklens/ui';
import { emitter } from '@tracklens/ui/emitter';
import { loadViews } from '../load-views.ts';
import type { JupyterRequest } from './jupyter-request.ts';
import { RejectedRequest } from './rejected-request.ts';
import { withConnectionErrors } from './service-responses.ts';
import { readServiceStatus, type ServiceStatus } from './service-status.ts';
import { staticSite } from './static-site.ts';

const noServerExtension: ServiceStatus = {
  id: null,
  configured: false,
  message: 'The Tracklens server extension does not respond.',
  remedy: 'Check that "jupyter server extension list" shows tracklens as enabled, and restart the Jupyter server.',
};

/**
 * Clients of services by connection id, through the proxy of the Jupyter server, which adds the API key. Before the
 * first call, nothing is sent and no client is loaded. A client stays with its connection when the user switches.
 */
export class ServiceClients {
  readonly #jupyter: JupyterRequest;
  readonly #clients = new Map<string, Promise<API>>();
  readonly #healths = new Map<string, ServiceHealth>();
  readonly #healthChanges = emitter<boolean>();
  readonly #changes = emitter<ServiceStatus>();
  #status: Promise<ServiceStatus> | null = null;
  #current: ServiceStatus | null = null;
  /** Whether the status could not be read before: what was shown without it is then outdated. */
  #hasFailed = false;
  /** Calls a listener when the active service stops or resumes responding, until the returned function is called. */
  readonly onHealth = this.#healthChanges.subscribe;
  /**
   * Calls a listener when another connection is active or its state has changed, until the returned function is called.
   */
  readonly onChange = this.#changes.subscribe;

  constructor(jupyter: JupyterRequest) {
    this.#jupyter = jupyter;
  }

  /** Client for user actions, with read and write access. Default: that of the active connection. */
  api(id?: string | null): Promise<API> {
    return this.#client('api', id);
  }

  /**
   * Client for notebook outputs; the proxy limits it to reads. Default: that of the active connection. With `null` it
   * reports that the server extension is missing.
   */
  reader(id?: string | null): Promise<API> {
    return this.#client('view', id);
  }

  /** Whether the active service responded to the last request; null before the first one. */
  get isReachable(): boolean | null {
    return this.#healths.get(this.#current?.id ?? '')?.responds ?? null;
  }

  /** Last known status; null before the first one. */
  get current(): ServiceStatus | null {
    return this.#current;
  }

  /** Reads the active connection from the Jupyter server. A later call replaces the result of an earlier one. */
  status(): Promise<ServiceStatus> {
    const reading: Promise<ServiceStatus> = this.#readStatus().then(
      (status) => {
        // The responses may arrive in another order.
        if (this.#status !== null && this.#status !== reading) return this.#status;
        this.#setCurrent(status);
        return status;
      },
      (error: unknown) => {
        if (this.#status === reading) this.#status = null;
        this.#hasFailed = true;
        throw error;
      },
    );
    this.#status = reading;
    return reading;
  }

  /**
   * Returns the URL at which a browser can open a page. For a page of a local service, this is a one-time link that
   * signs the browser in, requested by the Jupyter server, because it has the API key. Out of reach of the browser, the
   * Jupyter server serves the page itself.
   */
  async browserAddress(page: string, isOutOfReach: boolean): Promise<string> {
    const body = { page, remote: isOutOfReach };
    const { url } = (await this.#jupyter.json('/browser-address', 'POST', body)) as { url?: unknown };
    return typeof url === 'string' ? url : page;
  }

  #setCurrent(status: ServiceStatus): void {
    const earlier = this.#current;
    this.#current = status;
    if (earlier === null ? this.#hasFailed : JSON.stringify(earlier) !== JSON.stringify(status))
      this.#changes.emit(status);
  }

  async #readStatus(): Promise<ServiceStatus> {
    if (this.#jupyter.isStaticSite) return { id: null, configured: false, ...staticSite };
    const response = await this.#jupyter.send(this.#jupyter.url('status'));
    if (response.ok) return readServiceStatus(await response.json().catch(() => null));
    // Any other status is from a gateway or an ended login, not about the connection.
    if (response.status === 404) return noServerExtension;
    throw new RejectedRequest(`The Jupyter server responded with status ${response.status}.`, null);
  }

  async #client(route: 'api' | 'view', given?: string | null): Promise<API> {
    const id = given === undefined ? (await (this.#status ?? this.status())).id : given;
    const path = id === null ? [route] : ['at', id, route];
    const key = path.join('/');
    const made = this.#clients.get(key);
    if (made) return await made;
    const client = this.#newClient(path, id ?? '');
    this.#clients.set(key, client);
    client.catch(() => this.#clients.delete(key));
    return await client;
  }

  async #newClient(path: readonly string[], id: string): Promise<API> {
    const { API, fetchTransport, RestApiException, ServiceHealth, viewRetry } = await loadViews();
    const fetch = (url: string, init: RequestInit) => this.#jupyter.send(url, init);
    const proxy = fetchTransport({ baseUrl: this.#jupyter.url(...path), fetch });
    const health = this.#healths.get(id) ?? this.#followed(new ServiceHealth(), id);
    const transport = health.watch(withConnectionErrors(proxy, RestApiException.of));
    return new API({ transport, retry: viewRetry });
  }

  #followed(health: ServiceHealth, id: string): ServiceHealth {
    this.#healths.set(id, health);
    health.subscribe(() => {
      if (id !== (this.#current?.id ?? '')) return;
      this.#healthChanges.emit(health.responds === true);
    });
    return health;
  }
}
