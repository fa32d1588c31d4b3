import type { Frame, Locator, Page } from 'playwright-core';
import { until as pollUntil } from '../until.ts';
import { describeScreen } from './screen.ts';

/**
 * User actions in the editor. A workbench can lose an action: content that finishes loading takes the focus and
 * closes open menus and lists, and a reloaded tree replaces the clicked element. Therefore each action knows its
 * outcome and is repeated until the outcome is visible.
 */

/** Timeout of an action in milliseconds. Other suites run in parallel on two cores. */
export const timeoutMillis = 120_000;
/** Timeout of a single wait within an attempt. */
export const shortTimeout = { timeout: 10_000 };

/**
 * Repeats an action until it succeeds. On timeout, throws an error with a description of the screen; its cause is the
 * last error.
 */
export async function retry(page: Page, what: string, act: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + timeoutMillis;
  for (;;) {
    try {
      await act();
      return;
    } catch (cause) {
      if (Date.now() < deadline) {
        await page.waitForTimeout(50);
        continue;
      }
      const screen = await describeScreen(page);
      throw new Error(`Tried for ${timeoutMillis / 1000} s to ${what}. The screen:\n${screen}`, { cause });
    }
  }
}

/** Repeats an idempotent action until its outcome is visible. */
export async function actUntil(page: Page, outcome: Locator, act: () => Promise<unknown>): Promise<void> {
  const seen = outcome.first();
  await retry(page, `show ${outcome}`, async () => {
    if (await seen.isVisible()) return;
    await act();
    await seen.waitFor(shortTimeout);
  });
}

/** Repeats an action on an open element until the element is gone. */
export async function actUntilGone(page: Page, open: Locator, act: () => Promise<unknown>): Promise<void> {
  await open.waitFor();
  await retry(page, `hide ${open}`, async () => {
    if (await open.isVisible()) await act();
    await open.waitFor({ state: 'hidden', ...shortTimeout });
  });
}

/** Opens the Tracklens side bar if it is not open; clicking the icon again would close it. */
export async function showSideBar(page: Page, firstTitle = 'Experiments'): Promise<void> {
  const icon = page.locator('.activitybar a.action-label[aria-label="Tracklens"]');
  await actUntil(page, pane(page, firstTitle), () => icon.click(shortTimeout));
}

/** Returns a section of the side bar by its title. */
export function pane(page: Page, title: string): Locator {
  return page.locator('.pane', { has: page.locator(`.pane-header .title:text-is("${title}")`) });
}

/** Expands a collapsed section. */
export async function openPane(page: Page, title: string): Promise<void> {
  const header = pane(page, title).locator('.pane-header');
  await actUntil(page, header.and(page.locator('[aria-expanded=true]')), () => header.click(shortTimeout));
}

/** Returns a row of a tree by its label. */
export function row(page: Page, title: string, label: string): Locator {
  return pane(page, title)
    .locator('.monaco-list-row')
    .filter({ has: page.locator(`.monaco-highlighted-label:text-is("${label}")`) });
}

/** Returns all labels that a tree shows. */
export function labels(page: Page, title: string): Promise<string[]> {
  return pane(page, title).locator('.monaco-list-row .label-name').allTextContents();
}

/** Expands a row. */
export async function expand(page: Page, title: string, label: string): Promise<void> {
  const found = row(page, title, label);
  await retry(page, `expand “${label}”`, async () => {
    await found.waitFor(shortTimeout);
    if ((await found.getAttribute('aria-expanded', shortTimeout)) === 'false') await found.click(shortTimeout);
    await found.and(page.locator('[aria-expanded=true]')).waitFor(shortTimeout);
  });
}

/** Clicks a row and waits until its panel is active. */
export async function openRow(page: Page, title: string, label: string): Promise<void> {
  await actUntil(page, activeTab(page, label), () => row(page, title, label).click(shortTimeout));
}

