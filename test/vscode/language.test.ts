import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expand, hoverOf, row, showSideBar } from './editor.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('an editor in German', { timeout: suiteMillis }, () => {
  const sentences = { project: 'Projekt', experiment: 'Experiment', finished: 'beendet' };
  const started = sharedEditor(() => ({ connected: true, language: 'de', sentences }));

  test('hovers of trees format their numbers in German', async () => {
    const { editor, page } = started();
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    const hover = await hoverOf(page, row(page, 'Experiments', seeded.names[0]), 'learning_rate');
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
      (await row(page, 'Experiments', label).first().getAttribute('aria-label'))?.split(', ').slice(0, 3);
    assert.deepEqual((await spoken(seeded.projectName))?.slice(0, 2), ['Projekt', seeded.projectName]);
    assert.deepEqual(await spoken(seeded.names[0]), ['Experiment', seeded.names[0], 'beendet']);
  });
});
