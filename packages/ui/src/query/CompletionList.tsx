import { type ReactElement, useEffect } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { coreText } from '../text/translate.ts';
import type { QueryCompletions } from './use-completions.ts';

/** Popup list of the completions of a query field. The field keeps the focus and references the active option. */
export function CompletionList({
  id,
  completions: { items, active, accept },
}: {
  /** Id of the list; options are `${id}-${index}`. */
  readonly id: string;
  readonly completions: QueryCompletions;
}): ReactElement {
  const t = useTranslate();
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div id={id} className="tl-popup tl-completions" role="listbox" aria-label={t('Completions')}>
      {items.map((item, index) => (
        <div
          key={`${item.label} ${item.detail}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="tl-completion"
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => accept(item)}
        >
          <code>{item.label}</code>
          <span className="tl-quiet">{coreText(t, item.detail)}</span>
        </div>
      ))}
    </div>
  );
}
