import type { API } from '@tracklens/core/browser';
import type { Transport } from '@tracklens/core/client';

/** Connected service: its API, and the transport that panels and outputs use. */
export interface ServiceClient {
  readonly api: API;
  readonly transport: Transport;
  /** Root URL without a trailing slash. */
  readonly url: string;
  /** Discards the response that checked the connection, so that the next read is a request. */
  discardCheck(): void;
}
