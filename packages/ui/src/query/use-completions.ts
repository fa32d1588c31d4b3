import { type Column, type CompletionItem, completeQuery } from '@tracklens/core/query';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';

/** Maximum number of completions listed. */
const maxItems = 50;

/** Completions of the word at the cursor of a query field. */
export interface QueryCompletions {
  /** Offered completions; empty while the list is closed. */
  readonly items: readonly CompletionItem[];
  /** Index of the active completion. */
  readonly active: number;
  /**
   * Offers completions for a text. Without an explicit request they are offered only for a typed prefix: a list after
   * every space would be distracting.
   */
  offer(text: string, requested: boolean): void;
  accept(item: CompletionItem): void;
  /** Closes the list, also one that waits for names. */
  close(): void;
  /** Closes the list if the cursor has moved. */
  onCursor(): void;
  /** Handles a key of the open list, and Ctrl+Space; returns whether it did. */
  handleKey(event: KeyboardEvent): boolean;
}

/** Completes the text of a query field. */
export function useCompletions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  columns: readonly Column[],
  onText: (text: string) => void,
): QueryCompletions {
  const [offered, setOffered] = useState<{ text: string; cursor: number; requested: boolean } | null>(null);
  const [active, setActive] = useState(0);
  const cursorAfter = useRef<number | null>(null);
  // Computed again with the columns, which may be loaded after the text was typed.
  const completions = useMemo(() => {
    if (offered === null) return null;
    const found = completeQuery(offered.text, offered.cursor, columns);
    return offered.requested || found.to > found.from ? found : null;
  }, [offered, columns]);
  const items = completions?.items.slice(0, maxItems) ?? [];

  // The cursor can be set only after the field has the new text.
  useEffect(() => {
    if (cursorAfter.current === null) return;
    field.current?.setSelectionRange(cursorAfter.current, cursorAfter.current);
    cursorAfter.current = null;
  });

  const offer = (value: string, requested: boolean) => {
    setOffered({ text: value, cursor: field.current?.selectionStart ?? value.length, requested });
    setActive(0);
  };
  const accept = (item: CompletionItem) => {
    if (!completions) return;
    cursorAfter.current = completions.from + item.insert.length;
    onText(text.slice(0, completions.from) + item.insert + text.slice(completions.to));
    setOffered(null);
    field.current?.focus();
  };
  return {
    items,
    active,
    offer,
    accept,
    close: () => setOffered(null),
    onCursor() {
      if (offered?.cursor !== field.current?.selectionStart) setOffered(null);
    },
    handleKey({ key, ctrlKey, shiftKey }) {
      if (key === ' ' && ctrlKey) offer(text, true);
      else if (items.length === 0) {
        // Names that are loaded later complete nothing after these keys.
        if (key === 'Escape' || key === 'Enter') setOffered(null);
        return false;
      } else if (key === 'ArrowDown') setActive((active + 1) % items.length);
      else if (key === 'ArrowUp') setActive((active - 1 + items.length) % items.length);
      else if ((key === 'Tab' || key === 'Enter') && !shiftKey && !ctrlKey) accept(items[active]!);
      else if (key === 'Escape') setOffered(null);
      else return false;
      return true;
    },
  };
}
