import type { ReactElement } from 'react';
import { FixedList } from './FixedList.tsx';

/** Piece of a searched text. */
export interface TextPiece {
  readonly text: string;
  /** Whether the piece matches the search. */
  readonly found: boolean;
}

/** Text with its matches highlighted. */
export function MarkedText({ pieces }: { readonly pieces: readonly TextPiece[] }): ReactElement {
  return <FixedList items={pieces}>{({ text, found }) => (found ? <mark>{text}</mark> : text)}</FixedList>;
}
