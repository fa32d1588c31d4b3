import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import {
  activeTab,
  actUntil,
  actUntilGone,
  answer,
  choice,
  choose,
  chooseFromMenu,
  clickFix,
  dialogWith,
  expand,
  frameWith,
  hoverOf,
  labels,
  notification,
  notificationWith,
  openFile,
  openPane,
  pane,
  pressButton,
  quickInputAsking,
  quickInputWith,
  retry,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  showTab,
  until,
} from './editor.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('actions in the trees', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({
    connected: true,
    reused: true,
    files: { '.vscode/settings.json': '{ "tracklens.trees.refreshSeconds": 1 }', 'plain.txt': '' },
  }));

  const showExperiments = async () => {
    const { page } = started();
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', seeded.names[0]).waitFor();
  };

  before(showExperiments);

  const experiments = async () =>
    (await labels(started().page, 'Experiments')).filter((label) =>
      (seeded.names as readonly string[]).includes(label),
    );

  const selectTwo = async () => {
    const { page } = started();
    const selected = pane(page, 'Experiments').locator('.monaco-list-row.selected');
    await retry(page, 'select two experiments', async () => {
      await row(page, 'Experiments', 'calm-lake').click(shortTimeout);
      // Its panel takes the focus while it loads.
      await activeTab(page, 'calm-lake').waitFor();
      await frameWith(page, '[data-metric="loss"] [data-series="1"]');
      await row(page, 'Experiments', 'wild-river').click({ modifiers: ['Control'], ...shortTimeout });
      assert.equal(await selected.count(), 2);
    });
  };

  test('the status bar names the service', async () => {
    const { page, service } = started();
    await page.locator('.statusbar-item', { hasText: new URL(service.url).host }).waitFor();
  });

  test('a starred experiment is first, also after the window reloads, until the star is removed', async () => {
    const { editor, page, service } = started();
    const starred = page.locator('[aria-label*="starred"]');
    await chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Star', starred);
    await until(async () => (await experiments())[0] === 'calm-lake', 'the star to put it first');
    await editor.screenshot('starred');
    // The key alone is also stored with the selected row.
    await editor.reload('tracklens.starred', service.keys[0]!);
    await showExperiments();
    await until(async () => (await experiments())[0] === 'calm-lake', 'the star to put it first after the reload');
    const withoutStar = row(page, 'Experiments', 'calm-lake').and(page.locator(':not([aria-label*="starred"])'));
    await chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Remove Star', withoutStar);
    await until(async () => (await experiments())[2] === 'calm-lake', 'it to go back to its place');
  });

  test('a project is sorted by a metric shown in its rows, until another order is chosen', async () => {
    const { editor, page } = started();
    const sortBy = (order: string) =>
      choose(page, order, (item) =>
        chooseFromMenu(page, row(page, 'Experiments', seeded.projectName), 'Sort Experiments…', item),
      );
    const sorted = async (names: readonly string[]) =>
      await until(async () => (await experiments()).join() === names.join(), `the order ${names.join()}`);
    await sortBy('Lowest loss');
    await sorted(seeded.names);
    await row(page, 'Experiments', 'calm-lake').locator('.label-description', { hasText: 'loss 0.0076' }).waitFor();
    await editor.screenshot('sorted');
    await sortBy('Name');
    await sorted(seeded.names.toSorted());
    await sortBy('Newest First');
    await sorted(seeded.names.toReversed());
  });

  test('typing filters the tree, and the view says so', async () => {
    const { editor, page } = started();
    const field = quickInputAsking(page, 'Filters experiments');
    // The field goes with the focus, what was typed stays.
    await retry(page, 'filter by a word', async () => {
      if (!(await field.isVisible())) await runCommand(page, 'Tracklens: Filter');
      await field.locator('input').fill('crashed', shortTimeout);
    });
    await until(async () => (await experiments()).join() === 'wild-river', 'the rows that match');
    await pane(page, 'Experiments').locator('.description', { hasText: '1 result' }).waitFor();
    await actUntilGone(page, field, () => field.locator('input').press('Enter', shortTimeout));
    await pane(page, 'Experiments').locator('.description', { hasText: 'crashed' }).waitFor();
    await editor.screenshot('filtered');
    await retry(page, 'filter by a word that nothing has', async () => {
      if (!(await field.isVisible())) await runCommand(page, 'Tracklens: Filter');
      await field.locator('input').fill('unmatched', shortTimeout);
      await row(page, 'Experiments', 'No results for “unmatched”.').waitFor(shortTimeout);
    });
    await editor.screenshot('filtered-empty');
    await actUntilGone(page, field, () => field.locator('input').press('Enter', shortTimeout));
    await runCommand(page, 'Tracklens: Clear Filter');
    await until(async () => (await experiments()).length === 3, 'all rows');
  });

  test('a click previews in one panel and leaves the focus in the tree; a second click keeps the panel', async () => {
    const { editor, page } = started();
    await runCommand(page, 'View: Close All Editors');
    const tabs = () => page.locator('.tab').allTextContents();
    const click = async (name: string) => {
      await row(page, 'Experiments', name).click(shortTimeout);
      await activeTab(page, name).waitFor(shortTimeout);
    };
    await click('long-road');
    await click('wild-river');
    await until(async () => (await tabs()).join() === 'wild-river', 'one panel for both');
    await pane(page, 'Experiments').locator('.monaco-list:focus-within').waitFor();
    await frameWith(page, '.tl-header :text("wild-river")');
    await editor.screenshot('preview');
    await click('wild-river');
    const isFocused = () => page.evaluate(() => document.activeElement?.classList.contains('webview') ?? false);
    await until(isFocused, 'the focus in the panel');
    await click('calm-lake');
    await until(async () => (await tabs()).join() === 'wild-river,calm-lake', 'a panel of its own');
    await runCommand(page, 'View: Close All Editors');
  });

  test('several selected experiments are compared in one view', async () => {
    const { editor, page } = started();
    await selectTwo();
    const comparison = activeTab(page, seeded.projectName);
    await chooseFromMenu(page, row(page, 'Experiments', 'wild-river'), 'Compare Experiments', comparison);
    const frame = await frameWith(page, '.tl-compare');
    await frame.locator('.tl-compare', { hasText: 'learning_rate' }).waitFor();
    const text = await frame.locator('.tl-compare').innerText();
    for (const name of ['calm-lake', 'wild-river']) assert.match(text, new RegExp(name));
    await editor.screenshot('compared');
  });

  test('several selected experiments open to the side in one group', async () => {
    const { editor, page } = started();
    const groups = page.locator('.editor-group-container');
    const chosen = row(page, 'Experiments', 'wild-river');
    await retry(page, 'open both to the side', async () => {
      await runCommand(page, 'View: Close All Editors');
      await openFile(page, 'plain.txt');
      await selectTwo();
      await chooseFromMenu(page, chosen, 'Open to the Side', groups.nth(1).locator('.tab', { hasText: 'wild-river' }));
      assert.deepEqual(await groups.nth(1).locator('.tab').allTextContents(), ['calm-lake', 'wild-river']);
      assert.deepEqual(await groups.nth(0).locator('.tab').allTextContents(), ['plain.txt']);
    });
    await editor.screenshot('several-to-the-side');
    await runCommand(page, 'View: Close All Editors');
  });

  test('parameters, code and packages of two experiments open in the native difference editor', async () => {
    const { editor, page } = started();
    await selectTwo();
    await chooseFromMenu(
      page,
      row(page, 'Experiments', 'wild-river'),
      'Compare Code and Environment',
      activeTab(page, 'calm-lake ↔ wild-river'),
    );
    const editorArea = page.locator('.editor-group-container');
    await editorArea.getByText('torch==2.1.0').first().waitFor();
    await editorArea.getByText('torch==2.0.0').first().waitFor();
    await editorArea
      .locator('.view-line', { hasText: /^learning_rate\s=\s0\.01$/ })
      .first()
      .waitFor();
    await editor.screenshot('code-difference');
    // Both sides of a file have the same name.
    assert.equal(await editorArea.locator('.multiDiffEntry .status.renamed').count(), 0);
  });

  test('they are restored after the window reloads', async () => {
    const { editor, page } = started();
    await editor.reload('tracklens-text');
    await showTab(page, 'calm-lake ↔ wild-river');
    await page.locator('.editor-group-container').getByText('torch==2.1.0').first().waitFor();
    await showExperiments();
  });

  test('a query is saved as a node of its project that runs when it is opened', async () => {
    const { editor, page } = started();
    await chooseFromMenu(
      page,
      row(page, 'Experiments', seeded.projectName),
      'Run Query',
      quickInputAsking(page, 'Run Query (2/2)'),
    );
    await answer(page, 'Run Query (2/2)', 'Metric("accuracy") > 0.91');
    await activeTab(page, 'Query: Metric("accuracy")').waitFor();
    await runCommand(page, 'Tracklens: Save Search');
    await answer(page, 'Save Search', 'good ones');
    await expand(page, 'Experiments', 'good ones');
    await until(async () => (await experiments()).length === 5, 'the rows that it finds');
    await editor.screenshot('saved-search');
    const settings = await readFile(path.join(editor.folder, '.vscode', 'settings.json'), 'utf8');
    assert.deepEqual(JSON.parse(settings)['tracklens.queries.saved'], [
      { name: 'good ones', workspace: 'team', projectName: 'vision', query: 'Metric("accuracy") > 0.91' },
    ]);
    const question = dialogWith(page, 'good ones');
    await chooseFromMenu(page, row(page, 'Experiments', 'good ones'), 'Delete Saved Search', question);
    await pressButton(page, question, 'Delete');
    await until(async () => (await experiments()).length === 3, 'the saved search to go');
  });

  test('a query in an editor: names are completed, an error is marked, and it runs', async () => {
    const { editor, page } = started();
    await chooseFromMenu(
      page,
      row(page, 'Experiments', seeded.projectName),
      'Write Query in an Editor',
      activeTab(page, 'vision.tlquery'),
    );
    const area = page.locator('.editor-group-container.active .monaco-editor').first();
    const mistake = area.locator('.squiggly-error');
    const selectAll = async () => {
      await area.click(shortTimeout);
      await page.keyboard.press('Control+A');
    };
    const suggestion = page.locator('.suggest-widget .monaco-list-row', { hasText: 'accuracy' });
    await retry(page, 'complete a name and see the error after it', async () => {
      await selectAll();
      await page.keyboard.type('Metric("acc');
      await suggestion.waitFor(shortTimeout);
      await editor.screenshot('query-completion');
      await page.keyboard.press('Enter');
      await page.keyboard.type(' = 0.91');
      await area.getByText('Metric("accuracy") = 0.91').waitFor(shortTimeout);
      await mistake.waitFor(shortTimeout);
    });
    await retry(page, 'write without a mistake', async () => {
      await selectAll();
      await page.keyboard.insertText('Metric("accuracy") > 0.94; Tag("batch-0")');
      await mistake.waitFor({ state: 'detached', ...shortTimeout });
    });
    await actUntil(page, page.locator('.tab', { hasText: 'Query: Metric("accuracy") > 0.94' }), () =>
      page.locator('.codelens-decoration a', { hasText: 'Run in team / vision' }).click(shortTimeout),
    );
    await frameWith(page, '.tl-view [role="row"]:has-text("calm-lake")');
    await editor.screenshot('query-document');
  });

  test('a query document: unknown names are marked, problems are corrected, words are described, and it is formatted', async () => {
    const { editor, page } = started();
    const area = page.locator('.monaco-editor[data-uri*="vision.tlquery"]').first();
    const write = async (text: string) => {
      await area.locator('.view-lines').click(shortTimeout);
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
    };
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Change to Metric("accuracy")' });
    const isFixed = area.locator('.view-lines', { hasText: /Metric\("accuracy"\)\s<\s1/ });
    await retry(page, 'correct an unknown name', async () => {
      if (await isFixed.isVisible()) return;
      await page.keyboard.press('Escape');
      await write('Metric("accurate") < 1');
      await area.locator('.squiggly-warning').waitFor(shortTimeout);
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+.');
      await fix.waitFor(shortTimeout);
      await editor.screenshot('query-fix');
      await clickFix(fix);
      await isFixed.waitFor(shortTimeout);
    });
    const hover = await hoverOf(
      page,
      area.locator('.view-lines span span', { hasText: /^Metric/ }).first(),
      'current value of a metric',
    );
    await editor.screenshot('query-hover');
    assert.match(await hover.innerText(), /Metric\("accuracy"\) < 0.5/);
    const formatted = area.locator('.view-lines', { hasText: /Metric\("accuracy"\)\s<\s1;/ });
    await retry(page, 'format the document', async () => {
      if (await formatted.isVisible()) return;
      await page.keyboard.press('Escape');
      await write('Metric("accuracy")<1 ;Tag("a")');
      await runCommand(page, 'Format Document');
      await formatted.waitFor(shortTimeout);
    });
    const fixAll = page.locator('.action-widget .monaco-list-row', { hasText: 'Fix All Problems of the Query' });
    const isCorrected = area.locator('.view-lines', { hasText: /\(Metric\("accuracy"\)\s==\s1\)\s&\s~Tag\("a"\)/ });
    await retry(page, 'correct all problems', async () => {
      if (await isCorrected.isVisible()) return;
      await page.keyboard.press('Escape');
      await write('metric(accuracy) = 1 and not tag("a")');
      await area.locator('.squiggly-error').first().waitFor(shortTimeout);
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+.');
      await fixAll.waitFor(shortTimeout);
      await editor.screenshot('query-fix-all');
      await clickFix(fixAll);
      await isCorrected.waitFor(shortTimeout);
    });
    await runCommand(page, 'View: Revert and Close Editor');
    await runCommand(page, 'View: Close All Editors');
  });

  test('a query file runs on the chosen project; its results are shown in dark and in high contrast', async () => {
    const { editor, page } = started();
    await writeFile(path.join(editor.folder, 'good.tlquery'), 'Metric("accuracy") > 0.5\n');
    await openFile(page, 'good.tlquery');
    const run = page.locator('.codelens-decoration a', { hasText: 'Run in team / vision' });
    assert.equal(await run.count(), 0);
    await choose(page, seeded.projectName, async () => {
      await actUntil(page, quickInputAsking(page, 'Choose Project of Query'), () =>
        runCommand(page, 'Tracklens: Choose Project of Query…'),
      );
      await editor.screenshot('query-project');
    });
    await actUntil(page, page.locator('.tab', { hasText: 'Query: Metric("accuracy") > 0.5' }), () =>
      run.click(shortTimeout),
    );
    const frame = await frameWith(page, '.tl-view [role="row"]:has-text("calm-lake")');
    await page.emulateMedia({ colorScheme: 'dark' });
    await frame.locator('body.vscode-dark').waitFor();
    await editor.screenshot('query-results-dark');
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    await frame.locator('body.vscode-high-contrast').waitFor();
    await editor.screenshot('query-results-high-contrast');
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await runCommand(page, 'View: Close All Editors');
  });

  test('an experiment that ends is shown as ended without a refresh, and a message appears if the user wants one', async () => {
    const { editor, page, service } = started();
    const long = row(page, 'Experiments', 'long-road');
    await long.locator('.codicon-play-circle').waitFor();
    const willAppear = page.locator('.statusbar-item', { hasText: 'A message will appear when the experiment ends' });
    await chooseFromMenu(page, long, 'Notify When It Ends', willAppear);
    await service.end(2);
    await long.locator('.codicon-pass').waitFor();
    const message = await notificationWith(page, 'long-road finished after ');
    await editor.screenshot('experiment-ended');
    await actUntil(page, activeTab(page, 'long-road'), () =>
      message.getByRole('button', { name: 'Open' }).click(shortTimeout),
    );
  });

  test('the active panel is revealed in the tree', async () => {
    const { page, service } = started();
    await runCommand(page, 'Tracklens: Open Experiment by Key');
    await answer(page, 'Key of the experiment', service.keys[1]!);
    await activeTab(page, 'wild-river').first().waitFor();
    await runCommand(page, 'Tracklens: Reveal in Tracklens View');
    await pane(page, 'Experiments').locator('.monaco-list-row.selected', { hasText: 'wild-river' }).waitFor();
  });

  test('artifacts have versions and files that open in an editor, and a version is downloaded without overwriting', async () => {
    const { editor, page } = started();
    await openPane(page, 'Artifacts');
    await expand(page, 'Artifacts', seeded.workspace);
    await expand(page, 'Artifacts', seeded.artifactName);
    await expand(page, 'Artifacts', '1.0.0');
    const labels = row(page, 'Artifacts', 'train/labels.csv');
    await actUntil(page, activeTab(page, 'labels.csv'), () => labels.click(shortTimeout));
    await page.locator('.editor-instance .view-line', { hasText: 'a.png,cat' }).first().waitFor();
    await editor.screenshot('artifacts');
    const download = async () => {
      const folders = quickInputAsking(page, 'Folder to download');
      await chooseFromMenu(page, row(page, 'Artifacts', '1.0.0'), 'Download', folders);
      await pressButton(page, folders, 'Download Here');
    };
    await download();
    await notificationWith(page, 'Downloaded street-images_1.0.0');
    const file = (folder: string) => readFile(path.join(editor.folder, folder, 'train', 'labels.csv'), 'utf8');
    assert.equal(await file('street-images_1.0.0'), 'image,label\na.png,cat\n');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await download();
    await pressButton(page, dialogWith(page, 'street-images_1.0.0 already exists'), 'Keep Both');
    await notificationWith(page, 'street-images_1.0.0 (2)');
    assert.equal(await file('street-images_1.0.0 (2)'), 'image,label\na.png,cat\n');
    await runCommand(page, 'Notifications: Clear All Notifications');
    const own = path.join(editor.folder, 'street-images_1.0.0');
    await writeFile(path.join(own, 'train', 'labels.csv'), 'my own');
    await writeFile(path.join(own, 'notes.txt'), 'unrelated');
    await download();
    const question = dialogWith(page, 'street-images_1.0.0 already exists');
    await question.waitFor();
    await editor.screenshot('replace');
    await pressButton(page, question, 'Cancel');
    assert.equal(await file('street-images_1.0.0'), 'my own');
    await download();
    await pressButton(page, question, 'Replace');
    await notificationWith(page, 'Downloaded street-images_1.0.0 to');
    assert.equal(await file('street-images_1.0.0'), 'image,label\na.png,cat\n');
    assert.equal(await readFile(path.join(own, 'notes.txt'), 'utf8'), 'unrelated');
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  test('the status of a version changes to one that the service allows', async () => {
    const { editor, page, service } = started();
    await expand(page, 'Model Registry', seeded.workspace);
    await expand(page, 'Model Registry', seeded.modelName);
    const version = row(page, 'Model Registry', '1.0.0');
    assert.match((await version.textContent()) ?? '', /Production.*v1\.0\.0 · 64 B/);
    await choose(page, 'Staging', () =>
      chooseFromMenu(page, version, 'Change Status', quickInputAsking(page, 'Status of classifier 1.0.0')),
    );
    await notificationWith(page, 'changed from Production to Staging');
    await editor.screenshot('change-status');
    await row(page, 'Model Registry', '1.0.0').filter({ hasText: 'Staging' }).waitFor();
    const model = await service.api.getModel(seeded.workspace, seeded.modelName);
    assert.equal(await model.status('1.0.0'), 'Staging');
  });

  test('tags of a version are selected and entered', async () => {
    const { page } = started();
    const asked = quickInputAsking(page, 'Tags of classifier 1.0.0');
    await actUntil(page, notification(page, 'Changed the tags of classifier 1.0.0.'), async () => {
      if (!(await asked.isVisible())) {
        await chooseFromMenu(page, row(page, 'Model Registry', '1.0.0'), 'Change Tags', asked);
      }
      const input = await quickInputWith(page, 'Tags of classifier 1.0.0');
      await input.fill('best', shortTimeout);
      const ticked = choice(page, 'best').locator('[aria-checked=true]');
      await actUntil(page, ticked, () => choice(page, 'best').click(shortTimeout));
      await input.press('Enter', shortTimeout);
    });
    await row(page, 'Model Registry', '1.0.0').filter({ hasText: 'best' }).waitFor();
  });

  /** Replaces the text of the active editor and saves it. */
  const writeDocument = async (title: string, text: string, read: () => Promise<string>) => {
    const { page } = started();
    await activeTab(page, title).waitFor();
    await retry(page, `save ${title}`, async () => {
      await page.locator('.editor-group-container.active .monaco-editor').last().click(shortTimeout);
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
      await page.keyboard.press('Control+S');
      await page.locator('.tab.active:not(.dirty)', { hasText: title }).waitFor(shortTimeout);
      assert.equal(await read(), text);
    });
  };

  test('the notes of a model and the comment of a version are documents that are saved to the service', async () => {
    const { editor, page, service } = started();
    await chooseFromMenu(
      page,
      row(page, 'Model Registry', seeded.modelName),
      'Edit Notes',
      activeTab(page, 'classifier.md'),
    );
    const notes = () => service.api.getRegistryModelNotes(seeded.workspace, seeded.modelName);
    await writeDocument('classifier.md', '# Trained on street images', notes);
    assert.equal(
      (await page.locator('.breadcrumbs-control .folder, .breadcrumbs-control .file').allTextContents()).join(),
      'classifier.md',
    );
    await editor.screenshot('model-notes');
    await chooseFromMenu(
      page,
      row(page, 'Model Registry', '1.0.0'),
      'Change Comment',
      activeTab(page, 'classifier 1.0.0.md'),
    );
    const model = await service.api.getModel(seeded.workspace, seeded.modelName);
    await writeDocument('classifier 1.0.0.md', 'Trained on <b>street</b> images', async () => {
      return (await model.getDetails({ version: '1.0.0' })).comment;
    });
  });

  const metadata = async (index: number) => {
    const { service } = started();
    return await (await service.api.getExperimentByKey(service.keys[index]!))!.getMetadata();
  };

  test('an experiment is renamed with F2, and the change is undone; its panel and its row follow', async () => {
    const { editor, page } = started();
    await showExperiments();
    const asked = quickInputAsking(page, 'Rename calm-lake');
    await actUntil(page, asked, async () => {
      await row(page, 'Experiments', 'calm-lake').click(shortTimeout);
      await activeTab(page, 'calm-lake').waitFor(shortTimeout);
      await runCommand(page, 'Tracklens: Focus on Experiments View');
      await page.keyboard.press('F2');
      await asked.waitFor(shortTimeout);
    });
    await editor.screenshot('rename');
    await answer(page, 'Rename calm-lake', '$(bug) lake');
    await row(page, 'Experiments', '$(bug) lake').waitFor();
    await activeTab(page, '$(bug) lake').waitFor();
    assert.equal((await metadata(0)).experimentName, '$(bug) lake');
    await (await notificationWith(page, 'Renamed calm-lake')).getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Experiments', 'calm-lake').waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  test('the selected experiments are archived together, and the change is undone', async () => {
    const { editor, page } = started();
    await selectTwo();
    await chooseFromMenu(
      page,
      row(page, 'Experiments', 'wild-river'),
      'Archive',
      notification(page, 'Archived 2 experiments.'),
    );
    await row(page, 'Experiments', 'wild-river').waitFor({ state: 'detached' });
    await editor.screenshot('archived');
    await (await notificationWith(page, 'Archived 2 experiments.')).getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Experiments', 'wild-river').waitFor();
    await row(page, 'Experiments', 'calm-lake').waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  test('deleting asks once, names what will go, and does nothing when it is cancelled', async () => {
    const { editor, page } = started();
    const dialog = dialogWith(page, 'Delete wild-river?');
    await chooseFromMenu(page, row(page, 'Experiments', 'wild-river'), 'Delete', dialog);
    await dialog.filter({ hasText: 'This cannot be undone.' }).waitFor();
    await editor.screenshot('delete');
    await pressButton(page, dialog, 'Cancel');
    assert.equal((await metadata(1)).experimentName, 'wild-river');
  });

  test('the header of a panel offers the commands; the extension asks and changes', async () => {
    const { editor, page, service } = started();
    await row(page, 'Experiments', 'calm-lake').click();
    await activeTab(page, 'calm-lake').waitFor();
    const frame = await frameWith(page, '.tl-header');
    await frame.getByRole('button', { name: 'Change', exact: true }).click();
    await frame.getByRole('dialog', { name: 'Change experiments' }).waitFor();
    await editor.screenshot('header-menu');
    await frame.getByRole('button', { name: 'Rename…' }).click();
    await quickInputWith(page, 'Rename calm-lake');
    await page.keyboard.press('Escape');
    await frame.getByRole('button', { name: 'Change', exact: true }).click();
    await frame.getByRole('button', { name: 'Edit Notes…' }).click();
    const experiment = await service.api.getExperimentByKey(service.keys[0]!);
    await writeDocument('calm-lake.md', 'A **fine** run', async () => {
      return (await experiment!.getOthersSummary()).find(({ name }) => name === 'notes')?.valueCurrent ?? '';
    });
  });

  test('a version leads to its experiment and the experiment back to its versions', async () => {
    const { editor, page } = started();
    await chooseFromMenu(
      page,
      row(page, 'Model Registry', '1.1.0'),
      'Open Source Experiment',
      activeTab(page, 'calm-lake'),
    );
    await choose(page, 'classifier 1.0.0', (item) =>
      chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Show Registered Versions', item),
    );
    await pane(page, 'Model Registry').locator('.monaco-list-row.selected', { hasText: '1.0.0' }).waitFor();
    assert.deepEqual(editor.violations, []);
  });
});
