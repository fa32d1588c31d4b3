import { existsSync } from 'node:fs';
import { chromiumPaths, systemPackages } from './apt-packages.ts';

/** Launch options of the browser for tests and the demo: `playwright.chromium.launch(await chromium())`. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/**
 * Returns the installed Chromium (installing it if missing), with arguments that disable background network activity.
 */
export async function chromium(): Promise<ChromiumLaunch> {
  await systemPackages('browser');
  const executablePath = chromiumPaths.find((file) => existsSync(file));
  if (!executablePath) throw new Error(`No Chromium at ${chromiumPaths.filter(Boolean).join(', ')}: set CHROMIUM.`);
  return {
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The pages of a browser context share a process: fewer renderers are started.
      '--renderer-process-limit=1',
    ],
  };
}

/**
 * Installs the headless shell of Chromium, which opens a page in a third of the CPU time of the whole browser. Where
 * it cannot be installed, `chromium()` returns the whole browser.
 */
export async function headlessShell(): Promise<void> {
  await systemPackages('headlessBrowser').catch(() => {
    console.log(
      '• no headless shell of Chromium on this system: the browser tests use the whole Chromium and take longer',
    );
  });
}
