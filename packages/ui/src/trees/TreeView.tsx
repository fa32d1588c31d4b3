import { useVirtualizer } from '@tanstack/react-virtual';
import type { Target, ThemeKind } from '@tracklens/core/display';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useVisible } from '../live/use-visible.ts';
import { Icon, type IconName } from '../parts/Icon.tsx';
import type { Translate } from '../text/translate.ts';
import { freshRows } from './fresh-rows.ts';
import { RowTooltip } from './RowTooltip.tsx';
import { type TreeController, type TreeRow, treeController } from './tree-controller.ts';
import { movedInTree, typedInTree } from './tree-keys.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';
import { type RowDetails, useRowTooltip } from './use-row-tooltip.ts';

/** What `mountTree` hands to the tree. */
export interface TreeViewProps {
  readonly tree: TreeSource;
  readonly theme: ThemeKind;
  readonly t: Translate;
  readonly onOpen: (target: Target, options: { readonly newPanel: boolean }) => void;
  readonly onContext?: ((node: TreeNode, event: globalThis.MouseEvent) => void) | undefined;
  readonly onDrag?: ((nodes: readonly TreeNode[], event: globalThis.PointerEvent) => void) | undefined;
  readonly onSelect: (nodes: readonly TreeNode[]) => void;
  readonly onController: (controller: TreeController) => void;
  /** How often rows beside running experiments are read while they are seen. */
  readonly pollMillis: () => number;
  readonly details?: RowDetails | undefined;
}

const rowHeight = 24;
/** Letters typed within this time belong together. */
const typingMillis = 700;
/** A pointer that moves so far with its button down drags. */
const dragPixels = 5;

