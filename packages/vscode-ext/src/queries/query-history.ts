import type * as vscode from 'vscode';

/** Query that was run. */
export interface PastQuery {
  /** Id of the connection. */
  readonly connection: string;
  readonly workspace: string;
  readonly projectName: string;
  readonly query: string;
}

/** Maximum number of stored queries. */
const maxQueries = 50;
const historyKey = 'tracklens.queryHistory';

/** Queries that were run in this workspace of the editor, newest first. */
export class QueryHistory {
  readonly #memento: Pick<vscode.Memento, 'get' | 'update'>;

  constructor({ workspaceState }: { readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'> }) {
    this.#memento = workspaceState;
  }

  /** Returns all queries, newest first. */
  all(): readonly PastQuery[] {
    const stored = this.#memento.get<unknown>(historyKey);
    return Array.isArray(stored) ? stored.filter(isPastQuery) : [];
  }

  /** Returns the queries of a project, newest first. */
  of({ connection, workspace, projectName }: Omit<PastQuery, 'query'>): readonly PastQuery[] {
    return this.all().filter(
      (past) => past.connection === connection && past.workspace === workspace && past.projectName === projectName,
    );
  }

  /** Adds a query, or moves it to the front. */
  async add(query: PastQuery): Promise<void> {
    await this.#write([query, ...this.#without(query)].slice(0, maxQueries));
  }

  async remove(query: PastQuery): Promise<void> {
    await this.#write(this.#without(query));
  }

  #without(query: PastQuery): readonly PastQuery[] {
    const removed = identityOf(query);
    return this.all().filter((past) => identityOf(past) !== removed);
  }

  async #write(queries: readonly PastQuery[]): Promise<void> {
    await this.#memento.update(historyKey, queries.length > 0 ? queries : undefined);
  }
}

const identityOf = ({ connection, workspace, projectName, query }: PastQuery) =>
  JSON.stringify([connection, workspace, projectName, query.trim()]);

function isPastQuery(value: unknown): value is PastQuery {
  const { connection, workspace, projectName, query } = (value ?? {}) as Record<string, unknown>;
  return [connection, workspace, projectName, query].every((text) => typeof text === 'string');
}
