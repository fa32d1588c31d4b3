import { type ReactElement, useState } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import type { NamedView } from '../../source/named-view.ts';
import type { NamedViews } from './named-views-state.ts';
import type { AsyncAction } from './use-async-action.ts';
import { ViewNameForm, ViewRemoval } from './ViewForms.tsx';

/** Mode of an entry: the view itself, the field for its new name, or the confirmation of its removal. */
type Mode = 'view' | 'rename' | 'remove';

/** Properties of the list entry of a named view. */
export interface ViewEntryProps {
  readonly view: NamedView;
  readonly named: NamedViews;
  readonly action: AsyncAction;
  readonly onApply: () => void;
  readonly onRemoved: () => void;
}

/**
 * List entry of a named view with its actions. After renaming or a canceled removal, the focus returns to the button
 * that started it.
 */
export function ViewEntry(props: ViewEntryProps): ReactElement {
  const { view, named, action } = props;
  const t = useTranslate();
  const [mode, setMode] = useState<Mode>('view');
  const [focused, setFocused] = useState<Mode>('view');
  const back = () => {
    setFocused(mode);
    setMode('view');
  };
  if (mode === 'rename') {
    return (
      <ViewNameForm
        initial={view.name}
        label={t('New name of %1', view.name)}
        busy={action.busy}
        onCancel={back}
        onName={async (name) => {
          if (await action.run(() => named.rename(view, name), t('Renamed to %1.', name))) back();
        }}
      />
    );
  }
  if (mode === 'remove') {
    return (
      <ViewRemoval
        name={view.name}
        busy={action.busy}
        onKeep={back}
        onRemove={async () => {
          if (await action.run(() => named.remove(view), t('Deleted %1.', view.name))) props.onRemoved();
          else back();
        }}
      />
    );
  }
  const isCurrent = view.id === named.current?.id;
  return (
    <>
      <button
        type="button"
        className="tl-view-choice"
        aria-current={isCurrent}
        title={view.owner === '' ? view.name : t('%1, by %2', view.name, view.owner)}
        onClick={props.onApply}
      >
        <Icon name="check" className={isCurrent ? '' : 'tl-invisible'} />
        <span className="tl-grid-text">{view.name}</span>
      </button>
      {named.writable && <ViewActions {...props} focused={focused} onMode={setMode} />}
    </>
  );
}

/** Buttons that make a view the default, rename or delete it. */
function ViewActions({
  view,
  named,
  action,
  focused,
  onMode,
}: ViewEntryProps & {
  /** Mode whose button is focused on mount, because the element it replaces had the focus. */
  readonly focused: Mode;
  readonly onMode: (mode: Mode) => void;
}): ReactElement {
  const t = useTranslate();
  const modeButton = (mode: Mode, icon: IconName, title: string, label: string) => (
    <button
      type="button"
      className="tl-icon-button"
      // biome-ignore lint/a11y/noAutofocus: restores the focus.
      autoFocus={focused === mode}
      title={title}
      aria-label={label}
      onClick={() => onMode(mode)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <>
      <button
        type="button"
        className="tl-icon-button tl-view-default"
        aria-pressed={view.isDefault}
        title={view.isDefault ? t('The project opens in this view') : t('Open the project in this view')}
        aria-label={t('Open the project in %1', view.name)}
        onClick={() =>
          action.run(
            () => named.setDefault(view, !view.isDefault),
            view.isDefault ? t('No view is the default.') : t('%1 is the default.', view.name),
          )
        }
      >
        <Icon name="star" />
      </button>
      {modeButton('rename', 'rename', t('Rename'), t('Rename %1', view.name))}
      {modeButton('remove', 'delete', t('Delete'), t('Delete %1', view.name))}
    </>
  );
}
