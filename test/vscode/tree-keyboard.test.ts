import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { frameWith, labels, pane, row, runCommand, showSideBar, until } from './editor.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

describe('the trees without a pointer', { timeout: 600_000 }, () => {
  let service: SeededService;
  let editor: Workbench;

  before(async () => {
    service = await startSeededService();
    editor = await startWorkbench({
      env: { SERVICE_URL_OVERRIDE: service.env.SERVICE_URL_OVERRIDE!, SERVICE_API_KEY: service.apiKey },
    });
    await showSideBar(editor.page);
    await row(editor.page, 'Experiments', seeded.workspace).waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const tree = (title: string): Locator => pane(editor.page, title).locator('.monaco-list');
  const focused = (title: string): Locator => pane(editor.page, title).locator('.monaco-list-row.focused');
  const press = (title: string, key: string) => tree(title).press(key);
  const goTo = async (title: string, label: string) => {
    await until(async () => {
      const at = focused(title).locator(`.monaco-highlighted-label:text-is("${label}")`);
      if ((await at.count()) > 0) return true;
      await press(title, 'ArrowDown');
      return false;
    }, `the focus on ${label}`);
  };

  test('arrows open, walk and close the tree; each row says what it is, its level, its place and whether it is open', async () => {
    const { page } = editor;
    await runCommand(page, 'Focus on Experiments View');
    await goTo('Experiments', seeded.workspace);
    await press('Experiments', 'ArrowRight');
    await row(page, 'Experiments', seeded.projectName).waitFor();
    await goTo('Experiments', seeded.projectName);
    await press('Experiments', 'ArrowRight');
    await row(page, 'Experiments', 'calm-lake').waitFor();
    const said = async (label: string) => {
      const element = row(page, 'Experiments', label);
      const names = ['role', 'aria-label', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'];
      return Promise.all(names.map((name) => element.getAttribute(name)));
    };
    assert.deepEqual(await said(seeded.workspace), ['treeitem', 'workspace, team', '1', '2', '2', 'true']);
    assert.deepEqual((await said(seeded.projectName)).slice(2), ['2', '1', '1', 'true']);
    assert.match((await said(seeded.projectName))[1]!, /^project, vision, 3/);
    const [role, name, ...place] = await said('wild-river');
    assert.deepEqual([role, ...place], ['treeitem', '3', '2', '3', null]);
    assert.match(name!, /^experiment, wild-river, crashed/);
    assert.match((await said('long-road'))[1]!, /^experiment, long-road, running/);
    await press('Experiments', 'ArrowLeft');
    await until(async () => !(await labels(page, 'Experiments')).includes('calm-lake'), 'the project to close');
    assert.deepEqual((await said(seeded.projectName)).slice(5), ['false']);
    await press('Experiments', 'ArrowRight');
    await row(page, 'Experiments', 'calm-lake').waitFor();
  });

  test('Enter opens what has the focus, and its menu opens by a key and acts by keys', async () => {
    const { page } = editor;
    await goTo('Experiments', 'calm-lake');
    await press('Experiments', 'Shift+F10');
    const menu = page.locator('.context-view .monaco-menu');
    const entry = menu.locator('.action-item.focused .action-menu-item');
    await menu.waitFor();
    await until(async () => {
      await page.keyboard.press('ArrowDown');
      return (await entry.textContent())?.startsWith('Star') ?? false;
    }, 'the entry “Star”');
    await page.keyboard.press('Enter');
    await until(
      async () => /starred/.test((await row(page, 'Experiments', 'calm-lake').getAttribute('aria-label')) ?? ''),
      'the star',
    );
    await goTo('Experiments', 'calm-lake');
    await press('Experiments', 'Enter');
    await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    await page.locator('.tab', { hasText: 'calm-lake' }).waitFor();
  });

  test('the actions of a view are buttons with names', async () => {
    const { page } = editor;
    await pane(page, 'Experiments').locator('.pane-header').hover();
    for (const name of ['Run Query…', 'Filter…', 'Refresh', 'Collapse All'])
      await pane(page, 'Experiments').getByRole('button', { name, exact: true }).waitFor();
    for (const title of ['Experiments', 'Model Registry', 'Artifacts'])
      assert.match(
        (await pane(page, title).locator('.pane-header').getAttribute('aria-label')) ?? '',
        new RegExp(title),
      );
  });
});
