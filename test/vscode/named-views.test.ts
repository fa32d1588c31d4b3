import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { contract } from '@tracklens/core/contract';
import type { Frame } from 'playwright-core';
import {
  activeTab,
  actUntil,
  chooseFromMenu,
  expand,
  frameWith,
  openFile,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  showTab,
  until,
} from './editor.ts';
import { savedNotebook } from './saved-notebook.ts';
import { seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('named views from a notebook', { timeout: suiteMillis }, () => {
  const target = { kind: 'project', workspace: seeded.workspace, projectName: seeded.projectName };
  const started = sharedEditor(() => ({
    connected: true,
    reused: true,
    files: { 'views.ipynb': savedNotebook([{ target }]) },
  }));

  before(() => openFile(started().page, 'views.ipynb'));

  const keptViews = async () => {
    const { service } = started();
    const place = new URLSearchParams({ workspaceName: seeded.workspace, projectName: seeded.projectName });
    const answer = await fetch(`${service.url}${contract.projects.views.path}?${place}`, {
      headers: { authorization: service.apiKey },
    });
    const { views } = (await answer.json()) as {
      views: { viewId: string; viewName: string; state: { table?: { search?: string } } }[];
    };
    return views;
  };
  const kept = async () => (await keptViews()).map(({ viewName, state }) => [viewName, state.table?.search]);
  const menu = (frame: Frame) => frame.getByRole('button', { name: /^View: / });
  const search = (frame: Frame) => frame.getByLabel('Search experiments');
  /** Arranges the output and opens it as a panel: the frame of that. */
  const openAsPanel = async (words: string): Promise<Frame> => {
    const { editor, page } = started();
    const output = await frameWith(page, '.tl-view[data-layout="cell"]');
    await search(output).fill(words);
    const open = output.getByRole('button', { name: 'Open in a panel to save it' });
    await actUntil(page, open, () => menu(output).click(shortTimeout));
    await editor.screenshot('output-view-menu');
    assert.equal(await output.getByLabel('Name of a new view').count(), 0);
    await actUntil(page, activeTab(page, seeded.projectName), async () => {
      if (!(await open.isVisible())) await menu(output).click(shortTimeout);
      await open.click(shortTimeout);
    });
    const panel = await frameWith(page, '.tl-view[data-layout="panel"]');
    await until(async () => (await search(panel).inputValue()) === words, 'the panel as the output is arranged');
    return panel;
  };

  test('an output opens in a panel with its arrangement, and its view is saved there', async () => {
    const { editor, page } = started();
    const panel = await openAsPanel('calm');
    await actUntil(page, panel.getByLabel('Name of a new view'), () => menu(panel).click(shortTimeout));
    await panel.getByLabel('Name of a new view').fill('Calm ones');
    await panel.getByLabel('Name of a new view').press('Enter');
    await panel.getByRole('button', { name: 'View: Calm ones' }).waitFor();
    assert.deepEqual(await kept(), [['Calm ones', 'calm']]);
    assert.equal(await panel.getByText('of this layout was deleted').count(), 0);
    await editor.screenshot('view-saved');
    assert.deepEqual(editor.violations, []);
  });

  test('a panel that is already open takes the arrangement of the output', async () => {
    const { page } = started();
    await showTab(page, 'views.ipynb');
    await openAsPanel('wild');
    assert.equal(await page.locator('.tab', { hasText: seeded.projectName }).count(), 1);
    assert.deepEqual(await kept(), [['Calm ones', 'calm']]);
  });

  test('a cell inserted from a panel shows the named view of the panel', async () => {
    const { editor, page } = started();
    const panel = await frameWith(page, '.tl-view[data-layout="panel"]');
    await actUntil(page, panel.getByRole('button', { name: 'View: Calm ones' }), async () => {
      const choice = panel.getByRole('button', { name: 'Calm ones', exact: true });
      if (!(await choice.isVisible())) await menu(panel).click(shortTimeout);
      await choice.click(shortTimeout);
    });
    await runCommand(page, 'Tracklens: Insert Display Cell');
    const [view] = await keptViews();
    await page.locator('.notebookOverlay').getByText(`view_id="${view!.viewId}"`).first().waitFor();
    await editor.screenshot('view-cell');
  });

  test('a project opens in the view that was shown last, until it is reset to its defaults', async () => {
    const { editor, page } = started();
    await showTab(page, seeded.projectName);
    await runCommand(page, 'View: Close Editor');
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    const project = row(page, 'Experiments', seeded.projectName);
    await chooseFromMenu(page, project, 'Open', activeTab(page, seeded.projectName));
    const panel = await frameWith(page, '.tl-view[data-layout="panel"] [role=grid]');
    await panel.getByRole('button', { name: 'View: Calm ones' }).waitFor();
    await editor.screenshot('view-remembered');
    await actUntil(page, panel.getByRole('button', { name: 'View: Automatic' }), () =>
      panel.getByRole('button', { name: 'Reset to Defaults' }).click(shortTimeout),
    );
  });
});