/**
 * A lazy tree of virtual rows. The focus stays on the tree and `aria-activedescendant` names the current row, so that it
 * survives rows that scroll away. Arrows, Home, End, Page keys and typing move; Enter opens; Space, Ctrl and Shift select; the
 * menu key opens the row's menu. What is known of a row stands in a tooltip, for the pointer and for the focus.
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
  const controller = useMemo(() => treeController(tree), [tree]);
  useEffect(() => () => controller.dispose(), [controller]);
  const rows = useSyncExternalStore(controller.subscribe, () => controller.rows);
  const scroller = useRef<HTMLDivElement>(null);
  const idPrefix = useId();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const typed = useRef({ text: '', atMillis: 0 });
  const drag = useRef<{ readonly x: number; readonly y: number; readonly node: TreeNode } | null>(null);

  const current = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === currentId),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when there is another controller, not another listener.
  useEffect(() => onController(controller), [controller]);
  const visible = useVisible(scroller);
  const pause = useRef(pollMillis);
  pause.current = pollMillis;
  const fresh = useMemo(
    () =>
      freshRows({
        source: async () => tree,
        open: () => controller.open(),
        replace: (parent, next) => controller.replace(parent, next),
        everyMillis: () => pause.current(),
      }),
    [tree, controller],
  );
  useEffect(() => () => fresh.dispose(), [fresh]);
  useEffect(() => fresh.see(visible), [fresh, visible]);
  const chosen = useMemo(
    () => rows.filter(({ node }) => selected.has(node.id)).map(({ node }) => node),
    [rows, selected],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the chosen nodes change, not when the listener does.
  useEffect(() => onSelect(chosen), [chosen]);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });

  const tooltip = useRowTooltip(details, (id) => controller.nodes.get(id) ?? null);

  const select = (index: number, how: 'one' | 'toggle' | 'range') => {
    const row = rows[index];
    if (!row) return;
    if (how === 'range') {
      const from = rows.findIndex(({ node }) => node.id === anchor.current);
      const [low, high] = from === -1 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
      setSelected(new Set(rows.slice(low, high + 1).map(({ node }) => node.id)));
      return;
    }
    anchor.current = row.node.id;
    if (how === 'one') setSelected(new Set([row.node.id]));
    else {
      const next = new Set(selected);
      if (!next.delete(row.node.id)) next.add(row.node.id);
      setSelected(next);
    }
  };
  const moveTo = (index: number, how: 'one' | 'range' | 'keep') => {
    const row = rows[index];
    if (!row) return;
    setCurrentId(row.node.id);
    tooltip.come(row.node, 'focus');
    if (how !== 'keep') select(index, how);
    virtual.scrollToIndex(index);
  };
  const open = (row: TreeRow, newPanel: boolean) => {
    if (row.node.target) onOpen(row.node.target, { newPanel });
    else if (row.expanded !== null) toggle(row);
    else controller.activate(row);
  };
  const toggle = (row: TreeRow) => {
    if (row.expanded) controller.collapse(row.node.id);
    else controller.expand(row.node.id);
  };

  /** The focus is on the tree, whose menu a key would open: the host is told of the row instead, as by a pointer. */
  const menuOf = (index: number) => {
    const element = document.getElementById(`${idPrefix}-${index}`);
    const { left = 0, bottom = 0 } = element?.querySelector('.tl-tree-label')?.getBoundingClientRect() ?? {};
    const at = { clientX: left, clientY: bottom };
    element?.dispatchEvent(
      new globalThis.MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true, button: 2 }),
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const move = movedInTree(rows, current, event.key, page);
    if (move) {
      if (move.expand) controller.expand(move.expand);
      if (move.collapse) controller.collapse(move.collapse);
      moveTo(move.index, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'keep' : 'one');
    } else if (event.key === 'Enter') open(row, event.ctrlKey || event.metaKey);
    else if (event.key === ' ') select(current, event.shiftKey ? 'range' : 'toggle');
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) menuOf(current);
    else if (event.key === '*') for (const { node, level } of rows) level === row.level && controller.expand(node.id);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const late = event.timeStamp - typed.current.atMillis > typingMillis;
      typed.current = { text: (late ? '' : typed.current.text) + event.key, atMillis: event.timeStamp };
      const found = typedInTree(rows, current, typed.current.text);
      if (found !== -1) moveTo(found, 'one');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onRowClick = (event: MouseEvent, index: number) => {
    const row = rows[index]!;
    setCurrentId(row.node.id);
    if (event.shiftKey) return select(index, 'range');
    if ((event.ctrlKey || event.metaKey) && event.button === 0) return select(index, 'toggle');
    select(index, 'one');
    if ((event.target as Element).closest('.tl-tree-twist')) toggle(row);
    else open(row, event.button === 1);
  };

  // A row that was scrolled away is not there to be named.
  const drawn = virtual.getVirtualItems().some(({ index }) => index === current);
  return (
    <div className="tl-root tl-tree-root" data-theme={theme}>
      <div
        ref={scroller}
        className="tl-tree"
        role="tree"
        tabIndex={0}
        aria-label={tree.label}
        aria-multiselectable="true"
        aria-busy={rows.length === 0}
        aria-activedescendant={drawn ? `${idPrefix}-${current}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const row = rows[current];
          if (row && event.target.matches(':focus-visible')) tooltip.come(row.node, 'focus');
        }}
        onBlur={() => tooltip.leave('focus')}
        onScroll={tooltip.hide}
        onPointerLeave={() => tooltip.leave('pointer')}
      >
        <div className="tl-tree-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!;
            const { node } = row;
            return (
              <div
                key={node.id}
                id={`${idPrefix}-${index}`}
                role="treeitem"
                aria-level={row.level}
                aria-setsize={row.setSize}
                aria-posinset={row.position}
                aria-expanded={row.expanded ?? undefined}
                aria-selected={selected.has(node.id)}
                aria-busy={row.loading || undefined}
                data-id={node.id}
                data-kind={node.kind}
                data-state={node.state}
                data-starred={node.starred}
                className={`tl-tree-row${index === current ? ' tl-current' : ''}`}
                style={{ transform: `translateY(${start}px)`, paddingLeft: 4 + (row.level - 1) * 14 }}
                aria-describedby={tooltip.nodeId === node.id ? `${idPrefix}-about` : undefined}
                onPointerEnter={() => tooltip.come(node, 'pointer')}
                onClick={(event) => onRowClick(event, index)}
                onAuxClick={(event) => event.button === 1 && onRowClick(event, index)}
                onContextMenu={(event) => {
                  setCurrentId(node.id);
                  if (!selected.has(node.id)) select(index, 'one');
                  onContext?.(node, event.nativeEvent);
                }}
                onPointerDown={(event) => {
                  drag.current = event.button === 0 ? { x: event.clientX, y: event.clientY, node } : null;
                }}
                onPointerUp={() => {
                  drag.current = null;
                }}
                onPointerMove={(event) => {
                  const from = drag.current;
                  if (!onDrag || from === null || event.buttons !== 1) return;
                  if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < dragPixels) return;
                  drag.current = null;
                  onDrag(selected.has(from.node.id) ? chosen : [from.node], event.nativeEvent);
                }}
              >
                <span className="tl-tree-twist" aria-hidden="true">
                  {row.expanded !== null && <Icon name="chevron" className={row.expanded ? 'tl-open' : ''} />}
                </span>
                <Icon
                  name={row.loading ? 'refresh' : iconOf(node)}
                  className={row.loading ? 'tl-turning' : `tl-kind-${iconOf(node)}`}
                />
                {node.starred && (
                  <span className="tl-tree-star">
                    <Icon name="star" />
                    <span className="tl-visually-hidden">{t('starred')}</span>
                  </span>
                )}
                <span className="tl-tree-label">{node.label}</span>
                {node.description && <span className="tl-tree-description">{node.description}</span>}
                {node.kind === 'problem' && <span className="tl-tree-badge">{t('Retry')}</span>}
                {node.badge && <span className="tl-tree-badge">{node.badge}</span>}
              </div>
            );
          })}
        </div>
      </div>
      <RowTooltip
        id={`${idPrefix}-about`}
        tooltip={tooltip}
        tree={scroller}
        rowId={
          tooltip.nodeId === null ? null : `${idPrefix}-${rows.findIndex(({ node }) => node.id === tooltip.nodeId)}`
        }
      />
      {rows.length === 0 && (
        <p className="tl-tree-waiting" role="status">
          {t('Reading…')}
        </p>
      )}
    </div>
  );
}

/** An experiment is drawn by its state, everything else by its kind. */
function iconOf({ kind, state }: TreeNode): IconName {
  return kind === 'experiment' ? (state ?? 'experiment') : kind;
}
