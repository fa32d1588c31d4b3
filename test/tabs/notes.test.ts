import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabStage, textOf } from './tab-stage.ts';

const { inTab } = tabStage();

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
