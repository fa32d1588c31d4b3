import { Notification } from '@jupyterlab/apputils';
import type { Tracklens } from '../tokens.ts';

/** A search that takes no longer needs no word. */
const quietMillis = 500;

/**
 * Runs a search under a notification that can stop it, once it has taken a while. Null when it was stopped; rejects with what failed.
 */
export async function noticeSearch<T>(
  { translate }: Tracklens,
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const abort = new AbortController();
  let id: string | null = null;
  const stop: Notification.IAction = { label: translate('Stop'), callback: () => abort.abort() };
  const saying = setTimeout(() => {
    id = Notification.emit(title, 'in-progress', { autoClose: false, actions: [stop] });
  }, quietMillis);
  try {
    return await run(abort.signal);
  } catch (error) {
    if (abort.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(saying);
    if (id !== null) Notification.dismiss(id);
  }
}
