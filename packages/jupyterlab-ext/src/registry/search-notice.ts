import { Notification } from '@jupyterlab/apputils';
import type { Tracklens } from '../tokens.ts';

/** Delay before the notification appears, in milliseconds. */
const quietMillis = 500;

/**
 * Runs a search. If it takes a while, shows a notification with a stop button. Resolves to null when stopped; rejects
 * when the search fails.
 */
export async function searchWithNotice<T>(
  { translate }: Tracklens,
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const abort = new AbortController();
  let id: string | null = null;
  const stop: Notification.IAction = { label: translate('Stop'), callback: () => abort.abort() };
  const timer = setTimeout(() => {
    id = Notification.emit(title, 'in-progress', { autoClose: false, actions: [stop] });
  }, quietMillis);
  try {
    return await run(abort.signal);
  } catch (error) {
    if (abort.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    if (id !== null) Notification.dismiss(id);
  }
}
