import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

/** Part of the exposed application that the tests use. */
interface Exposed {
  readonly jupyterapp?: {
    readonly restored: Promise<unknown>;
    readonly commands: { execute(id: string, args?: unknown): Promise<unknown> };
  };
}

/**
 * Timeout of a single check in the page, in milliseconds. It is short, so that the caller can report what it waited
 * for.
 */
export const askMillis = 1_000;

/**
 * Time in milliseconds after which a menu without the entry is reopened. The menu may have been created before the
 * extension registered its entries.
 */
const menuMillis = 2_000;

/** Waits until JupyterLab has restored its layout, which may move or close elements. */
export async function restored(page: Page): Promise<void> {
  await until(
    () =>
      page
        .evaluate((millis) => {
          const { jupyterapp } = globalThis as unknown as Exposed;
          const later = new Promise<boolean>((resolve) => setTimeout(resolve, millis, false));
          return jupyterapp === undefined ? false : Promise.race([jupyterapp.restored.then(() => true), later]);
        }, askMillis)
        // JupyterLab may navigate to another URL during startup.
        .catch((error: unknown) => {
          if (/context was destroyed|navigat/i.test(String(error))) return false;
          throw error;
        }),
    'the lab to be restored',
  );
}

/** Performs an action that changes the workspace state, and waits until JupyterLab has saved it, which is delayed. */
export async function written(page: Page, state: readonly RegExp[], act: () => Promise<void>): Promise<void> {
  const writing = page.waitForRequest((request) => {
    const body =
      request.method() === 'PUT' && /\/api\/workspaces/.test(request.url()) ? (request.postData() ?? '') : '';
    return state.every((part) => part.test(body));
  });
  await act();
  await (await writing).response();
}

/** Reloads the page and waits until the layout is restored. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await restored(page);
}

/** Waits for the layout to be restored, then runs a command and waits for it to finish. */
export async function command(page: Page, id: string, args: object = {}): Promise<void> {
  await restored(page);
  await page.evaluate(
    // The returned widget cannot be serialized.
    ([name, given]) => (globalThis as unknown as Exposed).jupyterapp!.commands.execute(name, given).then(() => {}),
    [id, args] as const,
  );
}

/** Starts a command without waiting for it, because it finishes only after its dialog is closed. */
export async function beginCommand(page: Page, id: string): Promise<void> {
  await restored(page);
  await page.evaluate((name) => {
    void (globalThis as unknown as Exposed).jupyterapp!.commands.execute(name);
  }, id);
}

/** Shows the sidebar by a command; clicking its tab would close a sidebar that was restored open. */
export async function showSidebar(page: Page): Promise<void> {
  await command(page, 'tracklens:show-sidebar');
  await tree(page, 'Experiments').waitFor();
}

/** Returns a tree of the sidebar. */
export function tree(page: Page, name: 'Experiments' | 'Model Registry' | 'Artifacts'): Locator {
  return page.getByRole('tree', { name });
}

/** Returns the row of a tree whose label equals the text or matches the pattern. */
export function rowOf(within: Locator, label: string | RegExp): Locator {
  const labels = within.page().locator('.tl-tree-label');
  const has = typeof label === 'string' ? labels.getByText(label, { exact: true }) : labels.filter({ hasText: label });
  return within.getByRole('treeitem').filter({ has });
}

/** Expands nested rows, one per level, and waits for the children of the last one. */
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

/** Chooses an entry of a row's context menu. */
export async function choose(row: Locator, label: string): Promise<void> {
  const menu = row.page().locator('.lm-Menu');
  const entry = menu.locator('.lm-Menu-itemLabel').getByText(label, { exact: true });
  await until(async () => {
    if ((await menu.count()) === 0) await row.click({ button: 'right' });
    const reached = (state: 'visible' | 'detached') =>
      entry.waitFor({ state, timeout: menuMillis }).then(
        () => true,
        () => false,
      );
    if (await reached('visible')) {
      await entry.click();
      // A menu that stays open has run nothing.
      return await reached('detached');
    }
    if ((await menu.count()) > 0) await menu.press('Escape');
    return false;
  }, `"${label}" in the menu`);
}

/** Returns the active panel. */
export function panel(page: Page): Locator {
  return page.locator('.jp-TracklensPanel:not(.lm-mod-hidden)');
}

/** Activates a document or a panel by its tab label. */
export async function bringToFront(page: Page, label: string): Promise<void> {
  await restored(page);
  const tab = page.locator('#jp-main-dock-panel .lm-TabBar-tab', { hasText: label }).first();
  await until(async () => {
    if ((await tab.getAttribute('aria-selected')) === 'true') return true;
    await tab.click();
    return false;
  }, `${label} in front`);
}

/** Returns the open dialog. */
export function dialog(page: Page): Locator {
  return page.locator('.jp-Dialog');
}

/** Clicks a button of the dialog and waits until the dialog is closed. */
export async function answer(page: Page, button: string): Promise<void> {
  const asked = await dialog(page).first().elementHandle();
  await dialog(page).first().getByRole('button', { name: button, exact: true }).click();
  await asked?.waitForElementState('hidden');
}

/** Fills the text field of the dialog and presses the key that accepts it, which is another one for several lines. */
export async function fillIn(page: Page, text: string, key: 'Enter' | 'Control+Enter' = 'Enter'): Promise<void> {
  const field = dialog(page).first().getByRole('textbox');
  await field.fill(text);
  await field.press(key);
}
