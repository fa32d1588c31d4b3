import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logLongMetric, zoomToSingleSteps } from '../long-metric.ts';
import {
  activeTab,
  actUntil,
  actUntilGone,
  answer,
  choice,
  choose,
  chooseFromMenu,
  expand,
  frameWith,
  hoverOf,
  labels,
  notificationWith,
  openRow,
  pane,
  pressButton,
  quickInput,
  quickInputAsking,
  quickInputWith,
  removeConnection,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  showTab,
  signIn,
} from './editor.ts';
import { everyCommandBinding, runEveryCommand } from './every-command.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('an editor that is signed in to a service', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: false, keyBindings: everyCommandBinding }));

  test('a command that needs a service says so while signed out, and its button signs in', async () => {
    const { editor, page } = started();
    await runCommand(page, 'Tracklens: Run Query');
    const found = await notificationWith(page, 'No service is configured');
    await found.getByRole('button', { name: 'Try with Demo Data' }).waitFor();
    await editor.screenshot('no-service');
    await pressButton(page, found, 'Sign In');
    const asked = quickInputAsking(page, 'Address of the service');
    await actUntilGone(page, asked, () => quickInput(page).press('Escape', shortTimeout));
  });

  test('each command asks for something or says what it needs while signed out', async () => {
    await runEveryCommand(started().editor, 'signed out');
  });

  test('a wrong key is rejected with a message and not stored', async () => {
    const { page, service } = started();
    await showSideBar(page);
    await pane(page, 'Experiments').getByRole('button', { name: 'Sign In' }).waitFor();
    await signIn(page, service.url, 'not-the-key');
    await notificationWith(page, 'does not accept the API key');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await pane(page, 'Experiments').getByRole('button', { name: 'Sign In' }).waitFor();
  });

  test('an address without a service is reported', async () => {
    const { page } = started();
    await signIn(page, 'http://127.0.0.1:9', 'any');
    await notificationWith(page, 'does not respond');
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  test('after sign-in the tree has workspaces, projects and experiments with their states, newest first', async () => {
    const { editor, page, service } = started();
    await signIn(page, `${service.url}/clientlib/`, service.apiKey);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', seeded.names[0]).waitFor();
    const shown = await labels(page, 'Experiments');
    assert.deepEqual(
      shown.filter((label) => (seeded.names as readonly string[]).includes(label)),
      [...seeded.names].reverse(),
    );
    for (const [name, icon] of [
      ['calm-lake', 'codicon-pass'],
      ['wild-river', 'codicon-error'],
      ['long-road', 'codicon-play-circle'],
    ]) {
      await row(page, 'Experiments', name!).locator(`.${icon}`).waitFor();
    }
    await editor.screenshot('trees');
  });

  test('the registry has models and their versions with status', async () => {
    const { page } = started();
    await expand(page, 'Model Registry', seeded.workspace);
    await expand(page, 'Model Registry', seeded.modelName);
    const version = row(page, 'Model Registry', '1.0.0');
    await version.waitFor();
    assert.match((await version.textContent()) ?? '', /Production/);
  });

  test('each command asks for something or says what it needs while connected, with no experiment selected', async () => {
    await runEveryCommand(started().editor, 'connected');
  });

  test('the only connection cannot be switched, and another one can be added', async () => {
    const { editor, page } = started();
    await runCommand(page, 'Tracklens: Switch Connection');
    const found = await notificationWith(page, 'is the only connection');
    await editor.screenshot('only-connection');
    await pressButton(page, found, 'Add Connection');
    const asked = quickInputAsking(page, 'Address of the service');
    await actUntilGone(page, asked, () => quickInput(page).press('Escape', shortTimeout));
  });

  test('a click opens the experiment in a panel that draws each metric', async () => {
    const { editor, page } = started();
    await openRow(page, 'Experiments', 'calm-lake');
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await frame.locator('[data-metric="accuracy"] [data-series="1"]').waitFor({ state: 'attached' });
    await editor.screenshot('experiment');
    assert.deepEqual(editor.violations, []);
  });

  test('a zoom shows every point of a long metric, down to single steps', async () => {
    const { editor, page, service } = started();
    const { url, apiKey } = service;
    const { experimentKey, remove } = await logLongMetric({ url, apiKey, workspace: seeded.workspace });
    await runCommand(page, 'Tracklens: Open Experiment by Key');
    await answer(page, 'Key of the experiment', experimentKey);
    await showTab(page, 'marathon');
    const caption = '[data-metric="loss"] .tracklens-chart-caption:text("200,000 points")';
    const frame = await frameWith(page, caption);
    await zoomToSingleSteps(frame.locator('[data-metric="loss"]'));
    await editor.screenshot('single-steps');
    await runCommand(page, 'View: Close Editor');
    await remove();
  });

  test('an unknown experiment is reported in its panel', async () => {
    const { editor, page } = started();
    await runCommand(page, 'Tracklens: Open Experiment by Key');
    await answer(page, 'Key of the experiment', '0123456789abcdef0123456789abcdef');
    await frameWith(page, '[role="alert"][data-failure]');
    await editor.screenshot('unknown-experiment');
  });

  test('the context menu copies a key and opens to the side', async () => {
    const { page, service } = started();
    // The status bar says it for three seconds only.
    const copied = page.locator('.statusbar', { hasText: service.keys[1]! });
    await chooseFromMenu(page, row(page, 'Experiments', 'wild-river'), 'Copy Key', copied);
    // It is open already, and goes there.
    const secondGroup = page.locator('.editor-group-container').nth(1);
    await chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Open to the Side', secondGroup);
  });

  test('a display cell is inserted into a notebook, a new one when none is open', async () => {
    const { editor, page, service } = started();
    const inNotebook = (text: string) => page.locator('.notebookOverlay').getByText(text);
    const insertCell = (label: string, text: string) =>
      chooseFromMenu(page, row(page, 'Experiments', label), 'Insert Display Cell', inNotebook(text));
    await insertCell('calm-lake', service.keys[0]!);
    await insertCell(seeded.projectName, 'display_project');
    await editor.screenshot('display-cell');
  });

  test('a row that is dragged into a cell becomes the code that displays it', async () => {
    const { editor, page, service } = started();
    const cell = page.locator('.notebookOverlay .cell .monaco-editor .view-lines').last();
    const code = page.locator('.notebookOverlay .view-lines', { hasText: `display("${service.keys[1]}"` });
    await actUntil(page, code, () => row(page, 'Experiments', 'wild-river').dragTo(cell, shortTimeout));
    await editor.screenshot('dropped');
  });

  test('the hover of an experiment shows its metrics with trends, parameters and tags', async () => {
    const { editor, page } = started();
    const hover = await hoverOf(page, row(page, 'Experiments', 'wild-river'), 'learning_rate');
    assert.match(
      (await hover.textContent()) ?? '',
      /accuracy[\s\S]*[▁-█]{16}[\s\S]*loss[\s\S]*[▁-█]{16}[\s\S]*batch-1/,
    );
    await editor.screenshot('hover');
  });

  test('the error of a query is marked while typing; once corrected, its results open', async () => {
    const { editor, page } = started();
    await choose(page, seeded.projectName, async () => {
      await runCommand(page, 'Tracklens: Run Query');
      await quickInputWith(page, 'Run Query (1/2)');
    });
    const input = await quickInputWith(page, 'Run Query (2/2)');
    const mistake = page.locator('.quick-input-widget .quick-input-message', { hasText: 'Column 16' });
    await actUntil(page, mistake, () => input.fill('Metric("loss") = 0.5', shortTimeout));
    await editor.screenshot('query-error');
    await input.press('Enter');
    await mistake.waitFor();
    await answer(page, 'Run Query (2/2)', 'Metric("accuracy") > 0.91');
    await activeTab(page, 'Query: Metric("accuracy")').waitFor();
    const results = await frameWith(page, '.tl-view [role="row"]:has-text("long-road")');
    await results.getByRole('columnheader', { name: 'accuracy' }).first().waitFor();
    assert.equal(await results.locator('[role="row"]', { hasText: 'calm-lake' }).count(), 0);
    await editor.screenshot('query-results');
  });

  test('the query of the results is changed in place, and the history has both', async () => {
    const { editor, page } = started();
    const prompt = quickInputAsking(page, 'Run Query (2/2)');
    const change = page.locator('.editor-actions a[aria-label^="Change Query"]');
    await actUntil(page, prompt, () => change.click(shortTimeout));
    await answer(page, 'Run Query (2/2)', 'Metric("accuracy") < 0.91');
    await activeTab(page, 'Query: Metric("accuracy") < 0.91').waitFor();
    assert.equal(await page.locator('.tab', { hasText: 'Query:' }).count(), 1);
    await frameWith(page, '.tl-view [role="row"]:has-text("calm-lake")');
    await runCommand(page, 'Tracklens: Query History');
    await choice(page, 'Metric("accuracy") < 0.91').waitFor();
    await editor.screenshot('query-history');
    await choose(page, 'Metric("accuracy") > 0.91');
    await activeTab(page, 'Query: Metric("accuracy") > 0.91').waitFor();
    const results = await frameWith(page, '.tl-view [role="row"]:has-text("long-road")');
    const found = results.locator('[role="row"]', { hasText: 'long-road' }).first();
    await actUntil(page, activeTab(page, 'long-road'), () => found.dblclick(shortTimeout));
  });

  test('open panels are restored after the window reloads', async () => {
    const { editor, page, service } = started();
    await editor.reload('tracklens.view', service.keys[2]!);
    await showTab(page, 'long-road');
    await frameWith(page, '[data-metric="loss"] [data-series="1"]');
  });

  for (const [kind, system] of [
    ['light', { colorScheme: 'light', forcedColors: 'none' }],
    ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
    ['high-contrast-dark', { colorScheme: 'dark', forcedColors: 'active' }],
    ['high-contrast-light', { colorScheme: 'light', forcedColors: 'active' }],
  ] as const) {
    test(`the panel follows the theme: ${kind}`, async () => {
      const { editor, page } = started();
      await page.emulateMedia(system);
      await frameWith(page, `[data-theme="${kind}"] [data-metric="loss"] [data-series="1"]`);
      await editor.screenshot(`theme-${kind}`);
    });
  }

  test('signing out empties the trees', async () => {
    const { page } = started();
    await showSideBar(page);
    await runCommand(page, 'Tracklens: Sign Out');
    await pane(page, 'Experiments').getByRole('button', { name: 'Sign In' }).waitFor();
    await removeConnection(page);
  });
});
