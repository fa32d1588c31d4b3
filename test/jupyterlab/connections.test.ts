import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { API, takeSnapshot } from '@tracklens/core';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Locator } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import { isRunning } from '../../scripts/is-running.ts';
import { until } from '../until.ts';
import { type JupyterSession, jupyterSession } from './jupyter-session.ts';
import { bringToFront, command, dialog, panel, rowOf, tree, unfold } from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';

/** Part of the list of connections that the Jupyter server returns. */
interface ConnectionList {
  readonly connections: readonly { readonly id: string; readonly name: string }[];
}

/** Cells of a kernel: what tracklens and comet_ml find, and the variables that contain the key. */
const cells = [
  'import tracklens\ntracklens.experiments("local", "vision")',
  'print(tracklens.connect().url)',
  'import os, comet_ml\nprint(comet_ml.get_config("comet.api_key") is not None, comet_ml.get_config("comet.url_override"))',
  'print([name for name, value in os.environ.items() if "SecretKey" in value])',
];

describe('the first minute in JupyterLab, without a configured service', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let session: JupyterSession;
  let service: SeededService;
  let home: string;
  before(async () => {
    service = await seededService();
    stack.defer(() => service.remove());
    session = await jupyterSession({});
    stack.defer(() => session.close());
    home = path.join(session.notebookFolder, '..', 'home');
    await writeNotebook(path.join(session.notebookFolder, 'first.ipynb'), cells);
    await session.open('first.ipynb');
    await command(session.page, 'tracklens:show-sidebar');
  });

  const button = (name: string | RegExp): Locator => session.page.getByRole('button', { name });
  const connectionsFile = () => path.join(home, '.config', 'tracklens', 'connections.json');
  const outputOf = async (cell: number): Promise<string> => {
    await session.output(cell).locator('.jp-OutputArea-output').first().waitFor();
    return (await session.output(cell).innerText()).trim();
  };

  test('a cell reports that no service is configured and what to do', async () => {
    await session.runAll();
    assert.match(
      await outputOf(0),
      /^Tracklens: No service is configured.*Tracklens sidebar.*tracklens serve.*SERVICE_API_KEY/s,
    );
    assert.doesNotMatch(await outputOf(0), /Traceback/);
  });

  test('the sidebar shows one welcome instead of trees, and the keyboard reaches all of it', async () => {
    const { page } = session;
    await button('Tracklens: no service').waitFor();
    await button('Start a Local Service').waitFor();
    assert.equal(await tree(page, 'Experiments').isVisible(), false);
    // Each request to a service would fail.
    assert.deepEqual(new Set(session.proxied()), new Set(['status', 'connections']));
    assert.equal(await page.getByLabel('Data folder').inputValue(), path.join(home, '.tracklens'));
    await session.screenshot('welcome');
    await page.getByLabel('Data folder').focus();
    const reached: string[] = [];
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    assert.deepEqual(reached, ['Start a Local Service', 'Try with Demo Data', 'Sign In…', 'How to Log']);
    await page.keyboard.press('Enter');
    await page.getByText('comet_ml.Experiment(project_name="first")').waitFor();
    await command(page, 'apputils:change-theme', { theme: 'JupyterLab Dark' });
    await page.locator('#jupyterlab-splash').waitFor({ state: 'detached' });
    await session.screenshot('welcome-dark');
    await command(page, 'apputils:change-theme', { theme: 'JupyterLab Light' });
    await page.locator('#jupyterlab-splash').waitFor({ state: 'detached' });
  });

  test('a wrong key is reported at its field, and the right one shows the experiments', async () => {
    const { page } = session;
    await button('Sign In…').press('Enter');
    const form = dialog(page);
    await form.getByLabel('Address of the service').fill(service.url);
    await form.getByLabel('API key').fill('notTheKey');
    await form.getByLabel('Name of the connection').fill('Team');
    await page.keyboard.press('Enter');
    await form.getByText(/does not accept this API key/).waitFor();
    assert.equal(await form.getByLabel('API key').getAttribute('aria-invalid'), 'true');
    assert.equal(await form.getByLabel('API key').getAttribute('type'), 'password');
    await session.screenshot('sign-in-rejected');
    await form.getByLabel('API key').fill(secretKey);
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await unfold(tree(page, 'Experiments'), 'local', 'vision');
    await button('Tracklens: Team').waitFor();
    await session.screenshot('signed-in');
  });

  test('the key is in files that only the user can read, and returns to no page', async () => {
    const { mode } = await stat(connectionsFile());
    assert.equal(mode & 0o777, 0o600);
    assert.equal((await stat(path.dirname(connectionsFile()))).mode & 0o777, 0o700);
    // Only in the request of the sign-in form.
    assert.equal((await session.everything()).split(secretKey).length - 1, 1);
  });

  test('a kernel that runs finds the active connection, and comet_ml in a new one; no variable has the key', async () => {
    await session.runAll();
    await session.output(1).getByText(service.url).waitFor();
    assert.equal(await outputOf(2), 'False None');
    await command(session.page, 'kernelmenu:shutdown');
    await session.openNext('first.ipynb');
    await session.runAll();
    await session.output(2).getByText(`True ${service.url}/clientlib/`).waitFor();
    assert.equal(await outputOf(3), '[]');
  });

  test('a menu switches to demo data, and a panel stays with its connection', async () => {
    const { page } = session;
    await command(page, 'tracklens:show-sidebar');
    await unfold(tree(page, 'Experiments'), 'local', 'vision');
    await rowOf(tree(page, 'Experiments'), 'beta').dblclick();
    await panel(page).getByRole('heading', { name: 'beta' }).waitFor();
    await page.locator('.jp-TracklensConnection').press('Enter');
    await page.locator('.lm-Menu-itemLabel').getByText('Start a Local Service…').waitFor();
    await page.locator('.lm-Menu-itemLabel').getByText('How to Log…').waitFor();
    await session.screenshot('connection-menu');
    await page.locator('.lm-Menu-itemLabel').getByText('Try with Demo Data').click();
    await button('Tracklens: Demo data').waitFor();
    const [dot, text] = await button('Tracklens: Demo data')
      .locator('circle, > span:last-child')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
    assert.ok(Math.abs(dot! - text!) <= 1, `the dot at ${dot}, the text at ${text}`);
    await unfold(tree(page, 'Experiments'), 'demo', 'digits');
    await panel(page).getByRole('heading', { name: 'beta' }).waitFor();
    await session.screenshot('switched-to-demo');
  });

  test('with two connections, a cell names its own, and runs with it', async () => {
    const { page } = session;
    const last = page.locator('.jp-NotebookPanel .jp-CodeCell').last();
    const project = { kind: 'project', workspace: 'demo', projectName: 'digits' };
    await bringToFront(page, 'first.ipynb');
    await command(page, 'tracklens:insert-display-cell', { target: project });
    await last.getByText('tracklens.connect(name="Demo data").display_project("demo", "digits")').waitFor();
    await last.getByRole('heading', { name: 'digits' }).waitFor();

    const list = await page.evaluate(
      async (url) => await (await fetch(url)).json(),
      `${session.server.url}tracklens/connections`,
    );
    const { id } = (list as ConnectionList).connections.find(({ name }) => name === 'Team')!;
    const target = { kind: 'experiment', experimentKey: service.keys[1] };
    await command(page, 'tracklens:insert-display-cell', { target, connection: id });
    await last.getByText('tracklens.connect(name="Team").display(').waitFor();
    await last.getByRole('heading', { name: 'beta' }).waitFor();
    await session.screenshot('cell-of-connection');
  });

  test('runs of a connection that is not the active one are compared', async () => {
    const { page } = session;
    const started = (key: string | undefined) =>
      `print("COMET INFO: Experiment is live on comet.com ${service.url}/${service.workspace}/${service.projectName}/${key}")`;
    await writeNotebook(path.join(session.notebookFolder, 'train.ipynb'), service.keys.slice(1, 3).map(started));
    await session.openNext('train.ipynb');
    await session.runAll();
    await page.locator('.jp-TracklensMark').nth(1).waitFor();
    await button('Tracklens: Demo data').waitFor();
    const entry = page.locator('.lm-Menu-itemLabel').getByText('Compare 2 Runs', { exact: true });
    await until(async () => {
      await command(page, 'tracklens:notebook-runs');
      return await entry.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    }, 'the menu of the runs');
    await entry.click();
    await panel(page).getByRole('heading', { name: service.projectName }).waitFor();
    await panel(page).getByText('gamma').first().waitFor();
    await panel(page).getByText('Compare 2').first().waitFor();
    await session.screenshot('compared-other-connection');
    await command(page, 'tracklens:show-sidebar');
  });

  test('signing out deletes the key and leaves the other connection', async () => {
    const { page } = session;
    await command(page, 'tracklens:manage-connections');
    const list = page.locator('.jp-TracklensConnections');
    await list.getByText('Demo data (active)').waitFor();
    await session.screenshot('connections');
    await list.getByRole('button', { name: 'Sign Out… Team' }).press('Enter');
    await dialog(page).getByText('The Jupyter server deletes the API key.').waitFor();
    await dialog(page).locator(':focus', { hasText: 'Cancel' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Sign Out', exact: true }).click();
    await list.getByText('Team', { exact: true }).waitFor({ state: 'detached' });
    await list.getByText('Demo data (active)').waitFor();
    assert.doesNotMatch(await readFile(connectionsFile(), 'utf8'), new RegExp(secretKey));
  });

  test('without the service the welcome is back, no request is sent, and the service starts again', async () => {
    const { page } = session;
    await page.locator('.jp-TracklensConnections').getByRole('button', { name: 'Stop Demo data' }).press('Enter');
    await button('Start “Demo data”').waitFor();
    const seen = session.proxied();
    const stopped = seen.findLastIndex((asked) => asked.startsWith('local-service'));
    assert.deepEqual(
      seen.slice(seen.indexOf('status', stopped)).filter((asked) => asked.startsWith('api/')),
      [],
    );
    await button('Start “Demo data”').press('Enter');
    // The button is disabled while the service starts, and retains the focus.
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Start “Demo data”');
    await unfold(tree(page, 'Experiments'), 'demo', 'digits');
  });

  test('the focus stays in the sidebar while the trees are replaced', async () => {
    const { page } = session;
    await tree(page, 'Experiments').focus();
    await command(page, 'tracklens:stop-local-service');
    await button('Start “Demo data”').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'tracklens-sidebar');
    await command(page, 'tracklens:start-demo');
    await unfold(tree(page, 'Experiments'), 'demo', 'digits');
    await until(
      () => tree(page, 'Experiments').evaluate((rows) => rows.contains(document.activeElement)),
      'the focus in the tree',
    );
  });

  test('a file with a saved view opens as the view, and a recording in a service of its own', async () => {
    const { page, notebookFolder } = session;
    const data = path.join(home, '.tracklens-demo');
    const { url } = JSON.parse(await readFile(path.join(data, 'service.json'), 'utf8')) as { url: string };
    const api = new API({ url, apiKey: (await readFile(path.join(data, 'api-key'), 'utf8')).trim() });
    const target = { kind: 'project', workspace: 'demo', projectName: 'digits' } as const;
    const view = { target, snapshot: await takeSnapshot(api, target) };
    await writeFile(path.join(notebookFolder, 'best.tracklens'), JSON.stringify(view));
    await copyFile(inRoot('examples', 'recording', 'digits.tracklens'), path.join(notebookFolder, 'sweep.tracklens'));
    const file = page.locator('.jp-TracklensRecording:visible');

    await command(page, 'docmanager:open', { path: 'best.tracklens' });
    await file.getByText('This file shows a saved view.').waitFor();
    await session.screenshot('saved-view-file');
    await file.getByText('lr=0.03 width=16 batch=128').first().waitFor();

    await command(page, 'docmanager:open', { path: 'sweep.tracklens' });
    await file.getByText('demo/digits').waitFor();
    assert.match(await file.locator('dl').innerText(), /Experiments\s+14\s+Recorded.*Size\s+214 kB, unpacked /s);
    await session.screenshot('recording-file');
    await file.getByRole('button', { name: 'Open Recording' }).press('Enter');
    await panel(page).getByRole('heading', { name: 'digits' }).waitFor();
    // New kernels log where they did before.
    await button('Tracklens: Demo data').waitFor();
    assert.equal((await readdir(path.join(home, '.tracklens-recordings'))).length, 1);

    await command(page, 'filebrowser:activate');
    const item = page.locator('.jp-DirListing-item', { hasText: 'sweep.tracklens' });
    await item.click();
    const stroke = () => item.locator('svg g').evaluate((icon) => getComputedStyle(icon).stroke);
    await until(async () => (await stroke()) === 'rgb(255, 255, 255)', 'the icon of a selected file to be white');
  });

  test('a local service that was started here ends with the Jupyter server', async () => {
    const file = path.join(home, '.tracklens-demo', 'service.json');
    const { pid } = JSON.parse(await readFile(file, 'utf8')) as { pid: number };
    await session.close();
    await until(async () => !isRunning(pid), 'the service to end with the Jupyter server');
  });
});
