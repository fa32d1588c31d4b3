import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** The little of the exposed application that the tests call. */
interface Exposed {
  readonly jupyterapp?: {
    readonly restored: Promise<unknown>;
    readonly commands: { execute(id: string, args?: unknown): Promise<unknown> };
  };
}

/** A page is asked for so long at a time: who asks can say then what they wait for. */
export const askMillis = 1_000;

/** A menu without the entry is opened anew after so long: it was made before the extension had its entries in it. */
const menuMillis = 2_000;

/** Waits until the lab has put its panels where they were: what is pressed before may be moved or closed by that. */
export async function restored(page: Page): Promise<void> {
  await until(
    () =>
      page
        .evaluate((millis) => {
          const { jupyterapp } = globalThis as unknown as Exposed;
          const later = new Promise<boolean>((resolve) => setTimeout(resolve, millis, false));
          return jupyterapp === undefined ? false : Promise.race([jupyterapp.restored.then(() => true), later]);
        }, askMillis)
        // The lab may go on to an address of its own while it starts.
        .catch((error: unknown) => {
          if (/context was destroyed|navigat/i.test(String(error))) return false;
          throw error;
        }),
    'the lab to be restored',
  );
}

/** Does what changes the state of the lab, and waits until the lab has written it: it does so a moment later. */
export async function written(page: Page, state: readonly RegExp[], act: () => Promise<void>): Promise<void> {
  const writing = page.waitForRequest((request) => {
    const body =
      request.method() === 'PUT' && /\/api\/workspaces/.test(request.url()) ? (request.postData() ?? '') : '';
    return state.every((part) => part.test(body));
  });
  await act();
  await (await writing).response();
}

/** Loads the page anew and waits until it is as it was. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await restored(page);
}

/** Runs a command of the lab to its end, once the lab is restored. */
export async function command(page: Page, id: string, args: object = {}): Promise<void> {
  await restored(page);
  await page.evaluate(
    // The widget that a command gives back cannot leave the page.
    ([name, given]) => (globalThis as unknown as Exposed).jupyterapp!.commands.execute(name, given).then(() => {}),
    [id, args] as const,
  );
}

/** Begins a command that ends only when its dialog is answered. */
export async function beginCommand(page: Page, id: string): Promise<void> {
  await restored(page);
  await page.evaluate((name) => {
    void (globalThis as unknown as Exposed).jupyterapp!.commands.execute(name);
  }, id);
}

/** Shows the trees. Not by a click on the tab of the sidebar, which closes one that is restored open. */
export async function showSidebar(page: Page): Promise<void> {
  await command(page, 'tracklens:show-sidebar');
  await tree(page, 'Experiments').waitFor();
}

/** A tree of the sidebar. */
export function tree(page: Page, name: 'Experiments' | 'Model registry' | 'Artifacts'): Locator {
  return page.getByRole('tree', { name });
}

/** The row of a tree whose label is this text, or matches it. */
export function rowOf(within: Locator, label: string | RegExp): Locator {
  const labels = within.page().locator('.tl-tree-label');
  const has = typeof label === 'string' ? labels.getByText(label, { exact: true }) : labels.filter({ hasText: label });
  return within.getByRole('treeitem').filter({ has });
}

/** Opens rows, each below the one before, and waits for what is below the last. */
export async function unfold(within: Locator, ...labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const row = rowOf(within, label);
    await until(async () => {
      if ((await row.getAttribute('aria-expanded')) === 'true') return true;
      await row.locator('.tl-tree-twist').click();
      return false;
    }, `${label} to open`);
  }
  await within
    .getByRole('treeitem', { level: labels.length + 1 })
    .first()
    .waitFor();
}

/** Chooses from the menu of a row. */
export async function choose(row: Locator, label: string): Promise<void> {
  const menu = row.page().locator('.lm-Menu');
  const entry = menu.locator('.lm-Menu-itemLabel').getByText(label, { exact: true });
  await until(async () => {
    if ((await menu.count()) === 0) await row.click({ button: 'right' });
    const there = await entry.waitFor({ timeout: menuMillis }).then(
      () => true,
      () => false,
    );
    if (there) await entry.click();
    else if ((await menu.count()) > 0) await menu.press('Escape');
    return there;
  }, `"${label}" in the menu`);
}

/** The panel in front. */
export function panel(page: Page): Locator {
  return page.locator('.jp-TracklensPanel:not(.lm-mod-hidden)');
}

/** Brings a document or a panel to the front by the label of its tab. */
export async function bringToFront(page: Page, label: string): Promise<void> {
  await restored(page);
  const tab = page.locator('#jp-main-dock-panel .lm-TabBar-tab', { hasText: label }).first();
  await until(async () => {
    if ((await tab.getAttribute('aria-selected')) === 'true') return true;
    await tab.click();
    return false;
  }, `${label} in front`);
}

/** The dialog in front, its field and its buttons. */
export function dialog(page: Page): Locator {
  return page.locator('.jp-Dialog');
}

/** Presses a button of the dialog and waits until that has closed. */
export async function answer(page: Page, button: string): Promise<void> {
  const asked = await dialog(page).first().elementHandle();
  await dialog(page).first().getByRole('button', { name: button, exact: true }).click();
  await asked?.waitForElementState('hidden');
}

/** Writes into the field of the dialog and takes its default button. */
export async function fillIn(page: Page, text: string): Promise<void> {
  const field = dialog(page).first().getByRole('textbox');
  await field.fill(text);
  await field.press('Enter');
}
