import { type ReactElement, useEffect, useRef } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Popup } from '../../components/Popup.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useEvent } from '../../components/use-event.ts';
import { useStateLink } from '../../view/use-state-link.ts';
import { useView, useViewState } from '../../view/view-context.ts';
import type { NamedViews } from './named-views-state.ts';
import { useAsyncAction } from './use-async-action.ts';
import { ViewEntry } from './ViewEntry.tsx';
import { ViewElsewhere, ViewSaving } from './ViewSaving.tsx';

/**
 * Menu of the named views with all their actions. It indicates whether the current state differs from the saved view.
 */
export function ViewMenu({ named }: { readonly named: NamedViews }): ReactElement {
  const t = useTranslate();
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
  const t = useTranslate();
  const { host } = useView();
  const isAutomatic = useViewState((state) => state.view === undefined);
  const { views, storedBy, writable } = named;
  const action = useAsyncAction();
  const automatic = useRef<HTMLButtonElement>(null);
  const refresh = useEvent(named.refresh);
  // The list is mounted when it is opened.
  useEffect(() => refresh(), [refresh]);
  const apply: NamedViews['apply'] = (view) => {
    named.apply(view);
    close();
  };
  const link = useStateLink();

  return (
    <>
      <ul className="tl-popup-list tl-view-list" aria-label={t('Named views')}>
        <li>
          <button
            ref={automatic}
            type="button"
            className="tl-view-choice"
            aria-current={isAutomatic}
            onClick={() => apply(null)}
          >
            <Icon name="check" className={isAutomatic ? '' : 'tl-invisible'} />
            {t('Automatic')}
          </button>
        </li>
        {views.map((view) => (
          <li key={view.id} data-view={view.id}>
            <ViewEntry
              view={view}
              named={named}
              action={action}
              onApply={() => apply(view)}
              onRemoved={() => automatic.current?.focus()}
            />
          </li>
        ))}
      </ul>
      {action.problem !== null && (
        <p className="tl-popup-problem" role="alert">
          <Icon name="problem" />
          {action.problem}
        </p>
      )}
      <p role="status" className="tl-visually-hidden">
        {action.announced}
      </p>
      {writable && <ViewSaving named={named} action={action} />}
      {link !== null && (
        <p className="tl-field">
          {t('Link to this view')}
          <CopyButton text={link} label={t('Copy the link')} onFailure={host.report} />
        </p>
      )}
      {storedBy === 'service' && !writable && <ViewElsewhere named={named} close={close} />}
      <p className="tl-quiet tl-view-storage">
        {storedBy === 'service'
          ? t('Stored by the service. Everyone who can see the project can use its views.')
          : storedBy === 'host'
            ? t('This service does not store views. They are stored on this machine, for you only.')
            : t('Views can be saved once the service is connected.')}
      </p>
    </>
  );
}
