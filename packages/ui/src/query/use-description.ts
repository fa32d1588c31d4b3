import type { Column, QueryDescription } from '@tracklens/core/query';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { characterRect, offsetAt } from './field-text.ts';
import type { QueryTools } from './use-query-tools.ts';

/** Time that the pointer rests on a word before it is described, in milliseconds. */
const restMillis = 350;

/** Description of a word, and its position in the field. */
export interface ShownDescription {
  readonly found: QueryDescription;
  readonly left: number;
  readonly top: number;
}

/** Description of the word at the pointer or the cursor of a query field. */
export interface WordDescription {
  /** What is shown; null for none. */
  readonly shown: ShownDescription | null;
  /** Describes the word at an offset now. */
  describe(offset: number): void;
  /** Describes the word at the pointer once it rests there. */
  onPointerMove(event: PointerEvent): void;
  close(): void;
}

/** Describes the words of a query field. `backdrop` is an element with the same text at the same positions. */
export function useDescription(
  backdrop: RefObject<HTMLElement | null>,
  text: string,
  columns: readonly Column[],
  tools: QueryTools | null,
): WordDescription {
  const [shown, setShown] = useState<ShownDescription | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const describe = (offset: number) => {
    const element = backdrop.current;
    const found = tools?.describeQuery(text, offset, columns);
    const rect = found && element && characterRect(element, found.start);
    if (!rect) return setShown(null);
    const box = element.getBoundingClientRect();
    setShown({ found, left: rect.left - box.left, top: rect.bottom - box.top + 4 });
  };
  return {
    shown,
    describe,
    onPointerMove({ clientX, clientY }) {
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        const offset = backdrop.current && offsetAt(backdrop.current, { clientX, clientY });
        if (offset === null) setShown(null);
        else describe(offset);
      }, restMillis);
    },
    close() {
      clearTimeout(rest.current);
      setShown(null);
    },
  };
}
