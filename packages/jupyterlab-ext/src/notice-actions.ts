import type { Notification } from '@jupyterlab/apputils';

/** Number of characters of a message that JupyterLab shows in a notification. It cuts off the rest, with the remedy. */
const shownLength = 140;

/** Returns the buttons of a notification: one that shows the whole message if it is cut off, and the given ones. */
export function noticeActions(
  message: string,
  translate: (sentence: string) => string,
  actions: readonly Notification.IAction[] = [],
): Notification.IAction[] {
  if (message.length <= shownLength) return [...actions];
  const callback = () =>
    void import('./message-dialog.ts').then(({ showMessage }) => showMessage(message, translate('Close')));
  return [{ label: translate('Show Whole Message'), callback }, ...actions];
}
