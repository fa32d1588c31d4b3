import type { Frame, Locator, Page } from 'playwright-core';

/** What a person does in the editor, one function an act. */

/** Opens the Tracklens side bar; clicking its icon when it is open would close it. */
export async function showSideBar(page: Page): Promise<void> {
  const icon = page.locator('.activitybar a.action-label[aria-label="Tracklens"]');
  const open = page.locator('.activitybar .action-item.checked a.action-label[aria-label="Tracklens"]');
  if ((await open.count()) === 0) await icon.click();
  await pane(page, 'Experiments').waitFor();
}

/** A section of the side bar by its title. */
export function pane(page: Page, title: string): Locator {
  return page.locator('.pane', { has: page.locator(`.pane-header .title:text-is("${title}")`) });
}

/** A row of a tree by the text of its label. */
export function row(page: Page, title: string, label: string): Locator {
  return pane(page, title)
    .locator('.monaco-list-row')
    .filter({ has: page.locator(`.monaco-highlighted-label:text-is("${label}")`) });
}

/** All labels that a tree shows now. */
export function labels(page: Page, title: string): Promise<string[]> {
  return pane(page, title).locator('.monaco-list-row .label-name').allTextContents();
}

/** Expands a row and waits for rows below it. */
export async function expand(page: Page, title: string, label: string): Promise<void> {
  const found = row(page, title, label);
  await found.waitFor();
  if ((await found.getAttribute('aria-expanded')) === 'false') await found.click();
  await page.waitForFunction(([element]) => element?.getAttribute('aria-expanded') === 'true', [
    await found.elementHandle(),
  ] as const);
}

/**
 * Runs a command from the palette by its title. A panel that finishes loading takes the focus and closes the palette: it is opened
 * again then.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    await focusWorkbench(page);
    await page.keyboard.press('F1');
    try {
      await quickInput(page).fill(`>${title}`, { timeout: 5_000 });
      const found = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first();
      await found.waitFor({ timeout: 5_000 });
      return await page.keyboard.press('Enter');
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Takes the focus out of the frame of a panel: keys pressed while that loads are lost. */
async function focusWorkbench(page: Page): Promise<void> {
  await page.locator('.activitybar a.action-label').first().focus();
}

/** The text field of the quick input. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:not([style*="display: none"]) .quick-input-box input');
}

/** Waits for a quick input whose title or prompt holds a text. */
export async function quickInputWith(page: Page, text: string): Promise<Locator> {
  await page.locator('.quick-input-widget:not([style*="display: none"])').filter({ hasText: text }).waitFor();
  return quickInput(page);
}

/** Chooses from the context menu of an element. A click in the first 100 ms after it opens is lost by the editor. */
export async function chooseFromMenu(page: Page, element: Locator, item: string): Promise<void> {
  await element.click({ button: 'right' });
  await page.locator('.context-view .monaco-menu').waitFor();
  await page.waitForTimeout(250);
  await page.locator('.context-view .action-menu-item', { hasText: item }).first().click();
}

/** The frame, among those of panels and outputs, that holds an element. Frames of web views come and go while they load. */
export async function frameWith(page: Page, selector: string, timeoutMillis = 60_000): Promise<Frame> {
  const end = Date.now() + timeoutMillis;
  while (Date.now() < end) {
    for (const frame of page.frames()) {
      if (frame === page.mainFrame()) continue;
      if (await frame.$(selector).catch(() => null)) return frame;
    }
    await page.waitForTimeout(100);
  }
  const frames = page.frames().map((frame) => frame.url().slice(0, 120));
  throw new Error(`No frame holds ${selector} after ${timeoutMillis} ms:\n${frames.join('\n')}`);
}

/** A notification of the editor that holds a text. */
export function notification(page: Page, text: string): Locator {
  return page.locator('.notification-toast, .notification-list-item').filter({ hasText: text }).first();
}

/** Signs in as a person does: address, key, and what comes of it. */
export async function signIn(page: Page, url: string, apiKey: string): Promise<void> {
  await runCommand(page, 'Tracklens: Sign In');
  const address = await quickInputWith(page, 'Address of the service');
  await address.fill(url);
  await page.keyboard.press('Enter');
  const key = await quickInputWith(page, 'API key for');
  await key.fill(apiKey);
  await page.keyboard.press('Enter');
}

/** Opens a file of the folder by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await focusWorkbench(page);
  await page.keyboard.press('Control+P');
  const input = quickInput(page);
  await input.waitFor();
  await input.fill(name);
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab', { hasText: name }).waitFor();
}
