import type { Host } from '@tracklens/core/display';
import type { Tracklens } from '../tokens.ts';

/** Returns the host of a panel: what is opened or changed in it belongs to its connection. */
export function panelHost({ host, management }: Tracklens, connection: string | undefined): Host {
  return {
    ...host,
    connection,
    management: management.at(connection),
    open: (target, options) => host.open(target, { ...options, connection }),
  };
}
