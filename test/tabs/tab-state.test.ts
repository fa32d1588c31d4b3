import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Tab, tabs } from '../../packages/core/src/targets/tabs.ts';
import type { ViewState } from '../../packages/core/src/targets/view-state.ts';
import { readViewState } from '../../packages/core/src/targets/view-state.ts';
import { tabStories } from '../gallery/tab-stories.ts';
import type { ViewPage } from '../ui/browser.ts';
import { assertShowTheSame, driveControls } from '../ui/controls.ts';
import { viewStage } from '../ui/view-stage.ts';
import { seedContent } from './seeded-content.ts';

const panel = '.tl-view > [role=tabpanel]';

describe('the state of the tabs', () => {
  const stage = viewStage(seedContent);

  const showing = (tab: Tab, state: ViewState | undefined, work: (view: ViewPage) => Promise<void>) =>
    stage.showing(work, {
      options: {
        target: { kind: 'experiment', experimentKey: stage.seeded.full, tab },
        ...(state === undefined ? {} : { state }),
      },
      until: panel,
      height: 1000,
    });

  for (const tab of tabs) {
    test(`${tab}: every control changes the state, and a view with that state shows the same`, async () => {
      await showing(tab, undefined, async (view) => {
        await view.page.waitForSelector(tabStories[tab].content);
        const driven = await driveControls(view, panel);
        assert.ok(driven.length >= tabStories[tab].controls, `only ${driven.join(', ')}`);
        const state = await view.run((page) => page.view!.getState());
        assert.deepEqual(readViewState(JSON.parse(JSON.stringify(state))), JSON.parse(JSON.stringify(state)));
        await showing(tab, JSON.parse(JSON.stringify(state)), async (again) => {
          await assertShowTheSame(view, again, panel);
        });
      });
    });
  }

  test('an enlarged image, an open file and a selected cell are restored', async () => {
    await showing('images', undefined, async (view) => {
      await view.page.locator('[data-open=sample]').click();
      await view.page.keyboard.press('ArrowLeft');
      await view.page.getByLabel('Actual size').check();
      await view.page.locator(panel, { hasText: 'step 10' }).waitFor();
      await showing('images', await view.run((page) => page.view!.getState()), async (again) => {
        await assertShowTheSame(view, again, panel);
        await again.page.getByRole('button', { name: 'All images' }).click();
        await again.page.locator('[data-open=sample]').waitFor();
      });
    });
    await showing('assets', undefined, async (view) => {
      await view.page.locator('[data-id] [aria-colindex="2"]').first().click();
      await showing('assets', await view.run((page) => page.view!.getState()), async (again) => {
        await assertShowTheSame(view, again, panel);
      });
    });
  });
});
