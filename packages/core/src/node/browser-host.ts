import { spawn } from 'node:child_process';
import { RestApiException } from '../client/errors.ts';
import type { DisplayHost } from '../display/display-host.ts';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((done) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => done(false));
    child.once('spawn', () => {
      child.unref();
      done(true);
    });
  });
}

/** Opens a target's page in the person's browser; where there is none, its address is printed. */
export const browserHost: DisplayHost = {
  async show({ url }) {
    if (url === '') {
      const reason = 'the address of the service is not known, so there is no page to open';
      throw RestApiException.from({ code: 'invalid', operation: 'display', reason });
    }
    if (!(await openInBrowser(url))) console.log(url);
  },
};
