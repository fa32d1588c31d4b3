import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Page } from 'playwright-core';
import { logLongMetric, zoomToSingleSteps } from '../long-metric.ts';
import { until } from '../until.ts';
import { seriesCounts } from './drawn-charts.ts';
import type { JupyterSession } from './jupyter-session.ts';
import {
  bringToFront,
  choose,
  command,
  dialog,
  fillIn,
  panel,
  reload,
  rowOf,
  showSidebar,
  tree,
  unfold,
  written,
} from './lab-page.ts';
import { savedOutputs, writeNotebook } from './notebook-file.ts';
import { markupName, type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

describe('JupyterLab', () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;
  let page: Page;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    page = session.page;
    await writeNotebook(path.join(session.notebookFolder, 'display.ipynb'), [
      `import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`,
      `tracklens.display_project("${service.workspace}", "${service.projectName}")`,
      `[one.name for one in tracklens.experiments("${service.workspace}", "${service.projectName}")]`,
    ]);
  });

  test('no request is sent before a view is shown', async () => {
    await session.open('display.ipynb');
    assert.deepEqual(
      session.proxied().filter((address) => address !== 'status'),
      [],
    );
  });

  test('a Python cell draws an experiment natively', async () => {
    await session.runAll();
    const series = await seriesCounts(session.output(0));
    assert.deepEqual(series, [1, 1], 'loss and accuracy, one experiment each');
    assert.equal(await page.locator('.jp-OutputArea iframe').count(), 0);
    assert.ok(
      session.proxied().some((address) => address.startsWith('view/')),
      'an output reads over the read-only route',
    );
    assert.ok(!session.proxied().some((address) => address.startsWith('api/')));
    await session.screenshot('lab-cell-light');
  });

  test('a project is drawn as a table and overlaid charts', async () => {
    const output = session.output(1).locator('.jp-TracklensOutput');
    await output.scrollIntoViewIfNeeded();
    for (const name of ['beta', 'gamma']) await output.getByText(name, { exact: true }).first().waitFor();
    await output.getByText(markupName, { exact: true }).first().waitFor();
    assert.equal(await output.locator('b', { hasText: 'alpha' }).count(), 0, 'names are text');
  });

  test('the list of experiments is plain Python', async () => {
    const text = await session.output(2).innerText();
    assert.match(text, /'gamma', 'beta'/);
  });

  test('the saved output has payload, table, image and text', async () => {
    await session.save();
    const [first] = await savedOutputs(path.join(session.notebookFolder, 'display.ipynb'));
    const data = first?.[0]?.data ?? {};
    assert.deepEqual(Object.keys(data).sort(), [
      'application/vnd.tracklens.view.v1+json',
      'image/png',
      'text/html',
      'text/plain',
    ]);
    assert.match(
      String(data['text/html']),
      /<img alt="Chart of accuracy over step: [^>]* src="data:image\/svg\+xml;base64,.*<table>/s,
    );
    assert.doesNotMatch(String(data['text/html']), /<script|onerror=/);
    const { length } = JSON.stringify(data['application/vnd.tracklens.view.v1+json']);
    assert.ok(length < 160_000, `${length} characters`);
  });

  test('the sidebar expands workspaces, projects and experiments, and opens one', async () => {
    await showSidebar(page);
    const experiments = tree(page, 'Experiments');
    await unfold(experiments, 'local', 'vision');
    const row = rowOf(experiments, 'beta');
    await row.waitFor();
    assert.equal(await experiments.getByRole('treeitem', { level: 3 }).count(), 3);
    await tree(page, 'Model Registry').waitFor();
    await session.screenshot('lab-sidebar-light');
    await row.click();
    assert.deepEqual(await seriesCounts(panel(page)), [1, 1]);
    await page.locator('.lm-TabBar-tabLabel', { hasText: 'beta' }).first().waitFor();
    await session.screenshot('lab-panel-light');
  });

  test('the context menu of a row acts on that row', async () => {
    const row = rowOf(tree(page, 'Experiments'), 'gamma');
    await row.click({ button: 'right' });
    const menu = page.locator('.lm-Menu');
    await menu.waitFor();
    const items = await menu.locator('.lm-Menu-itemLabel').allInnerTexts();
    for (const label of ['Open in New Panel', 'Insert Display Cell', 'Copy Key', 'Open in Browser', 'Refresh']) {
      assert.ok(items.includes(label), `${label} is in ${items.join(', ')}`);
    }
    await menu.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await choose(row, 'Open in New Panel');
    await page.locator('.lm-TabBar-tabLabel', { hasText: 'gamma' }).first().waitFor();
  });

  test('a zoom shows every point of a long metric, down to single steps', async () => {
    const { url, workspace } = service;
    const { experimentKey, remove } = await logLongMetric({ url, workspace, apiKey: secretKey });
    await command(page, 'tracklens:open', { target: { kind: 'experiment', experimentKey }, newPanel: true });
    await zoomToSingleSteps(panel(page).locator('[data-metric=loss]'));
    await session.screenshot('lab-single-steps');
    const tab = page.locator('#jp-main-dock-panel .lm-TabBar-tab', { hasText: 'marathon' });
    await tab.locator('.lm-TabBar-tabCloseIcon').click();
    await tab.waitFor({ state: 'detached' });
    await remove();
  });

  test('pages of the local service open signed in, from the menu of a row and from an output', async () => {
    const row = rowOf(tree(page, 'Experiments'), 'gamma');
    const openings: Readonly<Record<string, () => Promise<void>>> = {
      menu: () => choose(row, 'Open in Browser'),
      output: async () => {
        await bringToFront(page, 'display.ipynb');
        await session.output(0).getByRole('link', { name: 'Open page' }).click();
      },
    };
    for (const [place, open] of Object.entries(openings)) {
      // Each of them signs this browser in.
      await page.context().clearCookies({ name: /^tracklens-/ });
      const opening = page.context().waitForEvent('page');
      opening.catch(() => {});
      await open();
      const opened = await opening;
      await opened.waitForURL(new RegExp(`^${service.url}/local/vision/`));
      await opened.locator('#page').waitFor({ state: 'attached' });
      assert.notEqual(await opened.title(), 'Not signed in - Tracklens', place);
      await opened.close();
    }
    await bringToFront(page, 'gamma');
    assert.doesNotMatch(await readFile(session.server.logFile, 'utf8'), /page\/sign-in\//);
  });

  test('a query from the palette marks its error in place, and its results open', async () => {
    await command(page, 'apputils:activate-command-palette');
    const palette = page.locator('.jp-ModalCommandPalette');
    await palette.getByRole('textbox').or(palette.getByRole('searchbox')).fill('Run Query');
    await palette.locator('.lm-CommandPalette-itemLabel', { hasText: 'Run Query' }).first().click();
    const query = page.locator('#tracklens-query');
    await query.waitFor();
    await chooseProject(page);
    const field = query.locator('textarea');
    await field.fill("(Metric('loss') < 0.5");
    await query.locator('.tl-query-wrong').first().waitFor();
    const fix = query.getByRole('button', { name: 'Add )' });
    await fix.waitFor();
    await session.screenshot('lab-query-error');
    assert.equal(await query.getByRole('button', { name: 'Run query' }).isDisabled(), true);
    await field.press('Control+.');
    await page.keyboard.press('Enter');
    await until(async () => (await field.inputValue()) === "(Metric('loss') < 0.5)", 'the corrected query');
    await field.press('Shift+Alt+F');
    await until(async () => (await field.inputValue()) === 'Metric("loss") < 0.5', 'the formatted query');
    await field.fill("Metric('loss') < 0.15");
    await query.getByRole('button', { name: 'Run query' }).click();
    const found = query.getByRole('rowheader', { name: 'beta' });
    await found.waitFor();
    assert.equal(await query.getByText('gamma', { exact: true }).count(), 0);
    await query.getByRole('columnheader', { name: 'loss', exact: true }).waitFor();
    await query.getByRole('button', { name: 'Insert Cell' }).waitFor();
    await session.screenshot('lab-query-results');
    await query.getByRole('button', { name: 'History' }).click();
    await query.getByRole('button', { name: "Metric('loss') < 0.15" }).waitFor();
    await session.screenshot('lab-query-history');
    await page.keyboard.press('Escape');
    await until(async () => {
      if ((await dialog(page).count()) === 0) await query.getByRole('button', { name: 'Save Search…' }).click();
      return (await dialog(page).count()) > 0;
    }, 'the dialog of Save Search');
    await dialog(page).getByLabel('Name').waitFor();
    await fillIn(page, 'Low loss');
    await dialog(page).waitFor({ state: 'detached' });
    await showSidebar(page);
    await unfold(tree(page, 'Experiments'), 'local', 'vision');
    await rowOf(tree(page, 'Experiments'), 'Low loss').waitFor();
    await bringToFront(page, 'Query');
    // The tooltip of the row with the pointer or the focus would cover the results.
    await page.mouse.move(0, 0);
    await query.getByRole('button', { name: 'History' }).focus();
    await found.click();
    await panel(page).locator('[data-series]').first().waitFor({ state: 'attached' });
  });

  test('a panel is restored after a reload, with its tab', async () => {
    await bringToFront(page, 'gamma');
    await written(page, [/"tab":\s*"metrics"/], async () => {
      await panel(page).getByRole('tab', { name: 'Metrics' }).click();
      await panel(page).getByRole('grid').first().waitFor();
    });
    await reload(page);
    await bringToFront(page, 'gamma');
    await panel(page).getByRole('tab', { name: 'Metrics', selected: true }).waitFor();
    await panel(page).getByRole('heading', { name: 'gamma' }).waitFor();
  });

  test('the query panel is restored with its project and text, and the list of connections', async () => {
    const field = page.locator('#tracklens-query textarea');
    await command(page, 'tracklens:manage-connections');
    await bringToFront(page, 'Query');
    const asItIsLeft = [/loss'\) < 0\.25/, /"current":\s*"notebook:display\.ipynb"/, /tracklens-connections/];
    await written(page, asItIsLeft, async () => {
      await field.fill("Metric('loss') < 0.25");
      await bringToFront(page, 'display.ipynb');
    });
    await reload(page);
    await bringToFront(page, 'Query');
    await until(async () => (await field.inputValue()) === "Metric('loss') < 0.25", 'the text of the query');
    const project = page.locator('#tracklens-query select').nth(1);
    await until(async () => (await project.inputValue()) === 'vision', 'its project');
    await bringToFront(page, 'Connections');
    await page.locator('#tracklens-connections').getByText('(active)').waitFor();
    await bringToFront(page, 'gamma');
  });

  test('a closed panel stays closed after a reload, and can be opened again', async () => {
    const tab = page.locator('#jp-main-dock-panel .lm-TabBar-tab');
    const gamma = tab.filter({ hasText: 'gamma' });
    const query = tab.filter({ hasText: 'Query' });
    for (const one of [gamma, query]) {
      await one.locator('.lm-TabBar-tabCloseIcon').click();
      await one.waitFor({ state: 'detached' });
    }
    await showSidebar(page);
    await unfold(tree(page, 'Experiments'), 'local', 'vision');
    await choose(rowOf(tree(page, 'Experiments'), 'gamma'), 'Open');
    await panel(page).getByRole('heading', { name: 'gamma' }).waitFor();
    await command(page, 'tracklens:run-query');
    await page.locator('#tracklens-query textarea').waitFor();
    await written(page, [/"current":\s*"tracklens-views:/, /^(?!.*tracklens-query)/s], async () => {
      await query.locator('.lm-TabBar-tabCloseIcon').click();
      await bringToFront(page, 'gamma');
    });
    await reload(page);
    await bringToFront(page, 'gamma');
    assert.equal(await query.count(), 0);
  });

  test('the views follow the dark theme', async () => {
    // JupyterLab loses the command while it still loads its settings.
    await until(async () => {
      await command(page, 'apputils:change-theme', { theme: 'JupyterLab Dark' });
      return page.evaluate(() => document.body.dataset.jpThemeLight === 'false');
    }, 'the dark theme of JupyterLab');
    await panel(page).locator('[data-theme=dark]').first().waitFor();
    await panel(page)
      .getByRole('tab', { name: /Charts/i })
      .click();
    await seriesCounts(panel(page));
    await session.screenshot('lab-panel-dark');
    await bringToFront(page, 'display.ipynb');
    await page.locator('.jp-TracklensOutput [data-theme=dark]').first().waitFor();
    await session.screenshot('lab-cell-dark');
  });

  test('the key is in no page, request, answer, frame, log or notebook', async () => {
    await session.save();
    const outputs = JSON.stringify(await savedOutputs(path.join(session.notebookFolder, 'display.ipynb')));
    const everything = (await session.everything()) + outputs;
    assert.ok(everything.length > 1_000_000, 'the traffic was recorded');
    assert.equal(everything.includes(secretKey), false);
  });

  test('no error was written to the console', () => {
    const ours = session.problems().filter((problem) => /tracklens|TypeError|React/i.test(problem));
    assert.deepEqual(ours, []);
  });
});

async function chooseProject(page: Page): Promise<void> {
  const selects = page.locator('#tracklens-query select');
  if ((await selects.count()) === 0) return;
  await selects.first().selectOption('local');
  await page.locator('#tracklens-query option[value="vision"]').first().waitFor({ state: 'attached' });
  await selects.nth(1).selectOption('vision');
}
