import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { InUseError } from '../errors/in-use-error.ts';
import type { App } from './app.ts';

/** Listens on a port of the loopback address; 0 is a free one. Rejects with a message that says what to do. */
export function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const remedy = 'Choose another with --port, or 0.';
      if (error.code === 'EADDRINUSE') return fail(new InUseError('portInUse', `Port ${port} is in use. ${remedy}`));
      const reason =
        error.code === 'EACCES' ? 'needs more permissions than this user has' : `cannot be used (${error.message})`;
      fail(new Error(`Port ${port} ${reason}. ${remedy}`));
    });
    server.listen(port, '127.0.0.1', () => done(server.address() as AddressInfo));
  });
}

/** Interval in which connections are closed whose last response was sent. */
const idleCheckMillis = 20;

/**
 * Closes the connections of a server: idle ones at once, those with a request in progress after its response, and all
 * after a grace period. A client that sends one request after another would otherwise keep its connection that long.
 */
export async function closeServer(server: Server, withinMillis: number): Promise<void> {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  const closed = new Promise<void>((done) => server.close(() => done()));
  const idleCheck = setInterval(() => server.closeIdleConnections(), idleCheckMillis);
  const limit = setTimeout(() => server.closeAllConnections(), withinMillis);
  await closed;
  clearInterval(idleCheck);
  clearTimeout(limit);
}

/** Returns the listener that sends the responses of an app. */
export function requestListener(app: App, ownsProcess: boolean) {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { remoteAddress = '', remotePort = 0, localPort = 0 } = incoming.socket;
      const response = await app.fetch(request, { address: remoteAddress, port: remotePort, servicePort: localPort });
      // The adapter never cancels a body whose client is gone before the response.
      if (outgoing.destroyed) await response.body?.cancel();
      return response;
    },
    { overrideGlobalObjects: ownsProcess },
  );
}
