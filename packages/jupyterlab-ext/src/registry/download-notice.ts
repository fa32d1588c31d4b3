import { Notification } from '@jupyterlab/apputils';
import { loadViews } from '../load-views.ts';
import { reasonOf } from '../reason.ts';
import type { Tracklens } from '../tokens.ts';

/** So often it is said how much has come. */
const everyMillis = 300;

/** What a download calls as bytes come. */
export type OnBytes = (count: number) => void;

/** What is said of a download that is whole, and what can be done then. */
export interface Downloaded {
  readonly message: string;
  readonly actions?: readonly Notification.IAction[];
}

/**
 * Runs a download under a notification that says how much has come, of how much where that is known (0: it is not), and has a
 * button that stops it. A failure is said there too, and does not reject.
 */
export async function noticeDownload(
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
      // The notification stays, to say that it was stopped.
      event.preventDefault();
      abort.abort();
    },
  };
  const id = Notification.emit(title, 'in-progress', { autoClose: false, actions: [stop] });
  const end = (message: string, type: 'success' | 'info' | 'error', actions: readonly Notification.IAction[] = []) => {
    // An error stays until it was read, and so does what offers a way on.
    Notification.update({
      id,
      message,
      type,
      autoClose: type === 'error' || actions.length > 0 ? false : 5000,
      actions: [...actions],
    });
  };
  let bytes = 0;
  let saidBytes = 0;
  const say = () => {
    if (bytes === saidBytes || abort.signal.aborted) return;
    saidBytes = bytes;
    // An archive is a little larger than its files.
    const come = bytes < totalBytes ? `${sizeText(bytes)} / ${sizeText(totalBytes)}` : sizeText(bytes);
    Notification.update({ id, message: `${title} ${come}`, autoClose: false });
  };
  const saying = setInterval(say, everyMillis);
  try {
    const { message, actions } = await run(abort.signal, (count) => {
      bytes += count;
    });
    end(message, 'success', actions);
  } catch (error) {
    if (abort.signal.aborted) return end(translate('The download of %1 was stopped.', name), 'info');
    end(translate('%1 was not downloaded. %2', name, reasonOf(error)), 'error');
  } finally {
    clearInterval(saying);
    // Requests that still run belong to a download that is over.
    abort.abort();
  }
}
