import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeViolations, type ViewPage } from './browser.ts';
import { hostile, seedProject } from './seeded-project.ts';
import { screenshotFolder, viewStage } from './view-stage.ts';

describe('trees and the query panel over the real service', () => {
  const stage = viewStage(seedProject);

  const onPage = (work: (view: ViewPage) => Promise<void>) => stage.showing(work, { width: 800, height: 600 });
  const labels = ({ page }: ViewPage) => page.locator('.tl-tree-label').allInnerTexts();
  const current = async ({ page }: ViewPage) => {
    const id = await page.locator('[role=tree]').getAttribute('aria-activedescendant');
    return page.locator(`[id="${id}"] .tl-tree-label`).innerText();
  };

  /** The tree of experiments with its first project open and the focus on it. */
  async function openExperiments(view: ViewPage): Promise<void> {
    const { page } = view;
    await view.run((test) => test.showTree('experiments'));
    await page.waitForSelector('[role=treeitem]');
    await page.locator('[role=tree]').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[role=treeitem][aria-level="2"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[role=treeitem][aria-level="3"]');
  }

  test('keys open workspaces and projects; every row has its level and position', () =>
    onPage(async (view) => {
      await openExperiments(view);
      const { page } = view;
      assert.deepEqual((await labels(view)).slice(0, 4), ['ada', 'digits', 'mlp-11', 'mlp-10']);
      const row = page.locator('[role=treeitem][aria-level="3"]').nth(1);
      assert.deepEqual(
        await row.evaluate((element) =>
          ['aria-level', 'aria-setsize', 'aria-posinset', 'aria-expanded'].map((name) => element.getAttribute(name)),
        ),
        ['3', '12', '2', 'false'],
      );
      assert.equal(await page.locator('[role=treeitem][aria-level="2"]').getAttribute('aria-expanded'), 'true');
      assert.equal(await page.locator(`[data-id*="${stage.seeded.running}"]`).getAttribute('data-state'), 'running');
      assert.equal(await page.locator(`[data-id*="${stage.seeded.crashed}"]`).getAttribute('data-state'), 'crashed');
      assert.ok((await labels(view)).includes(hostile));
    }));

  test('arrows, Home, End and typing move; Left collapses; no key of fast typing is lost', () =>
    onPage(async (view) => {
      await openExperiments(view);
      const { page } = view;
      for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowDown', { delay: 0 });
      assert.equal(await current(view), 'mlp-0');
      await page.keyboard.press('ArrowLeft');
      assert.equal(await current(view), 'digits');
      await page.keyboard.press('End');
      assert.equal(await current(view), 'mlp-0');
      await page.keyboard.press('Home');
      assert.equal(await current(view), 'ada');
      await page.keyboard.type('mlp-9');
      assert.equal(await current(view), 'mlp-9');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      assert.deepEqual(await labels(view), ['ada', 'digits']);
    }));

  test('Enter opens, Ctrl+Enter opens to the side, Shift and Ctrl select several', () =>
    onPage(async (view) => {
      await openExperiments(view);
      const { page } = view;
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+Enter');
      const target = { kind: 'experiment', experimentKey: stage.seeded.running };
      assert.deepEqual(await view.run((test) => test.hostCalls), [
        { what: 'open', value: { target, newPanel: false, preview: false } },
        { what: 'open', value: { target, newPanel: true, preview: false } },
      ]);
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      assert.equal(await page.locator('[role=treeitem][aria-selected=true]').count(), 3);
      await page.locator('.tl-tree-label', { hasText: 'mlp-4' }).click({ modifiers: ['Control'] });
      assert.equal((await view.run((test) => test.tree?.selection().map((node) => node.label)))?.length, 4);
    }));

  test('a refresh shows new rows and keeps expanded ones', () =>
    onPage(async (view) => {
      await openExperiments(view);
      const { page } = view;
      const key = await stage.service.experiment();
      await page.evaluate(() => {});
      await page.keyboard.press('Home');
      await view.run((test) => test.refreshTree());
      await page.waitForSelector(`[data-id*="${key}"]`);
      assert.equal(await page.locator('[role=treeitem][aria-level="3"]').first().getAttribute('aria-setsize'), '13');
    }));

  test('without the service a row reports the error, and works when it is retried', () =>
    onPage(async (view) => {
      const { page } = view;
      stage.browser.setProxyMode('down');
      await view.run((test) => test.showTree('experiments'));
      await page.waitForSelector('[data-kind=problem]');
      assert.match(await page.locator('[data-kind=problem]').innerText(), /cannot be reached/);
      stage.browser.setProxyMode('open');
      await page.locator('[role=tree]').focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-kind=workspace]');
    }));

  test('while the service is unavailable the rows stay with a notice, and its Retry updates them', () =>
    onPage(async (view) => {
      await openExperiments(view);
      const { page } = view;
      const before = await labels(view);
      stage.browser.setProxyMode('down');
      await view.run((test) => test.refreshTree());
      await page.waitForSelector('.tl-tree-stale[data-failure=unreachable]');
      assert.deepEqual(await labels(view), before);
      assert.deepEqual(await axeViolations(page), []);
      stage.browser.setProxyMode('open');
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.waitForSelector('.tl-tree-stale', { state: 'detached' });
      assert.deepEqual(await labels(view), before);
    }));

  test('rows added above the viewport do not move it', () =>
    onPage(async (view) => {
      const { page } = view;
      await page.setViewportSize({ width: 800, height: 180 });
      await openExperiments(view);
      await page.keyboard.press('End');
      const top = () => page.locator('[role=tree]').evaluate((tree) => tree.scrollTop);
      const last = page.locator('.tl-tree-label', { hasText: 'mlp-0' });
      await last.waitFor();
      const [before, place] = [await top(), await last.boundingBox()];
      assert.ok(before > 0, `scrolled by ${before}`);
      const key = await stage.service.experiment();
      await view.run((test) => test.refreshTree());
      await page.waitForFunction((earlier) => document.querySelector('[role=tree]')!.scrollTop > earlier, before);
      assert.equal((await last.boundingBox())?.y, place?.y);
      await stage.service.call('GET', `/api/rest/v2/write/experiment/delete?experimentKey=${key}`);
    }));

  test('the registry lists models and their versions with status', () =>
    onPage(async (view) => {
      const { page } = view;
      await view.run((test) => test.showTree('registry'));
      await page.waitForSelector('[role=treeitem]');
      await page.locator('[role=tree]').focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('[data-kind=model]');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('[data-kind=version]');
      assert.deepEqual(await labels(view), ['ada', 'digits-mlp', '1.1.0', '1.0.0']);
      assert.match(await page.locator('[data-kind=version]').first().innerText(), /Production/);
    }));

  test('no serious axe violation in the trees and the query panel', () =>
    onPage(async (view) => {
      await openExperiments(view);
      assert.deepEqual(await axeViolations(view.page), []);
      const other = await stage.browser.page();
      await other.run((test) => test.showQuery({ workspace: 'ada', projectName: 'digits' }));
      await other.page.waitForSelector('textarea');
      await other.page.locator('textarea').fill('Tag("a") || Tag("b")');
      assert.deepEqual(await axeViolations(other.page), []);
      await other.close();
    }));

  test('a query is corrected, described and formatted by keyboard, and described at the pointer', () =>
    onPage(async (view) => {
      const { page } = view;
      await view.run((test) => test.showQuery({ workspace: 'ada', projectName: 'digits' }));
      const field = page.locator('textarea');
      await field.fill("Metric('val/accuracy') = 0.5 && Tag('a')");
      await page.getByRole('button', { name: 'Replace = with ==' }).waitFor();
      await page.getByRole('button', { name: 'Fix All Problems of the Query' }).waitFor();
      if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/query-fixes.png` });
      assert.deepEqual(await axeViolations(page), []);
      await field.press('Control+.');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Replace = with ==');
      await page.keyboard.press('Enter');
      assert.match(await field.inputValue(), /^\(?Metric\('val\/accuracy'\) == 0\.5\)?/);
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');

      await field.fill('Metric("val/accuracy1") < 1 & Metric("val/accuracy2") < 1');
      const fixAll = page.getByRole('button', { name: 'Fix All Problems of the Query' });
      await fixAll.click();
      assert.equal(await field.inputValue(), '(Metric("val/accuracy1") < 1) & (Metric("val/accuracy2") < 1)');
      await page.locator('.tl-query-fix').nth(1).waitFor();
      assert.equal(await fixAll.count(), 0, 'names are corrected one by one');

      await field.fill("(Metric('val/accuracy')==0.5)&Tag('a')");
      await page.locator('.tl-query-problem').waitFor({ state: 'detached' });
      await field.press('Shift+Alt+F');
      const formatted = '(Metric("val/accuracy") == 0.5) & Tag("a")';
      assert.equal(await field.inputValue(), formatted);
      assert.equal(await page.getByRole('button', { name: 'Format' }).isDisabled(), true);
      await page.keyboard.press('Control+z');
      assert.equal(await field.inputValue(), "(Metric('val/accuracy')==0.5)&Tag('a')");

      const description = page.locator('.tl-query-description');
      await field.evaluate((element) => (element as HTMLTextAreaElement).setSelectionRange(3, 3));
      await field.press('Control+Shift+Space');
      assert.match(await description.innerText(), /Metric\("val\/accuracy"\)[\s\S]*Example:/);
      if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/query-description.png` });
      assert.deepEqual(await axeViolations(page), []);
      await field.press('Escape');
      await description.waitFor({ state: 'detached' });
      await page.mouse.move(0, 0);
      const box = (await field.boundingBox())!;
      await page.mouse.move(box.x + 30, box.y + 14);
      await description.waitFor();
    }));

  test('names that are loaded after a text was typed complete it', () =>
    onPage(async (view) => {
      const { page } = view;
      const typed = Promise.withResolvers<void>();
      await page.route(/column-names/, async (route) => {
        await typed.promise;
        await route.continue();
      });
      await view.run((test) => test.showQuery({ workspace: 'ada', projectName: 'digits' }));
      await page.locator('textarea').pressSequentially('Metric("accu');
      typed.resolve();
      await page.locator('[role=option]', { hasText: 'val/accuracy' }).waitFor();
    }));

  for (const key of ['Escape', 'ArrowLeft', 'Control+a']) {
    test(`names that are loaded after ${key} do not complete what was typed before it`, () =>
      onPage(async (view) => {
        const { page } = view;
        const pressed = Promise.withResolvers<void>();
        await page.route(/column-names/, async (route) => {
          await pressed.promise;
          await route.continue();
        });
        await view.run((test) => test.showQuery({ workspace: 'ada', projectName: 'digits' }));
        const field = page.locator('textarea');
        const [start, end] = ['Metric("val', 'accuracy1") > 0'];
        await field.fill(start + end);
        await field.evaluate((element, at) => (element as HTMLTextAreaElement).setSelectionRange(at, at), start.length);
        await field.pressSequentially('/');
        await field.press(key);
        pressed.resolve();
        // The correction needs the same names.
        await page.locator('.tl-query-fix').waitFor();
        assert.equal(await page.locator('[role=option]').count(), 0);
        await field.press('Enter');
        assert.equal(await field.inputValue(), `${start}/${end}`);
      }));
  }

  test('a query is completed, its error marked in place, run, and its results open', () =>
    onPage(async (view) => {
      const { page } = view;
      await view.run((test) => test.showQuery({ workspace: 'ada', projectName: 'digits' }));
      const field = page.locator('textarea');
      await field.fill('Tag("baseline") || (Parameter("width") == 32)');
      assert.equal(await page.locator('.tl-query-wrong').innerText(), '||');
      assert.match(await page.locator('.tl-query-problems').innerText(), /Column 17/);
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await page.getByRole('button', { name: 'Run query' }).isDisabled(), true);

      await field.fill('');
      await field.pressSequentially('(Param');
      await page.waitForSelector('[role=option]');
      await page.keyboard.press('Tab');
      assert.match(await field.inputValue(), /^\(Parameter\(/);
      await field.fill('(Parameter("width") == 32) & Tag("baseline")');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      const results = page.getByRole('region', { name: 'Results' });
      await results.locator('[role=rowheader]').nth(2).waitFor();
      assert.equal(await results.locator('[role=rowheader]').count(), 3);
      await results.getByText('3 experiments', { exact: true }).waitFor();
      const heads = await results.getByRole('columnheader').allInnerTexts();
      assert.deepEqual(
        heads
          .map((text) => text.trim())
          .filter(Boolean)
          .slice(0, 3),
        ['Name', 'State', 'width'],
      );
      if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/query-results.png` });
      const earlier = results.getByText('These are the results of the previous query.');
      assert.equal(await earlier.count(), 0);
      await field.fill('Tag("baseline") | Tag("sweep")');
      await earlier.waitFor();
      assert.equal(await results.locator('[role=rowheader]').count(), 3);
      if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/query-earlier.png` });
      assert.deepEqual(await axeViolations(page), []);
      await results.getByRole('button', { name: 'Run query' }).press('Enter');
      await earlier.waitFor({ state: 'detached' });
      assert.equal(await results.evaluate((region) => region === document.activeElement), true);
      await results.locator('[role=rowheader]').nth(3).waitFor();

      await page.getByRole('button', { name: 'History' }).click();
      const past = page.getByRole('list', { name: 'Query history' }).getByRole('button');
      await past.nth(1).waitFor();
      assert.deepEqual(await past.locator('code').allInnerTexts(), [
        'Tag("baseline") | Tag("sweep")',
        '(Parameter("width") == 32) & Tag("baseline")',
      ]);
      if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/query-history.png` });
      await past.nth(1).press('Enter');
      assert.equal(await field.inputValue(), '(Parameter("width") == 32) & Tag("baseline")');
      await results.getByText('3 experiments', { exact: true }).waitFor();

      await results.locator('[role=rowheader]').first().click();
      for (const name of ['Open in a Panel', 'Insert Cell']) await results.getByRole('button', { name }).click();
      const calls = await view.run((test) =>
        test.hostCalls.map(({ what, value }) => [what, (value as { target: { kind: string } }).target.kind]),
      );
      assert.deepEqual(calls, [
        ['open', 'experiment'],
        ['open', 'query'],
        ['insert', 'query'],
      ]);
      await results.getByRole('button', { name: 'Close the results' }).press('Enter');
      assert.equal(await results.count(), 0);
      assert.equal(await page.locator(':focus').innerText(), 'Run query');
    }));
});
