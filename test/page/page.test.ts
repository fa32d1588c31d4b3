import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { before, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Page } from 'playwright-core';
import { browserHost } from '../../packages/core/src/node/browser-host.ts';
import { undiciTransport } from '../../packages/core/src/node/undici-transport.ts';
import { linkWithState } from '../../packages/core/src/targets/link-state.ts';
import { treeDefinitions } from '../../packages/ui/src/trees/tree-definitions.ts';
import { inRoot } from '../../scripts/folders.ts';
import { axeViolations } from '../ui/browser.ts';
import { type PageBrowser, pageBrowser } from './page-browser.ts';

const screenshots = inRoot('test', 'output', 'page');
const series = '[data-series]';
const project = '/demo/digits';

const stack = suiteCleanup();
let browser: PageBrowser;
let keys: readonly string[];

before(async () => {
  await mkdir(screenshots, { recursive: true });
  browser = await pageBrowser(stack, { demo: true });
  const { experiments } = await browser.call<{ experiments: { experimentKey: string }[] }>(
    'GET',
    '/api/rest/v2/experiments?workspaceName=demo&projectName=digits',
  );
  keys = experiments.map(({ experimentKey }) => experimentKey);
});

const screenshot = (page: Page, name: string) => page.screenshot({ path: `${screenshots}/${name}.png` });
const heading = (page: Page) => page.locator('main .tl-title').first();
const chosenTab = (page: Page) => page.locator('[role=tab][aria-selected=true]');
const addressOf = (page: Page) => page.url().slice(browser.service.url.length);

test('a link opens an experiment with its charts, without a key in the browser', async () => {
  const { page, problems, traffic, close } = await browser.open(`${project}/${keys[0]}?experiment-tab=chart`, {
    recorded: true,
  });
  await page.locator(series).first().waitFor();
  assert.equal(addressOf(page), `${project}/${keys[0]}?experiment-tab=chart`);
  assert.match(await page.title(), / · digits · demo · Tracklens$/);
  assert.deepEqual(await axeViolations(page), []);
  await screenshot(page, 'experiment-light');
  assert.deepEqual(problems, []);
  assert.ok(traffic.length > 10);
  const kept = await page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, history.state]));
  for (const text of [...traffic, kept, await page.content()]) assert.ok(!text.includes(browser.apiKey));
  assert.equal(await page.evaluate(() => document.cookie), '');
  await close();
});

test('logged HTML has its styles under the policy of the page', async () => {
  const html = `<style>h2 { color: rgb(1, 2, 3) } #own { color: red }</style><h2>Report</h2>
<p id="own" style="color: rgb(4, 5, 6); } p { display: none">text</p>`;
  await browser.call('POST', '/api/rest/v2/write/experiment/html', { experimentKey: keys[0], html, override: true });
  const { page, close } = await browser.open(`${project}/${keys[0]}?experiment-tab=text`);
  await page.getByRole('tab', { name: 'HTML' }).click();
  const frame = page.frameLocator('iframe.tl-html-frame');
  for (const [selector, color] of [
    ['h2', 'rgb(1, 2, 3)'],
    ['#own', 'rgb(4, 5, 6)'],
  ] as const) {
    const element = frame.locator(selector);
    await element.waitFor();
    assert.equal(await element.evaluate((one) => getComputedStyle(one).color), color, selector);
  }
  await close();
});

test('display() of a Node process opens the page and signs the browser in', async () => {
  const { page, close } = await browser.open('/', { signedIn: false });
  const transport = undiciTransport({ url: browser.service.url, apiKey: browser.apiKey });
  const host = browserHost(transport, async (url) => {
    await page.goto(url);
    return true;
  });
  const displayed = {
    target: { kind: 'experiment' as const, experimentKey: keys[0]!, tab: 'metrics' as const },
    url: `${browser.service.url}${project}/${keys[0]}?experiment-tab=metrics`,
    snapshot: () => Promise.reject(new Error('a page needs no copy')),
  };
  await host.show(displayed, { clear: false, wait: true, new: 0, autoraise: true });
  await chosenTab(page).getByText('Metrics', { exact: true }).waitFor();
  assert.equal(page.url(), displayed.url);
  const [session] = await page.context().cookies();
  assert.deepEqual([session?.httpOnly, session?.sameSite, session?.path], [true, 'Strict', '/']);
  await close();
});

