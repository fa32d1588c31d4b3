import type { CSSProperties, ReactElement } from 'react';

/** Length from which a text is split. Shorter ones end with an ellipsis where they do not fit. */
const splitFrom = 16;
/** Number of characters at the end that stay visible: names of runs differ there. */
const tailLength = 7;

/** Text that is shortened in its middle where it does not fit. Its content is the whole text. */
export function MiddleText({ text, className }: { readonly text: string; readonly className: string }): ReactElement {
  const characters = [...text];
  if (characters.length < splitFrom) return <span className={className}>{text}</span>;
  const tail = characters.slice(-tailLength).join('');
  return (
    <span className={`tl-middle ${className}`} style={{ '--tl-tail': `${tailLength * 0.62}em` } as CSSProperties}>
      <span className="tl-middle-head">{characters.slice(0, -tailLength).join('')}</span>
      {tail}
    </span>
  );
}
