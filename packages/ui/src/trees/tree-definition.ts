import type { API } from '@tracklens/core/browser';
import type { Translate } from '../text/translate.ts';
import type { Favorites } from './favorites.ts';
import type { TreeSource } from './tree-node.ts';

/** Data source of a tree. */
export interface TreeContext {
  /** Connection to the service; the tree turns its cache off. */
  readonly api: API;
  /** Default: English. */
  readonly t?: Translate;
  /** Default: none. */
  readonly favorites?: Favorites;
}

/** Tree of the sidebar. Every host shows each tree, in the order of `treeDefinitions`. */
export interface TreeDefinition {
  /** Name in identifiers: the view of VS Code is `tracklens.<id>`, the module `<id>-tree.ts`. */
  readonly id: string;
  /** English title, as in a heading. */
  readonly title: string;
  /** Whether favorites affect the rows. The host then loads them before the tree and rearranges it after changes. */
  readonly usesFavorites: boolean;
  /** Whether the tree starts collapsed in hosts that remember which trees are open. */
  readonly collapsed: boolean;
  /** English sentences shown by a host in place of the rows, above its buttons. */
  readonly messages: {
    readonly signedOut: string;
    /** After a failed read. Null for the tree in whose place the host explains the problem of the connection. */
    readonly unreadable: string | null;
    readonly empty: string;
  };
  /** Loads the code of the tree, which no host needs at start. */
  load(): Promise<(context: TreeContext) => TreeSource>;
}
