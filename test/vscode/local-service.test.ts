import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Page } from 'playwright-core';
import { isRunning } from '../../scripts/is-running.ts';
import {
  actUntil,
  choose,
  expand,
  notificationWith,
  pane,
  retry,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  until,
} from './editor.ts';
import { type EditorServer, startEditorServer } from './editor-server.ts';
import { filesWith } from './files-with.ts';
import { suiteMillis } from './started-editor.ts';
import { copied, killRemaining, openWindow, type Workbench } from './workbench.ts';

/** Logs one experiment to the service of the environment, as an SDK does, and prints its key. */
const trainingScript = `
const root = process.env.COMET_URL_OVERRIDE.replace('/clientlib/', '');
const post = (path, body) => fetch(root + path, {
  method: 'POST',
  headers: { authorization: process.env.COMET_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify(body),
}).then((response) => response.json());
const write = '/api/rest/v2/write/experiment';
const { experimentKey } = await post(write + '/create', {
  workspaceName: 'local', projectName: process.argv[2], experimentName: process.argv[3],
});
await post('/clientlib/batch/logger/experiment/metric', {
  experimentKey, values: [{ metricName: 'loss', metricValue: 0.5, step: 1, timestamp: Date.now() }],
});
console.log('logged ' + process.argv[3] + ' with ' + (process.env.SERVICE_API_KEY === process.env.COMET_API_KEY));
`;

describe('the local service', { timeout: suiteMillis }, () => {
  const stack = suiteCleanup();
  let server: EditorServer;
  let first: Workbench;
  let second: Workbench;
  let hostsOfFirst: readonly number[];

  before(async () => {
    server = await startEditorServer(stack);
    first = await openWindow(stack, server, { files: { 'train.mjs': trainingScript } });
  });

  const folder = () => path.join(path.dirname(server.userData), 'home', '.tracklens');
  const published = async () =>
    JSON.parse(await readFile(path.join(folder(), 'service.json'), 'utf8')) as { url: string; pid: number };

  test('starts with one click and a folder, and is named in the status bar', async () => {
    const { page } = first;
    await showSideBar(page);
    await startService(page);
    await row(page, 'Experiments', 'local').waitFor();
    await first.screenshot('local-service');
    const question = await notificationWith(page, 'Scripts in new terminals log to the local service');
    await question.getByRole('button', { name: 'Yes' }).click();
    assert.ok((await published()).pid > 0);
  });

  test('a script of a new terminal logs to it without any setting, and its experiment appears by itself', async () => {
    const { page } = first;
    const startedAt = await train(page, 'first-project', 'first-run');
    await expand(page, 'Experiments', 'local');
    await row(page, 'Experiments', 'first-project').waitFor();
    const millis = Date.now() - startedAt;
    await expand(page, 'Experiments', 'first-project');
    await row(page, 'Experiments', 'first-run').waitFor();
    await first.screenshot('local-service-run');
    // Polling takes 3 s; the rest is the start of Node.js and a slow machine.
    assert.ok(millis < 15_000, `${millis} ms`);
  });

  test('a second window uses the same process', async () => {
    const { pid } = await published();
    hostsOfFirst = await first.extensionHosts();
    second = await openWindow(stack, server, { files: { 'train.mjs': trainingScript } });
    const { page } = second;
    await showSideBar(page);
    await startService(page);
    await row(page, 'Experiments', 'local').waitFor();
    assert.equal((await published()).pid, pid);
  });

  test('a killed service starts again at the same address, with all runs', async () => {
    const before = await published();
    process.kill(before.pid, 'SIGKILL');
    await until(async () => (await published()).pid !== before.pid, 'the service to start again');
    assert.equal((await published()).url, before.url);
    const { page } = second;
    await expand(page, 'Experiments', 'local');
    await expand(page, 'Experiments', 'first-project');
    await row(page, 'Experiments', 'first-run').waitFor();
  });

  test('it outlives the window that started it', async () => {
    const { pid } = await published();
    await first.page.close();
    // The server would keep the process for hours, in case that the window reconnects.
    killRemaining(hostsOfFirst);
    await train(second.page, 'first-project', 'second-run');
    await row(second.page, 'Experiments', 'second-run').waitFor();
    assert.equal((await published()).pid, pid);
  });

  test('the API key is in no setting, log or storage file of the editor', async (t) => {
    const key = (await readFile(path.join(folder(), 'api-key'), 'utf8')).trim();
    for (const place of [server.userData, second.folder, await copied(t, server.profile)]) {
      assert.deepEqual(await filesWith(place, key), []);
    }
  });

  test('stopping it in the last window ends the process', async () => {
    const { pid } = await published();
    const { page } = second;
    await runCommand(page, 'Tracklens: Stop Local Service');
    await notificationWith(page, 'The local service has ended');
    await until(async () => !isRunning(pid), 'the process to end');
    await second.screenshot('local-service-stopped');
  });
});

async function startService(page: Page): Promise<void> {
  const status = page.locator('.statusbar-item', { hasText: 'Tracklens: local service' });
  const start = pane(page, 'Experiments').getByRole('button', { name: 'Start Local Service' });
  await choose(page, 'For all my work', (item) => actUntil(page, item, () => start.click(shortTimeout)));
  await status.waitFor();
}

/** Runs the script in a new terminal. Returns the time at which it was started. */
async function train(page: Page, projectName: string, name: string): Promise<number> {
  await runCommand(page, 'Terminal: Create New Terminal');
  const terminal = page.locator('.terminal-wrapper.active .xterm');
  await retry(page, 'type in the terminal', async () => {
    await terminal.click(shortTimeout);
    await page.locator('.terminal-wrapper.active .xterm.focus').waitFor(shortTimeout);
  });
  const startedAt = Date.now();
  await page.keyboard.insertText(`"${process.execPath}" train.mjs ${projectName} ${name}`);
  await page.keyboard.press('Enter');
  return startedAt;
}
