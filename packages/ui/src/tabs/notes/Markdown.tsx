import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { useTranslate } from '../../components/translate-context.ts';
import { isPageAddress } from '../../text/page-address.ts';
import { useView } from '../../view/view-context.ts';
import { CodeLines } from '../code/CodeLines.tsx';
import { plainChunks } from '../code/code-chunks.ts';
import { markdownHtml } from './markdown-html.ts';
import { safeMarkdown } from './safe-markdown.ts';

/** Rendered Markdown, or its source where rendering would take too long: by default, more than half a second. */
export function Markdown({ text, maxMillis }: { readonly text: string; readonly maxMillis?: number }): ReactElement {
  const html = useMemo(() => markdownHtml(text, maxMillis), [text, maxMillis]);
  return html === null ? <MarkdownSource text={text} /> : <RenderedMarkdown html={html} />;
}

function MarkdownSource({ text }: { readonly text: string }): ReactElement {
  const t = useTranslate();
  const chunks = useMemo(() => plainChunks(text), [text]);
  return (
    <>
      <p className="tl-quiet">{t('This text is too long or too complex to be formatted.')}</p>
      <CodeLines chunks={chunks} label={t('Source')} />
    </>
  );
}

/** Markdown as elements. The host opens its links. */
function RenderedMarkdown({ html }: { readonly html: string }): ReactElement {
  const { host } = useView();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.replaceChildren(safeMarkdown(html));
  }, [html]);
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
