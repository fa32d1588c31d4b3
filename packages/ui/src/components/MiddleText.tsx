import type { CSSProperties, ReactElement } from 'react';

/** Length from which a text is split. Shorter ones end with an ellipsis where they do not fit. */
const splitFrom = 16;
/** Number of characters at the end that stay visible: names of runs differ there. */
const tailLength = 7;

/**
 * Text that is shortened in its middle where it does not fit. Its content is the whole text. The style sheet leaves
 * space for the estimated width of the end, and a little more: a text that fits is not shortened.
 */
export function MiddleText({ text, className }: { readonly text: string; readonly className: string }): ReactElement {
  const characters = [...text];
  if (characters.length < splitFrom) return <span className={className}>{text}</span>;
  const tail = characters.slice(-tailLength);
  return (
    <span
      className={`tl-middle ${className}`}
      style={{ '--tl-tail': `${widthOf(tail).toFixed(2)}em` } as CSSProperties}
    >
      <span className="tl-middle-head">{characters.slice(0, -tailLength).join('')}</span>
      {tail.join('')}
    </span>
  );
}

/** Returns the width of characters in a wide sans-serif font, in em. */
function widthOf(characters: readonly string[]): number {
  return characters.reduce((sum, character) => sum + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  if (/[ijl]|[ft]|r|I|[.,:;|!'()[\] -]/.test(character)) return 0.41;
  if (/[mwMW@%=+<>~]/.test(character)) return 0.98;
  return /[a-z0-9_/]/.test(character) ? 0.64 : 0.78;
}
