import { URLExt } from '@jupyterlab/coreutils';
import { ServerConnection } from '@jupyterlab/services';
import { RejectedRequest } from './rejected-request.ts';
import { isStaticSite, staticSiteResponse } from './static-site.ts';

/** Sends requests to the Tracklens server extension, with the login and XSRF token of the host. */
export class JupyterRequest {
  readonly #settings: ServerConnection.ISettings;
  /** Whether there is no Jupyter server. Requests are then not sent. */
  readonly isStaticSite = isStaticSite();

  constructor(settings: ServerConnection.ISettings) {
    this.#settings = settings;
  }

  /** Returns the URL of a path below `tracklens/`. */
  url(...path: readonly string[]): string {
    return URLExt.join(this.#settings.baseUrl, 'tracklens', ...path);
  }

  /**
   * Sends a request. `no-cache` prevents the host from adding a cache-busting query parameter, which would reach the
   * service.
   */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    if (this.isStaticSite) return staticSiteResponse();
    return await ServerConnection.makeRequest(url, { ...init, cache: 'no-cache' }, this.#settings);
  }

  /** Sends a request with a JSON body and returns the parsed response. Rejects with a `RejectedRequest`. */
  async json(path: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
    const response = await this.send(this.url() + path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((error: unknown) => {
      if (!(error instanceof ServerConnection.NetworkError)) throw error;
      throw new RejectedRequest('The Jupyter server does not respond. Check that it runs, then try again.', null);
    });
    const content: unknown = await response.json().catch(() => null);
    if (response.ok) return content;
    throw rejection(content, response.status);
  }
}

function rejection(content: unknown, status: number): RejectedRequest {
  const { msg, remedy, data } = (content ?? {}) as { msg?: unknown; remedy?: unknown; data?: unknown };
  const sentences = [msg, remedy].filter((sentence) => typeof sentence === 'string' && sentence !== '');
  const { field } = (data ?? {}) as { field?: unknown };
  return new RejectedRequest(sentences.join(' ') || unexplained(status), typeof field === 'string' ? field : null);
}

/** Returns the message of a status that is not from the server extension. */
function unexplained(status: number): string {
  if (status === 404)
    return 'This Jupyter server has no Tracklens server extension. Install tracklens in its Python environment and restart it.';
  const remedy = status === 401 || status === 403 ? ' Reload this page to sign in to it again.' : '';
  return `The Jupyter server responded with status ${status}.${remedy}`;
}
