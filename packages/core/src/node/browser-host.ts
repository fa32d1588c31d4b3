import { spawn } from 'node:child_process';
import * as v from 'valibot';
import { isLoopback } from '../client/loopback.ts';
import type { Transport } from '../client/transport.ts';
import { type DisplayHost, pageOf } from '../display/display-host.ts';

/**
 * Returns the command that opens a URL passed as its last argument; on macOS, as a script on its standard input. Null
 * without a display.
 * @internal Exported for tests: tested for every platform.
 */
export function openerOf(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...args: string[]] | null {
  // Not `open`, because other users can read the arguments of a process, and a sign-in link is a secret.
  if (platform === 'darwin') return ['osascript'];
  // Not `start`, because the shell would interpret the URL.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

async function openInBrowser(url: string): Promise<boolean> {
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
    child.once('error', () => done(false));
    child.stdin?.on('error', () => {}).end(script);
    child.once('spawn', () => {
      child.unref();
      done(true);
    });
  });
}

/**
 * Returns the id of this user where the opener of the browser gets the URL as an argument, which other users can read:
 * on Linux. Undefined elsewhere.
 */
function userOfOpener(): number | undefined {
  if (process.platform !== 'linux' || openerOf(process.platform, process.env) === null) return undefined;
  return process.getuid?.();
}

const SignInLink = v.object({ url: v.string() });

/**
 * Returns the URL at which a browser can open a page. For the local service this is a one-time sign-in link, else the
 * URL of the page. Requests nothing from a remote service, where users have accounts.
 *
 * @param uid user id: the link signs in only browsers of this user, where the service runs on Linux
 */
export async function browserAddress(transport: Transport, page: string, uid?: number): Promise<string> {
  const { hostname, origin, pathname, search } = new URL(page);
  if (!isLoopback(hostname)) return page;
  try {
    const response = await transport.send({
      method: 'POST',
      path: '/api/page/sign-in-link',
      query: [],
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify({ path: pathname + search, uid })),
      timeoutMillis: 5000,
    });
    const link = v.safeParse(SignInLink, JSON.parse(await response.body.text()));
    return response.status === 200 && link.success && new URL(link.output.url).origin === origin
      ? link.output.url
      : page;
  } catch {
    // Another service, or none, is at this address: fall back to the URL of the page.
    return page;
  }
}

/**
 * Opens a target's page in the user's browser. Without a browser it prints the URL. A sign-in link is a secret, so it
 * is printed only on a terminal, not to a file, a log or the output of a notebook.
 */
export function browserHost(
  transport: Transport,
  open = openInBrowser,
  isTerminal: boolean = process.stdout.isTTY,
): DisplayHost {
  return {
    async show(displayed) {
      const page = pageOf(displayed);
      const address = await browserAddress(transport, page, userOfOpener());
      if (await open(address)) return;
      if (address === page || !isTerminal) return console.log(page);
      console.log(`Open this page within a minute (the link works once): ${address}`);
    },
  };
}
