import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { TreeNode } from '@tracklens/ui/trees';
import type { ExtensionContext, SecretStorage } from 'vscode';
import { proofAnswer } from '../../../core/src/test-support/proof-answer.ts';
import type { ConnectionsOptions } from '../connection/connections.ts';
import { KeyStore } from '../connection/key-store.ts';
import type { Services } from '../services.ts';

// Loaded after the modules above, so that `vscode` resolves to the test double of the editor API.
const require = createRequire(import.meta.url);
const { editor, Uri } = require('../testing/editor-api.ts') as typeof import('../testing/editor-api.ts');
const { Connections } = require('../connection/connections.ts') as typeof import('../connection/connections.ts');
const { OwnService } = require('../connection/own-service.ts') as typeof import('../connection/own-service.ts');
const { Recordings } = require('../connection/recordings.ts') as typeof import('../connection/recordings.ts');
const { closeRecording, openRecording } = require('./open-recording.ts') as typeof import('./open-recording.ts');

const header = { format: 'tracklens-recording', version: 1, workspace: 'team', projectName: 'vision' };
const recording = brotliCompressSync(`${JSON.stringify(header)}\n`);
const hash = createHash('sha256').update(recording).digest('hex').slice(0, 32);
const id = `recording:${hash}`;
const [first, second] = ['https://first.example', 'https://second.example'];

/** Returns a window with two saved connections, a file with a recording, and the folder of their data. */
async function windowWith(t: TestContext) {
  const folder = await temporaryFolder(t);
  editor.setTrusted(true);
  editor.set('tracklens.service.connections', [{ url: first }, { url: second }]);
  t.after(() => editor.set('tracklens.service.connections', []));
  const stored = new Map<string, unknown>([['tracklens.signedOut', ['environment']]]);
  const memento = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const context = {
    workspaceState: memento,
    globalState: memento,
    globalStorageUri: { fsPath: folder },
    extensionUri: { fsPath: folder },
    subscriptions: [],
  } as unknown as ExtensionContext;
  const log = { info() {}, warn() {}, debug() {}, trace() {} } as unknown as Services['log'];
  const own: InstanceType<typeof OwnService>[] = [];
  const recordings = new Recordings(context, own, (profileId, name) => {
    const profile = { id: profileId, name, color: 'orange' } as const;
    return new OwnService({ context, log, kind: 'recording', profile, onLost() {} });
  });
  const keys = new KeyStore({ get: async () => undefined } as unknown as SecretStorage);
  const connections = new Connections({ context, log, keys, own } as unknown as ConnectionsOptions);
  const panels = async () => ({ open() {} });
  const services = { connections, recordings, trees: {}, of: () => ({ panels }) } as unknown as Services;
  const file = path.join(folder, 'sweep.tracklens');
  await writeFile(file, recording);
  const open = () => openRecording(services, Uri.from({ scheme: 'file', path: file }));
  return { services, connections, open, file, data: path.join(folder, 'recordings') };
}

/** Publishes a service in the data folder of the recording, as its process does. */
async function serveRecording(t: TestContext, data: string) {
  const secret = 'secret-of-the-published-address-1';
  const server = createServer(async ({ url }, response) => {
    const answer = await proofAnswer(url, secret);
    const isFound = answer !== null || url!.includes('/workspaces');
    response.writeHead(isFound ? 200 : 404).end(answer ?? '{"workspaceNames":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const folder = path.join(data, hash);
  await mkdir(folder, { recursive: true });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(path.join(folder, 'service.json'), JSON.stringify({ url, pid: process.pid, secret }));
  await writeFile(path.join(folder, 'api-key'), 'the-key\n');
}

for (const selected of [first, second]) {
  test(`a recording is the current connection from its first response until it is closed, then ${selected} again`, async (t) => {
    const { services, connections, open, data } = await windowWith(t);
    await serveRecording(t, data);
    if (selected !== first) await connections.select(selected);
    const current = new Set<string>();
    connections.subscribe(() => current.add(`${connections.of(id).state.kind} ${connections.currentId}`));
    await open();
    assert.deepEqual(
      current,
      new Set([`idle ${selected}`, `connecting ${selected}`, `connected ${selected}`, `connected ${id}`]),
    );
    await closeRecording(services, { connection: id } as TreeNode);
    assert.equal(connections.currentId, selected);
  });
}

test('a recording whose service does not start leaves the current connection and no data', async (t) => {
  const { connections, open, data } = await windowWith(t);
  await connections.select(second);
  await assert.rejects(open(), /did not start/);
  assert.equal(connections.currentId, second);
  assert.deepEqual(
    connections
      .profiles()
      .map((profile) => profile.id)
      .sort(),
    [first, second],
  );
  assert.deepEqual(await readdir(data), []);
});

test('a damaged recording says what to do', async (t) => {
  const { open, file } = await windowWith(t);
  await writeFile(file, recording.subarray(0, -20));
  await assert.rejects(open(), {
    message: 'This file is damaged or has another format. Save the recording again.',
  });
});

test('data of recordings that were not opened for a month is deleted, also if their service never started', async (t) => {
  const { open, data } = await windowWith(t);
  await serveRecording(t, data);
  const monthAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
  for (const [name, file, time] of [
    ['started', 'port', monthAgo],
    ['never-started', 'recording.tracklens', monthAgo],
    ['new', 'recording.tracklens', new Date()],
  ] as const) {
    await mkdir(path.join(data, name));
    await writeFile(path.join(data, name, file), '');
    await utimes(path.join(data, name, file), time, time);
  }
  await open();
  assert.deepEqual((await readdir(data)).sort(), [hash, 'new'].sort());
});
