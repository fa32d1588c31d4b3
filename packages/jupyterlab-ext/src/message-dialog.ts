import { Dialog, showDialog } from '@jupyterlab/apputils';

/** Shows a message that is too long for a notification. */
export async function showMessage(message: string, closeLabel: string): Promise<void> {
  await showDialog({ title: 'Tracklens', body: message, buttons: [Dialog.okButton({ label: closeLabel })] });
}
