import type { ReactElement } from 'react';
import { CheckField } from '../../components/CheckField.tsx';
import { useView } from '../../view/view-context.ts';
import { CodeText } from '../code/CodeText.tsx';
import { useChoice } from '../use-choice.ts';

/** Forbids scripts, forms and external URLs. Allows inline styles and data images. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * Returns the document for a frame of untrusted HTML. The frame has no permissions (an empty `sandbox`). The document
 * starts with a content security policy, so that it loads no external images either.
 */
function framedDocument(html: string): string {
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">${html}`;
}

/** Logged HTML in a sandbox without scripts and network, or as source code. */
export function HtmlFrame({ html, title }: { readonly html: string; readonly title: string }): ReactElement {
  const { t } = useView();
  const [source, setSource] = useChoice('text', 'htmlSource', false);
  return (
    <section aria-label={title} className="tl-html">
      <div className="tl-toolbar">
        <CheckField label={t('Source')} checked={source} onChange={setSource} />
        <span className="tl-quiet">{t('Scripts and external addresses are disabled.')}</span>
      </div>
      {source ? (
        <CodeText text={html} fileName="logged.html" label={title} />
      ) : (
        <iframe className="tl-html-frame" title={title} sandbox="" srcDoc={framedDocument(html)} />
      )}
    </section>
  );
}
