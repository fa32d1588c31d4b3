import type { ReactElement } from 'react';

/** Preformatted text, a stop of the keyboard because it may be wider than its place. */
export function CodeBlock({ text }: { readonly text: string }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <pre className="tl-code" tabIndex={0}>
      {text}
    </pre>
  );
}
