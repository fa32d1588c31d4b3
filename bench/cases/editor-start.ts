import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { actUntil, actUntilGone, pane, runCommand, showSideBar } from '../../test/vscode/editor.ts';
import { type EditorServer, startEditorServer } from '../../test/vscode/editor-server.ts';
import { startSeededService } from '../../test/vscode/seeded-service.ts';
import { killRemaining, openWindow } from '../../test/vscode/workbench.ts';
import type { Outcome } from '../goal.ts';
import { type Spread, spread } from '../side-by-side.ts';

const rounds = 7;

/** View of the peer in the side bar of the extension: what a tree costs whose only row is fixed. */
const fixedRow = { id: 'bench.rows', name: 'Fixed row' };

/** Extensions that are activated by the same event: one that does nothing, and one with a fixed row. */
const peers = [
  { name: 'empty', displayName: 'Empty peer', contributes: {}, main: 'exports.activate = () => {};\n' },
  {
    name: 'tree',
    displayName: 'Tree peer',
    contributes: { views: { tracklens: [fixedRow] } },
    main: `
      const { window, TreeItem } = require('vscode');
      const treeDataProvider = { getChildren: () => [1], getTreeItem: () => new TreeItem('fixed') };
      exports.activate = () => window.createTreeView('${fixedRow.id}', { treeDataProvider });
    `,
  },
];

/** Installs the peers. */
async function installPeers({ extensions }: EditorServer): Promise<void> {
  const list = path.join(extensions, 'extensions.json');
  const installed = JSON.parse(await readFile(list, 'utf8')) as object[];
  for (const { main, ...described } of peers) {
    const relativeLocation = `bench.${described.name}-1.0.0`;
    const folder = path.join(extensions, relativeLocation);
    await mkdir(folder);
    const engines = { vscode: '^1.100.0' };
    const activation = { publisher: 'bench', main: './main.js', activationEvents: ['onStartupFinished'] };
    const manifest = { ...described, ...activation, version: '1.0.0', engines };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(folder, 'main.js'), main);
    const location = { $mid: 1, path: folder, scheme: 'file' };
    installed.push({ identifier: { id: `bench.${described.name}` }, version: '1.0.0', location, relativeLocation });
  }
  await writeFile(list, JSON.stringify(installed));
}

/** Returns how long the editor's list of running extensions says that the activation of an extension took. */
async function activationMillis(page: Page, name: string): Promise<number> {
  const time = page
    .locator('.runtime-extensions-editor .monaco-list-row', { hasText: name })
    .locator('.activation-time');
  await actUntil(page, time.filter({ hasText: /\d+ms/ }), () => runCommand(page, 'Developer: Show Running Extensions'));
  return Number(/(\d+)ms/.exec((await time.textContent())!)![1]);
}

/** Times of the first rows in milliseconds, and of the click on the icon, if there was one. */
interface RowTimes {
  readonly ours: number;
  readonly fixed: number;
  readonly clicked: number;
}

/** Records in the page when the views of the side bar get their first rows. */
function recordRows(titles: Readonly<Record<'ours' | 'fixed', string>>): void {
  const times: Record<string, number> = {};
  Object.assign(globalThis, { benchRowTimes: times });
  document.addEventListener('pointerdown', () => (times.clicked ??= performance.now()), { capture: true });
  const look = () => {
    for (const pane of document.querySelectorAll('.pane')) {
      const title = pane.querySelector('.title')?.textContent;
      const side = Object.entries(titles).find(([, one]) => one === title)?.[0];
      if (side !== undefined && pane.querySelector('.monaco-list-row')) times[side] ??= performance.now();
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

const titles = { ours: 'Experiments', fixed: fixedRow.name };

async function rowTimes(page: Page): Promise<RowTimes> {
  for (const title of Object.values(titles)) await pane(page, title).locator('.monaco-list-row').first().waitFor();
  return page.evaluate(() => (globalThis as unknown as { benchRowTimes: RowTimes }).benchRowTimes);
}

/** Returns the times of the first rows after the click on the icon of the side bar. */
async function rowsAfterClick(page: Page): Promise<RowTimes> {
  await page.evaluate(recordRows, titles);
  await showSideBar(page);
  return await rowTimes(page);
}

/** Returns the times of the first rows after a reload of the window, which shows its side bar again. */
async function rowsAfterReload(page: Page): Promise<RowTimes> {
  // The editor stores every five seconds which side bar is open.
  await page.waitForTimeout(6_000);
  await page.addInitScript(recordRows, titles);
  await page.reload();
  return await rowTimes(page);
}

interface Round {
  readonly ours: number;
  readonly peer: number;
  readonly firstRow: number;
  readonly firstFixedRow: number;
  readonly afterReload: number;
}

/** Opens a window with an extension host of its own. */
async function round(server: EditorServer): Promise<Round> {
  await using stack = new AsyncDisposableStack();
  const { page, extensionHosts } = await openWindow(stack, server);
  stack.defer(async () => killRemaining(await extensionHosts()));
  const ours = await activationMillis(page, 'Tracklens');
  const theirs = await activationMillis(page, 'Empty peer');
  // The list is a modal editor.
  await actUntilGone(page, page.locator('.monaco-modal-editor-block'), () => page.keyboard.press('Escape'));
  const click = await rowsAfterClick(page);
  const reload = await rowsAfterReload(page);
  return {
    ours,
    peer: theirs,
    firstRow: click.ours - click.clicked,
    firstFixedRow: click.fixed - click.clicked,
    afterReload: reload.ours - reload.fixed,
  };
}

/**
 * The extension in the extension host of a real editor: its activation, against an extension that does nothing, and the
 * first row of its tree after the click on its icon and after a reload, against a fixed row in the same side bar.
 */
export async function editorStart(): Promise<Outcome[]> {
  await using stack = new AsyncDisposableStack();
  const service = await startSeededService();
  stack.defer(() => service.close());
  const server = await startEditorServer(stack, { env: service.env });
  await installPeers(server);
  const measured: Round[] = [];
  await round(server);
  for (let index = 0; index < rounds; index++) measured.push(await round(server));
  const of = (key: keyof Round): Spread => spread(measured.map((one) => one[key]));
  return [
    {
      work: `activation in VS Code (an extension that does nothing: ${of('peer').median} ms)`,
      quantity: 'Tracklens',
      unit: 'ms',
      values: of('ours'),
      limit: 30,
    },
    {
      work: `from the click on the icon in VS Code to the first row of the tree, the first of a window (a fixed row: ${of('firstFixedRow').median.toFixed(0)} ms)`,
      quantity: 'time',
      unit: 'ms',
      values: of('firstRow'),
      limit: 120,
    },
    {
      work: 'first row of the tree after a reload of the window, later than a fixed row in the same side bar',
      quantity: 'time',
      unit: 'ms',
      values: of('afterReload'),
      limit: 120,
    },
  ];
}
