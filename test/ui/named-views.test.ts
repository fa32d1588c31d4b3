import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeViolations, type ViewPage } from './browser.ts';
import type { ShowOptions } from './page.ts';
import { hostile, seedProject } from './seeded-project.ts';
import { screenshotFolder, viewStage } from './view-stage.ts';

const target = { kind: 'project', workspace: 'ada', projectName: 'digits' } as const;
const place = { workspaceName: 'ada', projectName: 'digits' };

interface Kept {
  readonly viewId: string;
  readonly viewName: string;
  readonly isDefault: boolean;
  readonly state: { readonly table?: { readonly sort?: object; readonly search?: string } };
}

describe('named views of a project', () => {
  const stage = viewStage(seedProject);

  const save = (view: object) =>
    stage.service.call<Kept>('POST', '/api/rest/v2/write/project/named-view', { ...place, ...view });
  const kept = async () =>
    (
      await stage.service.call<{ views: Kept[] }>(
        'GET',
        `/api/rest/v2/project/named-views?${new URLSearchParams(place)}`,
      )
    ).views;
  const clear = async () => {
    for (const { viewId } of await kept())
      await stage.service.call('POST', '/api/rest/v2/write/project/named-view/delete', { ...place, viewId });
  };
  const sorted = (column: string, more: object = {}) => ({
    version: 1,
    table: { columns: ['parameter:width', 'max:val/accuracy'], sort: { column, descending: true }, ...more },
  });

  const showing = (options: ShowOptions, work: (view: ViewPage) => Promise<void>, accessible = true) =>
    stage.showing(work, { options: { target, ...options }, height: 900, accessible });
  const menu = (page: ViewPage['page']) => page.getByRole('button', { name: /^View: / });
  const heads = async (page: ViewPage['page']) =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

  test('in a read-only view, named views can be selected, and saved in a panel that opens with the arrangement', async () => {
    await clear();
    const { viewId } = await save({ viewName: 'Widest', state: sorted('parameter:width') });
    await showing({ readOnly: true, layout: 'cell' }, async ({ page, run }) => {
      await menu(page).click();
      await page.locator(`[data-view="${viewId}"] .tl-view-choice`).click();
      await page.locator('[role=columnheader][aria-sort=descending]', { hasText: 'width' }).waitFor();
      await page.getByLabel('Search experiments').fill('mlp-1');
      await menu(page).click();
      assert.equal(await page.getByLabel('Name of a new view').count(), 0);
      assert.equal(await page.getByRole('button', { name: /^(Rename|Delete|Open the project in) / }).count(), 0);
      await page.getByText('Notebook outputs are read-only.').waitFor();
      await page.getByRole('button', { name: 'Open in a panel to save it' }).click();
      const { what, value } = (await run((test) => test.hostCalls)).at(-1)!;
      assert.equal(what, 'open');
      const opened = value as { target: object; state: { view: string; table: { search: string } } };
      assert.deepEqual(opened.target, target);
      assert.deepEqual([opened.state.view, opened.state.table.search], [viewId, 'mlp-1']);
    });
  });

  test('a view is saved, changed, renamed, made the default and deleted by keyboard alone', async () => {
    await clear();
    await showing({}, async ({ page, run }) => {
      await page.getByLabel('Search experiments').fill('mlp');
      await menu(page).focus();
      assert.match((await menu(page).innerText()).replaceAll(/\s+/g, ' '), /Automatic ?● ?changed and not saved/);
      await page.keyboard.press('Enter');
      await page.getByLabel('Name of a new view').fill(hostile);
      const saveAs = page.getByRole('button', { name: 'Save as' });
      await saveAs.press('Enter');
      await page.locator('.tl-view-list [data-view]').waitFor();
      // Without a name the button is disabled, and does not lose the focus.
      await page.locator('[aria-disabled=true]:focus', { hasText: 'Save as' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByLabel('Name of a new view').press('Enter');
      assert.ok((await menu(page).innerText()).includes(hostile));
      assert.equal(await page.getByText('of this layout was deleted').count(), 0);
      assert.deepEqual(
        (await kept()).map(({ state }) => state.table!.search),
        ['mlp'],
      );
      await page.keyboard.press('Escape');
      assert.equal(await menu(page).getAttribute('aria-expanded'), 'false');
      assert.match(await page.evaluate(() => document.activeElement!.textContent ?? ''), /View: /);

      await page.getByLabel('Search experiments').fill('mlp-1');
      await menu(page).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Save changes' }).press('Enter');
      await page.waitForFunction(() => document.querySelector('.tl-edited') === null);
      assert.equal((await kept())[0]!.state.table!.search, 'mlp-1');

      await page.getByRole('button', { name: /^Rename / }).press('Enter');
      await page.getByLabel(/^New name of /).fill('Second try');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Open the project in Second try' }).press('Enter');
      await page.locator('.tl-view-default[aria-pressed=true]').waitFor();
      assert.deepEqual(
        (await kept()).map(({ viewName, isDefault }) => [viewName, isDefault]),
        [['Second try', true]],
      );
      if (screenshotFolder) {
        for (const kind of ['light', 'dark', 'high-contrast-dark'] as const) {
          await run((test, theme) => test.setTheme(theme), kind);
          await page.screenshot({ path: `${screenshotFolder}/views-${kind}.png` });
        }
        await page.emulateMedia({ forcedColors: 'active' });
        await page.screenshot({ path: `${screenshotFolder}/views-forced.png` });
        await page.emulateMedia({ forcedColors: 'none' });
        await run((test) => test.setTheme('light'));
      }
      assert.deepEqual(await axeViolations(page), []);
      await page.getByRole('button', { name: 'Delete Second try' }).press('Enter');
      await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.waitForFunction(() => document.querySelector('.tl-view-list [data-view]') === null);
      assert.deepEqual(await kept(), []);
      assert.equal(await page.getByLabel('Search experiments').inputValue(), 'mlp-1', 'what is shown stays');
    });
  });

  test('`viewId` restores the view, and later changes to it stay', async () => {
    await clear();
    const { viewId } = await save({ viewName: 'By width', state: sorted('parameter:width') });
    await showing({ target: { ...target, viewId } }, async (view) => {
      const { page } = view;
      await page.waitForSelector('[role=grid]');
      assert.deepEqual(await heads(page), ['Name', 'width', 'val/accuracy max']);
      assert.equal(await page.getByRole('columnheader', { name: 'width' }).getAttribute('aria-sort'), 'descending');
      assert.equal(await page.locator('.tl-edited').count(), 0);
      await page.getByRole('columnheader', { name: 'val/accuracy max' }).click();
      await page.locator('.tl-edited').waitFor();
      const left = await view.run((test) => test.view!.getState());
      await showing({ target: { ...target, viewId }, state: left }, async (again) => {
        await again.page.waitForSelector('[role=grid]');
        await again.page.locator('.tl-edited').waitFor();
        assert.deepEqual(await again.run((test) => test.view!.getState()), left);
        assert.match(await menu(again.page).innerText(), /By width/);
      });
    });
  });

  test('a project opens in its default view unless it has a state', async () => {
    await clear();
    await save({ viewName: 'Default', state: sorted('parameter:width'), isDefault: true });
    await showing({}, async ({ page }) => {
      await page.waitForSelector('[role=grid]');
      assert.deepEqual(await heads(page), ['Name', 'width', 'val/accuracy max']);
    });
    await showing({ state: { version: 1, table: { search: 'mlp' } } }, async ({ page }) => {
      await page.waitForSelector('[role=grid]');
      assert.ok((await heads(page)).length > 3);
    });
  });

  test('an unknown view, a deleted one and one of a newer version are reported, and the project is shown', async () => {
    await clear();
    await showing({ target: { ...target, viewId: hostile } }, async ({ page }) => {
      await page.waitForSelector('[role=grid]');
      const notice = page.locator('[data-notice=absent]');
      assert.ok((await notice.innerText()).includes(hostile));
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await notice.waitFor({ state: 'detached' });
    });
    const { viewId } = await save({ viewName: 'Tomorrow', state: { version: 2, table: { hologram: true } } });
    await showing({ target: { ...target, viewId } }, async ({ page }) => {
      await page.waitForSelector('[data-notice=newer]');
      await page.waitForSelector('[role=grid]');
      assert.match(await page.locator('[data-notice=newer]').innerText(), /Tomorrow.*newer version/);
    });
    assert.deepEqual((await kept())[0]!.state, { version: 2, table: { hologram: true } });
    await showing({ state: { version: 1, view: 'gone', table: { search: 'mlp-1' } } }, async ({ page }) => {
      await page.waitForSelector('[data-notice=removed]');
      assert.equal(await page.getByLabel('Search experiments').inputValue(), 'mlp-1');
    });
  });

  test('views of a service without named views are stored locally, and the view says so', async () => {
    await clear();
    const view = await stage.browser.page({ fresh: true });
    try {
      // Nor does it know reads in one exchange, in which the question for views would pass.
      for (const row of ['**/named-view*', '**/rest/v2/reads'])
        await view.page.route(row, (route) => route.fulfill({ status: 404, body: '{"msg":"no such row"}' }));
      const show = () => view.show({ target });
      await show();
      await view.page.waitForSelector('[role=grid]');
      await view.page.getByLabel('Search experiments').fill('mlp-1');
      await menu(view.page).click();
      assert.match(await view.page.locator('.tl-view-storage').innerText(), /does not store views.*on this machine/);
      await view.page.getByLabel('Name of a new view').fill('Mine');
      await view.page.keyboard.press('Enter');
      await view.page.locator('.tl-view-list [data-view]').waitFor();
      assert.deepEqual(await kept(), []);
      await view.page.reload();
      await view.page.waitForFunction(() => 'page' in window);
      await show();
      await menu(view.page).click();
      await view.page.locator('.tl-view-list [data-view] .tl-view-choice').click();
      assert.equal(await view.page.getByLabel('Search experiments').inputValue(), 'mlp-1');
    } finally {
      await view.close();
    }
  });

  test('a query filters the table, is part of the view, and its errors are marked', async () => {
    await clear();
    await showing({}, async (view) => {
      const { page } = view;
      await page.waitForSelector('[role=grid]');
      await page.getByRole('button', { name: 'Filter with a query' }).click();
      const field = page.getByRole('textbox', { name: 'Query' });
      await field.fill('Parameter("width") ==');
      await page.locator('.tl-query-problem').first().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Apply' }).isDisabled(), true);
      await field.fill('Parameter("width") == 32');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Apply' }).press('Enter');
      await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '4');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Apply');
      const state = await view.run((test) => test.view!.getState());
      await showing({ state }, async (again) => {
        await again.page.waitForFunction(
          () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '4',
        );
      });
      await page.getByRole('button', { name: 'Show all experiments' }).click();
      await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '13');
    });
  });
});
