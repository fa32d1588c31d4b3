import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { seriesCounts } from './drawn-charts.ts';
import type { JupyterSession } from './jupyter-session.ts';
import {
  answer,
  bringToFront,
  choose,
  command,
  dialog as dialogOf,
  fillIn,
  panel as panelOf,
  reload,
  rowOf,
  showSidebar,
  tree as treeOf,
  unfold,
  written,
} from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { registerModel } from './registered-model.ts';
import { markupName, type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

describe('the trees of JupyterLab', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;
  let page: Page;
  let api: API;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    api = new API({ url: service.url, apiKey: secretKey, cache: false });
    await registerModel(service);
    page = session.page;
    await writeNotebook(path.join(session.notebookFolder, 'a.ipynb'), ['1']);
    await session.open('a.ipynb');
    await showSidebar(page);
    await unfold(tree('Experiments'), 'local', 'vision');
  });

  const tree = (name: Parameters<typeof treeOf>[1]): Locator => treeOf(page, name);
  const item = (name: Parameters<typeof treeOf>[1], label: string): Locator => rowOf(tree(name), label);
  const experiments = () => tree('Experiments').locator('[data-kind=experiment] .tl-tree-label').allInnerTexts();
  const dialog = () => dialogOf(page);
  const panel = () => panelOf(page);
  const tooltip = (text: RegExp) => page.locator('.tl-tree-tooltip[data-shown]').filter({ hasText: text });
  /** Returns the description that the browser reports to assistive software. */
  const described = async (label: string): Promise<string> => {
    const session = await page.context().newCDPSession(page);
    const { root } = await session.send('DOM.getDocument');
    const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'treeitem' });
    await session.detach();
    const found = nodes.find(({ name }) => String(name?.value).startsWith(label));
    return String(found?.description?.value ?? '');
  };

  test('a tooltip has the tags of an experiment, its metrics with last value and trend, and its parameters', async () => {
    await item('Experiments', 'beta').hover();
    await tooltip(/lr = /).waitFor();
    const text = await tooltip(/lr = /).innerText();
    assert.match(text, /^beta\nState: finished\n[\s\S]*\n\nTags: (sweep, lr-1|lr-1, sweep)\n/);
    // The loss begins at e^0 + 0.1.
    assert.match(text, /\nloss: 0\.\d+ \(min 0\.\d+, max 1\.1\) █[▁-█]{15}\n/);
    assert.match(text, /\nlr = 0\.05$/);
    await session.screenshot('lab-tooltip');
    // The tooltip remains while the pointer is in it. Escape closes it wherever the pointer is.
    await tooltip(/lr = /).hover();
    await page.waitForFunction(() => document.querySelector('.tl-tree-tooltip:hover') !== null);
    await tooltip(/lr = /).waitFor();
    await page.keyboard.press('Escape');
    await tooltip(/./).waitFor({ state: 'hidden' });
  });

  test('no tooltip covers the context menu of a row', async () => {
    await page.mouse.move(0, 0);
    // A busy page receives all events before it draws anything.
    await item('Experiments', 'gamma').evaluate((row) => {
      for (const name of ['pointerover', 'pointerdown', 'pointerup', 'contextmenu']) {
        row.dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, button: 2 }));
      }
    });
    const menu = page.locator('.lm-Menu');
    await menu.waitFor();
    // Several times the delay of a tooltip.
    const come = tooltip(/./).waitFor({ timeout: 2_000 });
    await assert.rejects(come, /Timeout/, 'a tooltip came');
    await menu.press('Escape');
    await menu.waitFor({ state: 'detached' });
    // It appears when the pointer returns to the row, however soon.
    await item('Experiments', 'gamma').evaluate((row) => {
      for (const name of ['pointerout', 'pointerover']) row.dispatchEvent(new PointerEvent(name, { bubbles: true }));
    });
    await tooltip(/lr = 0\.03/).waitFor();
    await page.keyboard.press('Escape');
    await tooltip(/./).waitFor({ state: 'hidden' });
  });

  test('the keyboard shows the same tooltip, which is also the accessible description of the row', async () => {
    const shown = tree('Experiments');
    await item('Experiments', 'beta').click();
    await shown.press('ArrowUp');
    const current = shown.locator('.tl-current');
    assert.equal(await current.locator('.tl-tree-label').innerText(), 'gamma');
    // Before it is visible: screen readers do not read a description that is added later.
    assert.match(await described('gamma'), /^gamma State: finished/);
    await tooltip(/lr = 0\.03/).waitFor();
    await session.screenshot('lab-tooltip-by-key');
    assert.match(await described('gamma'), /Tags: .*lr = 0\.0333/);
    assert.equal(await described('beta'), '');
    await shown.press('Escape');
    await tooltip(/./).waitFor({ state: 'hidden' });
    await shown.press('ArrowDown');
    await tooltip(/lr = 0\.05/).waitFor();
    // The menu of the row is not covered.
    await shown.press('Shift+F10');
    await page.locator('.lm-Menu').waitFor();
    await tooltip(/./).waitFor({ state: 'hidden' });
    await page.locator('.lm-Menu').press('Escape');
    await page.locator('.lm-Menu').waitFor({ state: 'detached' });
    // Nor is what the row opens.
    await shown.press('ArrowUp');
    await tooltip(/lr = 0\.03/).waitFor();
    await shown.press('Enter');
    await tooltip(/./).waitFor({ state: 'hidden' });
  });

  test('Open is the first menu item of every row that can be opened', async () => {
    for (const [label, first] of [
      ['gamma', 'Open'],
      ['vision', 'Open'],
      ['local', 'Copy Name'],
    ] as const) {
      await item('Experiments', label).click({ button: 'right' });
      const entry = page.locator('.lm-Menu-item[data-type=command]').first();
      await entry.waitFor();
      assert.equal((await entry.locator('.lm-Menu-itemLabel').innerText()).trim(), first);
      // The key is sent to the menu, because content that still loads may have the focus.
      await page.locator('.lm-Menu').press('Escape');
      await page.locator('.lm-Menu').waitFor({ state: 'detached' });
    }
    await choose(item('Experiments', 'gamma'), 'Open');
    await panel().getByRole('heading', { name: 'gamma' }).waitFor();
  });

  test('the row of an open context menu has an outline', async () => {
    const outline = (label: string) =>
      item('Experiments', label).evaluate((row) => getComputedStyle(row).outlineStyle === 'solid');
    await item('Experiments', 'gamma').click();
    await item('Experiments', 'beta').click({ button: 'right' });
    await page.locator('.lm-Menu').waitFor();
    assert.equal(await outline('beta'), true);
    await page.locator('.lm-Menu').press('Escape');
    await until(async () => !(await outline('beta')), 'the row without an outline');
  });

  test('once the context menu is closed, commands act on the selected row', async () => {
    await choose(item('Experiments', 'beta'), 'Copy Name');
    await item('Experiments', 'gamma').click();
    await panel().getByRole('heading', { name: 'gamma' }).waitFor();
    const tabs = page.locator('#jp-main-dock-panel .lm-TabBar-tab');
    const shown = await tabs.count();
    await command(page, 'tracklens:open-in-new-panel');
    await until(async () => (await tabs.count()) > shown, 'a second panel');
    await panel().getByRole('heading', { name: 'gamma' }).waitFor();
    await command(page, 'application:close');
  });

  test('a filter finds rows below collapsed ones, until it is cleared', async () => {
    await command(page, 'tracklens:collapse-all');
    await item('Experiments', 'vision').waitFor({ state: 'detached' });
    const field = page.getByRole('searchbox', { name: /Filter by name/ });
    await field.fill('gam lr=0.03');
    await item('Experiments', 'gamma').waitFor();
    assert.deepEqual(await experiments(), ['gamma']);
    await page.getByText('1 result', { exact: true }).first().waitFor();
    await session.screenshot('lab-filtered');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await item('Experiments', 'gamma').waitFor({ state: 'detached' });
    await unfold(tree('Experiments'), 'local', 'vision');
    await item('Experiments', 'beta').waitFor();
  });

  test('a starred experiment is first', async () => {
    const before = await experiments();
    assert.notEqual(before[0], 'beta');
    await written(page, [new RegExp(service.keys[1]!)], async () => {
      await choose(item('Experiments', 'beta'), 'Star');
      await tree('Experiments').locator('[data-starred=true]').waitFor();
    });
    assert.equal((await experiments())[0], 'beta');
    await session.screenshot('lab-starred');
  });

  test('a project is grouped by a parameter; a reload restores the groups and the selected row', async () => {
    const groupBy = async (grouping: string) => {
      await choose(item('Experiments', 'vision'), 'Group Experiments…');
      await dialog().locator('select').selectOption(grouping);
      await answer(page, 'Group');
    };
    await written(page, [/"by":"parameter"/], () => groupBy('Parameter lr'));
    const group = tree('Experiments').locator('[data-kind=group]').filter({ hasText: 'lr = 0.03' });
    await group.click();
    // Not the selection of the group, whose row was clicked before.
    const gammaSelected = new RegExp(String.raw`\\"selected\\":\[[^\]]*${service.keys[2]}`);
    await written(page, [gammaSelected], () => item('Experiments', 'gamma').click());
    await session.screenshot('lab-grouped');
    await reload(page);
    await showSidebar(page);
    await item('Experiments', 'gamma').waitFor();
    assert.equal(await item('Experiments', 'gamma').getAttribute('aria-selected'), 'true');
    await groupBy('No Grouping');
    await group.waitFor({ state: 'detached' });
    await item('Experiments', 'beta').waitFor();
  });

  test('after that reload the starred experiment is first still', async () => {
    await tree('Experiments').locator('[data-starred=true]', { hasText: 'beta' }).waitFor();
    assert.equal((await experiments())[0], 'beta');
    await choose(item('Experiments', 'beta'), 'Remove Star');
    await tree('Experiments').locator('[data-starred=true]').waitFor({ state: 'detached' });
  });

  test('selected experiments are compared in the view of their project', async () => {
    await item('Experiments', 'beta').click();
    await item('Experiments', 'gamma').click({ modifiers: ['Control'] });
    await choose(item('Experiments', 'gamma'), 'Compare Experiments');
    const comparison = panel().locator('.tl-compare');
    await comparison.getByText('0.05', { exact: true }).first().waitFor();
    assert.match(await comparison.innerText(), /beta[\s\S]*gamma/);
    await session.screenshot('lab-compared');
  });

  test('keys and addresses of all selected experiments are copied, and each gets a display cell', async () => {
    await item('Experiments', 'beta').click();
    await item('Experiments', 'gamma').click({ modifiers: ['Control'] });
    const copied = () =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const read = (event: ClipboardEvent) => resolve(event.clipboardData!.getData('text/plain'));
            document.addEventListener('copy', read, { once: true });
          }),
      );
    const keys = (text: string) => text.split('\n').map((line) => line.split('/').at(-1)!);
    const chosen = [service.keys[1]!, service.keys[2]!].sort();
    for (const label of ['Copy Key', 'Copy URL']) {
      const lines = copied();
      await choose(item('Experiments', 'gamma'), label);
      assert.deepEqual(keys(await lines).sort(), chosen, label);
    }
    await bringToFront(page, 'a.ipynb');
    await choose(item('Experiments', 'gamma'), 'Insert Display Cell');
    const outputs = page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output');
    for (const name of ['beta', 'gamma']) await outputs.getByRole('heading', { name }).waitFor();
  });

  test('a search is saved as a row that runs when it is opened', async () => {
    await choose(item('Experiments', 'vision'), 'Save Search…');
    await fillIn(page, "Metric('loss') < 0.15");
    await dialog().getByText('Name', { exact: true }).waitFor();
    await fillIn(page, 'good ones');
    const search = item('Experiments', 'good ones');
    await unfold(tree('Experiments'), 'local', 'vision', 'good ones');
    await session.screenshot('lab-search');
    await choose(search, 'Delete Saved Search');
    await dialog().locator(':focus', { hasText: 'Cancel' }).waitFor();
    await answer(page, 'Delete');
    await search.waitFor({ state: 'detached' });
  });

  test('a project is sorted by a metric, whose value its rows show, also after a reload', async () => {
    const project = item('Experiments', 'vision');
    const sortBy = async (order: string) => {
      await choose(project, 'Sort Experiments…');
      await dialog().locator('select').selectOption(order);
      await answer(page, 'Sort');
    };
    await written(page, [/"metricName":"loss"/], () => sortBy('Highest loss'));
    const first = () => tree('Experiments').locator('[data-kind=experiment]').first();
    await first().filter({ hasText: 'gamma' }).filter({ hasText: 'loss 1.2' }).waitFor();
    await session.screenshot('lab-sorted');
    await reload(page);
    await showSidebar(page);
    await unfold(tree('Experiments'), 'local', 'vision');
    await first().filter({ hasText: 'loss 1.2' }).waitFor();
    await sortBy('Newest First');
    await first().filter({ hasNotText: 'loss' }).waitFor();
  });

  test('the status of a version changes to one that the service allows', async () => {
    await unfold(tree('Model Registry'), 'local', 'classifier');
    await choose(item('Model Registry', '1.0.0'), 'Change Status…');
    await dialog().locator('select').selectOption('Staging');
    await session.screenshot('lab-change-status');
    await answer(page, 'Change Status');
    await page.locator('.Toastify__toast', { hasText: 'changed from None to Staging' }).waitFor();
    await item('Model Registry', '1.0.0').filter({ hasText: 'Staging' }).waitFor();
    assert.equal(await (await api.getModel('local', 'classifier')).status('1.0.0'), 'Staging');
  });

  test('a version is downloaded as an archive, and leads to its experiment', async () => {
    const version = item('Model Registry', '1.0.0');
    const downloading = page.waitForEvent('download');
    await choose(version, 'Download');
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'classifier_1.0.0.zip');
    const bytes = await readFile(await download.path());
    assert.equal(bytes.subarray(0, 2).toString(), 'PK');
    await choose(version, 'Open Source Experiment');
    await panel().getByRole('heading', { name: 'beta' }).waitFor();
  });

  test('the tree is usable by keyboard alone: open, move, context menu, close', async () => {
    const shown = tree('Experiments');
    const current = shown.locator('.tl-current');
    const at = async (label: string) => {
      await until(async () => {
        if ((await current.locator('.tl-tree-label').innerText()) === label) return true;
        await shown.press('ArrowDown');
        return false;
      }, `the focus on ${label}`);
      // The active item for a screen reader.
      assert.equal(await shown.getAttribute('aria-activedescendant'), await current.getAttribute('id'));
    };
    await shown.press('Home');
    await shown.press('ArrowLeft');
    await until(async () => (await current.getAttribute('aria-expanded')) === 'false', 'the first row to close');
    await shown.press('ArrowRight');
    await at('vision');
    if ((await current.getAttribute('aria-expanded')) === 'false') await shown.press('ArrowRight');
    await at('gamma');
    const place = ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-selected'];
    assert.deepEqual(await Promise.all(place.map((name) => current.getAttribute(name))), ['3', '1', '3', 'true']);
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await shown.press(key);
      const menu = page.locator('.lm-Menu');
      await menu.locator('.lm-Menu-itemLabel').getByText('Copy Key', { exact: true }).waitFor();
      await session.screenshot('lab-menu-by-key');
      const active = menu.locator('.lm-mod-active');
      const wanted = key === 'ContextMenu' ? 'Remove Star' : 'Star';
      await until(async () => {
        await menu.press('ArrowDown');
        return (await active.innerText()).trim() === wanted;
      }, `the entry ${wanted}`);
      await menu.press('Enter');
      await until(
        async () => ((await current.getAttribute('data-starred')) === 'true') === (wanted === 'Star'),
        'the star',
      );
      // The focus returns to the row after a menu command.
      await until(() => shown.evaluate((element) => element === document.activeElement), 'the focus in the tree again');
    }
    await shown.press('Enter');
    await panel().getByRole('heading', { name: 'gamma' }).waitFor();
  });

  test('keys alone filter, sort, group, rename, tag, delete and query', async () => {
    const shown = tree('Experiments');
    const { keyboard } = page;
    const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
    const reach = (locator: Locator, key: string, what: string) =>
      until(async () => {
        if (await hasFocus(locator)) return true;
        await keyboard.press(key);
        return false;
      }, `the focus on ${what}`);
    const inTree = (after: string) => until(() => hasFocus(shown), `the focus in the tree after ${after}`);
    /** Goes to a row by the letters that it begins with. */
    const row = async (label: string) => {
      await keyboard.type(label);
      await shown.locator('.tl-current', { has: page.getByText(label, { exact: true }) }).waitFor();
    };
    /** Chooses an entry of the context menu of the current row; the dialog of its command has one field. */
    const ask = async (label: string, role: 'textbox' | 'combobox', name?: string) => {
      await keyboard.press('Shift+F10');
      const menu = page.locator('.lm-Menu');
      await menu.locator('.lm-Menu-itemLabel').getByText(label, { exact: true }).waitFor();
      await until(async () => {
        await keyboard.press('ArrowDown');
        return (await menu.locator('.lm-mod-active').innerText()).trim() === label;
      }, `the entry ${label}`);
      await keyboard.press('Enter');
      const field = dialog()
        .getByRole(role, name === undefined ? {} : { name })
        .first();
      await field.waitFor();
      await until(() => hasFocus(field), `the focus in the field of ${label}`);
    };
    const closed = () => dialog().waitFor({ state: 'detached' });

    await keyboard.press('Control+Shift+Y');
    await inTree('the key of the sidebar');
    const filter = page.getByRole('searchbox', { name: /^Filter by name/ });
    await reach(filter, 'Shift+Tab', 'the filter');
    await keyboard.type('bet');
    await item('Experiments', 'gamma').waitFor({ state: 'detached' });
    await keyboard.press('ArrowDown');
    await inTree('the filter');
    await reach(filter, 'Shift+Tab', 'the filter again');
    await keyboard.press('Escape');
    await item('Experiments', 'gamma').waitFor();
    await keyboard.press('ArrowDown');

    await row('vision');
    await ask('Sort Experiments…', 'combobox', 'Sort by');
    await keyboard.type('Name');
    await keyboard.press('Enter');
    await closed();
    await until(async () => (await experiments()).join() === `${markupName},beta,gamma`, 'the order by name');
    await inTree('the dialog of the order');
    await ask('Group Experiments…', 'combobox', 'Group by');
    await keyboard.press('Escape');
    await closed();
    await inTree('the dialog of the groups');

    await row('beta');
    await ask('Change Tags…', 'textbox');
    await keyboard.press('Escape');
    await closed();
    await inTree('the dialog of the tags');
    await keyboard.press('F2');
    await until(() => hasFocus(shown.getByRole('textbox', { name: 'New name of beta' })), 'the field of the name');
    await keyboard.press('Escape');
    await inTree('the name');
    await keyboard.press('Delete');
    await reach(dialog().getByRole('button', { name: 'Delete', exact: true }), 'Tab', 'the button that deletes');
    await keyboard.press('Escape');
    await closed();
    await inTree('the confirmation');

    await keyboard.press('Control+Shift+C');
    const palette = page.locator('.lm-CommandPalette');
    await palette.waitFor();
    await until(() => hasFocus(palette.locator('input')), 'the focus in the palette');
    await keyboard.type('Run Query');
    await palette.locator('.lm-mod-active', { hasText: 'Run Query' }).waitFor();
    await keyboard.press('Enter');
    const query = page.locator('#tracklens-query');
    const text = query.locator('textarea');
    await until(async () => (await text.count()) === 1 && (await hasFocus(text)), 'the focus in the query');
    await keyboard.press('Control+a');
    await keyboard.type('Metric("los');
    await query.getByRole('option', { name: /loss/ }).first().waitFor();
    await keyboard.press('Tab');
    await until(async () => (await text.inputValue()).includes('loss'), 'the completed name');
    await keyboard.press('Control+a');
    await keyboard.type("Metric('loss') < 0.15");
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await query.getByText('beta').first().waitFor();
    await keyboard.press('Control+Shift+Y');
    await inTree('the query');
    await text.focus();
    await reach(query.getByRole('button', { name: 'Save Search…' }), 'Tab', 'Save Search');
    await keyboard.press('Enter');
    const name = dialog().getByRole('textbox');
    await name.waitFor();
    await until(() => hasFocus(name), 'the focus in the name of the search');
    await keyboard.press('Control+a');
    await keyboard.type('low by keys');
    await keyboard.press('Enter');
    await item('Experiments', 'low by keys').waitFor();
  });

  test('the launcher and the palette have the entry points', async () => {
    await command(page, 'launcher:create');
    const section = page.locator('.jp-Launcher-section', { hasText: 'Tracklens' });
    await section.locator('.jp-LauncherCard', { hasText: 'Run Query' }).waitFor();
    await section.locator('.jp-LauncherCard', { hasText: 'Experiments' }).waitFor();
    await session.screenshot('lab-launcher');
  });

  for (const [theme, kind] of [
    ['JupyterLab Dark', 'dark'],
    ['JupyterLab Dark High Contrast', 'high-contrast-dark'],
  ] as const) {
    test(`sidebar and panel follow ${theme}`, async () => {
      await command(page, 'apputils:change-theme', { theme });
      await bringToFront(page, 'beta');
      await panel().locator(`[data-theme=${kind}]`).first().waitFor();
      await tree('Experiments').waitFor();
      await page.locator(`.jp-TracklensTree [data-theme=${kind}]`).first().waitFor();
      await seriesCounts(panel());
      await session.screenshot(`lab-theme-${kind}`);
      await item('Experiments', 'beta').hover();
      await tooltip(/lr = /).waitFor();
      await session.screenshot(`lab-tooltip-${kind}`);
    });
  }

  test('a notification appears when an experiment ends whose end the user waits for', async () => {
    const run = await APIExperiment.create({
      api,
      workspace: 'local',
      projectName: 'vision',
      experimentName: 'epsilon',
    });
    await command(page, 'tracklens:refresh');
    await unfold(tree('Experiments'), 'local', 'vision');
    await choose(item('Experiments', 'epsilon'), 'Notify When It Ends');
    await run.end();
    const notification = page.locator('.Toastify__toast', { hasText: /epsilon finished/ });
    await notification.getByRole('button', { name: 'Open' }).click();
    await panel().getByRole('heading', { name: 'epsilon' }).waitFor();
    await session.screenshot('lab-experiment-ended');
  });

  test('the key is nowhere, and no error was written to the console', async () => {
    assert.equal((await session.everything()).includes(secretKey), false);
    assert.deepEqual(
      session.problems().filter((problem) => /tracklens|TypeError|React/i.test(problem)),
      [],
    );
  });
});
