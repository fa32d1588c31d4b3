import { type ReactElement, useLayoutEffect, useRef } from 'react';
import type { Selected } from './table-selection.ts';

/** Check box of a row, or of all rows in the head. */
export function SelectionBox({
  selected,
  label,
  onChange,
}: {
  readonly selected: Selected;
  readonly label: string;
  readonly onChange: () => void;
}): ReactElement {
  const box = useRef<HTMLInputElement>(null);
  // There is no attribute for it.
  useLayoutEffect(() => {
    box.current!.indeterminate = selected === 'mixed';
  }, [selected]);
  return (
    <input ref={box} type="checkbox" tabIndex={-1} checked={selected === true} aria-label={label} onChange={onChange} />
  );
}
