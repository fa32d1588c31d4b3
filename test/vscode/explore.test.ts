import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  answer,
  choice,
  chooseFromMenu,
  expand,
  frameWith,
  labels,
  notification,
  pane,
  quickInputWith,
  row,
  runCommand,
  showSideBar,
  signIn,
} from './editor.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

describe('an editor that is signed in to a service', { timeout: 600_000 }, () => {
  let service: SeededService;
  let editor: Workbench;

  before(async () => {
    service = await startSeededService();
    editor = await startWorkbench();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  test('a wrong key is refused in words, and nothing is kept', async () => {
    const { page } = editor;
    await showSideBar(page);
    await pane(page, 'Experiments').getByRole('button', { name: 'Sign in' }).waitFor();
    await signIn(page, service.url, 'not-the-key');
    await notification(page, 'does not accept the API key').waitFor();
    await page.keyboard.press('Escape');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await pane(page, 'Experiments').getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('an address where no service answers says so', async () => {
    const { page } = editor;
    await signIn(page, 'http://127.0.0.1:9', 'any');
    await notification(page, 'does not answer').waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  test('after sign-in the tree has workspaces, projects and experiments with their states, newest first', async () => {
    const { page } = editor;
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
    const { page } = editor;
    await expand(page, 'Model Registry', seeded.workspace);
    await expand(page, 'Model Registry', seeded.modelName);
    const version = row(page, 'Model Registry', '1.0.0');
    await version.waitFor();
    assert.match((await version.textContent()) ?? '', /Production/);
  });

  test('a click opens the experiment in a panel that draws each metric', async () => {
    const { page } = editor;
    await row(page, 'Experiments', 'calm-lake').click();
    const frame = await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await frame.locator('[data-metric="accuracy"] [data-series="1"]').waitFor({ state: 'attached' });
    await page.locator('.tab', { hasText: 'calm-lake' }).waitFor();
    await editor.screenshot('experiment');
    assert.deepEqual(editor.violations, []);
  });

  test('an unknown experiment says so in its panel', async () => {
    const { page } = editor;
    await runCommand(page, 'Tracklens: Open Experiment by Key');
    await answer(page, 'Key of the experiment', '0123456789abcdef0123456789abcdef');
    await frameWith(page, '[role="alert"][data-failure]');
    await editor.screenshot('unknown-experiment');
  });

  test('the context menu copies a key and opens to the side', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Experiments', 'wild-river'), 'Copy Key');
    await page.locator('.statusbar', { hasText: service.keys[1]! }).waitFor();
    await chooseFromMenu(page, row(page, 'Experiments', 'wild-river'), 'Open to the Side');
    await page.locator('.editor-group-container').nth(1).waitFor();
  });

  test('a display cell is inserted into a notebook, a new one when none is open', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Insert Display Cell');
    const notebook = page.locator('.notebookOverlay');
    await notebook.getByText(service.keys[0]!).first().waitFor();
    await chooseFromMenu(page, row(page, 'Experiments', seeded.projectName), 'Insert Display Cell');
    await notebook.getByText('display_project').first().waitFor();
    await editor.screenshot('display-cell');
  });

  test('the hover of an experiment shows its metrics with their course, parameters and tags', async () => {
    const { page } = editor;
    await row(page, 'Experiments', 'wild-river').hover();
    const hover = page.locator('.monaco-hover', { hasText: 'learning_rate' });
    await hover.waitFor();
    assert.match(
      (await hover.textContent()) ?? '',
      /batch-1[\s\S]*accuracy[\s\S]*[▁-█]{16}[\s\S]*loss[\s\S]*[▁-█]{16}/,
    );
    await editor.screenshot('hover');
  });

  test('a query with a mistake is marked while it is typed; corrected, its results open', async () => {
    const { page } = editor;
    await runCommand(page, 'Tracklens: Run Query');
    await quickInputWith(page, 'Run Query (1/2)');
    await choice(page, seeded.projectName).click();
    const input = await quickInputWith(page, 'Run Query (2/2)');
    await input.fill('Metric("loss") = 0.5');
    const message = page.locator('.quick-input-widget .quick-input-message');
    await message.filter({ hasText: 'Column 16' }).waitFor();
    await editor.screenshot('query-error');
    await input.press('Enter');
    await message.filter({ hasText: 'Column 16' }).waitFor();
    await answer(page, 'Run Query (2/2)', 'Metric("accuracy") > 0.91');
    await quickInputWith(page, '2 experiments');
    await editor.screenshot('query-results');
    await choice(page, 'long-road').click();
    await page.locator('.tab', { hasText: 'long-road' }).waitFor();
  });

  test('open panels come back after the window is loaded again', async () => {
    const { page } = editor;
    await editor.reload();
    await page.locator('.tab', { hasText: 'long-road' }).click();
    await frameWith(page, '[data-metric="loss"] [data-series="1"]');
  });

  for (const [kind, system] of [
    ['light', { colorScheme: 'light', forcedColors: 'none' }],
    ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
    ['high-contrast-dark', { colorScheme: 'dark', forcedColors: 'active' }],
    ['high-contrast-light', { colorScheme: 'light', forcedColors: 'active' }],
  ] as const) {
    test(`the panel follows the theme: ${kind}`, async () => {
      await editor.page.emulateMedia(system);
      await frameWith(editor.page, `[data-theme="${kind}"] [data-metric="loss"] [data-series="1"]`);
      await editor.screenshot(`theme-${kind}`);
    });
  }

  test('signing out empties the trees', async () => {
    const { page } = editor;
    await showSideBar(page);
    await runCommand(page, 'Tracklens: Sign Out');
    await pane(page, 'Experiments').getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
