import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Translate } from '../text/translate.ts';
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
  onShow,
  t,
}: {
  readonly total: number;
  readonly shown: number;
  readonly pageSize: number;
  /** Selector of a row in the parent element of the button. */
  readonly row: string;
  /** Receives the new number of shown items. */
  readonly onShow: (shown: number) => void;
  readonly t: Translate;
}): ReactElement | null {
  const status = useRef<HTMLParagraphElement>(null);
  const [added, setAdded] = useState<{ readonly first: number; readonly text: string } | null>(null);
  const moveFocus = useEvent((first: number) => {
    const isLost = document.activeElement === document.body;
    if (isLost && total <= shown) focusRow(status.current?.parentElement?.querySelectorAll<HTMLElement>(row)[first]);
  });
  useEffect(() => {
    if (added !== null) moveFocus(added.first);
  }, [added, moveFocus]);
  if (total <= shown && added === null) return null;
  const count = Math.min(pageSize, total - shown);
  return (
    <>
      <p ref={status} role="status" className="tl-visually-hidden">
        {added?.text}
      </p>
      {total > shown && (
        <button
          type="button"
          className="tl-button tl-more"
          onClick={() => {
            onShow(shown + pageSize);
            setAdded({ first: shown, text: t('Added %1. Showing %2 of %3.', count, shown + count, total) });
          }}
        >
          {t('Show %1 more', count)}
        </button>
      )}
    </>
  );
}

function focusRow(row: HTMLElement | undefined): void {
  const target = row?.querySelector<HTMLElement>(focusable) ?? row;
  if (target === row) target?.setAttribute('tabindex', '-1');
  target?.focus();
}
