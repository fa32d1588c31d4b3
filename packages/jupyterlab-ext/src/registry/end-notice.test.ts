import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotificationManager } from '@jupyterlab/apputils/lib/notification.js';
import { endNotice } from './end-notice.ts';

const failed = { message: 'weights.zip was not downloaded.', type: 'error', autoClose: false, actions: [] } as const;
const done = { message: 'Downloaded weights.zip.', type: 'success', autoClose: 5000, actions: [] } as const;

for (const [result, dismissed, shown] of [
  [failed, false, [failed.message]],
  [failed, true, [failed.message]],
  [done, false, [done.message]],
  [done, true, []],
] as const) {
  const shows = shown.length === 0 ? 'shows nothing' : `shows “${shown[0]}”`;
  test(`a download whose notification ${dismissed ? 'was dismissed' : 'is there'} ${shows} at its end`, () => {
    const notices = new NotificationManager();
    const id = notices.notify('Downloading weights.zip…', 'in-progress', { autoClose: false });
    if (dismissed) notices.dismiss(id);
    endNotice(notices, id, { ...result, actions: [] });
    assert.deepEqual(
      notices.notifications.map(({ message }) => message),
      shown,
    );
  });
}
