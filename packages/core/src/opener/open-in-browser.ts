import { spawn } from 'node:child_process';

/**
 * Returns the command that opens a URL passed as its last argument; on macOS, as a script on its standard input. Null
 * where no browser would open on the screen of the user: over SSH, and without a display, where `xdg-open` may start a
 * browser in the terminal.
 * @internal Exported for tests: tested for every platform.
 */
export function openerOf(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...args: string[]] | null {
  if (env.SSH_CONNECTION || env.SSH_TTY) return null;
  // Not `open`, because other users can read the arguments of a process, and a sign-in link is a secret.
  if (platform === 'darwin') return ['osascript'];
  // Not `start`, because the shell would interpret the URL.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Returns whether this machine has a browser on the screen of the user. */
export function hasOpener(): boolean {
  return openerOf(process.platform, process.env) !== null;
}

/**
 * Returns the id of this user where the opener of the browser gets the URL as an argument, which other users can read:
 * on Linux. Undefined elsewhere.
 */
export function userOfOpener(): number | undefined {
  return process.platform === 'linux' && hasOpener() ? process.getuid?.() : undefined;
}

/** An opener that still runs after this long has found a browser. */
const settledMillis = 2000;

/** Opens a URL in the browser of the user. Returns whether that succeeded. */
export async function openInBrowser(url: string): Promise<boolean> {
  const opener = openerOf(process.platform, process.env);
  if (opener === null) return false;
  const [command, ...args] = opener;
  const script =
    process.platform === 'darwin' ? `open location "${url.replaceAll('"', '%22').replaceAll('\\', '%5C')}"` : null;
  return await new Promise((done) => {
    const child = spawn(command, script === null ? [...args, url] : args, {
      stdio: [script === null ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.stdin?.on('error', () => {}).end(script);
    const settled = setTimeout(() => done(true), settledMillis);
    const end = (isOpened: boolean) => {
      clearTimeout(settled);
      done(isOpened);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}
