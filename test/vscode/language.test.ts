import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  activeTab,
  actUntil,
  actUntilGone,
  chooseFromMenu,
  expand,
  frameWith,
  hoverOf,
  openFile,
  openPane,
  openRow,
  pane,
  retry,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
} from './editor.ts';
import { pseudoTranslations, untranslatedTexts } from './pseudo-language.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

// cspell:ignore Abfrage ändern durch einer enthält ersetzen filtern kein keine meinten schreiben Zahl Zahlen
// cspell:ignore Experimente Metriken ploc Demodaten starten Echte Ausführungen diesem Schritt Exemplarische Vorgehensweise öffnen
describe('an editor in German', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({
    connected: true,
    language: 'de',
    files: { 'wrong.tlquery': '(Metric("accuracy") = 0.5) and Tag("a")\n' },
  }));

  test('hovers of trees format their numbers in German', async () => {
    const { editor, page } = started();
    await showSideBar(page, 'Experimente');
    await expand(page, 'Experimente', seeded.workspace);
    await expand(page, 'Experimente', seeded.projectName);
    const hover = await hoverOf(page, row(page, 'Experimente', seeded.names[0]), 'learning_rate');
    // Names and values may break after each of their parts.
    const text = (await hover.innerText()).replaceAll('\u200b', '').replaceAll(/\s+/g, ' ');
    // e^(-39/8) is the last value of the loss and its least, 1 its greatest.
    assert.match(text, /loss 0,00763509 0,00763509 1 /);
    // A parameter is shown as it was given.
    assert.match(text, /learning_rate 0\.1/);
    await editor.screenshot('hover-german');
  });

  test('the accessible names of rows state their kind in German', async () => {
    const { page } = started();
    const spoken = async (label: string) =>
      (await row(page, 'Experimente', label).first().getAttribute('aria-label'))?.split(', ').slice(0, 3);
    assert.deepEqual((await spoken(seeded.projectName))?.slice(0, 2), ['Projekt', seeded.projectName]);
    assert.deepEqual(await spoken(seeded.names[0]), ['Experiment', seeded.names[0], 'beendet']);
  });

  test('panels are in German', async () => {
    const { editor, page } = started();
    await openRow(page, 'Experimente', seeded.names[0]);
    const frame = await frameWith(page, '[data-series="1"]');
    assert.deepEqual((await frame.getByRole('tab').allInnerTexts()).slice(0, 3), [
      'Diagramme',
      'Metriken',
      'Parameter',
    ]);
    await frame.locator('.tracklens-chart[aria-label*="Schritt"], [aria-label*=" Schritt"]').first().waitFor();
    await editor.screenshot('panel-german');
  });

  test('errors of queries and their corrections are in German, in documents and in panels', async () => {
    const { editor, page } = started();
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'wrong.tlquery');
    const area = page.locator('.monaco-editor[data-uri*="wrong.tlquery"]').first();
    const problem = page.locator('.marker-widget', { hasText: '„=“ ist kein Operator; schreiben Sie ==' });
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: '= durch == ersetzen' });
    const atProblem = async () => {
      await area.locator('.view-lines').click(shortTimeout);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('F8');
    };
    await actUntil(page, problem, atProblem);
    await editor.screenshot('query-error-german');
    await actUntil(page, fix, async () => {
      await page.keyboard.press('Escape');
      await atProblem();
      await page.keyboard.press('Control+.');
    });
    await editor.screenshot('query-fix-german');
    await actUntilGone(page, fix, () => page.keyboard.press('Escape'));
    await runCommand(page, 'View: Close All Editors');
    await openProject(page, 'Experimente', 'Öffnen');
    const frame = await frameWith(page, '.tl-view [role="row"]:has-text("calm-lake")');
    await frame.getByRole('button', { name: 'Mit einer Abfrage filtern' }).click();
    await frame.locator('.tl-query-field textarea').fill('(Metric("accurate") < 1) & (Metric("loss") == "low")');
    const problems = frame.locator('.tl-query-problems');
    await problems.getByText('Metric("loss") enthält Zahlen, und "low" ist keine Zahl').waitFor();
    await problems.getByText('meinten Sie Metric("accuracy")?').waitFor();
    await problems.getByRole('button', { name: 'In Metric("accuracy") ändern' }).waitFor();
    await editor.screenshot('query-panel-german');
    // A click also takes the focus out of the panel.
    const tab = activeTab(page, seeded.projectName);
    await actUntilGone(page, tab, () => tab.locator('.tab-actions .action-label').click(shortTimeout));
  });

  test('the pages of the walkthrough are in German', async () => {
    const { editor, page } = started();
    await runCommand(page, 'Tracklens: Exemplarische Vorgehensweise öffnen');
    const details = page.locator('.gettingStartedContainer');
    await details.getByText('Demodaten starten').first().waitFor();
    await frameWith(page, 'h2:text-is("Echte Ausführungen auf diesem Computer")');
    await editor.screenshot('walkthrough-german');
    await runCommand(page, 'View: Close All Editors');
  });
});

