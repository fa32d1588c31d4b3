import { Fragment, type ReactElement } from 'react';

/** Piece of a searched text. */
export interface TextPiece {
  readonly text: string;
  /** Whether the piece matches the search. */
  readonly found: boolean;
}

/** Text with its matches highlighted. */
export function MarkedText({ pieces }: { readonly pieces: readonly TextPiece[] }): ReactElement {
  return (
    <>
      {pieces.map(({ text, found }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index.
        <Fragment key={index}>{found ? <mark>{text}</mark> : text}</Fragment>
      ))}
    </>
  );
}
