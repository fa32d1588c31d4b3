import type { CellConnection } from '@tracklens/core/display';
import type { Tracklens } from '../tokens.ts';

/**
 * Returns the connection that a cell has to name, by id; default: the active one. Undefined if the user has no other
 * one, so that the kernel finds it.
 */
export async function cellConnection(
  { clients, connections }: Tracklens,
  id: string | undefined = clients.current?.id ?? undefined,
): Promise<CellConnection | undefined> {
  const list = await connections.list().catch(() => null);
  if (list === null || list.connections.length + (list.configured === null ? 0 : 1) < 2) return undefined;
  const named = list.connections.find((one) => one.id === id);
  return named ?? list.configured ?? undefined;
}
