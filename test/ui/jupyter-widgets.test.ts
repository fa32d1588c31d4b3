import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import { openChromium } from '../chromium.ts';
import { until } from '../until.ts';

const origin = 'http://jupyter.example';
const connection = { color: 'blue', url: 'https://team.example', startedHere: false };
const team = { ...connection, id: 'team', name: 'Team' };
const company = { ...connection, id: 'company', name: 'Company', url: 'https://company.example' };
const listOf = (active: string | null, connections: readonly object[]) => ({
  active,
  started: null,
  configured: null,
  defaultFolder: '/home/ada/tracklens',
  connections,
});

/** Responses of the Jupyter server by method and path; null, and what is not listed, fails. */
type Responses = Record<string, () => object | null | Promise<object | null>>;

describe('widgets of the JupyterLab extension', () => {
  const stack = suiteCleanup();
  let page: Page;
  let responses: Responses = {};
  let sent: string[] = [];
  before(async () => {
    const built = await build({
      entryPoints: [inRoot('packages', 'jupyterlab-ext', 'src', 'testing', 'widgets-page.ts')],
      bundle: true,
      write: false,
      conditions: ['@tracklens/source', 'browser'],
      define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
      loader: { '.svg': 'text', '.css': 'empty' },
      logLevel: 'warning',
    });
    page = await (await openChromium(stack)).newPage();
    stack.defer(() => page.close());
    await page.route(`${origin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') return await route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' });
      const named = `${route.request().method()} ${pathname.replace('/tracklens/', '')}`;
      sent.push(named);
      const response = await responses[named]?.();
      await route.fulfill(response ? { json: response } : { status: 502, body: 'no gateway' });
    });
    await page.goto(`${origin}/`);
    await page.addStyleTag({ path: inRoot('packages', 'jupyterlab-ext', 'style', 'host.css') });
    await page.addScriptTag({ content: built.outputFiles[0]!.text });
  });

  /** Shows a widget on the page, with these responses. Returns the requests that it sends. */
  async function shown(name: string, given: Responses = {}): Promise<readonly string[]> {
    responses = given;
    sent = [];
    await page.evaluate((widget) => (window as unknown as { show(name: string): unknown }).show(widget), name);
    return sent;
  }

  /** Types a text in the dialog and accepts it. Without the style sheet of JupyterLab, the dialog is not visible. */
  async function answer(text: string): Promise<void> {
    await page.locator('.jp-Dialog input').evaluate((field: HTMLInputElement, value) => {
      field.value = value;
    }, text);
    await page.locator('.jp-Dialog button.jp-mod-accept').dispatchEvent('click');
  }

  /** Presses a key in the field; `isComposing` while an input method converts what was typed. */
  const press = (key: string, isComposing = false) =>
    page
      .locator('input')
      .evaluate(
        (field, init) =>
          field.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
        { key, isComposing },
      );

  test('Enter in the data folder starts one service, and no other starts at the same time', async () => {
    const started = Promise.withResolvers<object>();
    const requests = await shown('welcome', {
      'GET status': () => ({ id: 'configured', configured: false, message: 'No service.', remedy: 'Start one.' }),
      'GET connections': () => listOf(null, []),
      'POST local-service': () => started.promise,
    });
    const starts = () => requests.filter((request) => request === 'POST local-service').length;
    await press('Enter');
    await page.getByText('Starting…').waitFor();
    await page.getByRole('button', { name: 'Try with Demo Data' }).click({ force: true });
    started.resolve(listOf('team', [team]));
    await page.getByText('Starting…').waitFor({ state: 'detached' });
    await until(async () => requests.at(-1) === 'GET status', 'the status after the start');
    assert.equal(starts(), 1);
  });

  test('the key that accepts a word of an input method starts no service', async () => {
    const requests = await shown('welcome', {
      'GET status': () => ({ id: 'configured', configured: false, message: 'No service.', remedy: 'Start one.' }),
      'GET connections': () => listOf(null, []),
    });
    await press('Enter', true);
    await page.getByRole('button', { name: 'Start a Local Service' }).waitFor();
    assert.deepEqual(requests, ['GET status', 'GET connections']);
  });

  test('keys of an input method neither clear the filter nor leave it', async () => {
    await shown('filter');
    await page.locator('input').fill('かな');
    for (const key of ['Escape', 'ArrowDown']) await press(key, true);
    assert.equal(await page.locator('input').inputValue(), 'かな');
    assert.equal(await page.getAttribute('body', 'data-left'), null);
    await press('ArrowDown');
    await press('Escape');
    assert.equal(await page.locator('input').inputValue(), '');
    assert.equal(await page.getAttribute('body', 'data-left'), '');
  });

  test('a list of connections that cannot be read again stays, with a button that retries', async () => {
    await shown('connections', { 'GET connections': () => listOf('team', [team, company]) });
    await page.getByText('Team (active)').waitFor();
    delete responses['GET connections'];
    await page.evaluate(() => (window as unknown as { showAgain(): void }).showAgain());
    await page.getByText('The Jupyter server responded with status 502.').waitFor();
    await page.getByText('Team (active)').waitFor();
    const retry = page.getByRole('button', { name: 'Retry' });
    const before = await retry.elementHandle();
    await retry.press('Enter');
    await page.waitForFunction((button) => !button!.isConnected, before);
    assert.equal(await retry.evaluate((button) => button === document.activeElement), true);
    responses['GET connections'] = () => listOf('company', [company]);
    await retry.press('Enter');
    await page.getByText('Company (active)').waitFor();
    await page.getByText('status 502').waitFor({ state: 'detached' });
  });

  test('the focus stays in the list of connections when its button is gone', async () => {
    let active = 'team';
    await shown('connections', {
      'GET connections': () => listOf(active, [team, company]),
      'POST connections/active': () => {
        active = 'company';
        return listOf(active, [team, company]);
      },
      'GET status': () => ({ id: active, configured: true, url: 'https://company.example', source: 'x' }),
    });
    await page.getByRole('button', { name: 'Use Company' }).focus();
    await page.evaluate(() => (window as unknown as { use(id: string): unknown }).use('company'));
    await page.getByText('Company (active)').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'tracklens-connections');
  });

  test('the buttons of a connection are in one line, also after a long name', async () => {
    const local = { ...connection, id: 'local', name: 'experiments of the team '.repeat(2), url: 'http://127.0.0.1:1' };
    await shown('connections', {
      'GET connections': () => listOf(null, [{ ...local, dataFolder: '/home/ada/data', startedHere: true }]),
    });
    const buttons = page.locator('li').getByRole('button');
    await buttons.getByText('Stop').waitFor();
    for (const width of [500, 600, 700, 800]) {
      await page.setViewportSize({ width, height: 600 });
      const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1, `at ${width} px: ${tops}`);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('with forced colors, the buttons of the list have a border', async () => {
    await page.addStyleTag({ content: 'button.jp-mod-styled { border: 0 }' });
    await shown('connections', { 'GET connections': () => listOf('team', [team, company]) });
    const use = page.getByRole('button', { name: 'Use Company' });
    await use.waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const width = await use.evaluate((button) => getComputedStyle(button).borderWidth);
    await page.emulateMedia({ forcedColors: 'none' });
    assert.equal(width, '1px');
  });

  test('a local service that does not run can be started from the list, once at a time', async () => {
    const list = listOf('team', [team, { ...connection, id: 'local', name: 'Mine', url: '', dataFolder: '/data' }]);
    const started = Promise.withResolvers<object>();
    const requests = await shown('connections', {
      'GET connections': () => list,
      'GET status': () => ({ id: 'local', configured: true, url: 'http://127.0.0.1:1', source: 'x' }),
      'POST local-service': () => started.promise,
    });
    const start = page.getByRole('button', { name: 'Start Mine' });
    for (const _ of [1, 2]) await start.click({ force: true });
    await until(async () => requests.includes('POST local-service'), 'the start');
    assert.equal(await start.getAttribute('aria-disabled'), 'true');
    started.resolve(list);
    await until(async () => requests.at(-1) === 'GET status', 'the status after the start');
    assert.equal(requests.filter((request) => request === 'POST local-service').length, 1);
  });

  test('a connection that was removed meanwhile is reported, and no service starts', async () => {
    const configured = { url: company.url, source: 'COMET_URL_OVERRIDE' };
    const local = { ...connection, id: 'local', name: 'Mine', url: '', dataFolder: '/data' };
    const requests = await shown('connections', {
      'GET connections': () => ({ ...listOf(null, [local]), configured }),
    });
    await page.getByRole('button', { name: 'Start Mine' }).waitFor();
    responses['GET connections'] = () => ({ ...listOf(null, []), configured });
    const reported = page.waitForEvent('console');
    await page.getByRole('button', { name: 'Start Mine' }).click();
    assert.deepEqual(await (await reported).args()[0]!.jsonValue(), { message: 'This connection no longer exists.' });
    assert.equal(await page.locator('.jp-Dialog').count(), 0);
    assert.deepEqual(new Set(requests), new Set(['GET connections']));
  });

  test('the name of a connection is cut off at the edge of the sidebar', async () => {
    const name = 'experiments of the team '.repeat(3).slice(0, 60);
    await shown('bar', {
      'GET status': () => ({ id: 'team', name, configured: true, url: team.url, source: 'x' }),
    });
    await page.addStyleTag({ content: 'body { display: flex; width: 250px; margin: 0 }' });
    const bar = await page.getByRole('button', { name: `Connection: ${name}` }).boundingBox();
    assert.ok(bar !== null && bar.x + bar.width <= 250, `it ends at ${bar && bar.x + bar.width}`);
    // Only a block has an ellipsis.
    assert.equal(await page.getByText(name).evaluate((label) => getComputedStyle(label).display), 'block');
  });

  test('a query panel keeps the text of its query when it is opened again for its project', async () => {
    const [vision, query] = [{ workspace: 'ada', projectName: 'vision' }, 'Metric("loss") < 1'];
    const speech = { workspace: 'ada', projectName: 'speech' };
    const starts = [{ ...vision, query }, vision, { ...vision, query: 'archived' }, speech];
    const shownAt = await page.evaluate(
      (given) => (window as unknown as { queryPanel(starts: object[]): object[] }).queryPanel(given),
      starts,
    );
    assert.deepEqual(shownAt, [{ ...vision, query }, { ...vision, query: 'archived' }, speech]);
  });

  test('the title of a panel is the new name after its experiment was renamed', async () => {
    const experimentKey = 'a'.repeat(32);
    let experimentName = 'first';
    await shown('restored panel', {
      'GET at/team/api/api/rest/v2/experiment/metadata': () => ({
        experimentKey,
        experimentName,
        workspaceName: 'ada',
        projectName: 'vision',
      }),
      'GET at/team/api/api/rest/v2/experiment/tags': () => ({ tags: [] }),
      'POST at/team/api/api/rest/v2/write/experiment/log-other': () => {
        experimentName = 'second';
        return { msg: 'Saved' };
      },
    });
    const title = () => page.evaluate(() => (window as unknown as { title(): string }).title());
    await until(async () => (await title()) === 'first', 'the name in the title');
    const renamed = page.evaluate(
      (key) => (window as unknown as { manage(id: string, key: string): unknown }).manage('rename-experiment', key),
      experimentKey,
    );
    await answer('second');
    await renamed;
    await until(async () => (await title()) === 'second', 'the new name in the title');
  });

  test('a link to a named view shows it in its panel, also while that shows another one', async () => {
    await shown('panel of a named view');
    const openAfter = (view: string) =>
      page.evaluate((id) => (window as unknown as { openAfter(view: string): unknown }).openAfter(id), view);
    assert.deepEqual(await openAfter('x'), { version: 1, view: 'x' });
    // The view of the target is applied to a panel without a state.
    assert.equal(await openAfter('y'), null);
  });

  test('a panel that was opened without a service shows the one that is connected next', async () => {
    let status: object = { id: 'configured', configured: false, message: 'No service.', remedy: 'Start one.' };
    const requests = await shown('panel of the active connection', {
      'GET status': () => status,
      'POST connections/active': () => listOf('team', [team]),
    });
    await page.getByText('responded with 502').first().waitFor();
    status = { id: 'team', configured: true, url: team.url, source: 'x' };
    await page.evaluate(() => (window as unknown as { use(id: string): unknown }).use('team'));
    const isRead = () => requests.includes('GET at/team/api/api/rest/v2/experiment/metadata');
    await until(isRead, 'the panel to read from the connection');
  });

  test('a pasted address opens in the connection to its service, a key and a name in the active one', async () => {
    await shown('filter', {
      'GET connections': () => listOf('team', [team, company]),
      'GET status': () => ({ id: 'team', configured: true, url: team.url, source: 'x' }),
    });
    const experimentKey = 'a'.repeat(32);
    const experiment = { kind: 'experiment', experimentKey };
    const vision = { kind: 'project', workspace: 'ada', projectName: 'vision' };
    for (const [command, text, target, id] of [
      ['open-experiment', experimentKey, experiment, null],
      ['open-experiment', `${company.url}/ada/vision/${experimentKey}`, experiment, 'company'],
      ['open-project', 'ada/vision', vision, null],
      ['open-project', `${company.url}/ada/vision`, vision, 'company'],
      ['open-project', `${team.url}/ada/vision`, vision, 'team'],
    ] as const) {
      const opened = page.evaluate(
        (given) => (window as unknown as { open(command: string): Promise<unknown> }).open(`tracklens:${given}`),
        command,
      );
      await answer(text);
      assert.deepEqual(await opened, [[target, id]], text);
    }
  });

  test('a second run of “Notify When It Ends” ends the watch, also before the first one has loaded it', async () => {
    const isOn = await page.evaluate(() => (window as unknown as { notifyTwice(): Promise<boolean> }).notifyTwice());
    assert.equal(isOn, false);
  });

  test('the first steps stay when an earlier read of the connections fails', async () => {
    const earlier = Promise.withResolvers<null>();
    let reads = 0;
    await shown('welcome area', {
      'GET connections': () => (reads++ === 0 ? earlier.promise : listOf(null, [])),
    });
    const show = (message: string) =>
      page.evaluate(
        (status) => void (window as unknown as { showStatus(status: object): unknown }).showStatus(status),
        { id: 'configured', configured: false, message, remedy: 'Start one.' },
      );
    await show('No key.');
    await until(() => reads === 1, 'the first read');
    await show('No service.');
    const start = page.getByRole('button', { name: 'Start a Local Service' });
    await start.waitFor();
    const failed = page.waitForResponse((response) => response.url().endsWith('/connections'));
    earlier.resolve(null);
    await failed;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.equal(await start.count(), 1);
  });

  test('a message shows a path with a percent sign as it is', async () => {
    await shown('welcome area', { 'GET connections': () => listOf(null, []) });
    const message = 'The local service of /home/ada/100%20done does not run.';
    await page.evaluate(
      (status) => void (window as unknown as { showStatus(status: object): unknown }).showStatus(status),
      { id: 'runs', name: 'Runs', configured: false, message, remedy: 'Start it.' },
    );
    await page.getByText(message).waitFor({ timeout: 5000 });
  });
});
