import { Token } from '@lumino/coreutils';
import type { TreeNode } from '@tracklens/ui';
import type { LoadFavorites } from './favorites-store.ts';

/** Current selection, used by commands without arguments. */
export interface Selection {
  /** Row under the context menu, or else the first selected row, or else null. */
  current(): TreeNode | null;
  /** All selected rows; only the row under the context menu if it is not selected. */
  all(): readonly TreeNode[];
  /** Lets the user edit the name of a row in its place. Null if the row is not on the screen. */
  edit(node: TreeNode, value: string): Promise<string | null> | null;
  /** Refreshes the trees. */
  refresh(): void;
  /** Reorders the rows after the favorites have changed, without a reload. */
  rearrange(): void;
  /** Loads the starred experiments, the saved searches and the orders of projects. */
  readonly favorites: LoadFavorites;
}

/** Lumino token of `Selection`. */
export const ISelection = new Token<Selection>(
  '@tracklens/jupyterlab-ext:ISelection',
  'The selection in the Tracklens sidebar.',
);
