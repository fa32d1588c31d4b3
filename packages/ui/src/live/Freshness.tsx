import { type ComponentProps, createContext, type ReactElement, useContext } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { Icon } from '../components/Icon.tsx';
import { Loading, Problem } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { messageText, remedyText } from '../source/failure.ts';
import { agoText, dateText, utcText } from '../text/time-text.ts';
import { useView, useViewActivity } from '../view/view-context.ts';
import { type Read, useNow } from './use-read.ts';

/** Ages with the widest texts, in milliseconds. Their width is reserved, so that no age moves a button. */
const longAges = [0, 59_000, 59 * 60_000, 23 * 3_600_000];

/** Age of the shown data: live with the time of the last read, or the date of the saved copy. */
export function Freshness({
  read,
  running,
}: {
  readonly read: Read<unknown>;
  readonly running: boolean;
}): ReactElement | null {
  const t = useTranslate();
  const { snapshot, refresh } = useView();
  const { visible } = useViewActivity();
  const now = useNow(1000, visible && read.origin === 'live');
  if (read.origin === 'saved' && snapshot) {
    return (
      <span className="tl-freshness tl-saved" title={utcText(snapshot.takenAtMillis)}>
        <Icon name="saved" />
        {t('Snapshot of %1', dateText(snapshot.takenAtMillis))}
      </span>
    );
  }
  if (read.updatedAtMillis === null) return null;
  const isLive = running && read.failure === null;
  const text = (age: number) => `${isLive ? `${t('Live')} · ` : ''}${t('updated %1', agoText(0, age, t))}`;
  return (
    <span className="tl-freshness" title={utcText(read.updatedAtMillis)}>
      <span className="tl-age" data-widths={longAges.map(text).join('\n')}>
        {isLive && <span className="tl-live-dot" aria-hidden="true" />}
        {text(now - read.updatedAtMillis)}
      </span>
      <button
        type="button"
        className="tl-icon-button"
        title={t('Refresh')}
        aria-label={t('Refresh')}
        aria-busy={read.loading}
        onClick={refresh}
      >
        <Icon name="refresh" className={read.loading ? 'tl-spinning' : ''} />
      </button>
    </span>
  );
}

/** Read of the whole view, whose staleness is explained above the components that read on their own. */
export const ViewRead = createContext<Read<unknown> | null>(null);

/**
 * Explains why the shown data is not the current data of the service; renders nothing if it is, or if the view says the
 * same already.
 */
export function Staleness({ read }: { readonly read: Read<unknown> }): ReactElement | null {
  const t = useTranslate();
  const { snapshot, offlineReason } = useView();
  const ofView = useContext(ViewRead);
  if (read.failure === null || read.data === undefined) return null;
  if (read.origin === 'live' && read.failure.message === offlineReason?.message) return null;
  if (ofView?.failure?.kind === read.failure.kind && ofView.origin === read.origin) return null;
  const shown =
    read.origin === 'saved' && snapshot
      ? t('Showing the snapshot saved at %1.', dateText(snapshot.takenAtMillis))
      : t('Showing the data that was loaded last.');
  return (
    <div className="tl-banner" role="alert" data-failure={read.failure.kind}>
      <Icon name="problem" />
      <span>
        <strong>{messageText(read.failure, t)}</strong> {shown} {remedyText(read.failure, t, 'automatic')}
      </span>
      <ActionButton className="tl-button" onClick={read.reload} enabled={!read.loading}>
        {read.loading ? t('Retrying…') : t('Retry')}
      </ActionButton>
    </div>
  );
}

/**
 * Returns the replacement for a component without data: the error message with its remedy, or `null` while loading.
 */
export function missing(read: Read<unknown>): ReactElement | null {
  return read.failure === null ? null : (
    <Problem failure={read.failure} onRetry={read.isConnected ? read.reload : undefined} next="automatic" />
  );
}

/** Shown in place of data that has not been read: the error message with its remedy, or the loading indicator. */
export function Pending({
  read,
  ...loading
}: ComponentProps<typeof Loading> & { readonly read: Read<unknown> }): ReactElement {
  return missing(read) ?? <Loading {...loading} />;
}
