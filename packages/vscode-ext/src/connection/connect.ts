import type { Services } from '../services.ts';
import { reloadTrees } from '../trees/reload-trees.ts';

type Connectable = Pick<Services, 'connections' | 'trees'>;

/**
 * Connects to the configured service and shows its experiments.
 *
 * @throws ConnectionProblem whose message is the reason why there is no connection
 */
export async function connect(services: Connectable): Promise<void> {
  await services.connections.current.client();
  reloadTrees(services);
}

/** Connects again to a service whose key another window has replaced; if it was deleted, shows that. */
export async function connectAgain(services: Connectable & Pick<Services, 'keys'>, url: string): Promise<void> {
  if ((await services.keys.read(url)) !== null) await services.connections.setSignedOut(url, false);
  const connection = services.connections.of(url);
  connection.reset();
  // Without a key this sends no request.
  await connection.client().catch(() => {});
  reloadTrees(services);
}

/** Discards the connection of a service that was stopped. */
export function dropConnection(services: Connectable, id: string): void {
  const connection = services.connections.of(id);
  connection.reset();
  // Sends no request. Panels show at once that the service was stopped.
  connection.client().catch(() => {});
  services.connections.listChanged();
  reloadTrees(services);
}
