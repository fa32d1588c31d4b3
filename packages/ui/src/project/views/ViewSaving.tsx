import { type FormEvent, type ReactElement, useState } from 'react';
import { ActionButton, SubmitButton } from '../../components/ActionButton.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useView } from '../../view/view-context.ts';
import type { NamedViews } from './named-views-state.ts';
import type { AsyncAction } from './use-async-action.ts';

/** Form that saves the current state: into the current view, or as a new one. */
export function ViewSaving({
  named,
  action,
}: {
  readonly named: NamedViews;
  readonly action: AsyncAction;
}): ReactElement {
  const t = useTranslate();
  const { current, edited } = named;
  const [name, setName] = useState('');
  const saveAs = async (event: FormEvent) => {
    event.preventDefault();
    if (await action.run(() => named.saveAs(name), t('Saved as %1.', name))) setName('');
  };
  return (
    <div className="tl-view-saving">
      {current !== null && (
        <div className="tl-toolbar">
          <ActionButton
            className="tl-button tl-button-main"
            enabled={!action.busy && edited}
            onClick={() => void action.run(named.save, t('Saved.'))}
          >
            {t('Save changes')}
          </ActionButton>
          <ActionButton className="tl-button" enabled={edited} onClick={() => named.apply(current)}>
            {t('Discard changes')}
          </ActionButton>
        </div>
      )}
      <form className="tl-view-form" onSubmit={saveAs}>
        <input
          className="tl-text-field"
          value={name}
          maxLength={100}
          placeholder={t('Name of a new view')}
          aria-label={t('Name of a new view')}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
        />
        <SubmitButton className="tl-button" enabled={!action.busy && name.trim() !== ''}>
          {t('Save as')}
        </SubmitButton>
      </form>
    </div>
  );
}

/** Replaces the save form in a read-only view. Its button, in hosts with panels, opens one that can save. */
export function ViewElsewhere({
  named,
  close,
}: {
  readonly named: NamedViews;
  readonly close: () => void;
}): ReactElement {
  const t = useTranslate();
  const { host, store } = useView();
  // A page with an address has no panels.
  if (host.address) return <p className="tl-view-saving">{t('This page is read-only.')}</p>;
  return (
    <p className="tl-view-saving">
      {t('Notebook outputs are read-only.')}{' '}
      <button
        type="button"
        className="tl-button"
        onClick={() => {
          close();
          host.open(named.target, { newPanel: false, activate: true, state: store.state });
        }}
      >
        {t('Open in a panel to save it')}
      </button>
    </p>
  );
}
