import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { testChromium } from '../chromium.ts';
import { drawnCharts } from '../jupyterlab/drawn-charts.ts';
import { type JupyterSession, openSession } from '../jupyterlab/jupyter-session.ts';
import { choose, command, dialog, restored, rowOf, tree, unfold } from '../jupyterlab/lab-page.ts';
import { writeNotebook } from '../jupyterlab/notebook-file.ts';
import { type HubServer, startHub } from './hub-server.ts';

/** Name that the browser has for the hub: a page on the loopback interface of the hub is out of its reach. */
const host = 'hub.example';

/** User of the hub, with a service and a key of their own. */
interface HubUser {
  readonly name: 'ada' | 'bob';
  readonly key: string;
  readonly url: string;
  readonly session: JupyterSession;
}

describe('two users of a JupyterHub', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let hub: HubServer;
  let browser: Browser;
  let ada: HubUser;
  let bob: HubUser;
  const address = (within: string) => `http://${host}:${hub.port}${within}`;

  before(async () => {
    hub = await startHub(stack);
    const { args, ...launch } = await testChromium();
    browser = await playwright.launch({ ...launch, args: [...args, `--host-resolver-rules=MAP ${host} 127.0.0.1`] });
    stack.defer(() => browser.close());
    ada = await newUser('ada');
    bob = await newUser('bob');
  });

  /** Starts a service with one run, and logs the user in to the hub, which starts a JupyterLab. */
  async function newUser(name: HubUser['name']): Promise<HubUser> {
    const key = `${name}SecretKeyOfTheTests0123456789`;
    const service = await startService({ dataFolder: await temporaryFolder(stack), apiKey: key });
    stack.defer(() => service.close());
    const api = new API({ url: service.url, apiKey: key });
    const run = await APIExperiment.create({ api, workspace: 'local', projectName: `project-of-${name}` });
    await run.setName(`run-of-${name}`);
    for (let step = 0; step < 20; step++) await run.logMetrics({ loss: 1 / (step + 1) }, { step });
    await run.end();
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce' });
    stack.defer(() => context.close());
    const url = address(`/user/${name}/`);
    const server = { url, token: '', notebookUrl: (file: string) => `${url}lab/tree/${file}?`, logFile: '/dev/null' };
    const session = await openSession({
      server: { ...server, stop: async () => {} },
      context,
      notebookFolder: hub.home(name),
      privateFolder: hub.home(name),
    });
    const { page } = session;
    await page.goto(address('/hub/login'));
    await page.getByLabel('Username:').fill(name);
    await page.getByLabel('Password:').fill('any');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/user/${name}/lab**`);
    await restored(page);
    return { name, key, url: service.url, session };
  }

  for (const name of ['ada', 'bob'] as const) {
    test(`${name} signs in with an own key and sees the own data only`, async () => {
      const { session, key, url } = name === 'ada' ? ada : bob;
      const { page } = session;
      // A page in the background draws no frames, which clicks wait for.
      await page.bringToFront();
      await command(page, 'tracklens:show-sidebar');
      await page.getByRole('button', { name: 'Sign In…' }).press('Enter');
      const form = dialog(page);
      await form.getByLabel('Address of the service').fill(url);
      await form.getByLabel('API key').fill(key);
      await page.keyboard.press('Enter');
      await form.waitFor({ state: 'detached' });
      await unfold(tree(page, 'Experiments'), 'local', `project-of-${name}`);
      await rowOf(tree(page, 'Experiments'), `run-of-${name}`).waitFor();
      assert.deepEqual(await tree(page, 'Experiments').getByRole('treeitem', { level: 2 }).count(), 1);
      const { mode } = await stat(path.join(hub.home(name), '.config', 'tracklens', 'connections.json'));
      assert.equal(mode & 0o777, 0o600);
      await session.screenshot(`hub-${name}`);
    });
  }

  /** Opens the page of ada's run by an action, and asserts that the hub serves it. */
  async function openedThroughHub(act: () => Promise<void>): Promise<Page> {
    const opening = ada.session.page.context().waitForEvent('page');
    await act();
    const opened = await opening;
    await opened.getByRole('heading', { name: 'run-of-ada' }).waitFor();
    await drawnCharts(opened.locator('body'));
    const { origin, pathname } = new URL(opened.url());
    assert.equal(origin, address(''));
    assert.match(pathname, /^\/user\/ada\/tracklens\/at\/\w+\/page\/local\/project-of-ada\/\w+$/);
    assert.equal(await opened.getByRole('button', { name: 'Sign out' }).count(), 0);
    return opened;
  }

  test('"Open page" of a notebook output opens the page through the hub', async () => {
    const { session } = ada;
    await session.page.bringToFront();
    await writeNotebook(path.join(session.notebookFolder, 'output.ipynb'), [
      'import tracklens\ntracklens.experiments("local", "project-of-ada")[0].display("charts")',
    ]);
    await session.openNext('output.ipynb');
    await session.runAll();
    const output = session.output(0).locator('.jp-TracklensOutput');
    await drawnCharts(output);
    const opened = await openedThroughHub(() => output.getByRole('link', { name: 'Open page' }).click());
    await opened.close();
    await session.screenshot('hub-output');
    await command(session.page, 'tracklens:show-sidebar');
    await unfold(tree(session.page, 'Experiments'), 'local', 'project-of-ada');
  });

  test('"Open in Browser" opens the page through the hub', async () => {
    const { page } = ada.session;
    await page.bringToFront();
    const opened = await openedThroughHub(() =>
      choose(rowOf(tree(page, 'Experiments'), 'run-of-ada'), 'Open in Browser'),
    );
    await opened.screenshot({ path: ada.session.screenshotFile('hub-page') });
    // Its links stay below the path.
    await opened.getByLabel('Breadcrumbs').getByText('project-of-ada').click();
    await opened.getByRole('heading', { name: 'project-of-ada' }).waitFor();
    await opened.reload();
    await opened.getByText('run-of-ada').first().waitFor();
    await opened.close();
  });

  test('the link of a project, which has its id, leads to its page below the path', async () => {
    const page = await ada.session.page.context().newPage();
    const file = path.join(hub.home('ada'), '.config', 'tracklens', 'connections.json');
    const { active } = JSON.parse(await readFile(file, 'utf8')) as { active: string };
    const root = `/user/ada/tracklens/at/${active}/page`;
    const api = new API({ url: ada.url, apiKey: ada.key });
    const project = await api.getProject('local', 'project-of-ada');
    await page.goto(address(`${root}/api/projects/redirect?projectId=${project?.projectId}`));
    await page.waitForURL(`**${root}/local/project-of-ada**`);
    await page.getByText('run-of-ada').first().waitFor();
    await page.close();
  });

  test("one user reaches neither the page nor the service of the other's server", async () => {
    for (const within of ['tracklens/status', 'tracklens/connections', 'tracklens/at/configured/page/']) {
      const page = await bob.session.page.context().newPage();
      const response = await page.goto(address(`/user/ada/${within}`));
      assert.equal(response?.status(), 403, within);
      assert.equal((await page.content()).includes('run-of-ada'), false);
      await page.close();
    }
    const [ofAda, ofBob] = [await ada.session.everything(), await bob.session.everything()];
    for (const [text, other] of [
      [ofAda, 'bob'],
      [ofBob, 'ada'],
    ] as const) {
      assert.equal(text.includes(`run-of-${other}`), false);
      assert.equal(text.includes(`project-of-${other}`), false);
      assert.equal(text.includes(`${other}SecretKey`), false);
    }
    assert.doesNotMatch(await readFile(hub.logFile, 'utf8'), /SecretKeyOfTheTests/);
  });

  test('a browser that is not logged in gets the login of the hub', async () => {
    const context = await browser.newContext();
    stack.defer(() => context.close());
    const page = await context.newPage();
    await page.goto(address('/user/ada/tracklens/at/configured/page/'));
    await page.getByLabel('Username:').waitFor();
    assert.match(page.url(), /\/hub\/login/);
  });
});
