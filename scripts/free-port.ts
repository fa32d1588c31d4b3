import { createServer } from 'node:net';

/** Returns a free port of the loopback interface; the preferred one when it is free. */
export async function freePort(preferred = 0): Promise<number> {
  const tried = await listen(preferred);
  return tried ?? (await listen(0))!;
}

function listen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
