import type { Host, Target } from '@tracklens/core/display';
import { createRoot } from 'react-dom/client';
import { writeIn } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';
import type { FreshRows } from './trees/fresh-rows.ts';
import { TreeView } from './trees/TreeView.tsx';
import type { TreeController } from './trees/tree-controller.ts';
import type { TreeNode, TreeSource } from './trees/tree-node.ts';
import type { RowDetails } from './trees/use-row-tooltip.ts';

/** What a tree is given. */
export interface TreeOptions {
  readonly tree: TreeSource;
  readonly host: Host;
  /** A node was activated: click, Enter, or with Ctrl or the middle button for a new panel. */
  onOpen(target: Target, options: { readonly newPanel: boolean }): void;
  /** The context menu was asked for; the rows also carry `data-id`, `data-kind` for hosts that bind by selector. */
  readonly onContext?: ((node: TreeNode, event: MouseEvent) => void) | undefined;
  readonly onSelect?: ((nodes: readonly TreeNode[]) => void) | undefined;
  /** A drag began on the selected rows: the pointer moved past a few pixels with the button down. */
  readonly onDrag?: ((nodes: readonly TreeNode[], event: PointerEvent) => void) | undefined;
  readonly strings?: Translate | undefined;
  /** The time between reads of rows with a running experiment while they are seen; 10000 by default. All others: 30000 or more. */
  readonly pollMillis?: (() => number) | undefined;
  /** What the tooltip of a row says beside what its node holds. */
  readonly details?: RowDetails | undefined;
}

/** A tree on the page. */
export interface MountedTree {
  /** Another source in the same place, after signing in or out. */
  update(next: { readonly tree: TreeSource }): void;
  /** The selected nodes, in the order of the rows. */
  selection(): readonly TreeNode[];
  /** The node with an id, where it has been read. */
  node(id: string): TreeNode | null;
  /** Closes every node. */
  collapseAll(): void;
  focus(): void;
  /** The connection is back: reads the visible rows now where the last read failed. */
  reconnected(): void;
  /** Stops all requests and empties the element. May be called twice. */
  dispose(): void;
}

const defaultPollMillis = 10_000;

/** Draws a tree into an element. */
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
