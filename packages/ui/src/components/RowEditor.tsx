import { type ReactElement, useEffect, useRef } from 'react';
import { useEvent } from './use-event.ts';

/** Edit of a text in a row. */
export interface RowEdit {
  readonly nodeId: string;
  readonly value: string;
  /** Called once with the new text, or with null when the user cancels. */
  readonly onDone: (name: string | null) => void;
}

/** Field in place of a text of a row in a tree or table. Enter and leaving it accept the text, Escape cancels. */
export function RowEditor({
  edit,
  label,
}: {
  readonly edit: RowEdit;
  /** Accessible name. */
  readonly label: string;
}): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const finish = useEvent((name: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    const tree = field.current?.closest<HTMLElement>('[role=tree], [role=grid], [role=treegrid]');
    const hadFocus = field.current === document.activeElement;
    edit.onDone(name);
    if (hadFocus) tree?.focus({ preventScroll: true });
  });
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    // The row may be removed or scrolled away.
    return () => finish(null);
  }, [finish]);
  return (
    <input
      ref={field}
      className="tl-tree-edit"
      aria-label={label}
      defaultValue={edit.value}
      spellCheck={false}
      onClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.stopPropagation()}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        // A key that ends the conversion of an input method does not end the edit.
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(event.currentTarget.value);
        else if (event.key === 'Escape') finish(null);
      }}
    />
  );
}
