import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actUntil, briefly, expand, frameWith, hoverOf, openRow, pane, row, showSideBar } from './editor.ts';
import { madeUpSentences, untranslatedTexts } from './made-up-language.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

// cspell:ignore Experimente Metriken ploc
describe('an editor in German', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: true, language: 'de' }));

  test('hovers of trees format their numbers in German', async () => {
    const { editor, page } = started();
    await showSideBar(page, 'Experimente');
    await expand(page, 'Experimente', seeded.workspace);
    await expand(page, 'Experimente', seeded.projectName);
    const hover = await hoverOf(page, row(page, 'Experimente', seeded.names[0]), 'learning_rate');
    const text = (await hover.innerText()).replaceAll(/\s+/g, ' ');
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
    await editor.screenshot('panel-german');
  });
});

describe('an editor in a made-up language', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: true, language: 'qps-ploc', sentences: madeUpSentences() }));
  const logged = [
    /^(?:team|local|vision|calm-lake|wild-river|long-road|batch-0|loss|accuracy|learning_rate|numpy|torch)$/,
    /^(?:street-images|cleaned|Latest|dataset|unknown|model-element(?: \(1\))?)$/,
    // Names of files.
    /^[\w/-]+\.\w+$/,
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
      await actUntil(page, tab.and(frame.locator('[aria-selected=true]')), () => tab.click(briefly));
      await frame.locator('.tl-loading').first().waitFor({ state: 'detached' });
      assert.deepEqual(await untranslatedTexts(frame.locator('body'), logged), [], await tab.innerText());
    }
    await editor.screenshot('made-up-language');
  });

  test('every text of the rows of the trees is translated or data', async () => {
    const { page } = started();
    const ofEditor = [/^Actions for /, /^Open$/];
    for (const title of ['Experiments', 'Model Registry']) {
      const rows = pane(page, title).locator('.monaco-list-rows');
      assert.deepEqual(await untranslatedTexts(rows, [...logged, ...ofEditor]), [], title);
    }
  });
});