/** Hovers over an element until a tooltip with the text is visible. */
export async function hoverOf(page: Page, element: Locator, text: string): Promise<Locator> {
  const hover = page.locator('.monaco-hover', { hasText: text });
  await actUntil(page, hover, async () => {
    await page.mouse.move(0, 0);
    await element.hover(shortTimeout);
  });
  return hover;
}

/** Closes all editors without saving them. */
export async function closeEditors(page: Page): Promise<void> {
  const tabs = page.locator('.tabs-container .tab');
  const unsaved = dialogWith(page, 'Do you want to save');
  await retry(page, 'close all editors', async () => {
    if ((await tabs.count()) === 0) return;
    if (!(await unsaved.isVisible())) await runCommand(page, 'View: Close All Editors');
    // One dialog after another asks about what has not been saved.
    await Promise.any([tabs.first().waitFor({ state: 'detached', ...shortTimeout }), unsaved.waitFor(shortTimeout)]);
    if (await unsaved.isVisible()) await unsaved.getByRole('button', { name: "Don't Save" }).click(shortTimeout);
    await tabs.first().waitFor({ state: 'detached', timeout: 1000 });
  });
}

/** Returns the active tab if its label contains a text. */
export function activeTab(page: Page, text: string): Locator {
  return page.locator('.tab.active', { hasText: text });
}

/** Activates an open tab. */
export async function showTab(page: Page, text: string): Promise<void> {
  await actUntil(page, activeTab(page, text), () => page.locator('.tab', { hasText: text }).click(shortTimeout));
}

/**
 * Runs a command from the palette by its title. It counts as run when the palette no longer lists it. The row is
 * clicked, because a key press would go to whichever element has the focus.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const command = choice(page, title);
  await retry(page, `run “${title}”`, async () => {
    await openQuickInput(page, 'F1', `>${title}`);
    await command.click(shortTimeout);
    await command.waitFor({ state: 'hidden', ...shortTimeout });
  });
}

/** Opens the quick input with a text. One that is open is closed first: it would not read its list again. */
async function openQuickInput(page: Page, key: string, text: string): Promise<void> {
  if (await quickInput(page).isVisible()) await quickInput(page).press('Escape', shortTimeout);
  await focusWorkbench(page);
  await page.keyboard.press(key);
  await quickInput(page).fill(text, shortTimeout);
}

/** Moves the focus out of a panel's frame; keys pressed while the frame loads are lost. */
export async function focusWorkbench(page: Page): Promise<void> {
  await page.locator('.activitybar a.action-label').first().focus(shortTimeout);
}

const quickInputWidget = '.quick-input-widget:not([style*="display: none"])';

/** Returns the text field of the quick input. */
export function quickInput(page: Page): Locator {
  return page.locator(`${quickInputWidget} .quick-input-box input`);
}

/** Returns the quick input if it contains a text, such as its title or prompt. */
export function quickInputAsking(page: Page, text: string): Locator {
  return page.locator(quickInputWidget).filter({ hasText: text });
}

/** Waits for a quick input that contains a text and returns its text field. */
export async function quickInputWith(page: Page, text: string): Promise<Locator> {
  await quickInputAsking(page, text).waitFor();
  return quickInput(page);
}

/** Returns the first item of the quick input list that contains a text. */
export function choice(page: Page, text: string): Locator {
  return page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
}

/** Chooses an item of the quick input list. A list that lost the focus is closed: `open` opens it again. */
export async function choose(page: Page, text: string, open?: (item: Locator) => Promise<unknown>): Promise<void> {
  const item = choice(page, text);
  if (!open) return actUntilGone(page, item, () => item.click(shortTimeout));
  await retry(page, `choose ${text}`, async () => {
    if (!(await item.isVisible())) await open(item);
    await item.click(shortTimeout);
    await item.waitFor({ state: 'hidden', ...shortTimeout });
  });
}

/**
 * Fills and accepts the quick input that contains `prompt`. The key is pressed on the text field, which focuses it
 * first.
 */
export async function answer(page: Page, prompt: string, text: string): Promise<void> {
  await actUntilGone(page, quickInputAsking(page, prompt), async () => {
    await quickInput(page).fill(text, shortTimeout);
    await quickInput(page).press('Enter', shortTimeout);
  });
}

