import type { Host, Target } from '@tracklens/core/display';
import type { RowEdit } from './components/RowEditor.tsx';
import { mountRoot } from './mount-root.tsx';
import type { Translate } from './text/translate.ts';
import type { FreshRows } from './trees/fresh-rows.ts';
import { TreeView } from './trees/TreeView.tsx';
import type { TreeController } from './trees/tree-controller.ts';
import type { RowOpening } from './trees/tree-list-events.ts';
import type { TreeNode, TreeSource } from './trees/tree-node.ts';
import { initialTreeState, type TreeState } from './trees/tree-state.ts';
import type { RowDetails } from './trees/use-row-tooltip.ts';

/** Options of a tree. */
export interface TreeOptions {
  readonly tree: TreeSource;
  /** Accessible name: the title of the tree in the user's language. */
  readonly label: string;
  readonly host: Host;
  /** Called when a node is activated with a click, a double click or Enter. */
  onOpen(target: Target, options: RowOpening): void;
  /**
   * Called when the context menu is requested. Rows also carry `data-id` and `data-kind` for hosts that bind by
   * selector.
   */
  readonly onContext?: ((node: TreeNode, event: MouseEvent) => void) | undefined;
  readonly onSelect?: ((nodes: readonly TreeNode[]) => void) | undefined;
  /** Called when a drag of the selected rows begins: the pointer has moved past a few pixels with the button down. */
  readonly onDrag?: ((nodes: readonly TreeNode[], event: PointerEvent) => void) | undefined;
  readonly strings?: Translate | undefined;
  /**
   * Poll interval of visible rows with a running experiment in milliseconds. Default: 10000. All other rows: 30000 or
   * more.
   */
  readonly pollMillis?: (() => number) | undefined;
  /** Reads text that supplements the tooltip of a row's node. */
  readonly details?: RowDetails | undefined;
  /** Expansion, selection and scroll position at first. Default: those of a tree that was never shown. */
  readonly state?: TreeState | undefined;
  /** Called with the whole state after each change by the user, for hosts that restore it. */
  readonly onState?: ((state: TreeState) => void) | undefined;
}

/** Tree on a page. */
export interface MountedTree {
  /** Replaces the source, for example after signing in or out. */
  update(next: { readonly tree: TreeSource }): void;
  /** Returns the selected nodes, in row order. */
  selection(): readonly TreeNode[];
  /** Returns the node with an id; `null` if it is not loaded. */
  node(id: string): TreeNode | null;
  /**
   * Lets the user edit the label of a row in its place. Resolves to the new label, or to null when the user cancels.
   * Null if the row is not on the screen.
   */
  edit(id: string, value: string): Promise<string | null> | null;
  /** Collapses all nodes. */
  collapseAll(): void;
  /** Moves the focus to the tree, as soon as it is drawn. */
  focus(): void;
  /** Notifies the tree that the connection is back: it reads the visible rows now if the last read failed. */
  reconnected(): void;
  /** Aborts all requests and empties the element. May be called twice. */
  dispose(): void;
}

const treePollMillis = 10_000;

/** Returns whether the row of a node is in the document. Rows outside the viewport are not. */
function showsRow(element: HTMLElement, id: string): boolean {
  return [...element.querySelectorAll<HTMLElement>('[role=treeitem]')].some((row) => row.dataset.id === id);
}

/** Returns how the focus moves to the tree of an element; `drawn` moves it if it was wanted before. */
function treeFocus(element: HTMLElement) {
  let isWanted = false;
  const move = () => {
    const list = element.querySelector<HTMLElement>('[role=tree]');
    list?.focus();
    isWanted = list === null;
  };
  return { move, drawn: () => isWanted && move() };
}

/** Renders a tree into an element. */
export function mountTree(element: HTMLElement, options: TreeOptions): MountedTree {
  let tree = options.tree;
  let selected: readonly TreeNode[] = [];
  let controller: TreeController | null = null;
  let polling: FreshRows | null = null;
  let edit: RowEdit | null = null;
  const focus = treeFocus(element);
  const root = mountRoot(element, options, (theme) => (
    <TreeView
      tree={tree}
      label={options.label}
      theme={theme}
      onOpen={options.onOpen}
      onLink={(url) => options.host.openExternal(url)}
      onContext={options.onContext}
      onDrag={options.onDrag}
      onSelect={(next) => {
        selected = next;
        options.onSelect?.(next);
      }}
      onController={(next, nextPolling) => {
        [controller, polling] = [next, nextPolling];
        focus.drawn();
      }}
      pollMillis={options.pollMillis ?? (() => treePollMillis)}
      details={options.details}
      edit={edit}
      initialState={options.state ?? initialTreeState}
      onState={(state) => options.onState?.(state)}
    />
  ));
  root.draw();

  return {
    update(next) {
      tree = next.tree;
      root.draw();
    },
    selection: () => selected,
    node: (id) => controller?.nodes.get(id) ?? null,
    edit(id, value) {
      if (!showsRow(element, id)) return null;
      edit?.onDone(null);
      return new Promise((resolve) => {
        edit = {
          nodeId: id,
          value,
          onDone(name) {
            edit = null;
            root.draw();
            resolve(name);
          },
        };
        root.draw();
      });
    },
    collapseAll: () => controller?.collapseAll(),
    reconnected() {
      if (polling?.state.failure && !polling.state.loading) polling.reload();
    },
    focus: focus.move,
    dispose: () => root.dispose(),
  };
}
