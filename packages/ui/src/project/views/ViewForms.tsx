import { type ReactElement, useState } from 'react';
import { ActionButton, SubmitButton } from '../../components/ActionButton.tsx';
import { useTranslate } from '../../components/translate-context.ts';

/** Confirmation of the removal of a named view. */
export function ViewRemoval({
  name,
  busy,
  onKeep,
  onRemove,
}: {
  readonly name: string;
  readonly busy: boolean;
  readonly onKeep: () => void;
  readonly onRemove: () => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-view-removal" role="group" aria-label={t('Delete %1', name)}>
      <span className="tl-grid-text" title={name}>
        {t('Delete “%1”?', name)}
      </span>
      <button
        type="button"
        className="tl-button"
        // biome-ignore lint/a11y/noAutofocus: replaces the button that had the focus.
        autoFocus
        onClick={onKeep}
      >
        {t('Keep')}
      </button>
      <ActionButton className="tl-button" enabled={!busy} onClick={onRemove}>
        {t('Delete')}
      </ActionButton>
    </div>
  );
}

/** Field for the new name of a named view. */
export function ViewNameForm({
  initial,
  label,
  busy,
  onName,
  onCancel,
}: {
  readonly initial: string;
  readonly label: string;
  readonly busy: boolean;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useTranslate();
  const [name, setName] = useState(initial);
  return (
    <form
      className="tl-view-form"
      onSubmit={(event) => {
        event.preventDefault();
        onName(name);
      }}
    >
      <input
        className="tl-text-field"
        value={name}
        maxLength={100}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: replaces the button that had the focus.
        autoFocus
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          // Escape cancels the renaming and leaves the list open.
          event.stopPropagation();
          if (event.key === 'Escape') onCancel();
        }}
      />
      <SubmitButton className="tl-button" enabled={!busy && name.trim() !== ''}>
        {t('Rename')}
      </SubmitButton>
    </form>
  );
}
