import type { ReactElement } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { coreText } from '../text/translate.ts';
import { descriptionText } from './query-text.ts';
import type { ShownDescription } from './use-description.ts';

/** Description of a word of a query, below the word. Screen readers read it when it appears. */
export function QueryDescriptionBox({ shown }: { readonly shown: ShownDescription | null }): ReactElement {
  const t = useTranslate();
  return (
    <div aria-live="polite">
      {shown && (
        <div className="tl-popup tl-query-description" style={{ left: shown.left, top: shown.top }}>
          <code>{shown.found.code}</code>
          <p>{descriptionText(shown.found, t)}</p>
          {shown.found.note !== undefined && <p>{coreText(t, shown.found.note)}</p>}
          <p>
            {t('Example:')} <code>{shown.found.example}</code>
          </p>
        </div>
      )}
    </div>
  );
}
