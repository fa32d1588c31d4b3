import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** Proxy to a service that can pause responses. */
export interface PausingProxy {
  readonly url: string;
  /** Pauses responses after `afterBytes` bytes if their URL contains `pathPart`, until `release`. */
  hold(pathPart: string, afterBytes: number): void;
  /** Resumes the paused responses and stops pausing. */
  release(): void;
  /** Closes the connections of paused responses, and of those that would be paused later. */
  break(): void;
  /** Number of responses, among those marked by `hold`, whose connection closed before they were complete. */
  givenUp(): number;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of this machine. */
export async function pausingProxy(serviceUrl: string): Promise<PausingProxy> {
  let held: { readonly pathPart: string; readonly afterBytes: number } | null = null;
  const waiting = new Map<() => void, () => void>();
  let givenUp = 0;
  let breaking = false;
  const server = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked;
    const onward = request(serviceUrl + url, { method: method!, headers }, (come) => {
      answer.writeHead(come.statusCode!, come.headers);
      const holding = held && url.includes(held.pathPart) ? held : null;
      if (holding === null) return void come.pipe(answer);
      let left = holding.afterBytes;
      const stopper = new Transform({
        transform(bytes: Buffer, _, done) {
          if (held === null || left >= bytes.length) {
            left -= bytes.length;
            return done(null, bytes);
          }
          this.push(bytes.subarray(0, left));
          if (breaking) return void answer.destroy();
          const rest = bytes.subarray(left);
          left = 0;
          waiting.set(
            () => done(null, rest),
            () => answer.destroy(),
          );
        },
      });
      answer.on('close', () => {
        if (!answer.writableFinished) givenUp++;
        onward.destroy();
      });
      come.pipe(stopper).pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(pathPart, afterBytes) {
      held = { pathPart, afterBytes };
      breaking = false;
    },
    release() {
      held = null;
      for (const go of waiting.keys()) go();
      waiting.clear();
    },
    break() {
      breaking = true;
      for (const breakOff of waiting.values()) breakOff();
      waiting.clear();
    },
    givenUp: () => givenUp,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
