import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { until } from '../until.ts';
import { program, type RunningCommand, runCommandLine, runProgram } from './running-command.ts';

/** Time limit for the end of a process. */
const endMillis = 15_000;
const timedOut = Symbol('timed out');

const serve = (t: TestContext, folder: string, ...args: string[]) => runProgram(t, 'serve', '--data', folder, ...args);

/** Asserts one line that explains why the service did not start, and the exit status of a failure. */
async function assertRefused(command: RunningCommand, message: RegExp): Promise<void> {
  const status = await Promise.race([command.ended, pause(endMillis, timedOut, { ref: false })]);
  assert.notEqual(status, timedOut, `it runs on: ${command.printed()}`);
  assert.equal(status, 1, command.printed());
  assert.match(command.printed(), /^tracklens: [^\n]+\n$/);
  assert.match(command.printed(), message);
}

/** Fault of a data folder, with the expected message. */
const faults: { title: string; prepare(folder: string): Promise<unknown>; args?: string[]; message: RegExp }[] = [
  {
    title: 'a folder instead of service.json',
    prepare: (folder) => mkdir(join(folder, 'service.json')),
    message: /service\.json is a folder, and the service needs a file of this name\. Move the folder\./,
  },
  {
    title: 'a folder instead of the key',
    prepare: (folder) => mkdir(join(folder, 'api-key')),
    message: /API key of the service cannot be read from .*api-key .*delete it to get a new key/,
  },
  {
    title: 'a key that cannot be read',
    prepare: (folder) => symlink('api-key', join(folder, 'api-key')),
    message: /API key of the service cannot be read from .*api-key .*Make it readable/,
  },
  {
    title: 'a stored key that is too short',
    prepare: (folder) => writeFile(join(folder, 'api-key'), 'k\n'),
    message: /api-key has no valid key: .*at least 12 characters\. Delete it/,
  },
  {
    title: 'a folder instead of the database',
    prepare: (folder) => mkdir(join(folder, 'tracklens.db')),
    message: /tracklens\.db is a folder, and the service needs a file of this name/,
  },
  {
    title: 'a file that is not a database',
    prepare: (folder) => writeFile(join(folder, 'tracklens.db'), 'These bytes are no database.'.repeat(200)),
    message:
      /\.db is damaged \(file is not a database\)\. Save .* \(.* check --repair --data .*\), or .* \(.* restore FILE --data NEW_FOLDER\)/,
  },
  {
    title: 'a data folder below a file',
    prepare: (folder) => writeFile(join(folder, 'file'), ''),
    args: ['--data', 'file/below'],
    message: /cannot be the data folder .*--data/,
  },
  {
    title: 'a given key of one character',
    prepare: async () => {},
    args: ['--api-key', 'k'],
    message: /API key must have at least 12 characters\. Give another/,
  },
  {
    title: 'a key file that is absent',
    prepare: async () => {},
    args: ['--api-key-file', 'absent'],
    message: /API key cannot be read from .*absent .*--api-key-file/,
  },
  {
    title: 'a symbolic link instead of the database, in a folder that everybody can change',
    prepare: async (folder) => {
      await symlink('/tmp/elsewhere', join(folder, 'tracklens.db'));
      await chmod(folder, 0o777);
    },
    message: /tracklens\.db is a symbolic link in a folder that every user .* Remove it\. Run: chmod 700/,
  },
];

for (const { title, prepare, args = [], message } of faults) {
  test(`the service does not start and reports why: ${title}`, async (t) => {
    const folder = await temporaryFolder(t);
    await prepare(folder);
    const placed = args.map((argument) => (/^(file|absent)/.test(argument) ? join(folder, argument) : argument));
    await assertRefused(serve(t, folder, ...placed), message);
    const left = (await readdir(folder)).filter((name) => /\.\d+$/.test(name));
    assert.deepEqual(left, [], 'drafts are left');
  });
}

test('a damaged database page stops the start with the file and the remedy', async (t) => {
  const folder = await temporaryFolder(t);
  const first = serve(t, folder);
  await first.ready();
  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
  const file = join(folder, 'tracklens.db');
  const bytes = await readFile(file);
  // The header is intact, so that SQLite opens the file.
  bytes.fill(0x55, 100);
  await writeFile(file, bytes);
  await assertRefused(serve(t, folder), /tracklens\.db is damaged .* check --repair/);
});

test('an empty key file, as left by a power loss, is replaced', async (t) => {
  for (const content of ['', '\n']) {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'api-key'), content);
    await serve(t, folder).ready();
    assert.match(await readFile(join(folder, 'api-key'), 'utf8'), /^\w{32}\n$/);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('api-key')),
      ['api-key'],
    );
  }
});

