import type { ReactElement } from 'react';
import { ScrollRegion } from './ScrollRegion.tsx';

/** Preformatted text, which may scroll horizontally. */
export function CodeBlock({ text }: { readonly text: string }): ReactElement {
  return (
    <ScrollRegion as="pre" className="tl-code">
      {text}
    </ScrollRegion>
  );
}
