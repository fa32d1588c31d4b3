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
    ],
  };
}
