import type { Frame, Locator, Page } from 'playwright-core';
import { wordsOfScreen } from './screen.ts';

/**
 * What a person does in the editor, one function an act. A workbench loses acts: what finishes loading takes the focus, and a menu or
 * a list that is open then closes; a tree that is read anew puts another element in the place of the one that was clicked. So
 * each act knows its outcome, and is done again until that is there.
 */

/** How long an outcome may take: other suites run beside, and two cores carry all of them. */
export const timeoutMillis = 120_000;
/** How long one try waits for one thing. */
export const briefly = { timeout: 10_000 };

/** Does something again until it succeeds. What failed last is the cause of the failure; what the screen shows is told in words. */
export async function insist(page: Page, what: string, act: () => Promise<unknown>): Promise<void> {
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
      const screen = await wordsOfScreen(page);
      throw new Error(`Tried for ${timeoutMillis / 1000} s to ${what}. The screen:\n${screen}`, { cause });
    }
  }
}

/** Does what is harmless to repeat until its outcome is seen. */
export async function actUntil(page: Page, outcome: Locator, act: () => Promise<unknown>): Promise<void> {
  const seen = outcome.first();
  await insist(page, `bring about ${outcome}`, async () => {
    if (await seen.isVisible()) return;
    await act();
    await seen.waitFor(briefly);
  });
}

/** Does something to what is open, as long as it is, until it has gone. */
export async function actUntilGone(page: Page, open: Locator, act: () => Promise<unknown>): Promise<void> {
  await open.waitFor();
  await insist(page, `do away with ${open}`, async () => {
    if (await open.isVisible()) await act();
    await open.waitFor({ state: 'hidden', ...briefly });
  });
}

/** Opens the Tracklens side bar; clicking its icon when it is open would close it. */
export async function showSideBar(page: Page): Promise<void> {
  const icon = page.locator('.activitybar a.action-label[aria-label="Tracklens"]');
  await actUntil(page, pane(page, 'Experiments'), () => icon.click(briefly));
}

/** A section of the side bar by its title. */
export function pane(page: Page, title: string): Locator {
  return page.locator('.pane', { has: page.locator(`.pane-header .title:text-is("${title}")`) });
}

/** Opens a section that is closed. */
export async function openPane(page: Page, title: string): Promise<void> {
  const header = pane(page, title).locator('.pane-header');
  await actUntil(page, header.and(page.locator('[aria-expanded=true]')), () => header.click(briefly));
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

/** Expands a row. */
export async function expand(page: Page, title: string, label: string): Promise<void> {
  const found = row(page, title, label);
  await insist(page, `expand “${label}”`, async () => {
    await found.waitFor(briefly);
    if ((await found.getAttribute('aria-expanded', briefly)) === 'false') await found.click(briefly);
    await found.and(page.locator('[aria-expanded=true]')).waitFor(briefly);
  });
}

/** Opens a row by a click: its panel comes to the front. */
export async function openRow(page: Page, title: string, label: string): Promise<void> {
  await actUntil(page, activeTab(page, label), () => row(page, title, label).click(briefly));
}

/** Rests the pointer on an element until a hover with a text shows. */
export async function hoverOf(page: Page, element: Locator, text: string): Promise<Locator> {
  const hover = page.locator('.monaco-hover', { hasText: text });
  await actUntil(page, hover, async () => {
    await page.mouse.move(0, 0);
    await element.hover(briefly);
  });
  return hover;
}

/** The tab of what is in front. */
export function activeTab(page: Page, text: string): Locator {
  return page.locator('.tab.active', { hasText: text });
}

/** Brings the tab of what is open to the front. */
export async function showTab(page: Page, text: string): Promise<void> {
  await actUntil(page, activeTab(page, text), () => page.locator('.tab', { hasText: text }).click(briefly));
}

/**
 * Runs a command from the palette by its title: it was taken when the palette does not offer it any more. The row is clicked, since
 * a key would go wherever the focus is by then.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const command = choice(page, title);
  await insist(page, `run “${title}”`, async () => {
    await focusWorkbench(page);
    await page.keyboard.press('F1');
    await quickInput(page).fill(`>${title}`, briefly);
    await command.click(briefly);
    await command.waitFor({ state: 'hidden', ...briefly });
  });
}

/** Takes the focus out of the frame of a panel: keys pressed while that loads are lost. */
async function focusWorkbench(page: Page): Promise<void> {
  await page.locator('.activitybar a.action-label').first().focus(briefly);
}

const quickInputWidget = '.quick-input-widget:not([style*="display: none"])';

/** The text field of the quick input. */
export function quickInput(page: Page): Locator {
  return page.locator(`${quickInputWidget} .quick-input-box input`);
}

/** The quick input whose title or prompt holds a text. */
export function quickInputAsking(page: Page, text: string): Locator {
  return page.locator(quickInputWidget).filter({ hasText: text });
}

/** Waits for a quick input whose title or prompt holds a text. */
export async function quickInputWith(page: Page, text: string): Promise<Locator> {
  await quickInputAsking(page, text).waitFor();
  return quickInput(page);
}

/** What a quick input offers, by a text of it. */
export function choice(page: Page, text: string): Locator {
  return page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
}

/** Takes what a quick input offers. */
export async function choose(page: Page, text: string): Promise<void> {
  await actUntilGone(page, choice(page, text), () => choice(page, text).click(briefly));
}

/** Answers a quick input, known by a text of it. The key is given to the field, which takes the focus back for it. */
export async function answer(page: Page, prompt: string, text: string): Promise<void> {
  await actUntilGone(page, quickInputAsking(page, prompt), async () => {
    await quickInput(page).fill(text, briefly);
    await quickInput(page).press('Enter', briefly);
  });
}

/** A dialog of the editor that holds a text. */
export function dialogWith(page: Page, text: string): Locator {
  return page.locator('.monaco-dialog-box', { hasText: text });
}

/** Presses a button of a dialog or a quick input, which closes by that. */
export async function pressButton(page: Page, open: Locator, name: string): Promise<void> {
  await actUntilGone(page, open, () => open.getByRole('button', { name }).click(briefly));
}

/**
 * Chooses from the context menu of an element, by Enter: the editor loses clicks until a timer of its own has run after the menu
 * opened.
 */
export async function chooseFromMenu(page: Page, element: Locator, item: string): Promise<void> {
  const menu = page.locator('.context-view .monaco-menu');
  await insist(page, `choose “${item}” from the menu`, async () => {
    if ((await menu.count()) === 0) await element.click({ button: 'right', ...briefly });
    const entry = menu.locator('.action-menu-item', { hasText: item }).first();
    await entry.hover(briefly);
    await entry.press('Enter', briefly);
    await menu.waitFor({ state: 'detached', ...briefly });
  });
}

/** The frame, among those of panels and outputs, that holds an element. Frames of web views come and go while they load. */
export async function frameWith(page: Page, selector: string): Promise<Frame> {
  let holder: Frame | undefined;
  await insist(page, `find ${selector} in a frame`, async () => {
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
  await actUntil(page, activeTab(page, name), async () => {
    await focusWorkbench(page);
    await page.keyboard.press('Control+P');
    await quickInput(page).fill(name, briefly);
    await choice(page, name).click(briefly);
  });
}

/** Waits until an answer is yes. */
export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + timeoutMillis;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMillis / 1000} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
