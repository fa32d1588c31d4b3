import { Token } from '@lumino/coreutils';
import type { TreeNode } from '@tracklens/ui';
import type { FavoritesStore } from './favorites-store.ts';

/** What commands act upon when they are given nothing. */
export interface Selection {
  /** The row under the context menu, else the selected one, else null. */
  current(): TreeNode | null;
  /** All selected rows; the row under the context menu alone where that is none of them. */
  all(): readonly TreeNode[];
  /** Refreshes the trees. */
  refresh(): void;
  /** Shows the same rows in another order: what a person keeps has changed. */
  rearrange(): void;
  /** What a person keeps beside the data. */
  readonly shelf: FavoritesStore;
}

/** The token of `Selection`. */
export const ISelection = new Token<Selection>(
  '@tracklens/jupyterlab-ext:ISelection',
  'What is chosen in the sidebar of Tracklens.',
);
