import type { API } from '@tracklens/core/browser';
import type { Transport } from '@tracklens/core/client';
import type { OpenOptions, Target, ViewState } from '@tracklens/core/display';
import { type TreeId, treeDefinitions } from '@tracklens/ui/trees';
import type * as vscode from 'vscode';
import type { Connection } from './connection/connection.ts';
import type { Demo } from './connection/demo.ts';
import type { KeyStore } from './connection/key-store.ts';
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

/** Panels of a window, as commands use them. */
export interface OpenPanels {
  /** Target of the active panel, including its tab or named view; null when another editor is active. */
  readonly activeTarget: Target | null;
  /** Shows a target, in its own panel. */
  open(target: Target, options: OpenOptions, state?: ViewState): void;
  /** Restores a panel after a window reload. */
  restore(panel: vscode.WebviewPanel, stored: unknown): void;
}

/** Dependencies of the commands of a window. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly connection: Connection<ServiceClient>;
  readonly keys: KeyStore;
  readonly demo: Demo;
  readonly trees: Readonly<Record<TreeId, TreeProvider>>;
  readonly filter: TreeFilter;
  readonly favorites: FavoritesStore;
  readonly storage: PersistentStorage;
  /** Panels, loaded when they are first needed. */
  panels(): Promise<OpenPanels>;
}

/** Returns all trees. */
export function treesOf({ trees }: Pick<Services, 'trees'>): readonly TreeProvider[] {
  return Object.values(trees);
}

/** Reorders the rows of the trees that depend on favorites. */
export async function rearrangeFavorites({ trees }: Pick<Services, 'trees'>): Promise<void> {
  const affected = treeDefinitions.filter(({ usesFavorites }) => usesFavorites);
  await Promise.all(affected.map(({ id }) => trees[id].rearrange()));
}
