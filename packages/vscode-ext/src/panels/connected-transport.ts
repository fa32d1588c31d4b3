import type { Transport } from '@tracklens/core/client';
import type { Connection } from '../connection/connection.ts';
import { restFailure } from '../connection/rest-failure.ts';
import type { ServiceClient } from '../services.ts';

/** The way to the service that is connected when a request is sent; panels keep it across signing in and out. */
export function connectedTransport(connection: Connection<ServiceClient>): Transport {
  return {
    async send(request, signal) {
      const { transport } = await connection.client().catch((error: unknown) => {
        throw restFailure(error);
      });
      return transport.send(request, signal);
    },
  };
}
