import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { frameWith, openFile } from './editor.ts';
import { savedNotebook } from './saved-notebook.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('saved outputs with a service', { timeout: suiteMillis }, () => {
  const started = sharedEditor(({ keys }) => ({
    connected: true,
    reused: true,
    files: { 'live.ipynb': savedNotebook([{ target: { kind: 'experiment', experimentKey: keys[0], tab: 'charts' } }]) },
  }));

  test('an output without a snapshot is read live through the extension host', async () => {
    const { page } = started();
    await openFile(page, 'live.ipynb');
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    assert.match(await frame.locator('.tl-view').innerText(), new RegExp(seeded.names[0]));
  });
});
