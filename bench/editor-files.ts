import type { Page } from 'playwright-core';
import {
  actUntilGone,
  choice,
  focusWorkbench,
  quickInput,
  retry,
  runCommand,
  shortTimeout,
} from '../test/vscode/editor.ts';

/** Finds a file of the workspace in the quick input, ready for the click on its name. */
export async function findFile(page: Page, name: string): Promise<void> {
  await retry(page, `find ${name}`, async () => {
    await focusWorkbench(page);
    await page.keyboard.press('Control+P');
    await quickInput(page).fill(name, shortTimeout);
    await choice(page, name).waitFor(shortTimeout);
  });
}

/** Closes all editors, of which one shows the file. */
export async function closeFile(page: Page, name: string): Promise<void> {
  const tab = page.locator('.tabs-container .tab', { hasText: name });
  await actUntilGone(page, tab, () => runCommand(page, 'View: Close All Editors'));
}
