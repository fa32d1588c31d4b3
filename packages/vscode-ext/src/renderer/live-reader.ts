import { API } from '@tracklens/core/browser';
import { bridgeTransport } from '@tracklens/core/client';
import { viewRetry } from '@tracklens/ui';
import { packBytes, unpackBytes } from '../notebooks/message-bytes.ts';

/**
 * Creates an API client that reads the service through the extension host. Loaded lazily, once the host has reported
 * a connection.
 */
export function liveReader(
  post: (message: unknown) => void,
  listen: (listener: (message: unknown) => void) => () => void,
): API {
  const transport = bridgeTransport({
    post: (message) => post(packBytes(message)),
    listen: (listener) => listen((message) => listener(unpackBytes(message))),
  });
  return new API({ transport, retry: viewRetry });
}
