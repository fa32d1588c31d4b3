import { type ReactElement, type ReactNode, useState } from 'react';
import { CheckField } from '../components/CheckField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { namesOf } from './comparison.ts';

/** Toolbar of a comparison: which rows are shown, then further elements. */
export function CompareToolbar({ children }: { readonly children: ReactNode }): ReactElement {
  const t = useTranslate();
  const { setState } = useView().store;
  const differencesOnly = useViewState((state) => state.table?.differencesOnly) ?? true;
  return (
    <div className="tl-toolbar">
      <CheckField
        label={t('Differences only')}
        checked={differencesOnly}
        onChange={(next) => setState((before) => ({ ...before, table: { ...before.table, differencesOnly: next } }))}
      />
      <IgnoreField />
      {children}
    </div>
  );
}

/** Field with the ignored parameters, separated by commas. */
function IgnoreField(): ReactElement {
  const t = useTranslate();
  const { setState } = useView().store;
  const ignored = useViewState((state) => (state.table?.ignored ?? []).join(', '));
  const [text, setText] = useState(ignored);
  return (
    <label className="tl-field">
      {t('Ignore')}
      <input
        className="tl-text-field"
        // A named view may bring other names. Text that is being typed is preserved if it yields the same names.
        value={namesOf(text).join(', ') === ignored ? text : ignored}
        placeholder={t('seed, path')}
        onChange={({ target }) => {
          setText(target.value);
          const names = namesOf(target.value);
          setState((before) => ({
            ...before,
            table: { ...before.table, ignored: names.length === 0 ? undefined : names },
          }));
        }}
      />
    </label>
  );
}
