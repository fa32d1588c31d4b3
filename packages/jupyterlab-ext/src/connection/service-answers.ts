import type { Transport } from '@tracklens/core/client';

/** The header by which the proxy says that its answer is not the service's. */
const noAnswerHeader = 'x-tracklens-no-answer';

/** What the proxy says instead of the service. */
export interface NoAnswer {
  readonly code: 'unreachable' | 'timeout';
  readonly reason: string;
}

/**
 * A transport that passes on what the service answered, and rejects, as every transport does, when no answer came: the
 * proxy can only say so by an answer of its own.
 */
export function serviceAnswers(transport: Transport, failure: (given: NoAnswer) => Error): Transport {
  return {
    async send(request, signal) {
      const response = await transport.send(request, signal);
      const why = response.headers[noAnswerHeader];
      if (why === undefined) return response;
      throw failure({
        code: why === 'timeout' ? 'timeout' : 'unreachable',
        reason: saidBy(await response.body.text()),
      });
    },
  };
}

function saidBy(text: string): string {
  try {
    return String((JSON.parse(text) as { msg?: unknown }).msg);
  } catch {
    return 'The service did not answer';
  }
}
