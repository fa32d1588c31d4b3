import type { Transport } from '@tracklens/core/client';

/** Header that marks a response which the proxy, not the service, generated. */
const noResponseHeader = 'x-tracklens-no-answer';

/** Header of every response that passed through the proxy. */
const proxyHeader = 'x-tracklens-proxy';

/** Failure that the proxy reports in place of a response of the service. */
export interface NoResponse {
  readonly code: 'unreachable' | 'timeout';
  readonly reason: string;
  /** Suggested action; overrides the default of the code. */
  readonly remedy?: string;
}

const noProxy: NoResponse = {
  code: 'unreachable',
  reason: 'This Jupyter server has no Tracklens server extension',
  remedy:
    'Install tracklens in the Python environment of the Jupyter server, check that "jupyter server extension list" shows it as enabled, and restart the server',
};

/**
 * Wraps a transport so that it returns responses of the service and rejects when there is none. The proxy can report
 * a missing response only as a response of its own.
 */
export function withConnectionErrors(transport: Transport, failure: (given: NoResponse) => Error): Transport {
  return {
    async send(request, signal) {
      const response = await transport.send(request, signal);
      const why = response.headers[noResponseHeader];
      // A server without the proxy, or a static site, responds itself.
      if (why === undefined && response.status === 404 && response.headers[proxyHeader] === undefined) {
        throw failure(noProxy);
      }
      if (why === undefined) return response;
      const { msg, remedy } = messageOf(await response.body.text());
      throw failure({
        code: why === 'timeout' ? 'timeout' : 'unreachable',
        reason: msg,
        ...(why === 'not-configured' && remedy !== undefined ? { remedy } : {}),
      });
    },
  };
}

function messageOf(text: string): { readonly msg: string; readonly remedy?: string } {
  try {
    const { msg, remedy } = JSON.parse(text) as { msg?: unknown; remedy?: unknown };
    return { msg: String(msg), ...(typeof remedy === 'string' ? { remedy } : {}) };
  } catch {
    return { msg: 'The service did not respond' };
  }
}
