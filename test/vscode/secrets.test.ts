import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { expand, frameWith, row, runCommand, showSideBar, signIn } from './editor.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { copied, startWorkbench, type Workbench } from './workbench.ts';

describe('where the API key is', { timeout: 600_000 }, () => {
  let service: SeededService;
  let editor: Workbench;

  before(async () => {
    service = await startSeededService();
    editor = await startWorkbench();
    const { page } = editor;
    await showSideBar(page);
    await signIn(page, service.url, service.apiKey);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', seeded.names[0]).click();
    await frameWith(page, '[data-series="1"]');
    await runCommand(page, 'Tracklens: Show Log');
    await page.locator('.output-view-container, .pane-body .monaco-editor').first().waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  test('in no message to or from a panel', async () => {
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

  test('in no address or body that the page asked for', () => {
    assert.equal(
      editor.requests.find((text) => text.includes(service.apiKey)),
      undefined,
    );
  });

  test('in no frame: page, panel, storage of the page', async () => {
    for (const frame of editor.page.frames()) {
      const held = await frame
        .evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage }))
        .catch(() => '');
      assert.ok(!held.includes(service.apiKey), frame.url());
    }
  });

  test('in no setting, log or storage file in clear text', async () => {
    // The editor writes its storage with some delay.
    await editor.reload();
    await showSideBar(editor.page);
    for (const folder of [editor.userData, editor.folder, await copied(editor.profile)]) {
      const found = await filesWith(folder, service.apiKey);
      assert.deepEqual(found, []);
    }
  });

  test('while the address is an ordinary setting', async () => {
    const settings = await readFile(path.join(editor.userData, 'User', 'settings.json'), 'utf8').catch(() => '');
    const machine = await readFile(path.join(editor.userData, 'Machine', 'settings.json'), 'utf8').catch(() => '');
    assert.ok((settings + machine).includes(service.url));
  });
});

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(file);
  }
  return found;
}
