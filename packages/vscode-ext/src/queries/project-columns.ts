import type { Column } from '@tracklens/core/query';
import type { ServiceClient } from '../connection/connected-service.ts';
import type { ServiceConnection } from '../connection/connection.ts';
import type { ProjectName } from './query-documents.ts';

/** Time after which the columns of a project are read again when they are needed, in milliseconds. */
const maxAgeMillis = 60_000;

interface CachedColumns {
  readonly reading: Promise<readonly Column[]>;
  /** Time of the read, in milliseconds since 1970; 0 after a failure, which is not cached. */
  readAtMillis: number;
  /** Columns of the last successful read. */
  known: readonly Column[];
}

const caches = new WeakMap<ServiceConnection<ServiceClient>, Map<string, CachedColumns>>();

/**
 * Returns the names that a query on a project can test, from a cache per connection. Resolves to those that are known
 * after a failure, which is not cached.
 */
export async function projectColumns(
  connection: ServiceConnection<ServiceClient>,
  { workspace, projectName }: ProjectName,
): Promise<readonly Column[]> {
  const client = await connection.client();
  const cache = cacheOf(connection);
  const key = JSON.stringify([client.url, workspace, projectName]);
  const cached = cache.get(key);
  if (cached && Date.now() - cached.readAtMillis < maxAgeMillis) return cached.reading;
  const known = cached?.known ?? [];
  const reading = client.api.getQueryVariables(workspace, projectName).then(
    (columns) => {
      entry.known = columns;
      return columns;
    },
    () => {
      entry.readAtMillis = 0;
      return known;
    },
  );
  const entry: CachedColumns = { reading, readAtMillis: Date.now(), known };
  cache.set(key, entry);
  return reading;
}

function cacheOf(connection: ServiceConnection<ServiceClient>): Map<string, CachedColumns> {
  const cache = caches.get(connection) ?? new Map<string, CachedColumns>();
  caches.set(connection, cache);
  return cache;
}