/** Clicks an entry of the quick fix menu, which older editors cover until the pointer moves. */
export async function clickFix(fix: Locator): Promise<void> {
  await fix.hover({ force: true, ...shortTimeout });
  await fix.click(shortTimeout);
}

/** Returns an editor dialog that contains a text. */
export function dialogWith(page: Page, text: string): Locator {
  return page.locator('.monaco-dialog-box', { hasText: text });
}

/** Clicks a button that closes its dialog or quick input. */
export async function pressButton(page: Page, open: Locator, name: string): Promise<void> {
  await actUntilGone(page, open, () => open.getByRole('button', { name }).click(shortTimeout));
}

/**
 * Chooses an entry of an element's context menu until its outcome is visible: a menu that loses the focus closes
 * without running the entry. Uses Enter, because the editor ignores clicks for a short time after the menu opens.
 */
export async function chooseFromMenu(page: Page, element: Locator, item: string, outcome: Locator): Promise<void> {
  const menu = page.locator('.context-view .monaco-menu');
  await actUntil(page, outcome, async () => {
    if ((await menu.count()) === 0) await element.click({ button: 'right', ...shortTimeout });
    const entry = menu.locator('.action-menu-item', { hasText: item }).first();
    await entry.hover(shortTimeout);
    await entry.press('Enter', shortTimeout);
    await menu.waitFor({ state: 'detached', ...shortTimeout });
  });
}

/** Returns the panel or output frame that contains an element. Webview frames are replaced while they load. */
export async function frameWith(page: Page, selector: string): Promise<Frame> {
  let holder: Frame | undefined;
  await retry(page, `find ${selector} in a frame`, async () => {
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    holder = await Promise.any(
      frames.map(async (frame) => {
        await frame.locator(selector).first().waitFor({ state: 'attached', timeout: 1_000 });
        return frame;
      }),
    );
  });
  return holder!;
}

/** Returns an editor notification that contains a text. */
export function notification(page: Page, text: string): Locator {
  return page.locator('.notification-toast, .notification-list-item').filter({ hasText: text }).first();
}

/**
 * Waits for a notification that contains a text and returns it. The editor shows at most three toasts in 800 ms, which
 * a test exceeds when the machine is idle, and removes toasts after ten seconds, which a busy machine may take. The
 * notification center then still has it.
 */
export async function notificationWith(page: Page, text: string): Promise<Locator> {
  const found = notification(page, text);
  const isShown = await found.waitFor(shortTimeout).then(
    () => true,
    () => false,
  );
  if (!isShown) await actUntil(page, found, () => runCommand(page, 'Notifications: Show Notifications'));
  return found;
}

/** Signs in through the prompts for URL and API key. */
export async function signIn(page: Page, url: string, apiKey: string): Promise<void> {
  await runCommand(page, 'Tracklens: Sign In');
  await answer(page, 'Address of the service', url);
  await answer(page, 'API key for', apiKey);
}

/** Removes the only saved connection with its key. */
export async function removeConnection(page: Page): Promise<void> {
  await runCommand(page, 'Tracklens: Remove Connection');
  await pressButton(page, dialogWith(page, 'Remove the connection'), 'Remove');
  await pane(page, 'Experiments').getByRole('button', { name: 'Sign In' }).waitFor();
}

/** Opens a file of the workspace folder by its name. The whole path finds it without a search of the folder. */
export async function openFile(page: Page, name: string): Promise<void> {
  const folder = new URL(page.url()).searchParams.get('folder');
  await actUntil(page, activeTab(page, name), async () => {
    await openQuickInput(page, 'Control+P', `${folder}/${name}`);
    await choice(page, name).click(shortTimeout);
  });
}

/** Polls until the condition is true. Throws an error that names the condition on timeout. */
export function until(condition: () => Promise<boolean>, what: string | (() => string)): Promise<void> {
  return pollUntil(condition, what, timeoutMillis);
}
