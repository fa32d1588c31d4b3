import type { OpenOptions, Target, ViewState } from '@tracklens/core/display';
import { type TreeId, treeDefinitions } from '@tracklens/ui/trees';
import type * as vscode from 'vscode';
import type { ServiceClient } from './connection/connected-service.ts';
import type { ServiceConnection } from './connection/connection.ts';
import type { Connections } from './connection/connections.ts';
import type { KeyStore } from './connection/key-store.ts';
import type { OwnService } from './connection/own-service.ts';
import type { Recordings } from './connection/recordings.ts';
import type { TrainingEnvironment } from './connection/training-environment.ts';
import type { FavoritesStore } from './trees/favorites-store.ts';
import type { TreeFilter } from './trees/tree-filter.ts';
import type { TreeProvider } from './trees/tree-provider.ts';

/** Panels of a window, as commands use them. */
export interface OpenPanels {
  /** Target of the active panel, including its tab or named view; null when another editor is active. */
  readonly activeTarget: Target | null;
  /** Arrangement of the active panel; null when another editor is active. */
  readonly activeState: ViewState | null;
  /** Shows a target, in its own panel. */
  open(target: Target, options: OpenOptions, state?: ViewState): void;
  /**
   * Shows a target in the panel of previews and leaves the focus where it is. A target that is shown already gets the
   * focus, and its panel is no longer replaced by the next preview. `name` is the title until that of the target is
   * read.
   */
  preview(target: Target, name?: string): void;
  /**
   * Shows a target in the open panel of another one, as it is arranged. Without that panel, and if the target has a
   * panel already, the same as `open`.
   */
  replace(replaced: Target | null, target: Target, options: OpenOptions): void;
  /** Restores a panel after a window reload. */
  restore(panel: vscode.WebviewPanel, stored: unknown): void;
}

/** What the connections of a window share. */
export interface SharedServices {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly connections: Connections;
  /** Returns the services of a connection. */
  of(connectionId: string): Services;
  readonly keys: KeyStore;
  readonly demo: OwnService;
  readonly local: OwnService;
  readonly recordings: Recordings;
  readonly trainingEnvironment: TrainingEnvironment;
  /** Changes that commands made on the service, each with the keys of the changed experiments. */
  readonly changes: vscode.EventEmitter<readonly string[]>;
  readonly trees: Readonly<Record<TreeId, TreeProvider>>;
  readonly filter: TreeFilter;
}

/** Dependencies of commands. Commands take those that they use. */
export interface Services extends SharedServices {
  /** Connection that a command applies to: that of its row or of the active panel, or else the current one. */
  readonly connection: ServiceConnection<ServiceClient>;
  /** Id of this connection. */
  readonly connectionId: string;
  /** Returns the stars, saved searches and orders of the user, loaded when they are first needed. */
  favorites(): Promise<FavoritesStore>;
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
