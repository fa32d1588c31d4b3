import type { Transport } from '@tracklens/core/client';
import type { ServiceClient } from '../connection/connected-service.ts';
import type { ServiceConnection } from '../connection/connection.ts';
import { restFailure } from '../connection/rest-failure.ts';

/**
 * Returns a transport that sends each request to the currently connected service. It stays valid across sign-in and
 * sign-out.
 */
export function connectedTransport(connection: ServiceConnection<ServiceClient>): Transport {
  return {
    async send(request, signal) {
      const { transport } = await connection.client().catch((error: unknown) => {
        throw restFailure(error);
      });
      return transport.send(request, signal);
    },
  };
}
