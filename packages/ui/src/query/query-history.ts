import type { Host } from '@tracklens/core/display';
import { storedList } from '../source/stored-list.ts';

/** Query that was run, with its project. */
export interface PastQuery {
  readonly workspace: string;
  readonly projectName: string;
  readonly query: string;
}

/** Queries that a user ran, newest first, each once. */
export interface QueryHistory {
  /** Returns the queries; none if they cannot be read. */
  read(): Promise<readonly PastQuery[]>;
  /** Adds a query, or moves it to the start. A host that cannot store it has no history. */
  add(query: PastQuery): Promise<void>;
  clear(): Promise<void>;
}

interface StoredQuery extends PastQuery {
  readonly connection: string;
}

/** Maximum number of queries of all connections. */
const maxItems = 100;

/** Returns the history of a host's connection; null in a host without storage. */
export function queryHistory({ storage, connection = '' }: Pick<Host, 'storage' | 'connection'>): QueryHistory | null {
  if (storage === undefined) return null;
  const stored = storedList(storage, 'tracklens.queries', { isItem: isStoredQuery, maxItems });
  const change = (next: (items: readonly StoredQuery[]) => readonly StoredQuery[]) =>
    stored.change(next).catch(() => {});
  return {
    read: async () => (await stored.read().catch(() => [])).filter((one) => one.connection === connection),
    add({ workspace, projectName, query }) {
      const added = { connection, workspace, projectName, query };
      const isOther = (one: StoredQuery) => JSON.stringify(one) !== JSON.stringify(added);
      return change((items) => [added, ...items.filter(isOther)]);
    },
    clear: () => change((items) => items.filter((one) => one.connection !== connection)),
  };
}

function isStoredQuery(value: unknown): value is StoredQuery {
  const fields = (value ?? {}) as Record<string, unknown>;
  return ['connection', 'workspace', 'projectName', 'query'].every((name) => typeof fields[name] === 'string');
}
