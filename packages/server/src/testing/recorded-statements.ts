import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely';
import type { Tables } from '../store/tables/schema.ts';

/** Returns a database that records the statements it runs, except prepared ones after their first run. */
export function recordedStatements(db: Kysely<Tables>): { db: Kysely<Tables>; nodes: RootOperationNode[] } {
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), nodes };
}
