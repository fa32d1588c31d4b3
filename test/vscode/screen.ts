import type { Page } from 'playwright-core';

const consoleErrors = new WeakMap<Page, string[]>();

/** Starts recording the errors that the editor logs to the console, such as a slow start of the extension host. */
export function recordConsoleErrors(page: Page): void {
  const recent: string[] = [];
  consoleErrors.set(page, recent);
  page.on('console', (message) => {
    const text = message.text().replace(/^%c\s*/, '');
    if (message.type() === 'error' || /^(?:ERR|Extension host|.*unresponsive)/.test(text))
      recent.push(text.slice(0, 300));
  });
}

/** Describes the visible parts of the screen as text, for timeout errors. */
export async function describeScreen(page: Page): Promise<string> {
  const visible = await page.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => element.innerText.replaceAll(/\s+/g, ' ').trim().slice(0, 200));
    const { activeElement } = document;
    return {
      dialogs: texts('.monaco-dialog-box'),
      'quick input': texts('.quick-input-widget'),
      menu: texts('.context-view .monaco-menu'),
      notifications: texts('.notification-toast, .notification-list-item'),
      'tab in front': texts('.tab.active'),
      'side bar': texts('.sidebar .pane-header, .sidebar .welcome-view, .sidebar .monaco-list-row'),
      panel: texts('.part.panel .action-item.checked'),
      'status bar': texts('.statusbar-item'),
      focus: activeElement ? [(activeElement.cloneNode() as Element).outerHTML.slice(0, 200)] : [],
    };
  });
  const frames = page
    .frames()
    .filter((frame) => frame !== page.mainFrame())
    .map(async (frame) => {
      const text = await frame.evaluate(() => document.body.innerText).catch(() => '');
      return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
    });
  const recent = consoleErrors.get(page)?.slice(-5) ?? [];
  return Object.entries({
    ...visible,
    frames: (await Promise.all(frames)).filter(Boolean),
    'console errors': recent,
  })
    .filter(([, texts]) => texts.length > 0)
    .map(([name, texts]) => `${name}: ${texts.map((text) => `“${text}”`).join(' ')}`)
    .join('\n');
}
