import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { contract } from '@tracklens/core/contract';
import type { Frame } from 'playwright-core';
import { frameWith, openFile, until } from './editor.ts';
import { savedNotebook } from './saved-notebook.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

describe('named views out of a notebook', { timeout: 600_000 }, () => {
  let service: SeededService;
  let editor: Workbench;

  before(async () => {
    service = await startSeededService();
    const target = { kind: 'project', workspace: seeded.workspace, projectName: seeded.projectName };
    editor = await startWorkbench({
      env: { SERVICE_URL_OVERRIDE: service.env.SERVICE_URL_OVERRIDE!, SERVICE_API_KEY: service.apiKey },
      files: { 'views.ipynb': savedNotebook([{ target }]) },
    });
    await openFile(editor.page, 'views.ipynb');
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const kept = async () => {
    const place = new URLSearchParams({ workspaceName: seeded.workspace, projectName: seeded.projectName });
    const answer = await fetch(`${service.url}${contract.projects.views.path}?${place}`, {
      headers: { authorization: service.apiKey },
    });
    const { views } = (await answer.json()) as {
      views: { viewName: string; state: { table?: { search?: string } } }[];
    };
    return views.map(({ viewName, state }) => [viewName, state.table?.search]);
  };
  const menu = (frame: Frame) => frame.getByRole('button', { name: /^View: / });
  const search = (frame: Frame) => frame.getByLabel('Search experiments');
  /** Arranges the output and opens it as a panel: the frame of that. */
  const openAsPanel = async (words: string): Promise<Frame> => {
    const output = await frameWith(editor.page, '.tl-view[data-layout="cell"]');
    await search(output).fill(words);
    await menu(output).click();
    await editor.screenshot('output-view-menu');
    assert.equal(await output.getByLabel('Name of a new view').count(), 0);
    await output.getByRole('button', { name: 'Open in a panel to save it' }).click();
    const panel = await frameWith(editor.page, '.tl-view[data-layout="panel"]');
    await until(async () => (await search(panel).inputValue()) === words, 'the panel as the output is arranged');
    return panel;
  };

  test('an output opens in a panel as it is arranged, and its view is saved there', async () => {
    const panel = await openAsPanel('calm');
    await menu(panel).click();
    await panel.getByLabel('Name of a new view').fill('Calm ones');
    await panel.getByLabel('Name of a new view').press('Enter');
    await panel.getByRole('button', { name: 'View: Calm ones' }).waitFor();
    assert.deepEqual(await kept(), [['Calm ones', 'calm']]);
    assert.equal(await panel.getByText('came from was deleted').count(), 0);
    await editor.screenshot('view-saved');
    assert.deepEqual(editor.violations, []);
  });

  test('a panel that is open already takes the arrangement of the output', async () => {
    await editor.page.locator('.tab', { hasText: 'views.ipynb' }).click();
    await openAsPanel('wild');
    assert.equal(await editor.page.locator('.tab', { hasText: seeded.projectName }).count(), 1);
    assert.deepEqual(await kept(), [['Calm ones', 'calm']]);
  });
});
