import { Token } from '@lumino/coreutils';
import type { TreeNode } from '@tracklens/ui';

/** What commands act upon when they are given nothing. */
export interface Selection {
  /** The row under the context menu, else the selected one, else null. */
  current(): TreeNode | null;
  /** Reads the trees anew. */
  refresh(): void;
}

/** The token of `Selection`. */
export const ISelection = new Token<Selection>(
  '@tracklens/jupyterlab-ext:ISelection',
  'What is chosen in the sidebar of Tracklens.',
);
