import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { until } from '../until.ts';
import { runProgram } from './running-command.ts';
import { serviceClient } from './service-client.ts';

const rest = '/api/rest/v2';

/** Running service. */
interface Started {
  readonly url: string;
  readonly pid: number;
}

async function startedHere(t: TestContext, dataFolder: string): Promise<Started> {
  const service = await startService({ dataFolder });
  cleanup(t).defer(() => service.close());
  return { url: service.url, pid: process.pid };
}

/** Starts a process of its own, whose responses are those of the adapter. */
async function startedAlone(t: TestContext, dataFolder: string): Promise<Started> {
  const service = runProgram(t, 'serve', '--data', dataFolder);
  return { url: await service.ready(), pid: service.child.pid! };
}

/** Sends a request and disconnects some turns of the event loop later. */
async function abandon(url: string, head: string, turns: number): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((sent) => socket.write(`${head}\r\n\r\n`, () => sent()));
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  socket.resetAndDestroy();
}

/** Returns the open files of a process below a folder. */
async function openFiles(pid: number, folder: string): Promise<string[]> {
  const descriptors = `/proc/${pid}/fd`;
  const names = existsSync(descriptors) ? await readdir(descriptors) : [];
  const paths = await Promise.all(names.map((name) => readlink(join(descriptors, name)).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}

for (const [how, start] of [
  ['in a process with other work', startedHere],
  ['in a process of its own', startedAlone],
] as const) {
  test(`a client that disconnects before its response starts leaves nothing open, ${how}`, async (t) => {
    const folder = join(await temporaryFolder(t), 'data');
    const { url, pid } = await start(t, folder);
    const apiKeyFile = join(folder, 'api-key');
    const client = await serviceClient({ url, apiKeyFile });
    const experimentKey = 'a'.repeat(32);
    await client.post('/clientlib/logger/add/run', { experimentKey });
    const assetId = 'b'.repeat(32);
    const content = randomBytes(1_000_000).toString('hex');
    await client.upload(`/clientlib/asset/upload?experimentId=${experimentKey}&assetId=${assetId}`, content);
    const headers = `Host: ${new URL(url).host}\r\nAuthorization: ${(await readFile(apiKeyFile, 'utf8')).trim()}`;
    const download = `GET ${rest}/experiment/asset/get-asset?experimentKey=${experimentKey}&assetId=${assetId} HTTP/1.1`;
    const snapshot = 'POST /api/maintenance/snapshot HTTP/1.1';
    for (let turns = 0; turns < 100; turns++) {
      await abandon(url, `${download}\r\n${headers}`, turns % 10);
      await abandon(url, `${snapshot}\r\n${headers}\r\nContent-Length: 0`, turns % 10);
    }
    await until(
      async () =>
        (await readdir(join(folder, 'incoming'))).length === 0 &&
        (await openFiles(pid, join(folder, 'assets'))).length === 0,
      'the copies of the database and the downloads to end',
    );
    await client.get(`${rest}/write/experiment/delete?experimentKey=${experimentKey}`);
    const files = await readdir(join(folder, 'assets'), { recursive: true });
    assert.deepEqual(
      files.filter((name) => /[0-9a-f]{64}/.test(name)),
      [],
    );
  });
}
