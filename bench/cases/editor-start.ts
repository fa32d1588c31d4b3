import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { actUntil, pane, runCommand } from '../../test/vscode/editor.ts';
import { type EditorServer, startEditorServer } from '../../test/vscode/editor-server.ts';
import { startSeededService } from '../../test/vscode/seeded-service.ts';
import { killRemaining, openWindow } from '../../test/vscode/workbench.ts';
import { installPeers, type PeerExtension } from '../editor-peers.ts';
import type { Outcome } from '../goal.ts';
import { type Spread, spread } from '../side-by-side.ts';

const rounds = 7;

/** Side bar, and the title of its first view. */
interface SideBar {
  readonly icon: string;
  readonly view: string;
}

const ours: SideBar = { icon: 'Tracklens', view: 'Experiments' };

/** Side bar of the peer, with as many views as ours: what trees cost whose only rows are fixed. */
const theirs: SideBar = { icon: 'Peer', view: 'First' };

const collapsed = { visibility: 'collapsed' };

/** View of the peer in our side bar, after a reload: before that, it would take part of the time of our first row. */
const fixedRow = { id: 'bench.fixed', name: 'Fixed row', when: 'config.bench.fixedRow' };

const views = {
  bench: [
    { id: 'bench.first', name: theirs.view },
    { id: 'bench.second', name: 'Second' },
    { id: 'bench.third', name: 'Third', ...collapsed },
  ],
  tracklens: [fixedRow],
};

/** Extensions that are activated by the same event: one that does nothing, and one with fixed rows. */
const peers: readonly PeerExtension[] = [
  { name: 'empty', displayName: 'Empty peer', contributes: {}, main: 'exports.activate = () => {};\n' },
  {
    name: 'tree',
    displayName: 'Tree peer',
    contributes: {
      viewsContainers: { activitybar: [{ id: 'bench', title: theirs.icon, icon: '$(beaker)' }] },
      views,
    },
    main: `
      const { window, TreeItem } = require('vscode');
      const treeDataProvider = { getChildren: () => [1], getTreeItem: () => new TreeItem('fixed') };
      exports.activate = () => {
        for (const id of ${JSON.stringify(Object.values(views).flatMap((some) => some.map(({ id }) => id)))})
          window.createTreeView(id, { treeDataProvider, showCollapseAll: true, canSelectMany: true });
      };
    `,
  },
];

/** Returns how long the editor's list of running extensions says that the activation of an extension took. */
async function activationMillis(page: Page, name: string): Promise<number> {
  const time = page
    .locator('.runtime-extensions-editor .monaco-list-row', { hasText: name })
    .locator('.activation-time');
  await actUntil(page, time.filter({ hasText: /\d+ms/ }), () => runCommand(page, 'Developer: Show Running Extensions'));
  return Number(/(\d+)ms/.exec((await time.textContent())!)![1]);
}

/** Records in the page when the user clicks, and when the views with some titles get their first rows. */
function recordRows(titles: readonly string[]): void {
  const times: Record<string, number> = {};
  Object.assign(globalThis, { benchTimes: times });
  document.addEventListener('pointerdown', () => (times.click ??= performance.now()), { capture: true });
  const look = () => {
    for (const pane of document.querySelectorAll('.pane')) {
      const title = pane.querySelector('.title')?.textContent ?? '';
      if (titles.includes(title) && pane.querySelector('.monaco-list-row')) times[title] ??= performance.now();
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Returns the times of the first rows of views, and of the click, by title. */
async function rowTimes(page: Page, titles: readonly string[]): Promise<Readonly<Record<string, number>>> {
  for (const title of titles) await pane(page, title).locator('.monaco-list-row').first().waitFor();
  return page.evaluate(() => (globalThis as unknown as { benchTimes: Record<string, number> }).benchTimes);
}

/** Time after which a window has done what it does at its start, in milliseconds. */
const settledMillis = 5_000;

/** Returns the time from the click on the icon of a side bar to the first row of its first view. */
async function rowAfterClick(page: Page, { icon, view }: SideBar): Promise<number> {
  await page.waitForTimeout(settledMillis);
  await page.evaluate(recordRows, [view]);
  await page.locator(`.activitybar a.action-label[aria-label="${icon}"]`).click();
  const times = await rowTimes(page, [view]);
  return times[view]! - times.click!;
}

/** Reloads the window, which shows our side bar again; returns how much later our row appears than a fixed one. */
async function lagAfterReload(page: Page, { userData }: EditorServer): Promise<number> {
  // The editor stores every five seconds which side bar is open.
  await page.waitForTimeout(6_000);
  const file = path.join(userData, 'User', 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...settings, 'bench.fixedRow': true }));
  const titles = [ours.view, fixedRow.name];
  await page.addInitScript(recordRows, titles);
  await page.reload();
  const times = await rowTimes(page, titles);
  return times[ours.view]! - times[fixedRow.name]!;
}

interface Round {
  readonly activation: number;
  readonly emptyActivation: number;
  readonly firstRow: number;
  readonly firstFixedRow: number;
  readonly afterReload: number;
}

/** Opens a window with an extension host of its own for a measurement. */
async function inWindow<T>(server: EditorServer, measure: (page: Page) => Promise<T>): Promise<T> {
  await using stack = new AsyncDisposableStack();
  const { page, extensionHosts } = await openWindow(stack, server);
  stack.defer(async () => killRemaining(await extensionHosts()));
  return await measure(page);
}

/** Measures ours and the peer in a window of each, since the first side bar of a window takes longer. */
async function round(server: EditorServer): Promise<Round> {
  const mine = await inWindow(server, async (page) => ({
    firstRow: await rowAfterClick(page, ours),
    afterReload: await lagAfterReload(page, server),
  }));
  const other = await inWindow(server, async (page) => ({
    firstFixedRow: await rowAfterClick(page, theirs),
    activation: await activationMillis(page, 'Tracklens'),
    emptyActivation: await activationMillis(page, 'Empty peer'),
  }));
  return { ...mine, ...other };
}

/**
 * The extension in the extension host of a real editor: its activation, against an extension that does nothing, and the
 * first row of its tree after the click on its icon, against a fixed row, and after a reload.
 */
export async function editorStart(): Promise<Outcome[]> {
  await using stack = new AsyncDisposableStack();
  const service = await startSeededService();
  stack.defer(() => service.close());
  const server = await startEditorServer(stack, { env: service.env });
  await installPeers(server, peers);
  const measured: Round[] = [];
  await round(server);
  for (let index = 0; index < rounds; index++) measured.push(await round(server));
  const of = (key: keyof Round): Spread => spread(measured.map((one) => one[key]));
  return [
    {
      work: `activation in VS Code (an extension that does nothing: ${of('emptyActivation').median} ms)`,
      quantity: 'Tracklens',
      unit: 'ms',
      values: of('activation'),
      limit: 30,
    },
    {
      work: `from the click on the icon in VS Code to the first row of the tree, the first of a window (a fixed row in its own side bar: ${of('firstFixedRow').median.toFixed(0)} ms)`,
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
