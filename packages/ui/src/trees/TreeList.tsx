import { type ReactElement, type RefObject, useId } from 'react';
import type { RowEdit } from '../components/RowEditor.tsx';
import type { VirtualRows } from '../components/use-virtual-rows.ts';
import { RowTooltip } from './RowTooltip.tsx';
import { rowActions } from './row-actions.ts';
import { TreeItem } from './TreeItem.tsx';
import type { TreeController } from './tree-controller.ts';
import type { TreeListEvents } from './tree-list-events.ts';
import type { TreeRow } from './tree-rows.ts';
import { useRowDrag } from './use-row-drag.ts';
import { type RowDetails, useRowTooltip } from './use-row-tooltip.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useTreeSelection } from './use-tree-selection.ts';

/** Height of a row in pixels. */
export const rowHeight = 24;

/** Properties of the rows of a tree. */
export interface TreeListProps extends TreeListEvents {
  readonly label: string;
  readonly controller: TreeController;
  readonly rows: readonly TreeRow[];
  readonly virtual: VirtualRows;
  readonly scroller: RefObject<HTMLDivElement>;
  readonly details: RowDetails | undefined;
  /** Edit of a row's label; `null` without one. */
  readonly edit: RowEdit | null;
  /** Ids of the nodes that are selected at first. */
  readonly selected: readonly string[];
}

/**
 * Virtualized rows of a tree. The focus stays on the tree, and `aria-activedescendant` names the current row, so that
 * the focus survives rows that scroll away. Details of a row are shown in a tooltip, for pointer and keyboard focus.
 */
export function TreeList({
  label,
  controller,
  rows,
  virtual,
  scroller,
  details,
  edit,
  selected,
  ...events
}: TreeListProps): ReactElement {
  const { onOpen, onLink, onContext, onDrag, onSelect } = events;
  const idPrefix = useId();
  const rowId = (index: number) => `${idPrefix}-${index}`;
  const selection = useTreeSelection(rows, selected, onSelect);
  const tooltip = useRowTooltip(details, (id) => controller.nodes.get(id) ?? null);
  const actions = rowActions({ controller, rows, selection, onOpen, onLink });
  const onKeyDown = useTreeKeys(rows, controller, selection, {
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1),
    show(index) {
      tooltip.enter(rows[index]!.node, 'focus');
      virtual.scrollTo(index);
    },
    open: actions.open,
    menu: (index) => requestMenu(document.getElementById(rowId(index))),
  });
  const dragOf = useRowDrag(onDrag && ((node, event) => onDrag(selection.with(node), event)));
  // A row that was scrolled away is not in the DOM and cannot be referenced.
  const isCurrentRendered = virtual.items.some(({ index }) => index === selection.current);
  const describedIndex = rows.findIndex(({ node }) => node.id === tooltip.nodeId);
  return (
    <>
      <div
        ref={scroller}
        className="tl-tree"
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable="true"
        aria-busy={rows.length === 0}
        aria-activedescendant={isCurrentRendered ? rowId(selection.current) : undefined}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const row = rows[selection.current];
          if (row && target.matches(':focus-visible')) tooltip.enter(row.node, 'focus');
        }}
        onBlur={() => tooltip.leave('focus')}
        onScroll={tooltip.hide}
        onPointerLeave={() => tooltip.leave('pointer')}
      >
        <div className="tl-tree-rows" role="presentation" style={{ height: virtual.height }}>
          {virtual.items.map(({ index, start }) => (
            <TreeItem
              key={rows[index]!.node.id}
              id={rowId(index)}
              row={rows[index]!}
              top={start}
              current={index === selection.current}
              selected={selection.has(rows[index]!.node)}
              edit={edit?.nodeId === rows[index]!.node.id ? edit : null}
              aria-describedby={index === describedIndex ? `${idPrefix}-about` : undefined}
              onPointerEnter={() => tooltip.enter(rows[index]!.node, 'pointer')}
              onClick={(event) => actions.click(event, index)}
              onAuxClick={(event) => event.button === 1 && actions.click(event, index)}
              onContextMenu={({ nativeEvent }) => onContext?.(actions.pick(index), nativeEvent)}
              {...dragOf(rows[index]!.node)}
            />
          ))}
        </div>
      </div>
      <RowTooltip
        id={`${idPrefix}-about`}
        tooltip={tooltip}
        tree={scroller}
        rowId={tooltip.nodeId === null ? null : rowId(describedIndex)}
      />
    </>
  );
}

/**
 * The focus is on the tree, so the menu key would target the tree. A synthetic `contextmenu` event on the row
 * notifies the host as a pointer would.
 */
function requestMenu(row: HTMLElement | null): void {
  const { left = 0, bottom = 0 } = row?.querySelector('.tl-tree-label')?.getBoundingClientRect() ?? {};
  const at = { clientX: left, clientY: bottom };
  row?.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true, button: 2 }));
}
