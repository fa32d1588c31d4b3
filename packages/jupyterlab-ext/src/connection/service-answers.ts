import type { Transport } from '@tracklens/core/client';

/** The header by which the proxy says that its answer is not the service's. */
const noAnswerHeader = 'x-tracklens-no-answer';

/** The header of every answer that came through the proxy. */
const proxyHeader = 'x-tracklens-proxy';

/** What the proxy says instead of the service. */
export interface NoAnswer {
  readonly code: 'unreachable' | 'timeout';
  readonly reason: string;
  /** What to do, where it is not what the code asks for. */
  readonly remedy?: string;
}

const noProxy: NoAnswer = {
  code: 'unreachable',
  reason: 'This Jupyter server has no Tracklens server extension',
  remedy:
    'Install tracklens in the Python environment of the Jupyter server, check that "jupyter server extension list" shows it as enabled, and restart the server',
};

/**
 * A transport that passes on what the service answered, and rejects, as every transport does, when no answer came: the
 * proxy can only say so by an answer of its own.
 */
export function serviceAnswers(transport: Transport, failure: (given: NoAnswer) => Error): Transport {
  return {
    async send(request, signal) {
      const response = await transport.send(request, signal);
      const why = response.headers[noAnswerHeader];
      // A server without the proxy, or a static site, answers for itself.
      if (why === undefined && response.status === 404 && response.headers[proxyHeader] === undefined) {
        throw failure(noProxy);
      }
      if (why === undefined) return response;
      const { msg, remedy } = saidBy(await response.body.text());
      throw failure({
        code: why === 'timeout' ? 'timeout' : 'unreachable',
        reason: msg,
        ...(why === 'not-configured' && remedy !== undefined ? { remedy } : {}),
      });
    },
  };
}

function saidBy(text: string): { readonly msg: string; readonly remedy?: string } {
  try {
    const { msg, remedy } = JSON.parse(text) as { msg?: unknown; remedy?: unknown };
    return { msg: String(msg), ...(typeof remedy === 'string' ? { remedy } : {}) };
  } catch {
    return { msg: 'The service did not answer' };
  }
}
