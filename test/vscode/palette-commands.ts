import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { inRoot } from '../../scripts/folders.ts';
import { runUntilAsked } from './editor.ts';

/** Commands that show a tree, the panel area or the settings, or that other suites run because they start a service. */
const elsewhere = ['connect', 'copyTrainingSnippet', 'openSettings', 'refreshTrees', 'showLog', 'signOut', 'startDemo'];

const whenConnected = 'tracklens.connection == connected';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly enablement?: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

/**
 * Runs every command that the palette offers without a panel, a document and a selection, and waits until each asks for
 * something or says what it needs; with `connected` also those that need a connection. Returns their titles.
 */
export async function runPaletteCommands(page: Page, { connected = false } = {}): Promise<string[]> {
  const titles = paletteTitles(connected);
  for (const title of titles) await runUntilAsked(page, `Tracklens: ${title}`);
  return titles;
}

function paletteTitles(connected: boolean): string[] {
  const read = (name: string) => JSON.parse(readFileSync(inRoot('packages', 'vscode-ext', name), 'utf8'));
  const { contributes } = read('package.json') as Manifest;
  const sentences = read('package.nls.json') as Record<string, string>;
  const withCondition = contributes.menus.commandPalette.filter(({ when }) => when !== '!tracklens.web');
  const conditional = new Set(withCondition.map(({ command }) => command));
  return contributes.commands
    .filter(({ command }) => !elsewhere.includes(command.replace('tracklens.', '')))
    .filter(({ command }) => !conditional.has(command))
    .filter(({ enablement }) => enablement === undefined || (connected && enablement === whenConnected))
    .map(({ title }) => sentences[title.slice(1, -1)]!);
}
