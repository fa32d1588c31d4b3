import { type ReactElement, useMemo } from 'react';
import { CheckField } from '../../components/CheckField.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { CodeText } from '../code/CodeText.tsx';
import { useChoice } from '../use-choice.ts';
import { framedDocument } from './framed-document.ts';

/** Logged HTML in a sandbox without scripts and network, or as source code. */
export function HtmlFrame({ html, title }: { readonly html: string; readonly title: string }): ReactElement {
  const t = useTranslate();
  const [source, setSource] = useChoice('text', 'htmlSource', false);
  const framed = useMemo(() => framedDocument(html), [html]);
  return (
    <section aria-label={title} className="tl-html">
      <div className="tl-toolbar">
        <CheckField label={t('Source')} checked={source} onChange={setSource} />
        <span className="tl-quiet">{t('Scripts and external addresses are disabled.')}</span>
      </div>
      {source || framed === null ? (
        <CodeText text={html} fileName="logged.html" label={title} />
      ) : (
        <iframe className="tl-html-frame" title={title} sandbox="" srcDoc={framed} />
      )}
    </section>
  );
}
