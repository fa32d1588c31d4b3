import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { answer, frameWith, notification, openFile, quickInputWith, runCommand } from './editor.ts';
import { savedNotebook, savedPayload } from './saved-notebook.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

describe('saving files out of panels and outputs', { timeout: 600_000 }, () => {
  let service: SeededService;
  let editor: Workbench;

  before(async () => {
    service = await startSeededService();
    editor = await startWorkbench({
      env: { SERVICE_URL_OVERRIDE: service.env.SERVICE_URL_OVERRIDE!, SERVICE_API_KEY: service.apiKey },
      // The service does not know what this notebook shows: its saved copy is what is looked at.
      settings: { 'tracklens.notebooks.live': false },
      files: { 'saved.ipynb': savedNotebook([savedPayload]) },
    });
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Saves the drawn points of the chart of a metric and gives the file's name and text. */
  async function saveCsv(frame: Frame, metric: string): Promise<{ name: string; text: string }> {
    const { page } = editor;
    const chart = frame.locator(`[data-metric="${metric}"]`);
    await chart
      .getByRole('button', { name: /Save|Export|more/i })
      .last()
      .click();
    await frame.getByRole('menuitem', { name: 'Save what is drawn as CSV' }).click();
    const input = await quickInputWith(page, 'Save ');
    // The dialog fills in folder and name after it has looked at the folder.
    await page.waitForFunction(
      (field) => /\.csv$/.test((field as HTMLInputElement).value),
      await input.elementHandle(),
    );
    const name = path.basename(await input.inputValue());
    await editor.screenshot('save-dialog');
    await input.press('Enter');
    await notification(page, `Saved ${name}.`).waitFor();
    return { name, text: await readFile(path.join(editor.folder, name), 'utf8') };
  }

  test('a panel saves a chart as CSV where the person says', async () => {
    const { page } = editor;
    await runCommand(page, 'Tracklens: Open Experiment by Key');
    await answer(page, 'Key of the experiment', service.keys[0]!);
    const { name, text } = await saveCsv(await frameWith(page, '[data-metric="loss"] [data-series="1"]'), 'loss');
    assert.match(name, /^(?:vision_)?loss_\d{4}-\d\d-\d\d\.csv$/);
    assert.equal(text.trim().split('\n').length, 41);
    assert.deepEqual(editor.violations, []);
  });

  test('an output of a notebook does, too', async () => {
    const { page } = editor;
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await openFile(page, 'saved.ipynb');
    const frame = await frameWith(page, '[data-metric="accuracy"] [data-series="1"]');
    const { text } = await saveCsv(frame, 'accuracy');
    assert.match(text, /^experiment_key,experiment_name,step,accuracy\r?\na1b2c3d4e5f60718293a4b5c6d7e8f90,/);
    await editor.screenshot('saved-from-output');
  });
});
