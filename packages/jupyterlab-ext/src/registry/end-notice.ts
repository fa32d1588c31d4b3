import type { Notification } from '@jupyterlab/apputils';

/** Message that a notification shows last, and its options. */
interface LastNotice {
  readonly message: string;
  readonly type: 'success' | 'info' | 'error';
  readonly autoClose: number | false;
  readonly actions: Notification.IAction[];
}

/**
 * Shows a message in a notification in place of an earlier one. An error is shown also when the user has dismissed the
 * notification.
 */
export function endNotice(
  notices: Pick<typeof Notification.manager, 'notify' | 'update'>,
  id: string,
  { message, type, ...options }: LastNotice,
): void {
  const isShown = notices.update({ id, message, type, ...options });
  if (!isShown && type === 'error') notices.notify(message, type, options);
}
