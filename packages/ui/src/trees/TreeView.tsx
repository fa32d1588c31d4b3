import { useVirtualizer } from '@tanstack/react-virtual';
import type { Target, ThemeKind } from '@tracklens/core/display';
import { type MouseEvent, type ReactElement, useEffect, useId, useRef } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { type Failure, messageText, remedyText } from '../source/failure.ts';
import type { Translate } from '../text/translate.ts';
import type { FreshRows } from './fresh-rows.ts';
import { RowTooltip } from './RowTooltip.tsx';
import { TreeItem } from './TreeItem.tsx';
import type { TreeController, TreeRow } from './tree-controller.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';
import { useRowDrag } from './use-row-drag.ts';
import { type RowDetails, useRowTooltip } from './use-row-tooltip.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { type RowRange, useTreeRows } from './use-tree-rows.ts';
import { useTreeSelection } from './use-tree-selection.ts';

/** Properties that `mountTree` passes to the tree. */
export interface TreeViewProps {
  readonly tree: TreeSource;
  readonly theme: ThemeKind;
  readonly t: Translate;
  readonly onOpen: (target: Target, options: { readonly newPanel: boolean }) => void;
  readonly onContext?: ((node: TreeNode, event: globalThis.MouseEvent) => void) | undefined;
  readonly onDrag?: ((nodes: readonly TreeNode[], event: globalThis.PointerEvent) => void) | undefined;
  readonly onSelect: (nodes: readonly TreeNode[]) => void;
  readonly onController: (controller: TreeController, polling: FreshRows) => void;
  /** Poll interval of visible rows with a running experiment; all others are polled more slowly. */
  readonly pollMillis: () => number;
  readonly details?: RowDetails | undefined;
}

const rowHeight = 24;

/**
 * Lazy, virtualized tree. The focus stays on the tree, and `aria-activedescendant` names the current row, so that the
 * focus survives rows that scroll away. Details of a row are shown in a tooltip, for pointer and keyboard focus.
 */
export function TreeView({
  tree,
  theme,
  t,
  onOpen,
  onContext,
  onDrag,
  onSelect,
  onController,
  pollMillis,
  details,
}: TreeViewProps): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const idPrefix = useId();
  const range = useRef<RowRange>({ first: 0, last: 0 });
  const { controller, polling, rows, failure } = useTreeRows(tree, scroller, pollMillis, range);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the controller changes, not when the listener does.
  useEffect(() => onController(controller, polling), [controller, polling]);
  const selection = useTreeSelection(rows, onSelect);
  const tooltip = useRowTooltip(details, (id) => controller.nodes.get(id) ?? null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  useScrollAnchor(scroller, rows, rowHeight);

  const toggle = ({ node, expanded }: TreeRow) => {
    if (expanded) controller.collapse(node.id);
    else controller.expand(node.id);
  };
  const open = (row: TreeRow, newPanel: boolean) => {
    if (row.node.target) onOpen(row.node.target, { newPanel });
    else if (row.expanded !== null) toggle(row);
    else controller.activate(row);
  };
  const onRowClick = (event: MouseEvent, index: number) => {
    const row = rows[index]!;
    selection.goTo(index);
    if (event.shiftKey) return selection.select(index, 'range');
    if ((event.ctrlKey || event.metaKey) && event.button === 0) return selection.select(index, 'toggle');
    selection.select(index, 'one');
    if ((event.target as Element).closest('.tl-tree-twist')) toggle(row);
    else open(row, event.button === 1);
  };
  const onKeyDown = useTreeKeys(rows, controller, selection, {
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1),
    show(index) {
      tooltip.come(rows[index]!.node, 'focus');
      virtual.scrollToIndex(index);
    },
    open,
    menu: (index) => askForMenu(document.getElementById(`${idPrefix}-${index}`)),
  });
  const dragOf = useRowDrag(
    onDrag && ((node, event) => onDrag(selection.has(node) ? selection.chosen : [node], event)),
  );

  const shown = virtual.getVirtualItems();
  range.current = { first: virtual.range?.startIndex ?? 0, last: virtual.range?.endIndex ?? 0 };
  // A row that was scrolled away is not in the DOM and cannot be referenced.
  const currentDrawn = shown.some(({ index }) => index === selection.current);
  const about = tooltip.nodeId;
  return (
    <div className="tl-root tl-tree-root" data-theme={theme}>
      {failure !== null && <StaleRows failure={failure} t={t} onRetry={polling.reload} />}
      <div
        ref={scroller}
        className="tl-tree"
        role="tree"
        tabIndex={0}
        aria-label={tree.label}
        aria-multiselectable="true"
        aria-busy={rows.length === 0}
        aria-activedescendant={currentDrawn ? `${idPrefix}-${selection.current}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const row = rows[selection.current];
          if (row && event.target.matches(':focus-visible')) tooltip.come(row.node, 'focus');
        }}
        onBlur={() => tooltip.leave('focus')}
        onScroll={tooltip.hide}
        onPointerLeave={() => tooltip.leave('pointer')}
      >
        <div className="tl-tree-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const row = rows[index]!;
            const { node } = row;
            return (
              <TreeItem
                key={node.id}
                id={`${idPrefix}-${index}`}
                row={row}
                top={start}
                current={index === selection.current}
                selected={selection.has(node)}
                t={t}
                aria-describedby={about === node.id ? `${idPrefix}-about` : undefined}
                onPointerEnter={() => tooltip.come(node, 'pointer')}
                onClick={(event) => onRowClick(event, index)}
                onAuxClick={(event) => event.button === 1 && onRowClick(event, index)}
                onContextMenu={(event) => {
                  selection.goTo(index);
                  if (!selection.has(node)) selection.select(index, 'one');
                  onContext?.(node, event.nativeEvent);
                }}
                {...dragOf(node)}
              />
            );
          })}
        </div>
      </div>
      <RowTooltip
        id={`${idPrefix}-about`}
        tooltip={tooltip}
        tree={scroller}
        rowId={about === null ? null : `${idPrefix}-${rows.findIndex(({ node }) => node.id === about)}`}
      />
      {rows.length === 0 && (
        <p className="tl-tree-waiting" role="status">
          {t('Reading…')}
        </p>
      )}
    </div>
  );
}

/** Banner explaining why the rows are from an earlier read. */
function StaleRows({
  failure,
  t,
  onRetry,
}: {
  readonly failure: Failure;
  readonly t: Translate;
  readonly onRetry: () => void;
}): ReactElement {
  return (
    <div className="tl-banner tl-tree-stale" role="status" data-failure={failure.kind}>
      <Icon name="problem" />
      <span title={remedyText(failure, t, 'automatic')}>
        {messageText(failure, t)} {t('The rows are those of the last successful read.')}
      </span>
      <button type="button" className="tl-button" onClick={onRetry}>
        {t('Retry')}
      </button>
    </div>
  );
}

/**
 * The focus is on the tree, so the menu key would target the tree. A synthetic `contextmenu` event on the row
 * notifies the host as a pointer would.
 */
function askForMenu(row: HTMLElement | null): void {
  const { left = 0, bottom = 0 } = row?.querySelector('.tl-tree-label')?.getBoundingClientRect() ?? {};
  const at = { clientX: left, clientY: bottom };
  row?.dispatchEvent(new globalThis.MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true, button: 2 }));
}
