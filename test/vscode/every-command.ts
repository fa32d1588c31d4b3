import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import { focusWorkbench, retry, shortTimeout } from './editor.ts';
import type { Workbench } from './workbench.ts';

/** State of the editor in which the commands run. */
export type EditorState = 'connected' | 'signed out' | 'offline';

/** Key binding of the editor, as in its `keybindings.json`. */
export interface KeyBinding {
  readonly key: string;
  readonly command: string;
  readonly args?: unknown;
  /** Condition of the editor; of several bindings of a key, the last whose condition holds runs. */
  readonly when?: string;
}

/** What the user sees after a command. */
interface Outcome {
  readonly kind: 'notification' | 'quick pick' | 'input' | 'dialog' | 'editor' | 'status bar' | 'nothing';
  readonly text: string;
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string; readonly title: string }[] };
}

/** Commands that other suites run, because they start or end something, or show the log again when it is closed. */
const elsewhere = ['startDemo', 'signOut', 'showLog'];

/** Why some commands show nothing that a user has not seen before. */
const silent: Readonly<Record<string, { readonly reason: string; readonly state?: EditorState }>> = {
  cancelLoading: { reason: 'nothing loads' },
  cancelLoadingArtifacts: { reason: 'nothing loads' },
  cancelLoadingExperiments: { reason: 'nothing loads' },
  cancelLoadingRegistry: { reason: 'nothing loads' },
  clearFilter: { reason: 'no filter is set' },
  connect: { reason: 'the views show the connection', state: 'connected' },
  refreshTrees: { reason: 'the views are read again' },
};

/** Every command of the manifest, by its id without the prefix, with its English title. */
const titles: Readonly<Record<string, string>> = titlesOf();
// The message of this command stays in the status bar while others run.
const last = 'copyTrainingSnippet';
const ids = [...Object.keys(titles).filter((id) => ![last, ...elsewhere].includes(id)), last];

/** Commands of the editor that close what was opened. */
const closing = ['workbench.action.closeQuickOpen', 'notifications.clearAll', 'workbench.action.closeAllEditors'];
// The settings of newer editors open over the others. Older editors do not have the command.
const closingModal = [...closing, 'workbench.action.closeModalEditor'];

const commands: readonly Omit<KeyBinding, 'key'>[][] = [
  ...ids.map((id) => [{ command: `tracklens.${id}` }]),
  [
    { command: 'runCommands', args: { commands: closing } },
    { command: 'runCommands', args: { commands: closingModal }, when: 'editorPartModal' },
  ],
  // Shows the notifications that the editor did not show by itself.
  [{ command: 'notifications.showList' }],
];
const closeIndex = ids.length;
const listIndex = ids.length + 1;

// One key press for each command takes less CPU time than a chord of two.
const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const modifiers = ['Control+Alt', 'Control+Alt+Shift', 'Alt+Shift'];
assert.ok(commands.length <= modifiers.length * keys.length, 'There are more commands than keys: add a modifier.');
const keyOf = (index: number) => ({
  modifier: modifiers[Math.floor(index / keys.length)]!,
  key: keys[index % keys.length]!,
});

/** Key bindings for all commands. They also run commands that neither the palette nor a menu offers. */
export const everyCommandBinding: readonly KeyBinding[] = commands.flatMap((bindings, index) => {
  const { modifier, key } = keyOf(index);
  return bindings.map((binding) => ({
    key: `${modifier.toLowerCase().replace('control', 'ctrl')}+${key}`,
    ...binding,
  }));
});

/**
 * Runs every command without a row, a panel and a document, and fails for those whose outcome is not a sentence or a
 * question. Writes what the user sees into `test/output/vscode/commands STATE.md`.
 */
export async function runEveryCommand({ page, userData }: Workbench, state: EditorState): Promise<void> {
  const outcomes: [id: string, outcome: Outcome][] = [];
  for (const [index, id] of ids.entries()) {
    const { reason, state: only = state } = silent[id] ?? {};
    if (reason && only === state) {
      await press(page, index);
      outcomes.push([id, { kind: 'nothing', text: reason }]);
      continue;
    }
    outcomes.push([id, await outcomeOf(page, index)]);
    await closeAll(page);
  }
  await writeListing(state, outcomes);
  // The editor says of a command that no extension has registered that it was not found.
  const fault = /\bError:|\n\s+at |undefined|\[object |\bnull\b|\bNaN\b|\bcommand '[^']*' not found/;
  const bad = outcomes.filter(([, { text }]) => fault.test(text));
  assert.deepEqual(bad, []);
  assert.deepEqual(await unhandledErrors(userData), []);
}

