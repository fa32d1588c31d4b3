import { spawn } from 'node:child_process';
import * as v from 'valibot';
import { storedKey } from '../data-folder/data-folder.ts';
import { readServiceFile, respondingService, responseMillis } from '../data-folder/service-file.ts';
import { typedCommand } from '../data-folder/typed-command.ts';

const Link = v.object({ url: v.pipe(v.string(), v.url()) });

/** Commands that open a URL passed as their last argument; on macOS, as a script on its standard input. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  // Not `open`, because other users can read the arguments of a process, and a sign-in link is a secret.
  darwin: ['osascript'],
  // Not `start`: a shell would interpret characters of the URL.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
/**
 * Returns whether a browser would open on the screen of the user: not over SSH, and not on a machine without a display,
 * where `xdg-open` may start a browser in the terminal.
 */
function hasDisplay(env = process.env): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false;
  return process.platform in openers || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** A launcher that still runs after this long has found a browser. */
const settledMillis = 2000;

/** Opens a sign-in link in the browser; returns whether that succeeded. */
async function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const script = process.platform === 'darwin' ? `open location "${url}"` : null;
  return await new Promise((done) => {
    const child = spawn(command, script === null ? [...args, url] : args, {
      stdio: [script === null ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.stdin?.on('error', () => {}).end(script);
    const settled = setTimeout(() => done(true), settledMillis);
    const end = (opened: boolean) => {
      clearTimeout(settled);
      done(opened);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}

/**
 * Returns the page's path for an argument of the user: a path, or a whole URL of the service, possibly with an
 * earlier port.
 */
function pathOf(given: string): string {
  if (!URL.canParse(given)) return given.startsWith('/') ? given : `/${given}`;
  const { pathname, search } = new URL(given);
  return pathname + search;
}

interface LinkOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly path: string;
  /** Command that starts the service, for messages. */
  readonly start: string;
}

/** Requests a sign-in link from a service. With a user id, it signs in only browsers of this user. */
async function signInLink({ url, apiKey, path, start }: LinkOptions, uid?: number): Promise<string> {
  const response = await fetch(`${url}/api/page/sign-in-link`, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ path, uid }),
    redirect: 'error',
    signal: AbortSignal.timeout(responseMillis),
  }).catch(() => {
    throw new Error(`The service does not respond at ${url}. Start it with: ${start}`);
  });
  if (!response.ok) {
    throw new Error(
      `The service at ${url} returned no sign-in link (status ${response.status}). Stop it, then start it with: ${start}`,
    );
  }
  const link = v.safeParse(Link, await response.json().catch(() => null));
  if (!link.success || new URL(link.output.url).origin !== url) {
    throw new Error(`The program at ${url} is not a Tracklens service. Start the service with: ${start}`);
  }
  return link.output.url;
}

/**
 * Opens a page of the running service of a data folder in the browser. Without a browser, prints the sign-in link on a
 * terminal. The link is a secret: to a file, a log or the output of a notebook it is printed only if `print` is set.
 *
 * @throws Error when no service runs for the folder.
 */
export async function openPage(options: {
  /** Absolute path. */
  readonly dataFolder: string;
  readonly path: string;
  readonly print: boolean;
}): Promise<void> {
  const { dataFolder } = options;
  const start = typedCommand('serve', dataFolder);
  const published = await readServiceFile(dataFolder);
  if (published === null) throw new Error(`No service is running for ${dataFolder}. Start it with: ${start}`);
  if ((await respondingService(dataFolder)) === null)
    throw new Error(`The service of ${dataFolder} does not respond at ${published.url}. Start it with: ${start}`);
  const { url } = published;
  const link = { url, apiKey: await storedKey(dataFolder), path: pathOf(options.path), start };
  // On Linux, other users can read the link in the arguments of the browser.
  const uid = process.platform === 'linux' ? process.getuid?.() : undefined;
  if (options.print) process.stdout.write(`${await signInLink(link)}\n`);
  else if (hasDisplay() && (await openInBrowser(await signInLink(link, uid)))) return;
  else if (process.stdout.isTTY)
    process.stdout.write(`Open this link within a minute (it works once): ${await signInLink(link)}\n`);
  else process.stdout.write(`No browser was found on this machine. Add --print to print the sign-in link here.\n`);
}
