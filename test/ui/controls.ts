import assert from 'node:assert/strict';
import type { ElementHandle, Page } from 'playwright-core';
import type { ViewPage } from './browser.ts';
import type { TestPage } from './page.ts';

/*
 * Generic driver for the controls of a view. It does not know the controls, so that a new control which does not
 * store its value in the view state fails the tests.
 */

const controls = [
  'input[type=search]',
  'input[type=checkbox]',
  'input[type=range]',
  'select',
  '[role=columnheader][aria-sort]',
  'button[aria-expanded]:not([aria-haspopup])',
  'button[aria-pressed]',
  'button[aria-current]',
  '.tl-panel [role=tab]',
  'summary',
].join(', ');

/** Controls that are not part of the view state: menus, axis buttons, and tables of other views. */
const excluded = '[role=dialog] *, [role=menu] *, audio, .tl-chart-menu *, [data-transient], [data-transient] *';

type Control = ElementHandle<HTMLElement>;

async function change(control: Control): Promise<void> {
  const [tag, type] = await control.evaluate((element) => [element.tagName, element.getAttribute('type')]);
  if (tag === 'SELECT') {
    const value = await control.evaluate((element) => {
      const { options, value: current } = element as HTMLSelectElement;
      return [...options].map((option) => option.value).findLast((option) => option !== current) ?? null;
    });
    if (value !== null) await control.selectOption(value);
  } else if (type === 'search') await control.fill('e');
  else if (type === 'range') {
    const now = () => control.evaluate((element) => (element as HTMLInputElement).value);
    const before = await now();
    await control.press('ArrowLeft');
    if ((await now()) === before) await control.press('ArrowRight');
  } else await control.click();
}

/**
 * Finds the first control below `root` that has not been driven and that can be changed, in one call of the browser.
 */
async function nextControl(
  page: Page,
  root: string,
  driven: ReadonlySet<string>,
): Promise<{ readonly name: string; readonly control: Control } | null> {
  const found = await page.evaluateHandle(
    ([within, wanted, except, known]) => {
      const nameOf = (element: HTMLElement) => {
        const label =
          element.getAttribute('aria-label') ??
          element.closest('label')?.childNodes[0]?.textContent?.trim() ??
          element.textContent?.trim();
        const named = element.closest('[data-histogram], [data-sound], [data-metric], [data-id]');
        return [element.tagName, element.getAttribute('type'), label, named?.getAttribute('data-id') ?? named?.id]
          .filter(Boolean)
          .join(' ');
      };
      const isFixed = (element: HTMLElement) =>
        element.matches(except) ||
        element.getBoundingClientRect().width === 0 ||
        (element as HTMLInputElement).disabled ||
        // A select with one option cannot change, and choosing the current item has no effect.
        (element.tagName === 'SELECT' && (element as HTMLSelectElement).options.length < 2) ||
        element.getAttribute('aria-current') === 'true' ||
        element.getAttribute('aria-selected') === 'true';
      const all = [...document.querySelectorAll(within)].flatMap((one) => [
        ...one.querySelectorAll<HTMLElement>(wanted),
      ]);
      const control = all.find((element) => !isFixed(element) && !known.includes(nameOf(element)));
      return control ? { name: nameOf(control), control } : null;
    },
    [root, controls, excluded, [...driven]] as const,
  );
  const properties = await found.getProperties();
  const control = properties.get('control')?.asElement() as Control | null | undefined;
  if (!control) return null;
  return { name: (await properties.get('name')!.jsonValue()) as string, control };
}

/**
 * Changes each control below `root` once, including controls that appear meanwhile, up to `most`. Asserts that each
 * changes the view state, and returns the names of the controls.
 */
export async function driveControls({ page, run }: ViewPage, root: string, most = 60): Promise<string[]> {
  const driven = new Set<string>();
  const stateNow = () => run((test) => JSON.stringify(test.view!.getState()));
  while (driven.size < most) {
    const next = await nextControl(page, root, driven);
    if (next === null) break;
    driven.add(next.name);
    const before = await stateNow();
    await change(next.control);
    const changed = page.waitForFunction(
      (earlier) => JSON.stringify((window as unknown as { page: TestPage }).page.view!.getState()) !== earlier,
      before,
      { timeout: 10_000 },
    );
    await changed.catch(() => assert.fail(`${next.name} does not change the state`));
  }
  return [...driven];
}

/** Returns a snapshot of the user-visible state of an element: the control values and the text. */
async function shownIn({ page }: ViewPage, root: string): Promise<string> {
  return await page.locator(root).evaluate(
    (element, [wanted, except]) => {
      const values = [...element.querySelectorAll<HTMLInputElement>(wanted)]
        .filter((one) => !one.matches(except))
        .map((one) =>
          [
            one.tagName,
            one.getAttribute('aria-label'),
            one.type === 'checkbox' ? one.checked : one.value,
            ...['aria-sort', 'aria-expanded', 'aria-pressed', 'aria-current', 'aria-selected'].map((name) =>
              one.getAttribute(name),
            ),
            one.tagName === 'SUMMARY' ? (one.parentElement as HTMLDetailsElement).open : null,
          ].join(' '),
        );
      return JSON.stringify([values, (element as HTMLElement).innerText.replaceAll(/updated .*|Live.*/g, '')], null, 1);
    },
    [controls, excluded] as const,
  );
}

/**
 * Waits until an element of two views shows the same content in two consecutive checks, because both load
 * asynchronously.
 */
export async function assertShowTheSame(view: ViewPage, again: ViewPage, root: string): Promise<void> {
  let last = '';
  let shown: readonly [string, string] = ['', ''];
  for (let look = 0; look < 600; look++) {
    shown = await Promise.all([shownIn(again, root), shownIn(view, root)]);
    const [now, wanted] = shown;
    if (now === wanted && now === last && !now.includes('tl-skeleton')) return;
    last = now;
    await again.page.waitForTimeout(30);
  }
  assert.equal(...shown);
}
