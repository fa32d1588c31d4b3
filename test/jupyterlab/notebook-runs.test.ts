import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator, Page } from 'playwright-core';
import type { JupyterSession } from './jupyter-session.ts';
import { command, panel } from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

/** Command of the extension as the host shows it. */
interface ShownCommand {
  readonly id: string;
  readonly label: string;
  readonly caption: string;
  readonly hasIcon: boolean;
}

describe('runs of a notebook', () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;
  let page: Page;
  let menu: Locator;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    page = session.page;
    menu = page.locator('.lm-Menu');
    // The line that comet_ml prints when an experiment starts, in color.
    const started = (key: string | undefined) =>
      [
        'import sys',
        `address = "${service.url}/${service.workspace}/${service.projectName}/${key}"`,
        'print("\\x1b[1;38;5;39mCOMET INFO:\\x1b[0m Experiment is live on comet.com", address, file=sys.stderr)',
      ].join('\n');
    await writeNotebook(path.join(session.notebookFolder, 'train.ipynb'), [
      started(service.keys[1]),
      'print("nothing is logged here")',
      started(service.keys[2]),
    ]);
    await session.open('train.ipynb');
  });

  const marks = () => page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-TracklensMark');
  const button = () => page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) [data-jp-item-name="tracklens-runs"]');
  const entry = (label: string) => menu.locator('.lm-Menu-itemLabel').getByText(label, { exact: true });

  test('the cells that logged a run are marked, the others are not', async () => {
    assert.equal(await marks().count(), 0);
    assert.equal(await button().count(), 0, 'no button before the first run');
    await session.runAll();
    await marks().nth(1).waitFor();
    assert.equal(await marks().count(), 2);
    const cells = page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell');
    assert.equal(await cells.nth(1).locator('.jp-TracklensMark').count(), 0);
    assert.equal(await marks().first().getAttribute('aria-label'), 'This cell logged a run');
    await session.screenshot('cell-marks');
  });

  test('a menu that waits for the service opens once, with the start of the key until the name arrives', async () => {
    const requests = '**/experiment/metadata*';
    const released = Promise.withResolvers<void>();
    await page.route(requests, async (route) => {
      await released.promise;
      await route.continue();
    });
    await marks().first().dblclick();
    await entry(`Open “${service.keys[1]!.slice(0, 9)}”`).waitFor();
    assert.equal(await menu.count(), 1);
    released.resolve();
    await entry('Open “beta”').waitFor();
    await menu.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.unroute(requests);
  });

  test('the keyboard opens the run of a cell from its mark', async () => {
    await marks().first().press('Enter');
    await entry('Open “beta”').waitFor();
    assert.equal(await entry('Open “gamma”').count(), 0);
    await session.screenshot('cell-mark-menu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('heading', { name: 'beta' }).waitFor();
  });

  test('the toolbar lists the runs of the notebook, and compares them', async () => {
    await page.locator('#jp-main-dock-panel .lm-TabBar-tab', { hasText: 'train.ipynb' }).click();
    await button().locator('button, jp-button').first().click();
    for (const label of ['Open “gamma”', 'Open “beta”', 'Compare 2 Runs', 'Display “gamma” in a New Cell'])
      await entry(label).waitFor();
    await session.screenshot('notebook-runs-menu');
    await entry('Compare 2 Runs').click();
    await panel(page).getByRole('heading', { name: service.projectName }).waitFor();
    await panel(page).getByText('beta').first().waitFor();
    await session.screenshot('notebook-runs-compared');
  });

  test('a notebook without a run says how runs are found', async () => {
    await writeNotebook(path.join(session.notebookFolder, 'empty.ipynb'), ['1']);
    await session.openNext('empty.ipynb');
    await command(page, 'tracklens:notebook-runs');
    await page.locator('.Toastify__toast', { hasText: 'No cell of this notebook has logged a run.' }).waitFor();
    assert.equal(await button().count(), 0);
  });

  test('the results of a query are inserted as a cell, which is run', async () => {
    const { workspace, projectName } = service;
    const target = { kind: 'query', workspace, projectName, query: "Metric('loss') < 0.15" };
    await command(page, 'tracklens:insert-display-cell', { target });
    const output = page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output').last();
    await output.getByText('beta').first().waitFor();
    assert.doesNotMatch(await output.innerText(), /gamma/);
    await session.screenshot('query-cell');
  });

  test('each command has a label, a caption and an icon', async () => {
    const shown: ShownCommand[] = await page.evaluate(() => {
      const { commands } = (globalThis as unknown as { jupyterapp: { commands: Registry } }).jupyterapp;
      interface Registry {
        listCommands(): string[];
        label(id: string): string;
        caption(id: string): string;
        icon(id: string): unknown;
      }
      const ids = commands.listCommands().filter((id) => id.startsWith('tracklens:'));
      return ids.map((id) => ({
        id,
        label: commands.label(id),
        caption: commands.caption(id),
        hasIcon: commands.icon(id) !== undefined,
      }));
    });
    assert.ok(shown.length > 40, `${shown.length} commands`);
    const incomplete = shown.filter(({ label, caption, hasIcon }) => !label || !caption || !hasIcon);
    assert.deepEqual(incomplete, []);
    assert.deepEqual(
      shown.filter(({ label, caption }) => label === caption),
      [],
    );
  });

  test('the key is nowhere', async () => {
    assert.equal((await session.everything()).includes(secretKey), false);
  });
});
