import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import {
  activeTab,
  actUntil,
  chooseFromMenu,
  frameWith,
  labels,
  pane,
  retry,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  until,
} from './editor.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('the trees without a pointer', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: true, reused: true }));

  before(async () => {
    const { page } = started();
    await showSideBar(page);
    const workspace = row(page, 'Experiments', seeded.workspace);
    const header = pane(page, 'Experiments').locator('.pane-header');
    await workspace.waitFor();
    // Another suite may have expanded rows of the window.
    await actUntil(page, workspace.and(page.locator('[aria-expanded=false]')), async () => {
      await header.hover(shortTimeout);
      await header.getByRole('button', { name: 'Collapse All', exact: true }).click(shortTimeout);
    });
  });

  const tree = (title: string): Locator => pane(started().page, title).locator('.monaco-list');
  const focused = (title: string): Locator => pane(started().page, title).locator('.monaco-list-row.focused');
  const press = (title: string, key: string) => tree(title).press(key, shortTimeout);
  /** Walks down to a row; from the last one the way starts at the top again. */
  const goTo = async (title: string, label: string) => {
    const wanted = focused(title).and(row(started().page, title, label));
    await retry(started().page, `walk to “${label}”`, async () => {
      if (await wanted.isVisible()) return;
      // At first no row has the focus.
      const before = await focused(title)
        .getAttribute('aria-label', { timeout: 500 })
        .catch(() => null);
      await press(title, 'ArrowDown');
      if (before !== null && (await focused(title).getAttribute('aria-label', shortTimeout)) === before)
        await press(title, 'Home');
      if (!(await wanted.isVisible())) throw new Error(`The focus is on ${before}.`);
    });
  };
  /** Opens or closes the row that has the focus. */
  const fold = async (title: string, label: string, key: 'ArrowRight' | 'ArrowLeft') => {
    const isOpen = key === 'ArrowRight';
    await actUntil(
      started().page,
      row(started().page, title, label).and(started().page.locator(`[aria-expanded=${isOpen}]`)),
      async () => {
        await goTo(title, label);
        await press(title, key);
      },
    );
  };

  test('arrows expand, move and collapse; each row has its kind, level, position and expanded state', async () => {
    const { page } = started();
    await runCommand(page, 'Focus on Experiments View');
    await fold('Experiments', seeded.workspace, 'ArrowRight');
    await row(page, 'Experiments', seeded.projectName).waitFor();
    await fold('Experiments', seeded.projectName, 'ArrowRight');
    await row(page, 'Experiments', 'calm-lake').waitFor();
    const accessibleState = async (label: string) => {
      const element = row(page, 'Experiments', label);
      const names = ['role', 'aria-label', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'];
      return Promise.all(names.map((name) => element.getAttribute(name)));
    };
    assert.deepEqual(await accessibleState(seeded.workspace), ['treeitem', 'workspace, team', '1', '2', '2', 'true']);
    assert.deepEqual((await accessibleState(seeded.projectName)).slice(2), ['2', '1', '1', 'true']);
    assert.match((await accessibleState(seeded.projectName))[1]!, /^project, vision, 3/);
    const [role, name, ...place] = await accessibleState('wild-river');
    assert.deepEqual([role, ...place], ['treeitem', '3', '2', '3', 'false']);
    assert.match(name!, /^experiment, wild-river, crashed/);
    assert.match((await accessibleState('long-road'))[1]!, /^experiment, long-road, running/);
    await fold('Experiments', seeded.projectName, 'ArrowLeft');
    await until(async () => !(await labels(page, 'Experiments')).includes('calm-lake'), 'the project to close');
    assert.deepEqual((await accessibleState(seeded.projectName)).slice(5), ['false']);
    await fold('Experiments', seeded.projectName, 'ArrowRight');
    await row(page, 'Experiments', 'calm-lake').waitFor();
  });

  test('Enter opens the focused row, and its menu works by keyboard', async () => {
    const { page } = started();
    const experiment = row(page, 'Experiments', 'calm-lake');
    const menu = page.locator('.context-view .monaco-menu');
    const entry = menu.locator('.action-item.focused .action-menu-item');
    await actUntil(page, experiment.and(page.locator('[aria-label*="starred"]')), async () => {
      if ((await menu.count()) === 0) {
        await goTo('Experiments', 'calm-lake');
        await press('Experiments', 'Shift+F10');
        await menu.waitFor(shortTimeout);
      }
      do await page.keyboard.press('ArrowDown');
      while (!(await entry.textContent(shortTimeout))?.startsWith('Star'));
      await page.keyboard.press('Enter');
    });
    await actUntil(page, activeTab(page, 'calm-lake'), async () => {
      await goTo('Experiments', 'calm-lake');
      await press('Experiments', 'Enter');
    });
    await frameWith(page, '[data-metric="loss"] [data-series="1"]');
    const withoutStar = experiment.and(page.locator('[aria-label]:not([aria-label*="starred"])'));
    await chooseFromMenu(page, experiment, 'Remove Star', withoutStar);
  });

  test('an experiment opens its files, which open in an editor', async () => {
    const { page } = started();
    await fold('Experiments', 'calm-lake', 'ArrowRight');
    const file = row(page, 'Experiments', 'weights.bin');
    await file.waitFor();
    await actUntil(page, activeTab(page, 'weights.bin'), async () => {
      await goTo('Experiments', 'weights.bin');
      await press('Experiments', 'Enter');
    });
    await fold('Experiments', 'calm-lake', 'ArrowLeft');
    await file.waitFor({ state: 'detached' });
  });

  test('the actions of a view are buttons with names', async () => {
    const { page } = started();
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
