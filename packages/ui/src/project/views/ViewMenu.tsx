import { linkWithState } from '@tracklens/core/display';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Popup } from '../../parts/Popup.tsx';
import { failureOf } from '../../source/failure.ts';
import { useView } from '../../viewer/view-context.ts';
import type { NamedView } from './named-views.ts';
import type { NamedViews } from './use-named-views.ts';

/** The choice of a named view, with all that is done to them; says whether what is shown was changed since it was saved. */
export function ViewMenu({ named }: { readonly named: NamedViews }): ReactElement {
  const { t } = useView();
  const { current, edited } = named;
  const name = current?.name ?? t('Automatic');
  return (
    <Popup
      icon="views"
      title={t('Views')}
      className="tl-view-menu"
      label={
        <>
          <span className="tl-view-name">{t('View: %1', name)}</span>
          {edited && (
            <span className="tl-edited" title={t('Changed and not saved')}>
              <span aria-hidden="true">●</span>
              <span className="tl-visually-hidden">{t('changed and not saved')}</span>
            </span>
          )}
        </>
      }
    >
      {(close) => <ViewList named={named} close={close} />}
    </Popup>
  );
}

function ViewList({ named, close }: { readonly named: NamedViews; readonly close: () => void }): ReactElement {
  const { t, state, url, host } = useView();
  const { views, current, edited, place, writable } = named;
  const [name, setName] = useState('');
  const [renaming, setRenaming] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  /** The button of a view that is to have the focus again: what stood in its place has gone. */
  const [back, setBack] = useState<{ readonly id: string; readonly to: 'rename' | 'remove' } | null>(null);
  const automatic = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is opened.
  useEffect(() => named.refresh(), []);
  const doing = async (work: () => Promise<void>, done: string) => {
    setBusy(true);
    setProblem(null);
    setSaid('');
    try {
      await work();
      setSaid(done);
      return true;
    } catch (error) {
      const { message, remedy } = failureOf(error);
      setProblem(`${t('Nothing was saved.')} ${t(message)} ${t(remedy)}`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const saveAs = async (event: FormEvent) => {
    event.preventDefault();
    if (await doing(() => named.saveAs(name), t('Saved as %1.', name))) setName('');
  };
  const renamed = (id: string) => {
    setRenaming(null);
    setBack({ id, to: 'rename' });
  };
  const remove = async (view: NamedView) => {
    if (await doing(() => named.remove(view), t('Deleted %1.', view.name))) automatic.current?.focus();
    else setBack({ id: view.id, to: 'remove' });
    setRemoving(null);
  };
  const address = url ?? host.address?.() ?? null;
  const link = address === null ? null : linkWithState(address, state);

  return (
    <>
      <ul className="tl-popup-list tl-view-list" aria-label={t('Named views')}>
        <li>
          <button
            ref={automatic}
            type="button"
            className="tl-view-choice"
            aria-current={state.view === undefined}
            onClick={() => {
              named.apply(null);
              close();
            }}
          >
            <Icon name="check" className={state.view === undefined ? '' : 'tl-invisible'} />
            {t('Automatic')}
          </button>
        </li>
        {views.map((view) => (
          <li key={view.id} data-view={view.id}>
            {renaming === view.id ? (
              <NameForm
                initial={view.name}
                label={t('New name of %1', view.name)}
                action={t('Rename')}
                busy={busy}
                onCancel={() => renamed(view.id)}
                onName={async (next) => {
                  if (await doing(() => named.rename(view, next), t('Renamed to %1.', next))) renamed(view.id);
                }}
              />
            ) : removing === view.id ? (
              <div className="tl-view-removal" role="group" aria-label={t('Delete %1', view.name)}>
                <span className="tl-grid-text">{t('Delete “%1”?', view.name)}</span>
                <button
                  type="button"
                  className="tl-button"
                  // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that had the focus.
                  autoFocus
                  onClick={() => {
                    setRemoving(null);
                    setBack({ id: view.id, to: 'remove' });
                  }}
                >
                  {t('Keep')}
                </button>
                <button type="button" className="tl-button" disabled={busy} onClick={() => remove(view)}>
                  {t('Delete')}
                </button>
              </div>
            ) : (
              <ViewRow
                view={view}
                chosen={view.id === current?.id}
                focused={back?.id === view.id ? back.to : null}
                writable={writable}
                onApply={() => {
                  named.apply(view);
                  close();
                }}
                onDefault={() =>
                  doing(
                    () => named.setDefault(view, !view.isDefault),
                    view.isDefault ? t('No view is the default.') : t('%1 is the default.', view.name),
                  )
                }
                onRename={() => setRenaming(view.id)}
                onRemove={() => setRemoving(view.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {problem !== null && (
        <p className="tl-popup-problem" role="alert">
          <Icon name="problem" />
          {problem}
        </p>
      )}
      <p role="status" className="tl-visually-hidden">
        {said}
      </p>
      {writable && (
        <div className="tl-view-saving">
          {current !== null && (
            <div className="tl-toolbar">
              <button
                type="button"
                className="tl-button tl-button-main"
                disabled={busy || !edited}
                onClick={() => doing(named.save, t('Saved.'))}
              >
                {t('Save changes')}
              </button>
              <button type="button" className="tl-button" disabled={!edited} onClick={() => named.apply(current)}>
                {t('Undo changes')}
              </button>
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
            <button type="submit" className="tl-button" disabled={busy || name.trim() === ''}>
              {t('Save as')}
            </button>
          </form>
        </div>
      )}
      {link !== null && (
        <p className="tl-field">
          {t('Link to what is shown')}
          <CopyButton text={link} label={t('Copy the link')} t={t} onFailure={host.report} />
        </p>
      )}
      {place === 'service' && !writable && (
        <p className="tl-view-saving">
          {t('A notebook is not trusted to change what the service keeps: its outputs only read.')}{' '}
          <button
            type="button"
            className="tl-button"
            onClick={() => {
              close();
              host.open(named.target, { newPanel: false, activate: true, state });
            }}
          >
            {t('Open in a panel to save it')}
          </button>
        </p>
      )}
      <p className="tl-quiet tl-view-place">
        {place === 'service'
          ? t('Kept by the service: all who see the project see its views.')
          : place === 'host'
            ? t('This service keeps no views. They are kept here, for you alone and on this machine.')
            : t('Views can be saved once the service is connected.')}
      </p>
    </>
  );
}

function ViewRow({
  view,
  chosen,
  focused,
  writable,
  onApply,
  onDefault,
  onRename,
  onRemove,
}: {
  readonly view: NamedView;
  readonly chosen: boolean;
  /** Which of its buttons has the focus from the start. */
  readonly focused: 'rename' | 'remove' | null;
  readonly writable: boolean;
  readonly onApply: () => void;
  readonly onDefault: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}): ReactElement {
  const { t } = useView();
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
      {writable && (
        <>
          <button
            type="button"
            className="tl-icon-button tl-view-default"
            aria-pressed={view.isDefault}
            title={view.isDefault ? t('The project opens in this view') : t('Open the project in this view')}
            aria-label={t('Open the project in %1', view.name)}
            onClick={onDefault}
          >
            <Icon name="star" />
          </button>
          <button
            type="button"
            className="tl-icon-button"
            // biome-ignore lint/a11y/noAutofocus: what had the focus stood in its place.
            autoFocus={focused === 'rename'}
            title={t('Rename')}
            aria-label={t('Rename %1', view.name)}
            onClick={onRename}
          >
            <Icon name="rename" />
          </button>
          <button
            type="button"
            className="tl-icon-button"
            // biome-ignore lint/a11y/noAutofocus: what had the focus stood in its place.
            autoFocus={focused === 'remove'}
            title={t('Delete')}
            aria-label={t('Delete %1', view.name)}
            onClick={onRemove}
          >
            <Icon name="delete" />
          </button>
        </>
      )}
    </>
  );
}

function NameForm({
  initial,
  label,
  action,
  busy,
  onName,
  onCancel,
}: {
  readonly initial: string;
  readonly label: string;
  readonly action: string;
  readonly busy: boolean;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}): ReactElement {
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
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that had the focus.
        autoFocus
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          // Escape leaves the name as it was and the list open.
          event.stopPropagation();
          if (event.key === 'Escape') onCancel();
        }}
      />
      <button type="submit" className="tl-button" disabled={busy || name.trim() === ''}>
        {action}
      </button>
    </form>
  );
}
