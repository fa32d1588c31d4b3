import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import {
  type Exchange,
  errorResponse,
  type Fault,
  type FaultyServer,
  faultyServer,
  half,
  hang,
  jsonResponse,
  reset,
} from '../faults/faulty-server.ts';
import {
  activeTab,
  actUntil,
  choose,
  chooseFromMenu,
  expand,
  frameWith,
  labels,
  openRow,
  pane,
  quickInput,
  quickInputAsking,
  retry,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  until,
} from './editor.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { editorAlone, suiteMillis } from './started-editor.ts';

const dropped: Fault = (exchange: Exchange) => reset(exchange);
const onlyReads =
  (paths: RegExp, fault: Fault): Fault =>
  (exchange) =>
    paths.test(exchange.request.url ?? '') ? fault(exchange) : exchange.forward();

describe('an editor whose service fails and comes back', { timeout: suiteMillis }, () => {
  let service: SeededService;
  let proxy: FaultyServer;

  const started = editorAlone(async (stack) => {
    service = await startSeededService();
    stack.defer(() => service.close());
    proxy = await faultyServer(stack, service.url);
    return {
      env: { SERVICE_URL_OVERRIDE: `${proxy.url}/clientlib/`, SERVICE_API_KEY: service.apiKey },
      settings: { 'tracklens.trees.refreshSeconds': 2, 'tracklens.views.refreshSeconds': 2 },
      inactiveSoon: true,
    };
  });

  const message = () => pane(started().page, 'Experiments').locator('.tree-explorer-viewlet-tree-view .message');
  const welcome = () => pane(started().page, 'Experiments').locator('.welcome-view').filter({ visible: true });
  const status = (text: string) => started().page.locator('.statusbar-item', { hasText: text });
  let expected: string[] = [];
  /** Waits for a row that nobody refreshes; on failure, lists the rows and what the editor requested meanwhile. */
  const appears = async (name: string) => {
    const { page } = started();
    try {
      await row(page, 'Experiments', name).waitFor();
    } catch (cause) {
      const rows = (await labels(page, 'Experiments')).join(', ');
      const requests = proxy.requests.slice(-20).join('\n');
      throw new Error(`No row “${name}”, only: ${rows}. The last of ${proxy.requests.length} requests:\n${requests}`, {
        cause,
      });
    }
  };
  const theme = async (name: string) => {
    const { editor, page } = started();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === 'dark' ? '.monaco-workbench.vs-dark' : '.monaco-workbench.vs').waitFor();
      await editor.screenshot(`${name}-${colorScheme}`);
    }
  };

  before(async () => {
    const { page } = started();
    await showSideBar(page);
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', seeded.projectName);
    await row(page, 'Experiments', seeded.names[0]).click();
    expected = await labels(page, 'Experiments');
    for (const name of seeded.names) assert.ok(expected.includes(name));
  });

  for (const [what, fault, inStatus] of [
    ['errors', errorResponse(500, 'boom'), 'Service error'],
    ['dropped connections', dropped, 'No response'],
  ] as const) {
    test(`${what}: the tree keeps its rows, reports it, and recovers without a click`, async () => {
      const { page } = started();
      proxy.set(fault);
      await runCommand(page, 'Tracklens: Refresh');
      await message().filter({ hasText: 'loaded last' }).waitFor();
      await status(inStatus).waitFor();
      assert.deepEqual(await labels(page, 'Experiments'), expected);
      await theme(`outage-${what.replace(' ', '-')}`);
      proxy.set(null);
      await message().waitFor({ state: 'hidden' });
      assert.deepEqual(await labels(page, 'Experiments'), expected);
      assert.equal(await welcome().count(), 0);
    });
  }

  test('the log has a line for each request at the level debug, and each failure once', async () => {
    const { editor, page } = started();
    const readLog = async () => {
      let text = '';
      for await (const file of glob('**/*Tracklens.log', { cwd: editor.userData }))
        text += await readFile(path.join(editor.userData, file), 'utf8');
      return text.split('\n');
    };
    const failures = (await readLog()).flatMap((line) => /\[warning\] GET (.*), \d+ ms$/.exec(line)?.[1] ?? []);
    assert.ok(
      failures.some((line) => /^\/api\/rest\/v2\/[\w/-]+: status 500, boom$/.test(line)),
      failures.join('\n'),
    );
    for (const [index, line] of failures.entries()) assert.notEqual(line, failures[index - 1]);
    assert.ok(!(await readLog()).some((line) => line.includes('[debug]')));
    const level = quickInputAsking(page, 'Extension Logs');
    await actUntil(page, level, () => runCommand(page, 'Developer: Set Log Level'));
    await quickInput(page).fill('Tracklens');
    await choose(page, 'Tracklens');
    await choose(page, 'Debug');
    await runCommand(page, 'Tracklens: Show Log');
    await runCommand(page, 'Tracklens: Refresh');
    const isRequest = (line: string) => /\[debug\] GET \/api\/rest\/v2\/[\w/-]+: status 200, \d+ ms$/.test(line);
    await until(async () => (await readLog()).some(isRequest), 'a line of a request');
    await editor.screenshot('log-debug');
    assert.ok(!(await readLog()).join('\n').includes(service.apiKey));
  });

  // The new project takes half a minute to appear. Until then nobody clicks or presses a key.
  test('a new experiment and a new project appear automatically; selection and expansion stay', async () => {
    const { page } = started();
    await service.create('brand-new', seeded.projectName);
    await service.create('first', 'new-project');
    const selected = pane(page, 'Experiments').locator('.monaco-list-row.selected');
    assert.match(await selected.innerText(), new RegExp(seeded.names[0]));
    for (const name of ['brand-new', 'new-project']) await appears(name);
    assert.match(await selected.innerText(), new RegExp(seeded.names[0]));
    assert.deepEqual(
      (await labels(page, 'Experiments')).toSorted(),
      [...expected, 'brand-new', 'new-project'].toSorted(),
    );
  });

  test('a level that loads slowly is cancelled with a key, which ends its request; its row loads it', async () => {
    const { page } = started();
    let ended = 0;
    proxy.set(
      onlyReads(/registry-model/, (exchange) => {
        exchange.response.once('close', () => ended++);
        return hang();
      }),
    );
    const title = 'Model Registry';
    const slow = pane(page, title).getByRole('button', { name: 'Cancel Loading' });
    await actUntil(page, slow, () => row(page, title, seeded.workspace).click(shortTimeout));
    await actUntil(page, row(page, title, 'Cancelled.'), () => page.keyboard.press('Escape'));
    await slow.waitFor({ state: 'detached' });
    await until(async () => ended > 0, 'the request to end');
    proxy.set(null);
    await actUntil(page, row(page, title, seeded.modelName), () => row(page, title, 'Cancelled.').click(shortTimeout));
  });

  test('compare: missing data is reported with Retry and recovers automatically', async () => {
    const { page } = started();
    proxy.set(onlyReads(/tags|parameters|reads/, dropped));
    await retry(page, 'select two experiments', async () => {
      await row(page, 'Experiments', 'calm-lake').click(shortTimeout);
      await row(page, 'Experiments', 'wild-river').click({ modifiers: ['ControlOrMeta'], ...shortTimeout });
      await until(
        async () => (await pane(page, 'Experiments').locator('.monaco-list-row.selected').count()) === 2,
        'two selected rows',
      );
    });
    await chooseFromMenu(
      page,
      row(page, 'Experiments', 'wild-river'),
      'Compare Experiments',
      activeTab(page, seeded.projectName),
    );
    const frame = await frameWith(page, '[role=alert] button:text-is("Retry")');
    await theme('compare-gap');
    proxy.set(null);
    await frame.locator('.tl-compare [role=grid], .tl-compare table').first().waitFor({ timeout: 15_000 });
    await frame.locator('[role=alert]').waitFor({ state: 'detached' });
  });

  test('a panel gets a response while it arrives; closing the panel ends the request at the service', async () => {
    const { editor, page } = started();
    await runCommand(page, 'View: Close All Editors');
    let sent = 0;
    let ended = 0;
    // The rest of the responses is never sent.
    proxy.set(
      onlyReads(/metrics/, (exchange) => {
        sent++;
        exchange.response.once('close', () => ended++);
        return half(hang)(exchange);
      }),
    );
    await openRow(page, 'Experiments', 'wild-river');
    const isArriving = (text: string) => /"kind":"tracklens\/answer".*"more":true/.test(text);
    await until(async () => (await editor.messages()).some(isArriving), 'the first part of a response');
    await runCommand(page, 'View: Close All Editors');
    await until(
      async () => ended === sent,
      () => `${sent} requests to end; ${ended} have ended`,
    );
    proxy.set(null);
    await openRow(page, 'Experiments', 'calm-lake');
    await frameWith(page, '[data-series="1"]');
  });

  test('a rate limit is reported with its time, and no request is sent before', async () => {
    const { page } = started();
    const limitMillis = 8000;
    const limited = jsonResponse(
      429,
      { msg: 'slow down', code: 429, data: null, sdk_error_code: 0 },
      { 'retry-after': String(limitMillis / 1000) },
    );
    const times: number[] = [];
    proxy.set((exchange) => {
      times.push(performance.now());
      return limited(exchange);
    });
    await runCommand(page, 'Tracklens: Refresh');
    await message()
      .filter({ hasText: /asks to wait until \d+:\d\d/ })
      .waitFor();
    await frameWith(page, '.tl-banner[data-failure=rate-limited]');
    await theme('rate-limit');
    const pauses = () => times.slice(1).map((time, index) => Math.round(time - times[index]!));
    // Timers may fire a little early. Without the limit, no two requests are that far apart.
    await until(
      async () => pauses().some((millis) => millis > limitMillis - 100),
      () => `a pause of ${limitMillis} ms; the pauses between the requests: ${pauses().join(', ')} ms`,
    );
    proxy.set(null);
  });
});
