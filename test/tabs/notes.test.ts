import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabStage, textOf } from './tab-stage.ts';

const { stage, inTab } = tabStage();

test('Markdown with links that the host opens, and the other items', () =>
  inTab('notes', async (page, view) => {
    assert.equal(await textOf(page, '.tl-markdown h2'), 'Plan');
    assert.equal(await page.locator('.tl-markdown td').count(), 2);
    await page.getByRole('link', { name: 'paper' }).click();
    assert.deepEqual(await view.run((test) => test.hostCalls), [
      { what: 'openExternal', value: 'https://example.org/paper' },
    ]);
    assert.match(await textOf(page, '[role=grid]'), /dataset\s+digits/);
  }));

test('where the host may change experiments, notes that are missing can be written', async () => {
  const target = { kind: 'experiment', experimentKey: stage.seeded.empty, tab: 'notes' } as const;
  const edit = 'Edit Notes…';
  await stage.showing(
    async ({ page, run }) => {
      await page.getByRole('tabpanel').getByRole('button', { name: edit }).click();
      const value = { command: 'edit-experiment-notes', experimentKeys: [stage.seeded.empty] };
      assert.deepEqual(await run((test) => test.hostCalls), [{ what: 'manage', value }]);
    },
    { options: { target, managing: true }, until: '.tl-notice .tl-code' },
  );
  await stage.showing(
    async ({ page }) => {
      assert.equal(await page.getByRole('tabpanel').getByRole('button', { name: edit }).count(), 0);
    },
    { options: { target }, until: '.tl-notice .tl-code' },
  );
});