/** Returns the lines of the log of the extension host with an error or a stack of the extension. */
async function unhandledErrors(userData: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const log of glob(path.join(userData, 'logs', '**', 'remoteexthost.log')))
    lines.push(...(await readFile(log, 'utf8')).split('\n'));
  assert.ok(lines.length > 1, 'The extension host has written no log.');
  return lines.filter((line) => /\/extensions\/tracklens\S*js:|rejected promise/.test(line));
}

/** Presses the key binding of a command until something is visible. */
async function outcomeOf(page: Page, index: number): Promise<Outcome> {
  let seen: Outcome = { kind: 'nothing', text: '' };
  await retry(page, `see what ${ids[index]} does`, async () => {
    await press(page, index);
    seen = await waitForOutcome(page, 1000);
    // The editor shows at most three notifications in 800 ms, and keeps the others in its list.
    if (seen.kind === 'nothing') {
      await press(page, listIndex);
      seen = await waitForOutcome(page, shortTimeout.timeout);
    }
    if (seen.kind === 'nothing') throw new Error('Nothing is visible.');
  });
  return seen;
}

/** Waits in the page, which takes less CPU time than to ask it again and again. */
function waitForOutcome(page: Page, millis: number): Promise<Outcome> {
  return outcomeWhen(page, millis, false);
}

async function press(page: Page, index: number): Promise<void> {
  await focusWorkbench(page);
  const { modifier, key } = keyOf(index);
  await page.keyboard.press(`${modifier}+${/[a-z]/.test(key) ? `Key${key.toUpperCase()}` : `Digit${key}`}`);
}

async function closeAll(page: Page): Promise<void> {
  await retry(page, 'close what a command opened', async () => {
    await page.keyboard.press('Escape');
    await press(page, closeIndex);
    const { kind } = await outcomeWhen(page, 2000, true);
    if (!isClosed(kind)) throw new Error('Something is still open.');
  });
}

const isClosed = (kind: Outcome['kind']) => kind === 'nothing' || kind === 'status bar';

/** Returns what is visible as soon as something is visible, or as all is closed, or after some time. */
function outcomeWhen(page: Page, millis: number, closed: boolean): Promise<Outcome> {
  return page.evaluate(
    async (wanted) => {
      const deadline = Date.now() + wanted.millis;
      for (;;) {
        const seen = visibleOutcome();
        const reached = wanted.closed ? ['nothing', 'status bar'].includes(seen.kind) : seen.kind !== 'nothing';
        if (reached || Date.now() > deadline) return seen;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }

      function visibleOutcome(): Outcome {
        const shown = (selector: string) =>
          [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
        const texts = (selector: string) =>
          shown(selector).map((element) => element.innerText.replaceAll(/\s+/g, ' ').trim());
        const outcome = (kind: Outcome['kind'], ...selectors: string[]) => ({
          kind,
          text: selectors
            .flatMap((selector) => texts(selector).slice(0, 4))
            .filter(Boolean)
            .join(' · '),
        });
        const notification = '.notification-list-item';
        if (shown('.monaco-dialog-box').length > 0) return outcome('dialog', '.monaco-dialog-box');
        if (shown('.quick-input-widget').length > 0) {
          const [kind, rows] = ['.quick-input-list .monaco-list-row', '.quick-input-message'];
          return outcome(shown(kind!).length > 0 ? 'quick pick' : 'input', '.quick-input-title', rows!, kind!);
        }
        if (shown(notification).length > 0) {
          return outcome('notification', `${notification}-message`, `${notification}-buttons-container .monaco-button`);
        }
        const editors = '.tabs-container .tab, .monaco-modal-editor-block';
        if (shown(editors).length > 0) return outcome('editor', editors);
        const copied = '.statusbar-item:has(.codicon-copy)';
        return shown(copied).length > 0 ? outcome('status bar', copied) : { kind: 'nothing', text: '' };
      }
    },
    { millis, closed },
  );
}

async function writeListing(state: EditorState, outcomes: readonly [string, Outcome][]): Promise<void> {
  const folder = inRoot('test', 'output', 'vscode');
  await mkdir(folder, { recursive: true });
  const rows = outcomes.map(([id, { kind, text }]) => {
    return `| ${titles[id]} | ${id} | ${kind} | ${text.replaceAll('|', '\\|').slice(0, 300)} |`;
  });
  const lines = [`| Command | Id | Visible (${state}) | Text |`, '|---|---|---|---|', ...rows, ''];
  await writeFile(path.join(folder, `commands ${state}.md`), lines.join('\n'));
}

function titlesOf(): Readonly<Record<string, string>> {
  const read = (name: string) => JSON.parse(readFileSync(inRoot('packages', 'vscode-ext', name), 'utf8'));
  const sentences = read('package.nls.json') as Record<string, string>;
  return Object.fromEntries(
    (read('package.json') as Manifest).contributes.commands.map(({ command, title }) => [
      command.replace('tracklens.', ''),
      sentences[title.slice(1, -1)]!,
    ]),
  );
}
