import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { contract } from '@tracklens/core/contract';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator } from 'playwright-core';
import { idlePollMillis } from '../../packages/ui/src/live/idle-poll.ts';
import { errorResponse, type FaultyServer, faultyServer, reset } from '../faults/faulty-server.ts';
import { type JupyterSession, jupyterSession } from './jupyter-session.ts';
import { command, panel, rowOf, showSidebar, tree as treeOf, unfold } from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';

describe('JupyterLab whose service fails and comes back', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let proxy: FaultyServer;
  let session: JupyterSession;

  const tree = (): Locator => treeOf(session.page, 'Experiments');
  const banner = (): Locator => session.page.locator('.tl-tree-stale').first();
  const status = (text: RegExp): Locator => session.page.locator('.jp-TracklensStatus', { hasText: text });
  const labels = () => tree().locator('.tl-tree-label').allInnerTexts();
  const create = async (experimentName: string, projectName: string) => {
    const answer = await fetch(service.url + contract.experiments.create.path, {
      method: 'POST',
      headers: { authorization: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ workspaceName: service.workspace, projectName, experimentName }),
    });
    assert.ok(answer.ok);
  };
  const screenshots = async (name: string) => {
    await session.screenshot(`${name}-light`);
    await command(session.page, 'apputils:change-theme', { theme: 'JupyterLab Dark' });
    await session.page.locator('.tl-tree-root[data-theme=dark]').first().waitFor();
    await session.screenshot(`${name}-dark`);
    await command(session.page, 'apputils:change-theme', { theme: 'JupyterLab Light' });
  };
  let aheadMillis = 0;
  /** Advances the time of the page, not its timers, so that the next poll reads all rows. */
  const skipIdleInterval = async () => {
    aheadMillis += idlePollMillis;
    await session.page.clock.setSystemTime(Date.now() + aheadMillis);
  };

  before(async () => {
    service = await seededService();
    stack.defer(() => service.remove());
    proxy = await faultyServer(stack, service.url);
    const env = { ...service.env, SERVICE_URL_OVERRIDE: proxy.url };
    // The first retry comes after one interval.
    session = await jupyterSession({ env, settings: { treePollSeconds: 1 } });
    stack.defer(() => session.close());
    await session.page.clock.install();
    await writeNotebook(path.join(session.notebookFolder, 'a.ipynb'), ['1']);
    await session.open('a.ipynb');
    await showSidebar(session.page);
    await unfold(tree(), 'local', 'vision');
  });

  test('tree and status bar keep their content and report it, and both recover without a click', async () => {
    const rows = await labels();
    for (const [name, fault, words] of [
      ['errors', errorResponse(500, 'boom'), 'The service returned an error: boom.'],
      ['connection', reset, 'The service cannot be reached.'],
    ] as const) {
      proxy.set(fault);
      await command(session.page, 'tracklens:refresh');
      await banner().filter({ hasText: words }).waitFor();
      if (name === 'connection') await status(/does not respond/).waitFor();
      assert.deepEqual(await labels(), rows);
      await screenshots(`lab-outage-${name}`);
      proxy.set(null);
      await skipIdleInterval();
      await banner().waitFor({ state: 'detached' });
      await status(/127\.0\.0\.1:\d+$/).waitFor();
      assert.deepEqual(await labels(), rows);
    }
  });

  test('a new experiment and a new project appear automatically; selection and focus stay', async () => {
    const { page } = session;
    await rowOf(tree(), 'beta').locator('.tl-tree-label').click();
    await panel(page).getByRole('heading', { name: 'beta' }).waitFor();
    await create('brand-new', service.projectName);
    await create('first', 'new-project');
    await skipIdleInterval();
    await rowOf(tree(), 'brand-new').waitFor();
    await rowOf(tree(), 'new-project').waitFor();
    assert.equal(await tree().locator('[aria-selected=true] .tl-tree-label').innerText(), 'beta');
    const current = await tree().getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`[id="${current}"] .tl-tree-label`).innerText(), 'beta');
    assert.ok(await tree().evaluate((element) => element === document.activeElement));
  });

  test('a sidebar whose first load failed is loaded by Refresh', async () => {
    const { page } = session;
    const requests = '**/tracklens/status*';
    await page.route(requests, (route) => route.fulfill({ status: 503, body: 'starting' }));
    await session.open('a.ipynb');
    await command(page, 'tracklens:show-sidebar');
    const sidebar = page.locator('.jp-TracklensSidebar');
    await sidebar
      .getByText(/status 503.*Refresh/)
      .first()
      .waitFor();
    await session.screenshot('lab-sidebar-not-loaded');
    await page.unroute(requests);
    await sidebar.getByRole('button', { name: 'Refresh the trees' }).click();
    await rowOf(tree(), service.workspace).waitFor();
  });
});
