import { type ReactElement, useState } from 'react';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { useView } from '../../viewer/view-context.ts';
import type { NamedView } from './named-views.ts';
import type { AsyncAction } from './use-async-action.ts';
import type { NamedViews } from './use-named-views.ts';

/** Mode of an entry: the view itself, the field for its new name, or the confirmation of its removal. */
type Mode = 'view' | 'rename' | 'remove';

/**
 * List entry of a named view with its actions. After renaming or a canceled removal, the focus returns to the button
 * that started it.
 */
export function ViewEntry({
  view,
  named,
  attempt,
  onApply,
  onRemoved,
}: {
  readonly view: NamedView;
  readonly named: NamedViews;
  readonly attempt: AsyncAction;
  readonly onApply: () => void;
  readonly onRemoved: () => void;
}): ReactElement {
  const { t } = useView();
  const [mode, setMode] = useState<Mode>('view');
  const [focused, setFocused] = useState<Mode>('view');
  const back = () => {
    setFocused(mode);
    setMode('view');
  };
  if (mode === 'rename') {
    return (
      <NameForm
        initial={view.name}
        label={t('New name of %1', view.name)}
        busy={attempt.busy}
        onCancel={back}
        onName={async (name) => {
          if (await attempt.make(() => named.rename(view, name), t('Renamed to %1.', name))) back();
        }}
      />
    );
  }
  if (mode === 'remove') {
    return (
      <Removal
        name={view.name}
        busy={attempt.busy}
        onKeep={back}
        onRemove={async () => {
          if (await attempt.make(() => named.remove(view), t('Deleted %1.', view.name))) onRemoved();
          else back();
        }}
      />
    );
  }
  const chosen = view.id === named.current?.id;
  return (
    <>
      <button
        type="button"
        className="tl-view-choice"
        aria-current={chosen}
        title={view.owner === '' ? view.name : t('%1, by %2', view.name, view.owner)}
        onClick={onApply}
      >
        <Icon name="check" className={chosen ? '' : 'tl-invisible'} />
        <span className="tl-grid-text">{view.name}</span>
      </button>
      {named.writable && (
        <>
          <button
            type="button"
            className="tl-icon-button tl-view-default"
            aria-pressed={view.isDefault}
            title={view.isDefault ? t('The project opens in this view') : t('Open the project in this view')}
            aria-label={t('Open the project in %1', view.name)}
            onClick={() =>
              attempt.make(
                () => named.setDefault(view, !view.isDefault),
                view.isDefault ? t('No view is the default.') : t('%1 is the default.', view.name),
              )
            }
          >
            <Icon name="star" />
          </button>
          <ActButton
            icon="rename"
            title={t('Rename')}
            label={t('Rename %1', view.name)}
            autoFocus={focused === 'rename'}
            onAct={() => setMode('rename')}
          />
          <ActButton
            icon="delete"
            title={t('Delete')}
            label={t('Delete %1', view.name)}
            autoFocus={focused === 'remove'}
            onAct={() => setMode('remove')}
          />
        </>
      )}
    </>
  );
}

function ActButton({
  icon,
  title,
  label,
  autoFocus,
  onAct,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly label: string;
  /** Whether to focus the button on mount, because the element it replaces had the focus. */
  readonly autoFocus: boolean;
  readonly onAct: () => void;
}): ReactElement {
  return (
    <button
      type="button"
      className="tl-icon-button"
      // biome-ignore lint/a11y/noAutofocus: restores the focus.
      autoFocus={autoFocus}
      title={title}
      aria-label={label}
      onClick={onAct}
    >
      <Icon name={icon} />
    </button>
  );
}

function Removal({
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
  const { t } = useView();
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
      <button type="button" className="tl-button" disabled={busy} onClick={onRemove}>
        {t('Delete')}
      </button>
    </div>
  );
}

function NameForm({
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
  const { t } = useView();
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
      <button type="submit" className="tl-button" disabled={busy || name.trim() === ''}>
        {t('Rename')}
      </button>
    </form>
  );
}
