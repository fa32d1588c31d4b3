import type { ReactElement } from 'react';

/** Preformatted text. It is a tab stop because it may scroll horizontally. */
export function CodeBlock({ text }: { readonly text: string }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <pre className="tl-code" tabIndex={0}>
      {text}
    </pre>
  );
}
