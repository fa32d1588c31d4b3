import { type Services, treesOf } from '../services.ts';

/** Reloads all trees. The first read of a connection uses the response that checked it. */
export function reloadTrees(services: Pick<Services, 'trees'>): void {
  for (const tree of treesOf(services)) tree.refresh();
}

/** Reloads all trees from their services, for a user who asks for it. */
export async function refreshTrees(services: Pick<Services, 'connections' | 'trees'>): Promise<void> {
  const { connections } = services;
  const connected = connections.profiles().map(({ id }) => connections.of(id));
  for (const connection of connected) {
    if (connection.state.kind === 'connected') (await connection.client()).discardCheck();
  }
  reloadTrees(services);
}
