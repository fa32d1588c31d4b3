/**
 * Reads every point of one metric, repeatedly, over several connections at once, until the process is ended. Started by
 * cases/large-reads.ts.
 */
import { Agent, get } from 'node:http';

const [address, apiKey, count] = process.argv.slice(2) as [string, string, string];
const agent = new Agent({ keepAlive: true, maxSockets: Number(count) });

function readOnce(): Promise<{ bytes: number; end: string }> {
  return new Promise((done, fail) => {
    get(address, { agent, headers: { authorization: apiKey } }, (response) => {
      let bytes = 0;
      let last: Buffer = Buffer.alloc(0);
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        last = piece;
      });
      response.on('end', () => done({ bytes, end: last.toString('utf8').slice(-20) }));
      response.on('error', fail);
    }).on('error', fail);
  });
}

async function reader(): Promise<void> {
  for (;;) console.log(JSON.stringify(await readOnce()));
}

await Promise.all(Array.from({ length: Number(count) }, reader));
