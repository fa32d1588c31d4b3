import type { Host, Target } from '@tracklens/core/display';
import { createRoot } from 'react-dom/client';
import { writeIn } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';
import type { FreshRows } from './trees/fresh-rows.ts';
import { TreeView } from './trees/TreeView.tsx';
import type { TreeController } from './trees/tree-controller.ts';
import type { TreeNode, TreeSource } from './trees/tree-node.ts';
import type { RowDetails } from './trees/use-row-tooltip.ts';

/** Options of a tree. */
export interface TreeOptions {
  readonly tree: TreeSource;
  /** Accessible name: the title of the tree in the user's language. */
  readonly label: string;
  readonly host: Host;
  /** Called when a node is activated with a click or Enter; with Ctrl or the middle button, for a new panel. */
  onOpen(target: Target, options: { readonly newPanel: boolean }): void;
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
}

/** Tree on a page. */
export interface MountedTree {
  /** Replaces the source, for example after signing in or out. */
  update(next: { readonly tree: TreeSource }): void;
  /** Returns the selected nodes, in row order. */
  selection(): readonly TreeNode[];
  /** Returns the node with an id; `null` if it is not loaded. */
  node(id: string): TreeNode | null;
  /** Collapses all nodes. */
  collapseAll(): void;
  focus(): void;
  /** Notifies the tree that the connection is back: it reads the visible rows now if the last read failed. */
  reconnected(): void;
  /** Aborts all requests and empties the element. May be called twice. */
  dispose(): void;
}

const defaultPollMillis = 10_000;

/** Renders a tree into an element. */
export function mountTree(element: HTMLElement, options: TreeOptions): MountedTree {
  const root = createRoot(element);
  writeIn(options.host.locale);
  const t = withNumbers(options.strings ?? english);
  let tree = options.tree;
  let selected: readonly TreeNode[] = [];
  let controller: TreeController | null = null;
  let polling: FreshRows | null = null;
  let theme = options.host.theme.kind;
  let disposed = false;

  const draw = () => {
    if (disposed) return;
    root.render(
      <TreeView
        tree={tree}
        label={options.label}
        theme={theme}
        t={t}
        onOpen={options.onOpen}
        onContext={options.onContext}
        onDrag={options.onDrag}
        onSelect={(next) => {
          selected = next;
          options.onSelect?.(next);
        }}
        onController={(next, nextPolling) => {
          controller = next;
          polling = nextPolling;
        }}
        pollMillis={options.pollMillis ?? (() => defaultPollMillis)}
        details={options.details}
      />,
    );
  };
  const unsubscribe = options.host.theme.subscribe((kind) => {
    theme = kind;
    draw();
  });
  draw();

  return {
    update(next) {
      tree = next.tree;
      draw();
    },
    selection: () => selected,
    node: (id) => controller?.nodes.get(id) ?? null,
    collapseAll: () => controller?.collapseAll(),
    reconnected() {
      if (polling?.state.failure && !polling.state.loading) polling.reload();
    },
    focus: () => element.querySelector<HTMLElement>('[role=tree]')?.focus(),
    dispose() {
      if (disposed) return;
      disposed = true;
      unsubscribe();
      root.unmount();
    },
  };
}
