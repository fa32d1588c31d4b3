import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { expand, frameWith, openRow, removeConnection, runCommand, showSideBar, signIn } from './editor.ts';
import { filesWith } from './files-with.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';
import { copied } from './workbench.ts';

describe('where the API key is stored', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: false, reused: true }));

  before(async () => {
    const { page, service } = started();
    await showSideBar(page);
    await signIn(page, service.url, service.apiKey);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await openRow(page, 'Experiments', seeded.names[0]);
    await frameWith(page, '[data-series="1"]');
    await runCommand(page, 'Tracklens: Show Log');
    await page.locator('.output-view-container, .pane-body .monaco-editor').first().waitFor();
  });

  test('in no message to or from a panel', async () => {
    const { editor, service } = started();
    const messages = await editor.messages();
    assert.ok(
      messages.some((message) => message.includes('tracklens/answer')),
      'the panel has read something',
    );
    assert.equal(
      messages.find((message) => message.includes(service.apiKey)),
      undefined,
    );
  });

  test('in no URL or body that the page requested', () => {
    const { editor, service } = started();
    assert.equal(
      editor.requests.find((text) => text.includes(service.apiKey)),
      undefined,
    );
  });

  test('in no frame: page, panel, storage of the page', async () => {
    const { page, service } = started();
    const frames = page.frames();
    assert.ok(frames.length > 1, 'no panel is open');
    for (const frame of frames) {
      const content = await frame.evaluate(
        () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage }),
      );
      assert.ok(!content.includes(service.apiKey), frame.url());
    }
  });

  test('in no setting, log or storage file in clear text', async (t) => {
    const { editor, page, service } = started();
    // When the open panel has been written, what was stored before it has been, too.
    await editor.reload('tracklens.view', service.keys[0]!);
    await showSideBar(page);
    for (const folder of [editor.userData, editor.folder, await copied(t, editor.profile)]) {
      const found = await filesWith(folder, service.apiKey);
      assert.deepEqual(found, []);
    }
  });

  test('the address is an ordinary setting until the connection is removed', async () => {
    const { editor, page, service } = started();
    const settings = async () => {
      const file = (name: string) =>
        readFile(path.join(editor.userData, name, 'settings.json'), 'utf8').catch(() => '');
      return (await file('User')) + (await file('Machine'));
    };
    assert.ok((await settings()).includes(service.url));
    await removeConnection(page);
    assert.ok(!(await settings()).includes(service.url));
  });
});