describe('an editor in a pseudo-language', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: true, language: 'qps-ploc', sentences: pseudoTranslations() }));
  const logged = [
    /^(?:team|local|vision|calm-lake|wild-river|long-road|loss|accuracy|learning_rate|numpy|torch)$/,
    /^(?:batch-\d|CSV|classifier|v1\.[01]\.0|1\.[01]\.0|Production|Staging|street-images|cleaned|Latest|dataset|asset|model-element(?: \(1\))?)$/,
    // Names of files, with their size.
    /^[\w/.-]+\.\w+(?: \d+ B)?$/,
    new RegExp(`^${userInfo().username}$`),
  ];

  test('every text of the tabs of an experiment is translated or data', async () => {
    const { editor, page } = started();
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await openRow(page, 'Experiments', seeded.names[0]);
    const frame = await frameWith(page, '[data-series="1"]');
    const tabs = await frame.getByRole('tab').all();
    assert.ok(tabs.length > 10);
    for (const tab of tabs) {
      await actUntil(page, tab.and(frame.locator('[aria-selected=true]')), () => tab.click(shortTimeout));
      await frame.locator('.tl-loading').first().waitFor({ state: 'detached' });
      assert.deepEqual(await untranslatedTexts(frame.locator('body'), logged), [], await tab.innerText());
    }
    await editor.screenshot('pseudo-language');
  });

  /** Asserts that a panel has no untranslated text, once it has loaded. */
  const assertPanel = async (selector: string, name: string) => {
    const frame = await frameWith(started().page, selector);
    await frame.locator('.tl-loading').first().waitFor({ state: 'detached' });
    assert.deepEqual(await untranslatedTexts(frame.locator('body'), logged), [], name);
    await started().editor.screenshot(`pseudo-${name}`);
  };

  test('every text of the panels of a project, a comparison and a model is translated or data', async () => {
    const { page } = started();
    await runCommand(page, 'View: Close All Editors');
    await openProject(page, 'Experiments', 'Open');
    await assertPanel('.tl-view [role="row"]:has-text("calm-lake")', 'project');
    await runCommand(page, 'View: Close All Editors');
    await retry(page, 'select two experiments', async () => {
      await row(page, 'Experiments', 'calm-lake').click(shortTimeout);
      await activeTab(page, 'calm-lake').waitFor(shortTimeout);
      await row(page, 'Experiments', 'wild-river').click({ modifiers: ['Control'], ...shortTimeout });
      assert.equal(await pane(page, 'Experiments').locator('.monaco-list-row.selected').count(), 2);
    });
    await runCommand(page, 'View: Close All Editors');
    const chosen = row(page, 'Experiments', 'wild-river');
    await chooseFromMenu(page, chosen, 'Compare Experiments', activeTab(page, seeded.projectName));
    await assertPanel('.tl-compare:has-text("learning_rate")', 'comparison');
    await expand(page, 'Model Registry', seeded.workspace);
    await expand(page, 'Model Registry', seeded.modelName);
    await chooseFromMenu(page, row(page, 'Model Registry', '1.0.0'), 'Open', activeTab(page, seeded.modelName));
    await assertPanel('.tl-view:has-text("1.1.0")', 'model');
    await runCommand(page, 'View: Close All Editors');
  });

  test('every text of the questions of the commands is translated or data', async () => {
    const { editor, page } = started();
    const ofEditor = [
      /^(?:Press 'Enter' to confirm|Cancel$|OK$|Close|Error: |Info: |Warning|Back|Progress$|\d+ (?:Results|Selected)$)/,
      /^Toggle all/,
      /^Type to /,
      /^(?:Control|Shift|Alt)\+/,
      // An example of a query, and the states that the service allows.
      /^\(Metric\("accuracy"\) > /,
      /^(?:Development|None|QA)$/,
    ];
    // Ends the selection of several rows, for which menus offer less.
    await openRow(page, 'Experiments', 'long-road');
    await runCommand(page, 'View: Close All Editors');
    await showArtifacts(page);
    const workspace = row(page, 'Experiments', seeded.workspace);
    const project = row(page, 'Experiments', seeded.projectName);
    const experiment = row(page, 'Experiments', 'long-road');
    const version = row(page, 'Model Registry', '1.0.0');
    const artifact = row(page, 'Artifacts', '1.0.0');
    const widget = page.locator('.quick-input-widget:not([style*="display: none"])');
    const box = page.locator('.monaco-dialog-box');
    const found: string[] = [];
    for (const [element, item, shown] of [
      [workspace, 'New Project', widget],
      [project, 'Sort Experiments', widget],
      [project, 'Group Experiments', widget],
      [project, 'Run Query', widget],
      [project, 'Change Description', widget],
      [project, 'Delete', box],
      [experiment, 'Rename', widget],
      [experiment, 'Change Tags', widget],
      [experiment, 'Stop', box],
      [experiment, 'Delete', box],
      [version, 'Change Status', widget],
      [version, 'Download', widget],
      [artifact, 'Change Aliases', widget],
    ] as const) {
      await chooseFromMenu(page, element, item, shown);
      // The rows of a quick pick may be read from the service.
      await page.locator('.quick-input-widget .monaco-progress-container.active').waitFor({ state: 'hidden' });
      const texts = await untranslatedTexts(shown, [...logged, ...ofEditor]);
      found.push(...texts.map((text) => `${item}: ${text}`));
      await editor.screenshot(`pseudo-${item.replaceAll(' ', '-')}`);
      await actUntilGone(page, shown, () => page.keyboard.press('Escape'));
    }
    assert.deepEqual(found, []);
  });

  test('every text of the rows of the trees is translated or data', async () => {
    const { page } = started();
    const ofEditor = [/^Actions for /, /^(?:Open|Download…)$/];
    await showArtifacts(page);
    await expand(page, 'Artifacts', '1.0.0');
    for (const title of ['Experiments', 'Model Registry', 'Artifacts']) {
      const rows = pane(page, title).locator('.monaco-list-rows');
      assert.deepEqual(await untranslatedTexts(rows, [...logged, ...ofEditor]), [], title);
    }
  });
});

/** Opens the panel of the project from the menu of its row, with the tree and the menu item in their language. */
async function openProject(page: Page, tree: string, item: string): Promise<void> {
  await chooseFromMenu(page, row(page, tree, seeded.projectName), item, activeTab(page, seeded.projectName));
}

async function showArtifacts(page: Page): Promise<void> {
  await openPane(page, 'Artifacts');
  await expand(page, 'Artifacts', seeded.workspace);
  await expand(page, 'Artifacts', seeded.artifactName);
}
