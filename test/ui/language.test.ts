import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { seedProject } from './seeded-project.ts';
import { viewStage } from './view-stage.ts';

const stage = viewStage(seedProject);

test("numbers are formatted in the user's language, exact on hover, and exported as logged", () =>
  stage.showing(
    async ({ page }) => {
      const last = page
        .locator('[role=grid][aria-label=Metrics] [role=row]', { hasText: 'loss' })
        .getByRole('gridcell')
        .nth(1);
      assert.match(await last.innerText(), /^0,\d{5,6}$/);
      assert.match((await last.getAttribute('title'))!, /^0\.\d{7,} at step 39$/);
      await page.getByRole('tab', { name: 'Charts' }).click();
      await page.waitForSelector('[data-metric=loss] .tracklens-plot[data-series]');
      await page.focus('[data-metric=loss] .tracklens-plot');
      await page.keyboard.press('End');
      await page.getByText(/step 39: 0,\d+$/).waitFor({ state: 'attached' });
      await page.click('[data-metric=loss] .tracklens-chart-menu > button');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-format=csv]')]);
      const lines = (await readFile((await download.path())!, 'utf8')).trim().split('\n');
      assert.match(lines.at(-1)!, /,0\.\d{7,}/);
    },
    {
      options: { target: { kind: 'experiment', experimentKey: stage.seeded.keys[7]!, tab: 'metrics' } },
      until: '[role=grid][aria-label=Metrics] [role=gridcell]',
      locale: 'de-DE',
    },
  ));