test('a key is read from a file or from standard input, hidden from other users', async (t) => {
  const folder = await temporaryFolder(t);
  const storedKey = async () => (await readFile(join(folder, 'api-key'), 'utf8')).trim();
  const keyFile = join(folder, 'my-key');
  await writeFile(keyFile, 'a-key-in-a-file\r\n');
  const first = serve(t, folder, '--api-key-file', keyFile);
  await first.ready();
  assert.equal(await storedKey(), 'a-key-in-a-file');
  first.child.kill('SIGTERM');
  await first.ended;
  const second = serve(t, folder, '--api-key-file', '-');
  second.child.stdin!.write('a-key-on-input\n');
  await second.ready();
  assert.equal(await storedKey(), 'a-key-on-input');
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${second.child.pid}/cmdline`, 'utf8');
    assert.ok(!commandLine.includes('a-key-on-input'));
  }
});

test('a data folder that is writable by every user causes a warning', async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o777);
  const service = serve(t, folder);
  await service.ready();
  assert.match(service.printed(), /^tracklens: Every user of this machine can change the data in .* chmod 700/m);
});

/** Open connections that delay the end of a service. */
const obstacles: { title: string; hold(url: string, t: TestContext): Promise<unknown> }[] = [
  {
    title: 'an upload that never ends',
    hold: async (url, t) => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      cleanup(t).defer(() => void socket.destroy());
      socket.on('error', () => {});
      socket.write(
        'POST /clientlib/status-report/update HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\ncontent-type: application/json\r\n\r\n{',
      );
      await once(socket, 'connect');
    },
  },
  {
    title: 'silent connections',
    hold: async (url, t) => {
      const { hostname, port } = new URL(url);
      for (let index = 0; index < 20; index++) {
        const socket = connect(Number(port), hostname);
        cleanup(t).defer(() => void socket.destroy());
        socket.on('error', () => {});
        await once(socket, 'connect');
      }
    },
  },
];

const endingSignals = process.platform === 'win32' ? (['SIGTERM'] as const) : (['SIGTERM', 'SIGHUP'] as const);
for (const { title, hold } of obstacles) {
  for (const signal of endingSignals) {
    test(`${signal} ends the service and removes its address file in spite of ${title}`, async (t) => {
      const folder = await temporaryFolder(t);
      const service = serve(t, folder);
      await hold(await service.ready(), t);
      service.child.kill(signal);
      const status = await Promise.race([service.ended, pause(endMillis, timedOut, { ref: false })]);
      assert.equal(status, 0, service.printed());
      assert.ok(!existsSync(join(folder, 'service.json')));
    });
  }
}

test('a signal sent twice, as by a terminal and npm, ends the service cleanly', async (t) => {
  const folder = await temporaryFolder(t);
  const service = serve(t, folder);
  await service.ready();
  for (let sent = 0; sent < 3; sent++) service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0, service.printed());
  assert.ok(!existsSync(join(folder, 'service.json')));
});

test('SIGTERM ends a service that waits for its database', async (t) => {
  // Accepts connections and sends nothing.
  const silent = createSocketServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  cleanup(t).defer(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const service = serve(t, await temporaryFolder(t), '--database', `postgres://me@127.0.0.1:${port}/none`);
  const [socket] = (await connected) as [import('node:net').Socket];
  cleanup(t).defer(() => void socket.destroy());
  service.child.kill('SIGTERM');
  const status = await Promise.race([service.ended, pause(endMillis, timedOut, { ref: false })]);
  assert.equal(status, 0, service.printed());
});

test('nothing listens on the port of a service that failed to start', async (t) => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'service.json'));
  await assertRefused(serve(t, folder, '--port', String(port)), /service\.json is a folder/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/clientlib/health/ping`));
  await rm(join(folder, 'service.json'), { recursive: true });
  await serve(t, folder, '--port', String(port)).ready();
});

test('a service continues when its output cannot be written, as to a full disk', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = await temporaryFolder(t);
  const service = runCommandLine(t, [
    'sh',
    '-c',
    'exec "$@" >/dev/full 2>&1',
    'sh',
    ...program,
    'serve',
    '--data',
    folder,
  ]);
  const serviceFile = join(folder, 'service.json');
  await until(() => {
    assert.equal(service.child.exitCode, null, service.printed());
    return existsSync(serviceFile);
  }, `the service to write ${serviceFile}`);
  const { url } = JSON.parse(await readFile(serviceFile, 'utf8')) as { url: string };
  assert.equal((await fetch(`${url}/clientlib/health/ping`)).status, 200);
});
