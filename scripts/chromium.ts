import { existsSync } from 'node:fs';
import { chromiumPaths, systemPackages } from './apt-packages.ts';

/** How tests and the demo start the browser: `playwright.chromium.launch(await chromium())`. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/** The installed Chromium (installed now when missing) and arguments that keep it quiet and on this machine. */
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
