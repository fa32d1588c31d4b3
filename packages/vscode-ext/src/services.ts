import type { API } from '@tracklens/core/browser';
import type { Transport } from '@tracklens/core/client';
import type * as vscode from 'vscode';
import type { Connection } from './connection/connection.ts';
import type { Demo } from './connection/demo.ts';
import type { KeyStore } from './connection/key-store.ts';
import type { Panels } from './panels/panels.ts';
import type { PersistentStorage } from './panels/persistent-storage.ts';
import type { FavoritesStore } from './trees/favorites-store.ts';
import type { TreeFilter } from './trees/tree-filter.ts';
import type { TreeProvider } from './trees/tree-provider.ts';

/** Connected service: its API, and the transport that panels and outputs use. */
export interface ServiceClient {
  readonly api: API;
  readonly transport: Transport;
  /** Root URL without a trailing slash. */
  readonly url: string;
}

/** Dependencies of the commands of a window. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly connection: Connection<ServiceClient>;
  readonly keys: KeyStore;
  readonly demo: Demo;
  readonly experiments: TreeProvider;
  readonly registry: TreeProvider;
  readonly artifacts: TreeProvider;
  readonly filter: TreeFilter;
  readonly shelf: FavoritesStore;
  readonly kept: PersistentStorage;
  /** Panels, loaded when they are first needed. */
  panels(): Promise<Panels>;
}

/** Returns all trees. */
export function treesOf({ experiments, registry, artifacts }: Services): readonly TreeProvider[] {
  return [experiments, registry, artifacts];
}
