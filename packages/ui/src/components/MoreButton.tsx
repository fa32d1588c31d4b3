import { type ReactElement, useEffect, useRef, useState } from 'react';
import { ActionButton } from './ActionButton.tsx';
import { useTranslate } from './translate-context.ts';
import { useEvent } from './use-event.ts';

/** Element that takes the focus in a row, if it has one. */
const focusable = 'button, a[href], input, select, [tabindex]';

/**
 * Button that shows the next page of a list of `total` items; nothing once all are shown. Screen readers announce how
 * many were added. After the last page, whose button is gone, the focus moves to the first added row.
 */
export function MoreButton({
  total,
  shown,
  pageSize,
  row,
  label,
  announcement,
  loading = false,
  onShow,
}: {
  readonly total: number;
  readonly shown: number;
  readonly pageSize: number;
  /** Selector of a row in the parent element of the button. */
  readonly row: string;
  /** Returns the text of the button from the number of items that it adds. Default: “Show … more”. */
  readonly label?: ((count: number) => string) | undefined;
  /** Replaces the announcement of the number of added items. */
  readonly announcement?: string | undefined;
  /** Whether the items of the next page are being loaded. */
  readonly loading?: boolean;
  /** Receives the new number of shown items. */
  readonly onShow: (shown: number) => void;
}): ReactElement | null {
  const t = useTranslate();
  const status = useRef<HTMLParagraphElement>(null);
  const [last, setLast] = useState<Addition | null>(null);
  // Items that have to be loaded are shown later than they were requested.
  const added = last !== null && shown > last.shown ? last : null;
  const moveFocus = useEvent((firstRow: number) => {
    const isLost = document.activeElement === document.body;
    if (isLost && total <= shown) focusRow(rowsNear(status.current, row)[firstRow] ?? status.current);
  });
  useEffect(() => {
    if (added !== null) moveFocus(added.firstRow);
  }, [added, moveFocus]);
  if (total <= shown && added === null) return null;
  const count = Math.min(pageSize, total - shown);
  const add = () => {
    const text = t('Added %1. Showing %2 of %3.', count, shown + count, total);
    setLast({ shown, firstRow: rowsNear(status.current, row).length, text });
    onShow(shown + pageSize);
  };
  return (
    <>
      <p ref={status} role="status" className="tl-visually-hidden">
        {added && (announcement ?? added.text)}
      </p>
      {total > shown && (
        <ActionButton className="tl-button tl-more" enabled={!loading} onClick={add}>
          {loading ? t('Loading…') : (label?.(count) ?? t('Show %1 more', count))}
        </ActionButton>
      )}
    </>
  );
}

/** Items that the button has added. */
interface Addition {
  /** Number of items, and of rows, before. */
  readonly shown: number;
  readonly firstRow: number;
  readonly text: string;
}

/** Returns the rows of the list that precedes the button. */
function rowsNear(status: HTMLElement | null, row: string): readonly HTMLElement[] {
  return [...(status?.parentElement?.querySelectorAll<HTMLElement>(row) ?? [])];
}

function focusRow(row: HTMLElement | null): void {
  const target = row?.querySelector<HTMLElement>(focusable) ?? row;
  if (target === row) target?.setAttribute('tabindex', '-1');
  target?.focus();
}
