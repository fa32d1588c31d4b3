import type { TreeDefinition, TreeSource } from '@tracklens/ui/trees';
import type { ServiceClient } from '../connection/connected-service.ts';
import { ConnectionProblem, type ConnectionState } from '../connection/connection.ts';
import { restFailure } from '../connection/rest-failure.ts';
import type { Services } from '../services.ts';
import { translate } from '../translate.ts';
import { type ConnectionTree, connectionTree } from './connection-tree.ts';

/** States that need a user action to change; polling sends no requests in them. */
const needsPerson: ReadonlySet<ConnectionState['kind']> = new Set([
  'idle',
  'signed-out',
  'misconfigured',
  'unauthorized',
]);

/** Sources of one tree for all connections of a window. */
export interface TreeSources {
  /** Returns the tree of the only connection, or the tree of all; null when signed out. Rejects without a client. */
  source(): Promise<TreeSource | null>;
  /** Like `source`, for polling: connects nowhere until a user has acted or some time has passed. */
  polled(): Promise<TreeSource | null>;
}

/** Pause before polling tries a lost connection of several again, in milliseconds. */
const retryMillis = 30_000;

/** Returns the sources of a tree. `services` is first called when the tree is shown. */
export function treeSources({ load }: TreeDefinition, services: () => Services): TreeSources {
  const ofClients = new WeakMap<ServiceClient, TreeSource>();
  const triedAt = new Map<string, number>();
  let all: { readonly key: string; readonly tree: ConnectionTree } | null = null;

  const ofConnection = async ({ connection, favorites }: Pick<Services, 'connection' | 'favorites'>) => {
    const [client, createTree, stored] = await Promise.all([connection.client(), load(), favorites()]);
    const tree = ofClients.get(client) ?? createTree({ api: client.api, t: translate, favorites: stored });
    ofClients.set(client, tree);
    return tree;
  };
  const isPaused = (id: string) => {
    const { kind } = services().connections.of(id).state;
    if (kind === 'connected' || kind === 'connecting') return false;
    return needsPerson.has(kind) || Date.now() - (triedAt.get(id) ?? 0) < retryMillis;
  };
  const several = async () => {
    const profiles = await services().connections.shown();
    if (profiles.length < 2) return null;
    const key = JSON.stringify(profiles);
    if (all?.key !== key) {
      const tree = connectionTree({
        profiles,
        stateOf: (id) => services().connections.of(id).state,
        source: (id) => {
          triedAt.set(id, Date.now());
          return ofConnection(services().of(id));
        },
        isPaused,
      });
      all = { key, tree };
    }
    return all.tree;
  };
  const single = async () => {
    try {
      return await ofConnection(services());
    } catch (error) {
      if (error instanceof ConnectionProblem && error.code === 'signed-out') return null;
      throw restFailure(error);
    }
  };
  return {
    source: async () => (await several()) ?? single(),
    async polled() {
      services().connections.followOtherWindows();
      const tree = await several();
      if (tree) return tree.polled;
      return needsPerson.has(services().connection.state.kind) ? null : single();
    },
  };
}