test('the tab is in the URL: back, forward and reload restore it', async () => {
  const { page, problems, close } = await browser.open(`${project}/${keys[0]}`);
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.waitForURL(/experiment-tab=params$/);
  await page.getByRole('tab', { name: 'Metrics', exact: true }).click();
  await page.waitForURL(/experiment-tab=metrics$/);
  await page.goBack();
  await chosenTab(page).getByText('Parameters').waitFor();
  assert.match(addressOf(page), /experiment-tab=params$/);
  await page.goBack();
  await chosenTab(page).getByText('Charts').waitFor();
  await page.goForward();
  await chosenTab(page).getByText('Parameters').waitFor();
  await page.reload();
  await chosenTab(page).getByText('Parameters').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('the choices in a view are restored from its URL', async () => {
  const { page, close } = await browser.open(`${project}/${keys[0]}?experiment-tab=chart`);
  const search = page.getByRole('searchbox', { name: 'Search metrics' });
  await search.fill('val_');
  await page.waitForFunction(() => JSON.stringify(history.state).includes('val_'));
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.waitForURL(/experiment-tab=params$/);
  await page.getByRole('link', { name: 'Tracklens', exact: true }).click();
  await page.locator('main h1').waitFor();
  await page.goBack();
  await chosenTab(page).getByText('Parameters').waitFor();
  await page.goBack();
  await chosenTab(page).getByText('Charts').waitFor();
  assert.equal(await search.inputValue(), 'val_');
  await close();
});

test('a view is not reset when the user skips to the content, and opens a link to itself', async () => {
  const { page, close } = await browser.open(project);
  const search = page.getByRole('searchbox', { name: 'Search experiments' });
  await search.fill('lr=0.01');
  await page.waitForFunction(() => JSON.stringify(history.state).includes('lr=0.01'));
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  assert.equal(await search.inputValue(), 'lr=0.01');
  assert.equal(addressOf(page), project);
  const link = linkWithState(page.url(), { version: 1, table: { search: 'lr=0.1' } })!;
  await page.evaluate((address) => location.assign(address), link);
  await page.waitForFunction(() => location.hash === '');
  await page.waitForFunction(
    (element) => (element as HTMLInputElement).value === 'lr=0.1',
    await search.elementHandle(),
  );
  await close();
});

test('a project opens its experiments in the same tab, and in a new one for a middle click', async () => {
  const { page, problems, close } = await browser.open(project);
  await heading(page).waitFor();
  assert.equal(await page.title(), 'digits · demo · Tracklens');
  assert.deepEqual(await axeViolations(page), []);
  await screenshot(page, 'project-light');
  await page.locator('[role=tree] [data-kind=workspace]', { hasText: 'demo' }).first().click();
  const tab = page.context().waitForEvent('page');
  await page.locator('[role=tree] [data-kind=project]').first().click({ button: 'middle' });
  const opened = await tab;
  await heading(opened).waitFor();
  assert.equal(addressOf(opened), project);
  assert.equal(addressOf(page), project);
  const row = page.locator('main [data-id]', { hasText: 'lr=' }).first().locator('[aria-colindex="2"]');
  const newTab = page.context().waitForEvent('page');
  await row.click({ button: 'middle' });
  await (await newTab).waitForURL(/\/[A-Za-z0-9]{32}$/);
  await row.click();
  await page.waitForURL(new RegExp(`${project}/[A-Za-z0-9]{32}$`));
  await page.goBack();
  await page.waitForURL(new RegExp(`${project}$`));
  assert.deepEqual(problems, []);
  await close();
});

test('an experiment whose project is found late is not opened once the user has gone elsewhere', async () => {
  const { page, close } = await browser.open('/');
  await page.locator('main .tl-page-models a').first().click();
  await page.locator('main [role=row] .tl-icon + .tl-grid-text').first().waitFor();
  const metadata = '**/experiment/metadata?*';
  const held = Promise.withResolvers<void>();
  await page.route(metadata, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(metadata);
  await page.locator('main [role=row]').nth(1).dblclick();
  await asked;
  await page.getByRole('link', { name: 'Tracklens', exact: true }).click();
  await page.getByRole('heading', { name: 'Workspaces' }).waitFor();
  const found = page.waitForResponse(metadata);
  held.resolve();
  await (await found).finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  assert.equal(addressOf(page), '/');
  await close();
});

test('the sidebar shows every tree, including the files of an artifact', async () => {
  const { page, problems, close } = await browser.open('/');
  for (const { title } of treeDefinitions) {
    const tree = page.locator('#sidebar').getByRole('tree', { name: title });
    await tree.getByRole('treeitem', { name: 'demo' }).waitFor();
    assert.equal(await page.locator('#sidebar h2', { hasText: title }).count(), 1);
  }
  const artifacts = page.locator('#sidebar').getByRole('tree', { name: 'Artifacts' });
  await artifacts.getByRole('treeitem', { name: 'demo' }).click();
  for (const kind of ['artifact', 'artifact-version']) await artifacts.locator(`[data-kind=${kind}]`).first().click();
  await artifacts.locator('[data-kind=file]').first().waitFor();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await axeViolations(page), [], scheme);
    await screenshot(page, `sidebar-${scheme}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('the URL of a project by its id opens it, with its view after a second question mark', async () => {
  const { projectId } = await browser.call('GET', '/api/rest/v2/project?workspaceName=demo&projectName=digits');
  const { page, close } = await browser.open(`/api/projects/redirect?projectId=${projectId}?viewId=v1`);
  await heading(page).waitFor();
  assert.equal(addressOf(page), `${project}?viewId=v1`);
  await close();
});

test('a named view has a URL, can be saved by a signed-in browser, and a link carries unsaved changes', async () => {
  const { page, problems, close } = await browser.open(project, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByLabel('Search experiments').fill('lr=0.1');
  await page.getByRole('button', { name: /^View: / }).click();
  await page.getByLabel('Name of a new view').fill('High rates');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?viewId=/);
  await page.reload();
  await page.waitForSelector('[role=grid]');
  assert.equal(await page.getByLabel('Search experiments').inputValue(), 'lr=0.1');

  await page.getByLabel('Search experiments').fill('lr=0.01');
  await page.getByRole('button', { name: /^View: High rates/ }).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await close();
  const other = await browser.open('/');
  await other.page.goto(link);
  await other.page.waitForSelector('[role=grid]');
  assert.equal(await other.page.getByLabel('Search experiments').inputValue(), 'lr=0.01');
  assert.match(await other.page.getByRole('button', { name: /^View: / }).innerText(), /High rates/);
  assert.ok(!other.page.url().includes('#'), 'the state is in the address only until it was read');
  await other.close();
  assert.deepEqual(problems, []);
});

test('a project opens as the user left it, until it is reset to its defaults', async () => {
  const { page, close } = await browser.open(project);
  const sorted = page.locator('[role=columnheader][aria-sort$=ending]', { hasText: 'Duration' });
  const reopen = async () => {
    await page.getByRole('link', { name: 'Tracklens', exact: true }).click();
    await page.getByRole('link', { name: 'digits', exact: true }).first().click();
    await page.getByRole('columnheader', { name: 'Duration' }).waitFor();
  };
  await page.getByRole('columnheader', { name: 'Duration' }).click();
  await sorted.waitFor();
  await reopen();
  await sorted.waitFor();
  // What the host remembers is not unsaved, unlike a search.
  assert.equal(await page.locator('.tl-edited').count(), 0);
  await page.getByLabel('Search experiments').fill('lr=0.1');
  await page.locator('.tl-edited').waitFor();
  await page.getByRole('button', { name: 'Reset to Defaults' }).click();
  await sorted.waitFor({ state: 'detached' });
  await reopen();
  assert.equal(await sorted.count(), 0);
  await close();
});

test('the start page lists workspaces, projects and models as links', async () => {
  const { page, problems, close } = await browser.open('/');
  await page.getByRole('link', { name: 'digits', exact: true }).waitFor();
  assert.equal(await page.title(), 'Tracklens');
  assert.deepEqual(await axeViolations(page), []);
  await screenshot(page, 'start-light');
  await page.locator('main .tl-page-models a').first().click();
  await page.waitForURL(/\/demo\/model-registry\/[^/]+$/);
  await heading(page).waitFor();
  await screenshot(page, 'model-light');
  await page.getByRole('link', { name: 'Tracklens', exact: true }).click();
  await page.getByRole('link', { name: 'demo', exact: true }).click();
  await page.waitForURL(/\/demo$/);
  assert.equal(await page.locator('main h1').textContent(), 'demo');
  assert.deepEqual(problems, []);
  await close();
});

test('in a narrow window only the last name in the header is shortened', async () => {
  const { page, close } = await browser.open(`${project}/${keys[0]}`, { viewport: { width: 700, height: 600 } });
  try {
    await page.waitForSelector('.tl-page-crumbs [aria-current]');
    const crumbs = page.locator('.tl-page-crumbs .tl-link');
    const widthsWith = async (name: string) => {
      await crumbs.last().evaluate((crumb, text) => {
        crumb.textContent = text;
      }, name);
      return crumbs.evaluateAll((all) => all.map((crumb) => crumb.getBoundingClientRect().width));
    };
    const before = await widthsWith('a');
    const after = await widthsWith('a name that is much longer than what is left of the line '.repeat(3));
    assert.deepEqual(after.slice(0, 3), before.slice(0, 3));
    assert.ok(await crumbs.last().evaluate((crumb) => crumb.scrollWidth > crumb.clientWidth));
  } finally {
    await close();
  }
});

test('in a window of 320 pixels the names of the project and the search are not cut', async () => {
  const { page, close } = await browser.open(`${project}?search`, { viewport: { width: 320, height: 600 } });
  try {
    const crumbs = page.locator('.tl-page-crumbs');
    await crumbs.locator('a', { hasText: 'Search' }).waitFor({ state: 'attached' });
    const cut = await crumbs.evaluate((list) => {
      const { right } = list.getBoundingClientRect();
      return [...list.querySelectorAll('a')]
        .filter((crumb) => crumb.scrollWidth > crumb.clientWidth || crumb.getBoundingClientRect().right > right)
        .map((crumb) => crumb.textContent);
    });
    assert.deepEqual(cut, []);
  } finally {
    await close();
  }
});

test('in a narrow window the sidebar overlays the page and closes once something is opened', async () => {
  const { page, close } = await browser.open(`${project}?search`, { viewport: { width: 400, height: 600 } });
  try {
    const sidebar = page.locator('#sidebar');
    const show = page.getByRole('button', { name: 'Show the sidebar' });
    await show.click();
    await sidebar.locator('[role=treeitem]').first().waitFor();
    await sidebar.locator('[role=tree]').first().focus();
    await page.keyboard.press('Escape');
    assert.ok(await sidebar.isHidden());
    await show.click();
    await sidebar.locator('[data-kind=workspace]', { hasText: 'demo' }).first().click();
    await sidebar.locator('[data-kind=project]').first().click();
    await page.waitForURL(new RegExp(`${project}$`));
    await heading(page).waitFor();
    assert.ok(await sidebar.isHidden());
    const shared = await page.locator('.tl-page-header > *').evaluateAll((parts) => {
      const edges = parts.map((part) => part.getBoundingClientRect());
      return edges.some(({ left }, at) => at > 0 && left < edges[at - 1]!.right - 4);
    });
    assert.ok(!shared, 'parts of the header overlap');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  } finally {
    await close();
  }
});

test('experiments can be searched, and a result opens at its URL', async () => {
  const { page, problems, close } = await browser.open(`${project}?search`, { viewport: { width: 1500, height: 900 } });
  await page.locator('main textarea').fill('Metric("val_accuracy") > 0');
  await page.getByRole('button', { name: 'Run query' }).click();
  await page.locator('main .tl-grid-body [role=row]').first().waitFor();
  const { width } = (await page.locator('main [role=grid]').boundingBox())!;
  assert.ok(width > 1100, `the results are as wide as the page, not ${width} px`);
  const middles = await heading(page).evaluate((title) =>
    [title, title.nextElementSibling!].map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return top + height / 2;
    }),
  );
  assert.ok(Math.abs(middles[0]! - middles[1]!) < 2, `the heading is in line with what follows: ${middles}`);
  await screenshot(page, 'search-light');
  await page.locator('main .tl-grid-body [aria-colindex="2"]').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open in a new tab' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open as a Page' }).click();
  await page.waitForURL(/\?query=/);
  assert.deepEqual(problems, []);
  await close();
});

test('a search is run again on Back, on reload and at its URL, and Search stays in the project', async () => {
  const { page, problems, close } = await browser.open(`${project}?search`);
  const field = page.locator('main textarea');
  const rows = page.locator('main .tl-grid-body [role=row]');
  const query = 'Metric("val_accuracy") > 0';
  await field.fill(query);
  await page.getByRole('button', { name: 'Run query' }).click();
  await rows.first().waitFor();
  assert.equal(addressOf(page), `${project}?search=${encodeURIComponent(query)}`);
  const isRunAgain = async () => {
    await rows.first().waitFor();
    assert.equal(await field.inputValue(), query);
  };
  await rows.first().locator('[aria-colindex="2"]').click();
  await page.waitForURL(/\/[A-Za-z0-9]{32}$/);
  await page.goBack();
  await isRunAgain();
  await page.reload();
  await isRunAgain();
  await page.getByRole('link', { name: 'Search', exact: true }).last().click();
  await page.locator('main textarea:focus').waitFor();
  await isRunAgain();
  assert.deepEqual(problems, []);
  await close();
});

test('the link to the search puts the cursor into its field', async () => {
  const { page, problems, close } = await browser.open(project);
  await heading(page).waitFor();
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.locator('main textarea:focus').waitFor();
  await page.keyboard.type('Metric');
  assert.equal(await page.locator('main textarea').inputValue(), 'Metric');
  assert.deepEqual(problems, []);
  await close();
});

test('dark colors and high contrast follow the system', async () => {
  const dark = await browser.open(`${project}/${keys[0]}`, { colorScheme: 'dark' });
  await dark.page.locator(series).first().waitFor();
  assert.equal(await dark.page.locator('.tl-page').getAttribute('data-theme'), 'dark');
  assert.deepEqual(await axeViolations(dark.page), []);
  await screenshot(dark.page, 'experiment-dark');
  await dark.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await dark.page.locator('.tl-page[data-theme=high-contrast-dark]').waitFor();
  await screenshot(dark.page, 'experiment-contrast');
  await dark.close();
});

test('a dark page is printed in full and in light colors, without navigation and buttons', async () => {
  const { page, problems, close } = await browser.open(project, {
    colorScheme: 'dark',
    viewport: { width: 1100, height: 700 },
  });
  try {
    await page.locator('.tracklens-plot[data-series]').first().waitFor();
    await page.evaluate(() =>
      matchMedia('print').addEventListener('change', ({ matches }) => {
        if (!matches) return;
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
        document.body.dataset.printed = JSON.stringify({
          theme: document.querySelector('.tl-view')!.getAttribute('data-theme'),
          controls: shown('.tl-page-header, .tl-page-sidebar, .tl-button, .tl-icon-button, canvas').length,
          rows: shown('.tl-grid-body [role=row]').length,
          hasCharts: shown('.tracklens-plot img').length > 0,
        });
      }),
    );
    const pages = (await page.pdf()).toString('latin1').match(/\/Type \/Page\n/g)!.length;
    assert.ok(pages >= 2, `${pages} pages`);
    assert.deepEqual(JSON.parse((await page.locator('body').getAttribute('data-printed'))!), {
      theme: 'light',
      controls: 0,
      rows: 14,
      hasCharts: true,
    });
    await page.locator('.tl-view[data-theme=dark]').waitFor();
    assert.equal(await page.locator('.tracklens-plot img').count(), 0);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
});

test('the first tab stop is a link that skips to the content', async () => {
  const { page, close } = await browser.open(`${project}/${keys[0]}`);
  await page.locator(series).first().waitFor();
  await page.locator('body').press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  await close();
});

test('a browser that is not signed in shows how to sign in', async () => {
  const { page, problems, close } = await browser.open(`${project}/${keys[0]}`, { signedIn: false });
  assert.equal(await page.locator('h1').textContent(), 'Not signed in');
  assert.ok((await page.locator('main').textContent())?.includes(`).display("${keys[0]}")`));
  assert.deepEqual(await axeViolations(page), []);
  await screenshot(page, 'not-signed-in');
  assert.deepEqual(problems, []);
  await close();
});

test('a link on another site opens the page for a signed-in browser', async () => {
  const { page, problems, close } = await browser.open(project);
  await heading(page).waitFor();
  // The same service by another name of this machine is another site to the browser.
  await page.goto(`${browser.service.url.replace('127.0.0.1', 'localhost')}/somewhere`);
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await page.evaluate(
    (address) => {
      const link = document.createElement('a');
      link.href = address;
      link.textContent = 'to the page';
      document.body.append(link);
    },
    linkWithState(browser.service.url + project, { version: 1, table: { search: 'lr=0.01' } })!,
  );
  await page.getByRole('link', { name: 'to the page' }).click();
  await page.waitForSelector('[role=grid]');
  assert.equal(await page.getByLabel('Search experiments').inputValue(), 'lr=0.01');
  assert.equal(addressOf(page), project);
  assert.deepEqual(problems, []);
  await close();
});

test('every tab of a signed-in browser reads, also after a reload, and its cookie alone does not', async () => {
  const { page, problems, close } = await browser.open(project);
  await heading(page).waitFor();
  await page.reload();
  await heading(page).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(browser.service.url + project);
  await heading(tab).waitFor();
  assert.equal(addressOf(tab), project);
  // Browsers send the cookie to every port of the machine.
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const secret of ['', '1']) {
    const headers = { cookie, 'x-tracklens-page': secret };
    assert.equal((await fetch(`${browser.service.url}/api/rest/v2/workspaces`, { headers })).status, 401);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('a browser that has lost the secret of its session shows how to sign in again', async () => {
  const { page, close } = await browser.open(project);
  await heading(page).waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  const banner = page.getByRole('alert').filter({ hasText: 'signed out' });
  await banner.getByText('tracklens open').waitFor();
  await page.goto(await browser.link(project));
  await heading(page).waitFor();
  assert.equal(await banner.count(), 0);
  await close();
});

test('a link with a wrong secret signs no tab out', async () => {
  const { page, close } = await browser.open(project);
  await heading(page).waitFor();
  await page.goto(`${browser.service.url}/somewhere`);
  await page.goto(`${browser.service.url}${project}#tracklens-session=wrong`);
  await page.waitForSelector('[role=grid]');
  assert.equal(addressOf(page), project);
  await page.reload();
  await page.waitForSelector('[role=grid]');
  assert.equal(await page.getByRole('alert').count(), 0);
  await close();
});

test('a page that is reloaded before the service has checked its sign-in is signed in', async () => {
  const { page, close } = await browser.open('/somewhere', { signedIn: false });
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  let reloaded = false;
  await page.route('**/api/rest/v2/workspaces', (route) => (reloaded ? route.continue() : hold()));
  await page.goto(await browser.link(project));
  await held;
  reloaded = true;
  await page.reload();
  await heading(page).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await close();
});

test('a sign-in that the service failed to check is checked again after a reload', async () => {
  const { page, close } = await browser.open('/', { signedIn: false });
  let failures = 0;
  await page.route('**/api/rest/v2/workspaces', async (route) => {
    if (failures++ === 0) await route.fulfill({ status: 503, json: { msg: 'busy' } });
    else await route.continue();
  });
  await page.goto(await browser.link(project));
  const banner = page.getByRole('alert').filter({ hasText: 'signed out' });
  await banner.waitFor();
  await page.reload();
  await heading(page).waitFor();
  await close();
});

test('where storage is disabled, a browser is signed in until it reloads', async () => {
  const { page, close } = await browser.open('/somewhere', { signedIn: false });
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('disabled', 'SecurityError');
      },
    }),
  );
  await page.goto(await browser.link(project));
  await heading(page).waitFor();
  assert.equal(addressOf(page), project);
  await page.reload();
  await page.getByRole('alert').getByText('signed out').waitFor();
  await close();
});

test('signing out ends the session, and the page shows how to sign in again', async () => {
  const { page, close } = await browser.open(project);
  await heading(page).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alert').getByText('signed out').waitFor();
  await screenshot(page, 'signed-out');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await close();
});

test('another site cannot put the page in a frame', async () => {
  const { page, close } = await browser.open(project);
  const refused = page.waitForEvent('console', {
    predicate: (message) => /frame-ancestors|frame-src|Framing/.test(message.text()),
  });
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(frame);
  });
  await refused;
  await close();
});
