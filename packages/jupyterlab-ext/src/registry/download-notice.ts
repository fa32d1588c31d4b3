import { Notification } from '@jupyterlab/apputils';
import { reasonOf } from '@tracklens/core/client';
import { loadViews } from '../load-views.ts';
import { noticeActions } from '../notice-actions.ts';
import type { Tracklens } from '../tokens.ts';
import { endNotice } from './end-notice.ts';

/** Interval between progress updates, in milliseconds. */
const updateMillis = 300;

/** Callback with the number of bytes received since the last call. */
export type OnBytes = (count: number) => void;

/** Success message of a download, with optional actions. */
export interface Downloaded {
  readonly message: string;
  readonly actions?: readonly Notification.IAction[];
}

/**
 * Runs a download with a notification that shows the progress and a stop button. `totalBytes` is 0 when the size is
 * unknown. A failure is shown in the notification, or in another one if it was dismissed, and does not reject.
 */
export async function downloadWithNotice(
  { translate }: Tracklens,
  { name, totalBytes }: { readonly name: string; readonly totalBytes: number },
  run: (signal: AbortSignal, onBytes: OnBytes) => Promise<Downloaded>,
): Promise<void> {
  const { sizeText } = await loadViews();
  const abort = new AbortController();
  const title = translate('Downloading %1…', name);
  const stop: Notification.IAction = {
    label: translate('Stop'),
    caption: translate('Stop the download'),
    callback(event) {
      // Keeps the notification open, so that it can show that the download was stopped.
      event.preventDefault();
      abort.abort();
    },
  };
  const id = Notification.emit(title, 'in-progress', { autoClose: false, actions: [stop] });
  const end = (message: string, type: 'success' | 'info' | 'error', actions: readonly Notification.IAction[] = []) => {
    // Errors and messages with actions stay until they are dismissed.
    const autoClose = type === 'error' || actions.length > 0 ? false : 5000;
    endNotice(Notification.manager, id, {
      message,
      type,
      autoClose,
      actions: noticeActions(message, translate, actions),
    });
  };
  let bytes = 0;
  let shownBytes = 0;
  const update = () => {
    if (bytes === shownBytes || abort.signal.aborted) return;
    shownBytes = bytes;
    // An archive is slightly larger than the sum of its files.
    const progress = bytes < totalBytes ? `${sizeText(bytes)} / ${sizeText(totalBytes)}` : sizeText(bytes);
    Notification.update({ id, message: `${title} ${progress}`, autoClose: false });
  };
  const timer = setInterval(update, updateMillis);
  try {
    const { message, actions } = await run(abort.signal, (count) => {
      bytes += count;
    });
    end(message, 'success', actions);
  } catch (error) {
    if (abort.signal.aborted) return end(translate('The download of %1 was stopped.', name), 'info');
    end(translate('%1 was not downloaded. %2', name, reasonOf(error)), 'error');
  } finally {
    clearInterval(timer);
    // Cancels requests that are still running after the download has ended.
    abort.abort();
  }
}
