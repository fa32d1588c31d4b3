import { type ReactElement, useEffect, useRef } from 'react';
import { isPageAddress } from '../../components/Link.tsx';
import { useView } from '../../view/view-context.ts';
import { safeMarkdown } from './safe-markdown.ts';

/** Rendered Markdown. The host opens its links. */
export function Markdown({ text }: { readonly text: string }): ReactElement {
  const { host } = useView();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.replaceChildren(safeMarkdown(text));
  }, [text]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside handle focus and keys.
    <div
      ref={element}
      className="tl-markdown"
      onClick={(event) => {
        const link = (event.target as Element).closest('a');
        if (!link) return;
        event.preventDefault();
        if (isPageAddress(link.href)) host.openExternal(link.href);
      }}
    />
  );
}
