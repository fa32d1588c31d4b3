import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import {
  actUntil,
  actUntilGone,
  answer,
  briefly,
  frameWith,
  notificationWith,
  openFile,
  quickInput,
  quickInputAsking,
  runCommand,
  until,
} from './editor.ts';
import { savedNotebook, savedPayload } from './saved-notebook.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('saving files from panels and outputs', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({
    connected: true,
    // The service does not know what this notebook shows: its saved copy is what is looked at.
    settings: { 'tracklens.notebooks.live': false },
    files: { 'saved.ipynb': savedNotebook([savedPayload]) },
  }));

  /** Saves the drawn points of the chart of a metric and gives the file's name and text. */
  async function saveCsv(frame: Frame, metric: string): Promise<{ name: string; text: string }> {
    const { editor, page } = started();
    const menu = frame.locator(`[data-metric="${metric}"]`).getByRole('button', { name: /Save|Export|more/i });
    const dialog = quickInputAsking(page, 'Save ');
    await actUntil(page, dialog, async () => {
      const asCsv = frame.getByRole('menuitem', { name: 'Save the drawn points as CSV' });
      if (!(await asCsv.isVisible())) await menu.last().click(briefly);
      await asCsv.click(briefly);
    });
    // The dialog fills in folder and name after it has looked at the folder.
    const place = quickInput(page);
    await until(async () => /\.csv$/.test(await place.inputValue()), 'the name of the file');
    const name = path.basename(await place.inputValue());
    await editor.screenshot('save-dialog');
    await actUntilGone(page, dialog, () => place.press('Enter', briefly));
    await notificationWith(page, `Saved ${name}.`);
    return { name, text: await readFile(path.join(editor.folder, name), 'utf8') };
  }

  test('a panel saves a chart as CSV where the person chooses', async () => {
    const { editor, page, service } = started();
    await runCommand(page, 'Tracklens: Open Experiment by Key');
    await answer(page, 'Key of the experiment', service.keys[0]!);
    const { name, text } = await saveCsv(await frameWith(page, '[data-metric="loss"] [data-series="1"]'), 'loss');
    assert.match(name, /^vision_calm-lake_loss_drawn_\d{4}-\d\d-\d\d\.csv$/);
    assert.equal(text.trim().split('\n').length, 41);
    assert.deepEqual(editor.violations, []);
  });

  test('an output of a notebook saves a chart as CSV', async () => {
    const { editor, page } = started();
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await openFile(page, 'saved.ipynb');
    const frame = await frameWith(page, '[data-metric="accuracy"] [data-series="1"]');
    const { text } = await saveCsv(frame, 'accuracy');
    assert.match(text, /^experiment_key,experiment_name,step,accuracy\r?\na1b2c3d4e5f60718293a4b5c6d7e8f90,/);
    await editor.screenshot('saved-from-output');
  });
});
