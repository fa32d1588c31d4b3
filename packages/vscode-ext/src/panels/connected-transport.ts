import type { Transport } from '@tracklens/core/client';
import type { Connection } from '../connection/connection.ts';
import type { ServiceClient } from '../parts.ts';

/** The way to the service that is connected when a request is sent; panels keep it across signing in and out. */
export function connectedTransport(connection: Connection<ServiceClient>): Transport {
  return { send: async (request, signal) => (await connection.client()).transport.send(request, signal) };
}
