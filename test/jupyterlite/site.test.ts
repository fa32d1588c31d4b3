import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Page } from 'playwright-core';
import { startProcess } from '../../scripts/child-process.ts';
import { jupyterLiteSite, pythonEnvironment } from '../../scripts/setup.ts';
import { openChromium } from '../chromium.ts';
import { drawnCharts, seriesCounts } from '../jupyterlab/drawn-charts.ts';
import { limitMillis, until } from '../until.ts';

const screenshots = path.join(import.meta.dirname, '..', 'output', 'jupyterlite');

describe('a static JupyterLite with the demo notebooks', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  const problems: string[] = [];
  const requests: string[] = [];
  let page: Page;
  let origin: string;

  before(async () => {
    const site = await jupyterLiteSite();
    const { python } = await pythonEnvironment();
    const server = await startProcess(
      python,
      ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', site],
      (output) => /\((http:\/\/127\.0\.0\.1:\d+)\/\)/.exec(output)?.[1],
    );
    stack.defer(() => server.stop());
    origin = server.found;
    const browser = await openChromium(stack);
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce' });
    stack.defer(() => context.close());
    // The Pyodide kernel downloads Python from a CDN, and starts when a notebook is opened. Here it never finishes to
    // start.
    await context.route(
      (url) => url.origin !== origin,
      (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: 'export const loadPyodide = () => new Promise(() => {});',
        }),
    );
    page = await context.newPage();
    page.setDefaultTimeout(limitMillis);
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(`page error: ${error.stack ?? error.message}`));
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${origin}/lab/index.html?path=demo.ipynb`);
  });

  const screenshot = async (name: string) => {
    await mkdir(screenshots, { recursive: true });
    await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
  };

  test('the outputs of a notebook draw the saved charts and say why they are not live', async () => {
    const outputs = page.locator('.jp-TracklensOutput');
    await until(async () => (await outputs.count()) === 3, 'three outputs');
    assert.equal((await seriesCounts(outputs.nth(0)))[0], 10);
    await drawnCharts(outputs.nth(1));
    await outputs.nth(1).getByText('This site has no Jupyter server, so outputs show their saved snapshots.').waitFor();
    assert.equal(await outputs.getByRole('button', { name: /Retry|Trust/ }).count(), 0);
    await screenshot('charts');
  });

  test('the sidebar says what the site cannot do', async () => {
    const sidebar = page.getByRole('region', { name: 'Tracklens' });
    await until(async () => {
      if (await sidebar.isVisible()) return true;
      await page.getByRole('tab', { name: 'Tracklens' }).click();
      return false;
    }, 'the sidebar to open');
    await sidebar.getByText(/^This site has no Jupyter server/).waitFor();
    await sidebar.getByText(/sign in to a hosted one, open the notebooks in JupyterLab/).waitFor();
    assert.equal(await sidebar.getByRole('tree').count(), 0);
    assert.equal(await sidebar.getByRole('button').filter({ visible: true }).count(), 0);
    await screenshot('sidebar');
  });

  test('commands that need a Jupyter server are absent', async () => {
    const menu = page.locator('.lm-Menu');
    await until(async () => {
      if ((await menu.count()) > 0) return true;
      await page.locator('.lm-MenuBar-itemLabel').getByText('Tracklens', { exact: true }).click();
      return false;
    }, 'the menu to open');
    const shown = menu.locator('.lm-Menu-item:not(.lm-mod-hidden) .lm-Menu-itemLabel').filter({ hasText: /./ });
    assert.deepEqual(await shown.allInnerTexts(), ['Show Experiments']);
    await screenshot('menu');
    await until(async () => {
      if ((await menu.count()) === 0) return true;
      await page.keyboard.press('Escape');
      return false;
    }, 'the menu to close');
    const palette = page.locator('.jp-ModalCommandPalette');
    await until(async () => {
      if (await palette.isVisible()) return true;
      await page.keyboard.press('Control+Shift+C');
      return false;
    }, 'the command palette');
    await palette.locator('.lm-CommandPalette-input').fill('Tracklens');
    const found = palette.locator('.lm-CommandPalette-itemLabel');
    await found.getByText('Show Experiments').waitFor();
    assert.deepEqual(await found.allInnerTexts(), ['Show Experiments']);
    await page.keyboard.press('Escape');
  });

  test('no request is sent to a server, and the console has no error', async () => {
    await page.getByRole('button', { name: 'Tracklens: no service' }).click();
    await page.locator('.jp-TracklensOutput').first().getByText('lr=8 width=64').first().dblclick();
    await page.getByText(/^Panels need a Jupyter server/).waitFor();
    assert.deepEqual(
      requests.filter((asked) => asked.startsWith('/tracklens/')),
      [],
    );
    assert.deepEqual(problems, []);
  });
});
