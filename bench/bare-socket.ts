import { connect, type Socket } from 'node:net';

/**
 * A keep-alive connection that sends prepared requests and only looks for the end of each response: a lower bound for
 * every client.
 */
export interface BareSocket {
  /** Returns the size of the response to a GET of a path with its query. */
  get(path: string): Promise<number>;
  close(): void;
}

/** Connects to a service on this machine. */
export async function bareSocket(origin: string, apiKey: string): Promise<BareSocket> {
  const { hostname, port, host } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname).setNoDelay(true);
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
  let response: Buffer = Buffer.alloc(0);
  let wanted = 0;
  let done: (bytes: number) => void = () => {};
  socket.on('data', (piece: Buffer) => {
    response = response.length === 0 ? piece : Buffer.concat([response, piece]);
    if (wanted === 0) {
      const head = response.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = /^content-length: (\d+)/im.exec(response.toString('latin1', 0, head));
      wanted = head + 4 + Number(length?.[1] ?? 0);
    }
    if (response.length < wanted) return;
    const bytes = wanted;
    response = Buffer.alloc(0);
    wanted = 0;
    done(bytes);
  });
  return {
    get: (path) =>
      new Promise((resolve) => {
        done = resolve;
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${apiKey}\r\n\r\n`);
      }),
    close: () => socket.destroy(),
  };
}
