import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabs } from '../../packages/core/src/targets/tabs.ts';
import { tabStories } from '../gallery/tab-stories.ts';
import { tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab } = tabStage();

test('every tab exists', async () => {
  await stage.showing(async (view) => {
    await show(view, stage.seeded.full, 'charts');
    await view.page.waitForSelector('[role=tab]');
    const there = await view.page
      .locator('.tl-tabs [role=tab]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tab')));
    assert.deepEqual(there.toSorted(), tabs.toSorted());
  });
});

test('a tab that cannot be rendered leaves the other tabs', () =>
  stage.showing(
    async ({ page }) => {
      await page.route(/\/notes-[^/]*\.js$/, (route) => route.abort());
      await page.getByRole('tab', { name: 'Notes' }).click();
      await page.getByRole('tabpanel').getByText('Its code could not be loaded.').waitFor();
      await page.getByRole('tab', { name: 'Charts' }).click();
      await page.getByText('Its code could not be loaded.').waitFor({ state: 'detached' });
      await page.waitForSelector(tabStories.charts.content);
    },
    {
      options: { target: { kind: 'experiment', experimentKey: stage.seeded.full, tab: 'charts' } },
      until: tabStories.charts.content,
      expected: /Failed to load resource|could not be loaded|Failed to fetch/,
      fresh: true,
    },
  ));

test('Refresh in the header also reads the open tab of an experiment that has ended', async () => {
  const { service } = stage;
  const experimentKey = await service.experiment();
  const note = (value: string) =>
    service.call('POST', '/api/rest/v2/write/experiment/log-other', { experimentKey, key: 'notes', value });
  await note('# First');
  await stage.showing(async (view) => {
    await show(view, experimentKey, 'notes');
    await view.page.getByRole('heading', { name: 'First' }).waitFor();
    await note('# Second');
    await view.page.getByRole('button', { name: 'Refresh' }).click();
    await view.page.getByRole('heading', { name: 'Second' }).waitFor({ timeout: 5000 });
  });
});

for (const tab of tabs.filter((one) => one !== 'charts' && one !== 'metrics' && one !== 'parameters')) {
  test(`${tab}: an experiment without any shows how to log some, in Python`, async () => {
    await stage.showing(async (view) => {
      await show(view, stage.seeded.empty, tab);
      await view.page.waitForSelector('.tl-notice .tl-code');
      assert.match(await textOf(view.page, '.tl-notice .tl-code'), /experiment/);
    });
  });
}

test('long names and values of parameters share the width of the panel, and end with an ellipsis', async () => {
  const { service } = stage;
  const experimentKey = await service.experiment();
  const [parameterName, parameterValue] = ['model.encoder.dropout_probability', 'augmentation '.repeat(30)];
  for (const name of [parameterName, 'plain_name_'.repeat(20)]) {
    const body = { experimentKey, parameterName: name, parameterValue };
    await service.call('POST', '/api/rest/v2/write/experiment/parameter', body);
  }
  await stage.showing(async (view) => {
    await show(view, experimentKey, 'parameters');
    await view.page.locator('[role=row][data-id]').nth(1).waitFor();
    const cut = await view.page.locator('[data-id] > [role]').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const isCut = [cell, ...cell.children].find((element) => element.scrollWidth > element.clientWidth);
        return isCut ? [[cell.role, getComputedStyle(isCut).textOverflow, Math.round(cell.clientWidth)]] : [];
      }),
    );
    const width = Math.round((await view.page.locator('[role=grid]').evaluate((grid) => grid.clientWidth)) / 2);
    const value = ['gridcell', 'ellipsis', width];
    assert.deepEqual(cut, [value, ['rowheader', 'ellipsis', width], value]);
  });
});

test('in a narrow panel the selects fit their line, and the name of the project starts at the edge', async () => {
  const { service } = stage;
  const experimentKey = await service.experiment('a-project-with-a-name-that-was-generated-from-a-branch');
  const metric = { experimentKey, metricName: 'a metric with a name of many words', metricValue: 1, step: 1 };
  await service.call('POST', '/api/rest/v2/write/experiment/metric', metric);
  await stage.showing(
    async (view) => {
      await show(view, experimentKey, 'charts');
      await view.page.locator('.tl-field select').nth(3).waitFor();
      const beyond = await view.page
        .locator('.tl-field, .tl-field select')
        .evaluateAll((fields) =>
          fields
            .map(
              (field) =>
                field.getBoundingClientRect().right - field.closest('.tl-toolbar')!.getBoundingClientRect().right,
            )
            .filter((width) => width > 0),
        );
      assert.deepEqual(beyond, []);
      const link = view.page.getByRole('button', { name: /^ada / });
      assert.equal(await link.evaluate((button) => getComputedStyle(button).textAlign), 'start');
    },
    { width: 215 },
  );
});

test('the selected tab stays visible when the view becomes narrower', () =>
  inTab('assets', async (page) => {
    await page.locator('[data-tab=assets][aria-selected=true]').waitFor();
    for (const width of [500, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction(() => {
        const [bar, tab] = ['[role=tablist]', '[data-tab=assets]'].map((selector) =>
          document.querySelector(selector)!.getBoundingClientRect(),
        );
        return bar!.width < innerWidth && tab!.left >= bar!.left && tab!.right <= bar!.right + 1;
      });
    }
  }));
