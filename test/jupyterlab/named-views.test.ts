import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { contract } from '@tracklens/core/contract';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import type { JupyterSession } from './jupyter-session.ts';
import { bringToFront, command, panel as panelOf } from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

describe('named views in JupyterLab', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    const { workspace, projectName } = service;
    const call = `import tracklens\ntracklens.display_project("${workspace}", "${projectName}")`;
    await writeNotebook(path.join(session.notebookFolder, 'views.ipynb'), [call]);
    await session.open('views.ipynb');
    await session.runAll();
  });

  const kept = async () => {
    const place = new URLSearchParams({ workspaceName: service.workspace, projectName: service.projectName });
    const answer = await fetch(`${service.url}${contract.projects.views.path}?${place}`, {
      headers: { authorization: secretKey },
    });
    const { views } = (await answer.json()) as {
      views: { viewName: string; state: { table?: { search?: string } } }[];
    };
    return views.map(({ viewName, state }) => [viewName, state.table?.search]);
  };
  const menu = (scope: Locator) => scope.getByRole('button', { name: /^View: / });
  const search = (scope: Locator) => scope.getByLabel('Search experiments');
  const panel = () => panelOf(session.page);
  const openAsPanel = async (words: string) => {
    const output = session.output(0);
    await search(output).fill(words);
    await menu(output).click();
    assert.equal(await output.getByLabel('Name of a new view').count(), 0);
    await session.screenshot('lab-output-view-menu');
    await output.getByRole('button', { name: 'Open in a panel to save it' }).click();
    await until(async () => (await search(panel()).inputValue()) === words, 'the panel as the output is arranged');
  };

  test('an output opens in a panel with its arrangement, and its view is saved there', async () => {
    await openAsPanel('gamma');
    await menu(panel()).click();
    await panel().getByLabel('Name of a new view').fill('Gammas');
    await panel().getByLabel('Name of a new view').press('Enter');
    await panel().getByRole('button', { name: 'View: Gammas' }).waitFor();
    assert.deepEqual(await kept(), [['Gammas', 'gamma']]);
    assert.equal(await panel().getByText('of this layout was deleted').count(), 0);
    await session.screenshot('lab-view-saved');
  });

  test('the saved view can be selected in the output', async () => {
    const output = session.output(0);
    await bringToFront(session.page, 'views.ipynb');
    await search(output).fill('beta');
    await menu(output).click();
    await output.getByRole('button', { name: 'Gammas', exact: true }).click();
    await until(async () => (await search(output).inputValue()) === 'gamma', 'the output as the view says');
    assert.equal(await menu(output).innerText(), 'View: Gammas');
  });

  test('a panel that is already open takes the arrangement of the output', async () => {
    await openAsPanel('beta');
    assert.equal(await session.page.locator('.jp-TracklensPanel').count(), 1);
    assert.deepEqual(await kept(), [['Gammas', 'gamma']]);
  });

  test('a project opens as the user left it, until it is reset to its defaults', async () => {
    const { page } = session;
    const { workspace, projectName } = service;
    const open = () => command(page, 'tracklens:open', { target: { kind: 'project', workspace, projectName } });
    const close = async () => {
      const tab = page.locator('#jp-main-dock-panel .lm-TabBar-tab.lm-mod-current', { hasText: projectName });
      await tab.locator('.lm-TabBar-tabCloseIcon').click();
      await panel().waitFor({ state: 'detached' });
    };
    const sorted = panel().locator('[role=columnheader][aria-sort$=ending]', { hasText: 'Duration' });
    await open();
    await panel().getByRole('button', { name: 'Reset to Defaults' }).click();
    await panel().getByRole('columnheader', { name: 'Duration' }).click();
    await sorted.waitFor();
    await search(panel()).fill('beta');
    await close();
    await open();
    await sorted.waitFor();
    assert.equal(await search(panel()).inputValue(), '');
    await panel().getByRole('button', { name: 'Reset to Defaults' }).click();
    await sorted.waitFor({ state: 'detached' });
    await close();
    await open();
    await panel().getByRole('columnheader', { name: 'Duration' }).waitFor();
    assert.equal(await sorted.count(), 0);
  });

  test('the key is nowhere', async () => {
    assert.equal((await session.everything()).includes(secretKey), false);
  });
});
