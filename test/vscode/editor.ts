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
  // A tree that is read anew puts another element in the place of the one that was clicked.
  await insist(async () => {
    await found.waitFor({ timeout: 30_000 });
    if ((await found.getAttribute('aria-expanded', { timeout: 5_000 })) === 'false')
      await found.click({ timeout: 5_000 });
    await found.and(page.locator('[aria-expanded=true]')).waitFor({ timeout: 5_000 });
  });
}

/**
 * Runs a command from the palette by its title. A panel that finishes loading takes the focus and closes the palette: it is opened
 * again then. The row is clicked, since a key would go wherever the focus is by then.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await insist(async () => {
    await focusWorkbench(page);
    await page.keyboard.press('F1');
    await quickInput(page).fill(`>${title}`, { timeout: 5_000 });
    await choice(page, title).click({ timeout: 5_000 });
  });
}

/** Does something again until it succeeds: whatever loads beside it takes the focus, and what is open then goes. */
async function insist(act: () => Promise<void>, patienceMillis = 60_000): Promise<void> {
  const deadline = Date.now() + patienceMillis;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Takes the focus out of the frame of a panel: keys pressed while that loads are lost. */
async function focusWorkbench(page: Page): Promise<void> {
  await page.locator('.activitybar a.action-label').first().focus();
}

const quickInputWidget = '.quick-input-widget:not([style*="display: none"])';

/** The text field of the quick input. */
export function quickInput(page: Page): Locator {
  return page.locator(`${quickInputWidget} .quick-input-box input`);
}

/** Waits for a quick input whose title or prompt holds a text. */
export async function quickInputWith(page: Page, text: string): Promise<Locator> {
  await page.locator(quickInputWidget).filter({ hasText: text }).waitFor();
  return quickInput(page);
}

/** What a quick input offers, by a text of it. */
export function choice(page: Page, text: string): Locator {
  return page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
}

/**
 * Answers a quick input, known by a text of it. The key is given to the field, which takes the focus back for it, until the input
 * has gone.
 */
export async function answer(page: Page, prompt: string, text: string): Promise<void> {
  const input = await quickInputWith(page, prompt);
  const asked = page.locator(quickInputWidget).filter({ hasText: prompt });
  await insist(async () => {
    if (await asked.isVisible()) {
      await input.fill(text, { timeout: 5_000 });
      await input.press('Enter', { timeout: 5_000 });
    }
    await asked.waitFor({ state: 'hidden', timeout: 5_000 });
  });
}

/**
 * Chooses from the context menu of an element, by Enter: the editor loses clicks until a timer of its own has run after the menu
 * opened. A panel that finishes loading closes the menu, which is opened again then.
 */
export async function chooseFromMenu(page: Page, element: Locator, item: string): Promise<void> {
  const menu = page.locator('.context-view .monaco-menu');
  await insist(async () => {
    if ((await menu.count()) === 0) await element.click({ button: 'right', timeout: 10_000 });
    const entry = menu.locator('.action-menu-item', { hasText: item }).first();
    await entry.hover({ timeout: 3_000 });
    await entry.press('Enter', { timeout: 3_000 });
    await menu.waitFor({ state: 'detached', timeout: 10_000 });
  });
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
  await answer(page, 'Address of the service', url);
  await answer(page, 'API key for', apiKey);
}

/** Opens a file of the folder by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await insist(async () => {
    await focusWorkbench(page);
    await page.keyboard.press('Control+P');
    await quickInput(page).fill(name, { timeout: 5_000 });
    await choice(page, name).click({ timeout: 5_000 });
  });
  await page.locator('.tab', { hasText: name }).waitFor();
}

/** Waits until an answer is yes. */
export async function until(condition: () => Promise<boolean>, what = 'it', timeoutMillis = 60_000): Promise<void> {
  const end = Date.now() + timeoutMillis;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMillis / 1000} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
