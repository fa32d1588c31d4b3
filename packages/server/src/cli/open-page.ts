import { hasOpener, openInBrowser, userOfOpener } from '@tracklens/core/open-in-browser';
import * as v from 'valibot';
import { storedKey } from '../data-folder/data-folder.ts';
import { readServiceFile, respondingService, responseMillis } from '../data-folder/service-file.ts';
import { typedCommand } from '../data-folder/typed-command.ts';

const Link = v.object({ url: v.pipe(v.string(), v.url()) });

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
  const service = await respondingService(dataFolder);
  if (service === null) {
    const published = await readServiceFile(dataFolder);
    throw new Error(
      published === null
        ? `No service is running for ${dataFolder}. Start it with: ${start}`
        : `The service of ${dataFolder} does not respond at ${published.url}. Start it with: ${start}`,
    );
  }
  const link = { url: service.url, apiKey: await storedKey(dataFolder), path: pathOf(options.path), start };
  if (options.print) process.stdout.write(`${await signInLink(link)}\n`);
  else if (hasOpener() && (await openInBrowser(await signInLink(link, userOfOpener())))) return;
  else if (process.stdout.isTTY)
    process.stdout.write(`Open this link within a minute (it works once): ${await signInLink(link)}\n`);
  else process.stdout.write(`No browser was found on this machine. Add --print to print the sign-in link here.\n`);
}
