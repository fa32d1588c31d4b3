import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import type { Frame } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import {
  activeTab,
  actUntil,
  actUntilGone,
  answer,
  chooseFromMenu,
  closeEditors,
  expand,
  frameWith,
  notificationWith,
  openFile,
  quickInput,
  quickInputAsking,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  until,
} from './editor.ts';
import { savedNotebook, savedPayload } from './saved-notebook.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';
import { descendants } from './workbench.ts';

describe('saving files from panels and outputs', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({
    connected: true,
    // The service does not know what this notebook shows: its saved copy is what is looked at.
    settings: { 'tracklens.notebooks.live': false },
    files: { 'saved.ipynb': savedNotebook([savedPayload]), 'damaged.tracklens': '{ "target":' },
  }));

  /** Saves the drawn points of the chart of a metric and gives the file's name and text. */
  async function saveCsv(frame: Frame, metric: string): Promise<{ name: string; text: string }> {
    const { page } = started();
    const menu = frame.locator(`[data-metric="${metric}"]`).getByRole('button', { name: /Save|Export|more/i });
    const dialog = quickInputAsking(page, 'Save ');
    await actUntil(page, dialog, async () => {
      const asCsv = frame.getByRole('menuitem', { name: 'Save the drawn points as CSV' });
      if (!(await asCsv.isVisible())) await menu.last().click(shortTimeout);
      await asCsv.click(shortTimeout);
    });
    return accept('csv', 'save-dialog');
  }

  /** Accepts the open dialog, with the offered name or another one, and gives the file's name and text. */
  async function accept(
    extension: string,
    screenshot: string,
    other?: string,
  ): Promise<{ name: string; text: string }> {
    const { editor, page } = started();
    // The dialog fills in folder and name after it has looked at the folder.
    const place = quickInput(page);
    await until(async () => (await place.inputValue()).endsWith(`.${extension}`), 'the name of the file');
    if (other !== undefined) await place.fill(path.join(editor.folder, other));
    const name = path.basename(await place.inputValue());
    await editor.screenshot(screenshot);
    await actUntilGone(page, quickInputAsking(page, 'Save '), () => place.press('Enter', shortTimeout));
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

  test('a panel saves its view as a web page', async () => {
    const { page } = started();
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await actUntil(page, quickInputAsking(page, 'Save '), async () => {
      const asPage = frame.getByRole('button', { name: 'Web page (HTML)' });
      if (!(await asPage.isVisible())) await frame.getByRole('button', { name: 'Save this view' }).click(shortTimeout);
      await asPage.click(shortTimeout);
    });
    const { name, text } = await accept('html', 'save-page-dialog');
    assert.match(name, /^calm-lake_\d{4}-\d\d-\d\d\.html$/);
    assert.match(
      text,
      /^<!doctype html>[\s\S]*<title>Experiment calm-lake<\/title>[\s\S]*alt="Chart of loss over step/,
    );
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

  test('a view is saved as a file that opens with its charts and its date', async () => {
    const { editor, page, service } = started();
    await closeEditors(page);
    await runCommand(page, 'Notifications: Clear All Notifications');
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    const experiment = row(page, 'Experiments', 'calm-lake');
    await chooseFromMenu(page, experiment, 'Save View as File', quickInputAsking(page, 'Save '));
    const { name, text } = await accept('tracklens', 'save-view-dialog');
    assert.equal(name, 'calm-lake.tracklens');
    assert.deepEqual(Object.keys(JSON.parse(text)), ['target', 'snapshot', 'url']);
    assert.ok(!text.includes(service.apiKey));
    const saved = await notificationWith(page, `Saved ${name}.`);
    await actUntil(page, activeTab(page, name), () => saved.getByRole('button', { name: 'Open' }).click(shortTimeout));
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    const drawn = await frame.locator('.tl-view').innerText();
    assert.match(drawn, /This file shows a saved view/);
    assert.match(drawn, /Snapshot of /);
    await editor.screenshot('saved-view');
    await page.emulateMedia({ colorScheme: 'dark' });
    await frame.locator('.tl-view[data-theme="dark"]').waitFor();
    await editor.screenshot('saved-view-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    const panel = activeTab(page, 'calm-lake').filter({ hasNotText: '.tracklens' });
    await actUntil(page, panel, () => frame.getByRole('button', { name: 'Open Live View' }).click(shortTimeout));
    assert.deepEqual(editor.violations, []);
  });

  test('a damaged file says what to do, and opens as text', async () => {
    const { editor, page } = started();
    await closeEditors(page);
    await openFile(page, 'damaged.tracklens');
    const frame = await frameWith(page, '[data-tracklens="problem"]');
    assert.equal(
      await frame.getByRole('alert').innerText(),
      'This file is damaged or has another format. Save the view as a file again.',
    );
    await editor.screenshot('damaged-view');
    const text = page.locator('.monaco-editor .view-lines', { hasText: '"target":' });
    await actUntil(page, text, () => frame.getByRole('link', { name: 'Reopen as Text' }).click(shortTimeout));
    assert.deepEqual(editor.violations, []);
  });

  test('a file that changes on disk is drawn again', async () => {
    const { editor, page } = started();
    await closeEditors(page);
    const file = path.join(editor.folder, 'changing.tracklens');
    await writeFile(file, JSON.stringify(savedPayload));
    await openFile(page, 'changing.tracklens');
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await frame.getByText('saved-boat').first().waitFor();
    await writeFile(file, JSON.stringify(savedPayload).replaceAll('saved-boat', 'renamed-boat'));
    await frame.getByText('renamed-boat').first().waitFor();
    await writeFile(file, '{');
    await frameWith(page, '[data-tracklens="problem"]');
    await writeFile(file, JSON.stringify(savedPayload));
    await (await frameWith(page, '[data-metric="loss"] [data-series="1"]')).getByText('saved-boat').first().waitFor();
    assert.deepEqual(editor.violations, []);
  });

  test('a recording of experiments says what it contains, opens in a service of its own, and is saved from there', async () => {
    const { editor, page } = started();
    await closeEditors(page);
    const file = path.join(editor.folder, 'digits.tracklens');
    const recording = await readFile(inRoot('examples', 'recording', 'digits.tracklens'));
    await writeFile(file, recording.subarray(0, 1000));
    await openFile(page, 'digits.tracklens');
    await (await frameWith(page, '[data-tracklens="problem"]')).getByText('Save the recording again.').waitFor();
    await writeFile(file, recording);
    const frame = await frameWith(page, '[data-tracklens="experiments"]');
    const facts = (await frame.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    assert.match(facts, /^digits\.tracklens Recording of experiments Project demo\/digits Experiments 14 Recorded /);
    assert.match(facts, /Size 214 kB, unpacked 1\.4 MB/);
    for (const [name, system] of Object.entries(themes)) {
      await page.emulateMedia(system);
      await frame.locator(`body.vscode-${name}`).waitFor();
      await editor.screenshot(`recording-${name}`);
    }
    await page.emulateMedia(themes.light);
    await actUntil(page, activeTab(page, 'digits · digits.tracklens'), () =>
      frame.getByRole('link', { name: 'Open Recording' }).click(shortTimeout),
    );
    await frameWith(page, '[data-series]');
    await expand(page, 'Experiments', 'digits.tracklens');
    await expand(page, 'Experiments', 'demo');
    await row(page, 'Experiments', 'digits').first().waitFor();
    await editor.screenshot('recording-opened');
    const project = row(page, 'Experiments', 'digits').first();
    await chooseFromMenu(page, project, 'Save Recording', quickInputAsking(page, 'Save digits.tracklens'));
    await accept('tracklens', 'save-recording-dialog', 'again.tracklens');
    const saved = brotliDecompressSync(await readFile(path.join(editor.folder, 'again.tracklens'))).toString();
    assert.match(saved, /"projectName":"digits"/);
    const services = () => descendants(editor.serverPid, 'tracklens.mjs');
    assert.equal((await services()).length, 1);
    const connection = row(page, 'Experiments', 'digits.tracklens');
    await actUntilGone(page, connection, async () => {
      await runCommand(page, 'Tracklens: Close Recording');
      await connection.waitFor({ state: 'hidden', ...shortTimeout });
    });
    await until(async () => (await services()).length === 0, 'the service of the recording to end');
    assert.deepEqual(editor.violations, []);
  });
});

const noContrast = { forcedColors: 'none' } as const;
const contrast = { forcedColors: 'active' } as const;

/** Settings of the system, by the class of the theme that the editor takes then. */
const themes = {
  light: { colorScheme: 'light', ...noContrast },
  dark: { colorScheme: 'dark', ...noContrast },
  'high-contrast': { colorScheme: 'dark', ...contrast },
  'high-contrast-light': { colorScheme: 'light', ...contrast },
} as const;
