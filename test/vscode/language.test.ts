import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { expand, row, showSideBar } from './editor.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

describe('an editor in German', { timeout: 600_000 }, () => {
  let service: SeededService;
  let editor: Workbench;

  before(async () => {
    service = await startSeededService();
    editor = await startWorkbench({
      env: { SERVICE_URL_OVERRIDE: service.env.SERVICE_URL_OVERRIDE!, SERVICE_API_KEY: service.apiKey },
      language: 'de',
    });
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  test('hovers of trees write their numbers as German does', async () => {
    const { page } = editor;
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', seeded.names[0]).hover();
    const hover = page.locator('.monaco-hover', { hasText: 'learning_rate' });
    await hover.waitFor();
    const text = (await hover.innerText()).replaceAll(/\s+/g, ' ');
    // e^(-39/8) is the last value of the loss and its least, 1 its greatest.
    assert.match(text, /loss 0,00763509 0,00763509 1 /);
    // A parameter is shown as it was given.
    assert.match(text, /learning_rate 0\.1/);
    await editor.screenshot('hover-german');
  });
});
