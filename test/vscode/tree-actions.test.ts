import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
  until,
} from './editor.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

describe('what a person does in the trees', { timeout: 900_000 }, () => {
  let service: SeededService;
  let editor: Workbench;

  before(async () => {
    service = await startSeededService();
    editor = await startWorkbench({
      env: { SERVICE_URL_OVERRIDE: service.env.SERVICE_URL_OVERRIDE!, SERVICE_API_KEY: service.apiKey },
      settings: { 'tracklens.trees.refreshSeconds': 1, 'window.dialogStyle': 'custom' },
    });
    const { page } = editor;
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', seeded.names[0]).waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const experiments = async () =>
    (await labels(editor.page, 'Experiments')).filter((label) => (seeded.names as readonly string[]).includes(label));

  const selectTwo = async () => {
    const { page } = editor;
    await row(page, 'Experiments', 'calm-lake').click();
    // A panel that loads takes the focus, and a menu that is open then goes.
    await page.locator('.tab.active', { hasText: 'calm-lake' }).waitFor();
    await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await row(page, 'Experiments', 'wild-river').click({ modifiers: ['Control'] });
  };

  test('the status bar names the service', async () => {
    const item = editor.page.locator('.statusbar-item', { hasText: new URL(service.url).host });
    await item.waitFor();
  });

  test('a starred experiment stands first, also after the window is loaded again, until the star is taken away', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Star');
    await until(async () => (await experiments())[0] === 'calm-lake');
    await editor.screenshot('starred');
    await editor.reload();
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', 'calm-lake').waitFor();
    assert.equal((await experiments())[0], 'calm-lake');
    await chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Remove Star');
    await until(async () => (await experiments())[2] === 'calm-lake');
  });

  test('a filter shows what matches while it is typed, and says so', async () => {
    const { page } = editor;
    // A workbench that is still loading takes the focus, which closes the field.
    await until(async () => {
      await runCommand(page, 'Tracklens: Filter');
      const input = await quickInputWith(page, 'Filters experiments');
      return input.fill('crashed', { timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    }, 'the field to take words');
    await until(async () => (await experiments()).join() === 'wild-river');
    await (await quickInputWith(page, 'Filters experiments')).press('Enter');
    await pane(page, 'Experiments').locator('.description', { hasText: 'crashed' }).waitFor();
    await editor.screenshot('filtered');
    await runCommand(page, 'Tracklens: Clear Filter');
    await until(async () => (await experiments()).length === 3);
  });

  test('several selected experiments are compared in one view', async () => {
    const { page } = editor;
    await selectTwo();
    await chooseFromMenu(page, row(page, 'Experiments', 'wild-river'), 'Compare Experiments');
    const frame = await frameWith(page, '.tl-compare');
    await frame.locator('.tl-compare', { hasText: 'learning_rate' }).waitFor();
    const text = await frame.locator('.tl-compare').innerText();
    for (const name of ['calm-lake', 'wild-river']) assert.match(text, new RegExp(name));
    await editor.screenshot('compared');
  });

  test('code and packages of two experiments open in the native difference editor', async () => {
    const { page } = editor;
    await selectTwo();
    await chooseFromMenu(page, row(page, 'Experiments', 'wild-river'), 'Compare Code and Environment');
    await page.locator('.tab', { hasText: 'calm-lake ↔ wild-river' }).waitFor();
    const editorArea = page.locator('.editor-group-container');
    await editorArea.getByText('torch==2.1.0').first().waitFor();
    await editorArea.getByText('torch==2.0.0').first().waitFor();
    await editor.screenshot('code-difference');
  });

  test('a query is saved as a node of its project that runs when it is opened', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Experiments', seeded.projectName), 'Run Query');
    await answer(page, 'Run Query (2/2)', 'Metric("accuracy") > 0.91');
    await quickInputWith(page, '2 experiments');
    await choice(page, 'Save this search').click();
    await answer(page, 'Save Search', 'good ones');
    await expand(page, 'Experiments', 'good ones');
    await until(async () => (await experiments()).length === 5);
    await editor.screenshot('saved-search');
    const settings = await readFile(path.join(editor.folder, '.vscode', 'settings.json'), 'utf8');
    assert.deepEqual(JSON.parse(settings), {
      'tracklens.queries.saved': [
        { name: 'good ones', workspace: 'team', projectName: 'vision', query: 'Metric("accuracy") > 0.91' },
      ],
    });
    await chooseFromMenu(page, row(page, 'Experiments', 'good ones'), 'Delete Saved Search');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
    await until(async () => (await experiments()).length === 3);
  });

  test('a query is written in an editor: names are completed, a mistake is marked, and it runs', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Experiments', seeded.projectName), 'Write Query in an Editor');
    await page.locator('.tab', { hasText: 'vision.tlquery' }).waitFor();
    const area = page.locator('.editor-group-container.active .monaco-editor').first();
    await area.click();
    await page.keyboard.type('Metric("acc');
    const suggestion = page.locator('.suggest-widget .monaco-list-row', { hasText: 'accuracy' });
    await suggestion.waitFor();
    await editor.screenshot('query-completion');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' = 0.91');
    await area.locator('.squiggly-error').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('Metric("accuracy") > 0.94; Tag("batch-0")');
    await area.locator('.squiggly-error').waitFor({ state: 'detached' });
    await page.locator('.codelens-decoration a', { hasText: 'Run in team / vision' }).click();
    await quickInputWith(page, '1 experiment');
    await editor.screenshot('query-document');
    await page.keyboard.press('Escape');
  });

  test('an experiment that ends is shown so without anybody asking', async () => {
    const { page } = editor;
    const long = row(page, 'Experiments', 'long-road');
    await long.locator('.codicon-play-circle').waitFor();
    await service.end(2);
    await long.locator('.codicon-pass').waitFor();
  });

  test('the panel in front is found in the tree', async () => {
    const { page } = editor;
    await runCommand(page, 'Tracklens: Open Experiment by Key');
    await answer(page, 'Key of the experiment', service.keys[1]!);
    await page.locator('.tab.active[data-resource-name="wild-river"], .tab.active[aria-label^="wild-river"]').waitFor();
    await runCommand(page, 'Tracklens: Reveal in Tracklens View');
    await pane(page, 'Experiments').locator('.monaco-list-row.selected', { hasText: 'wild-river' }).waitFor();
  });

  test('the artifacts have versions and files with size, and a version is downloaded, never over what is there', async () => {
    const { page } = editor;
    await pane(page, 'Artifacts').locator('.pane-header').click();
    await expand(page, 'Artifacts', seeded.workspace);
    await expand(page, 'Artifacts', seeded.artifactName);
    await expand(page, 'Artifacts', '1.0.0');
    await row(page, 'Artifacts', 'train/labels.csv').waitFor();
    await editor.screenshot('artifacts');
    const download = async () => {
      await chooseFromMenu(page, row(page, 'Artifacts', '1.0.0'), 'Download');
      await quickInputWith(page, 'Folder to download');
      await page.locator('.quick-input-widget').getByRole('button', { name: 'Download Here' }).click();
    };
    await download();
    await notification(page, 'Downloaded street-images_1.0.0').waitFor();
    const file = (folder: string) => readFile(path.join(editor.folder, folder, 'train', 'labels.csv'), 'utf8');
    assert.equal(await file('street-images_1.0.0'), 'image,label\na.png,cat\n');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await download();
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Keep Both' }).click();
    await notification(page, 'street-images_1.0.0 (2)').waitFor();
    assert.equal(await file('street-images_1.0.0 (2)'), 'image,label\na.png,cat\n');
    await runCommand(page, 'Notifications: Clear All Notifications');
    const own = path.join(editor.folder, 'street-images_1.0.0');
    await writeFile(path.join(own, 'train', 'labels.csv'), 'my own');
    await writeFile(path.join(own, 'notes.txt'), 'beside');
    await download();
    const question = page.locator('.monaco-dialog-box', { hasText: 'street-images_1.0.0 is already there' });
    await question.waitFor();
    await editor.screenshot('replace');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await file('street-images_1.0.0'), 'my own');
    await download();
    await question.getByRole('button', { name: 'Replace' }).click();
    await notification(page, 'Downloaded street-images_1.0.0 to').waitFor();
    assert.equal(await file('street-images_1.0.0'), 'image,label\na.png,cat\n');
    assert.equal(await readFile(path.join(own, 'notes.txt'), 'utf8'), 'beside');
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  test('the status of a version changes to one that the service allows, after a confirmation', async () => {
    const { page } = editor;
    await expand(page, 'Model Registry', seeded.workspace);
    await expand(page, 'Model Registry', seeded.modelName);
    const version = row(page, 'Model Registry', '1.0.0');
    assert.match((await version.textContent()) ?? '', /Production.*v1\.0\.0 · 64 B/);
    await chooseFromMenu(page, version, 'Change Status');
    await quickInputWith(page, 'Status of classifier 1.0.0');
    await choice(page, 'Staging').click();
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'from Production to Staging' });
    await dialog.waitFor();
    await editor.screenshot('change-status');
    await dialog.getByRole('button', { name: 'Change Status' }).click();
    await row(page, 'Model Registry', '1.0.0').filter({ hasText: 'Staging' }).waitFor();
    const model = await service.api.getModel(seeded.workspace, seeded.modelName);
    assert.equal(await model.status('1.0.0'), 'Staging');
  });

  test('tags of a version are ticked and typed', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Model Registry', '1.0.0'), 'Change Tags');
    const input = await quickInputWith(page, 'Tags of classifier 1.0.0');
    await input.fill('best');
    await choice(page, 'best').click();
    await input.press('Enter');
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'Added: best' });
    await dialog.getByRole('button', { name: 'Change Tags' }).click();
    await row(page, 'Model Registry', '1.0.0').filter({ hasText: 'best' }).waitFor();
  });

  test('the comment of a version is what was typed, or stays as it was', async () => {
    const { page } = editor;
    const comment = async () =>
      (await (await service.api.getModel(seeded.workspace, seeded.modelName)).getDetails({ version: '1.0.0' })).comment;
    await chooseFromMenu(page, row(page, 'Model Registry', '1.0.0'), 'Change Comment');
    await answer(page, 'Comment of classifier 1.0.0', 'Trained on <b>street</b> images');
    await until(async () => (await comment()) === 'Trained on <b>street</b> images', 'the comment');
    await chooseFromMenu(page, row(page, 'Model Registry', '1.0.0'), 'Change Comment');
    const input = await quickInputWith(page, 'Comment of classifier 1.0.0');
    assert.equal(await input.inputValue(), 'Trained on <b>street</b> images');
    await editor.screenshot('change-comment');
    await input.fill('something else');
    await input.press('Escape');
    await input.waitFor({ state: 'hidden' });
    assert.equal(await comment(), 'Trained on <b>street</b> images');
  });

  test('the notes of a model are a document that is saved to the service', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Model Registry', seeded.modelName), 'Edit Notes');
    await page.locator('.tab', { hasText: 'classifier.md' }).waitFor();
    await page.locator('.editor-group-container .monaco-editor').last().click();
    await page.keyboard.type('# Trained on street images');
    await page.keyboard.press('Control+S');
    await until(async () => (await service.api.getRegistryModelNotes(seeded.workspace, seeded.modelName)) !== '');
    const notes = await service.api.getRegistryModelNotes(seeded.workspace, seeded.modelName);
    assert.equal(notes, '# Trained on street images');
    await editor.screenshot('model-notes');
  });

  test('a version leads to its experiment and the experiment back to its versions', async () => {
    const { page } = editor;
    await chooseFromMenu(page, row(page, 'Model Registry', '1.1.0'), 'Open Source Experiment');
    await page.locator('.tab', { hasText: 'calm-lake' }).first().waitFor();
    await chooseFromMenu(page, row(page, 'Experiments', 'calm-lake'), 'Show Registered Versions');
    await choice(page, 'classifier 1.0.0').click();
    await pane(page, 'Model Registry').locator('.monaco-list-row.selected', { hasText: '1.0.0' }).waitFor();
    assert.deepEqual(editor.violations, []);
  });
});
