import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';

/** Heading of a `details` element, with the chevron of other parts that open. */
export function Summary({ text }: { readonly text: string }): ReactElement {
  return (
    <summary className="tl-summary">
      <Icon name="chevron" />
      {text}
    </summary>
  );
}
