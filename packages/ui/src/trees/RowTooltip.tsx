import { type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react';
import { tooltipPosition } from './tooltip-position.ts';
import type { RowTooltip as Tooltip } from './use-row-tooltip.ts';

/** Shows the tooltip in the top layer in browsers that support popovers, so that no container clips it. */
const onTop = { popover: 'manual' };

/** Tooltip of a row, next to the tree. Rows reference it as their description, so that screen readers announce it. */
export function RowTooltip({
  id,
  tooltip,
  tree,
  rowId,
}: {
  readonly id: string;
  readonly tooltip: Tooltip;
  readonly tree: RefObject<HTMLElement | null>;
  readonly rowId: string | null;
}): ReactElement {
  const { shown, text } = tooltip;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = element.current;
    if (!shown || own === null) return;
    const row = rowId === null ? null : document.getElementById(rowId);
    if (row === null || tree.current === null) return;
    own.showPopover?.();
    const { width, height } = own.getBoundingClientRect();
    const place = tooltipPosition({
      row: row.getBoundingClientRect(),
      tree: tree.current.getBoundingClientRect(),
      width,
      height,
      window: { width: window.innerWidth, height: window.innerHeight },
    });
    own.style.left = `${place.left}px`;
    own.style.top = `${place.top}px`;
    return () => own.hidePopover?.();
  }, [shown, text, rowId, tree]);
  return (
    <div
      {...onTop}
      ref={element}
      id={id}
      role="tooltip"
      className="tl-tree-tooltip"
      data-shown={shown || undefined}
      onPointerEnter={tooltip.stay}
      onPointerLeave={() => tooltip.leave('pointer')}
    >
      {text}
    </div>
  );
}
