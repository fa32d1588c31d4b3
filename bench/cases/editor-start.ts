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
const peer = { id: 'bench.empty', folder: 'bench.empty-1.0.0' };

/** Installs an extension that does nothing, which is activated by the same event. */
async function installPeer({ extensions }: EditorServer): Promise<void> {
  const folder = path.join(extensions, peer.folder);
  await mkdir(folder);
  const [publisher, name] = peer.id.split('.');
  const manifest = {
    ...{ publisher, name, displayName: 'Empty peer', version: '1.0.0', engines: { vscode: '^1.100.0' } },
    ...{ main: './main.js', activationEvents: ['onStartupFinished'] },
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), 'exports.activate = () => {};\n');
  const list = path.join(extensions, 'extensions.json');
  const installed = JSON.parse(await readFile(list, 'utf8')) as object[];
  const location = { $mid: 1, path: folder, scheme: 'file' };
  installed.push({ identifier: { id: peer.id }, version: '1.0.0', location, relativeLocation: peer.folder });
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

/** Returns the time from the click on the icon of the side bar to the first row of the tree. */
async function firstRowMillis(page: Page): Promise<number> {
  await page.evaluate(() => {
    const at = globalThis as unknown as { clicked?: number; firstRow?: number };
    document.addEventListener('pointerdown', () => (at.clicked ??= performance.now()), { capture: true });
    const isThere = () =>
      [...document.querySelectorAll('.pane')].some(
        (element) =>
          element.querySelector('.title')?.textContent === 'Experiments' && element.querySelector('.monaco-list-row'),
      );
    new MutationObserver(() => {
      if (at.clicked !== undefined && at.firstRow === undefined && isThere()) at.firstRow = performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await showSideBar(page);
  await pane(page, 'Experiments').locator('.monaco-list-row').first().waitFor();
  return page.evaluate(() => {
    const { clicked, firstRow } = globalThis as unknown as { clicked: number; firstRow: number };
    return firstRow - clicked;
  });
}

interface Round {
  readonly ours: number;
  readonly peer: number;
  readonly firstRow: number;
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
  return { ours, peer: theirs, firstRow: await firstRowMillis(page) };
}

/**
 * The extension in the extension host of a real editor: its activation, against an extension that does nothing, and the
 * first row of its tree after the click on its icon.
 */
export async function editorStart(): Promise<Outcome[]> {
  await using stack = new AsyncDisposableStack();
  const service = await startSeededService();
  stack.defer(() => service.close());
  const server = await startEditorServer(stack, { env: service.env });
  await installPeer(server);
  const measured: Round[] = [];
  await round(server);
  for (let index = 0; index < rounds; index++) measured.push(await round(server));
  const of = (key: keyof Round): Spread => spread(measured.map((one) => one[key]));
  return [
    {
      work: `activation in VS Code (an extension that does nothing: ${of('peer').median} ms)`,
      ...{ quantity: 'Tracklens', unit: 'ms', values: of('ours'), limit: 30 },
    },
    {
      work: 'from the click on the icon in VS Code to the first row of the tree, the first of a window',
      ...{ quantity: 'time', unit: 'ms', values: of('firstRow'), limit: 120 },
    },
  ];
}
