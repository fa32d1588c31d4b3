import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { proofAnswer } from '../../../core/src/test-support/proof-answer.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const { OwnService } = createRequire(import.meta.url)('./own-service.ts') as typeof import('./own-service.ts');

/** Publishes a service without leases in a data folder, as `tracklens serve` in a terminal does. */
async function serveIn(t: TestContext, folder: string) {
  const secret = 'secret-of-the-published-address-1';
  const server = createServer(async ({ url }, response) => {
    const answer = await proofAnswer(url, secret);
    response.writeHead(answer === null ? 404 : 200).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => new Promise<void>((done) => void server.close(() => done()));
  cleanup(t).defer(stop);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(path.join(folder, 'service.json'), JSON.stringify({ url, pid: process.pid, secret }));
  await writeFile(path.join(folder, 'api-key'), 'the-key\n');
  return { url, stop };
}

test('a service that was started in a terminal again is used at its new address', async (t) => {
  const folder = await temporaryFolder(t);
  const stored = new Map<string, unknown>();
  const workspaceState = {
    get: <T>(key: string, otherwise?: T) => (stored.get(key) ?? otherwise) as T,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const used: (string | undefined)[] = [];
  const own = new OwnService({
    context: { workspaceState, extensionUri: { fsPath: folder } } as unknown as ExtensionContext,
    log: { info() {}, warn() {} } as unknown as LogOutputChannel,
    kind: 'local',
    profile: { id: 'local', name: 'local service', color: 'green' },
    onUse: (service) => used.push(service?.url),
    onLost: () => assert.fail('lost'),
  });
  await own.use(folder);
  const first = await serveIn(t, folder);
  assert.equal((await own.configuration()).url, first.url);
  assert.equal((await own.configuration()).url, first.url);
  await first.stop();
  const second = await serveIn(t, folder);
  assert.equal((await own.configuration()).url, second.url);
  assert.deepEqual(used, [undefined, first.url, undefined, second.url]);
});
