import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startStatus } from '@tracklens/core/contract';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { proofAnswer } from '../../../core/src/test-support/proof-answer.ts';
import { acquireBundledService, type BundledService, serviceLogOf } from './bundled-service.ts';
import { takeLease } from './service-lease.ts';

// Programs that imitate edge cases of the service. test/vscode starts the real one.
const secret = 'secret-of-the-published-address-1';
const serving = `
  import { createHmac } from 'node:crypto';
  import { createServer } from 'node:http';
  import { openSync, rmSync, writeFileSync } from 'node:fs';
  const argument = (name) => process.argv[process.argv.indexOf(name) + 1];
  const folder = argument('--data');
  console.log('key of the environment: ' + process.env.SERVICE_API_KEY);
  try {
    openSync(folder + '/lock', 'wx');
  } catch {
    console.error('tracklens: The folder has a service.');
    process.exit(${startStatus.folderInUse});
  }
  let held = 0;
  const end = () => {
    rmSync(folder + '/lock');
    process.exit(0);
  };
  const server = createServer((request, response) => {
    const nonce = request.url.split('/api/service-proof/')[1];
    if (nonce) {
      const proof = createHmac('sha256', '${secret}').update(nonce).digest('hex');
      return response.end(JSON.stringify({ proof }));
    }
    if (request.headers.authorization !== 'the-key') return response.writeHead(401).end();
    if (request.url.endsWith('/release')) {
      response.end(JSON.stringify({ remaining: --held }), () => held === 0 && end());
      return;
    }
    held++;
    response.write(JSON.stringify({ lease: 'one' }) + '\\n');
  });
  server.on('error', () => {
    rmSync(folder + '/lock');
    console.error('tracklens: The port is taken.');
    process.exit(${startStatus.portInUse});
  });
  server.listen(Number(argument('--port')), '127.0.0.1', () => {
    writeFileSync(folder + '/api-key', 'the-key\\n');
    const url = 'http://127.0.0.1:' + server.address().port;
    writeFileSync(folder + '/service.json', JSON.stringify({ url, pid: process.pid, secret: '${secret}' }));
  });
`;
const failing = `
  console.error('tracklens: The database is damaged.');
  process.exit(1);
`;

async function folderWith(context: TestContext, text: string) {
  const folder = await temporaryFolder(context);
  const program = path.join(folder, 'program.mjs');
  await writeFile(program, text);
  return { folder, program };
}

/** Acquires a service, which is killed when the test ends. */
async function acquired(context: TestContext, options: { folder: string; program: string }): Promise<BundledService> {
  const service = await acquireBundledService(options);
  const { pid } = JSON.parse(await readFile(path.join(options.folder, 'service.json'), 'utf8')) as { pid: number };
  cleanup(context).defer(() => {
    try {
      process.kill(pid);
    } catch {
      // It has ended.
    }
  });
  return service;
}

test('windows that start at the same time use one process, which ends with the last of them', async (context) => {
  const options = await folderWith(context, serving);
  const services = await Promise.all([1, 2, 3].map(() => acquired(context, options)));
  assert.equal(new Set(services.map(({ url }) => url)).size, 1);
  assert.deepEqual(new Set(services.map(({ apiKey }) => apiKey)), new Set(['the-key']));
  assert.equal(await services[0]!.release(), 2);
  assert.equal(await services[1]!.release(), 1);
  assert.equal(await services[2]!.release(), 0);
});

test('the port of the last start is used again, and another one when it is taken', async (context) => {
  const options = await folderWith(context, serving);
  const first = await acquired(context, options);
  await first.release();
  const second = await acquired(context, options);
  assert.equal(second.url, first.url);
  const other = await folderWith(context, serving);
  await writeFile(path.join(other.folder, 'port'), `${new URL(second.url).port}\n`);
  const third = await acquired(context, other);
  assert.notEqual(third.url, second.url);
});

test('the process gets no API key of the user, and writes to the log of its folder', async (context) => {
  process.env.SERVICE_API_KEY = 'a-key-of-somebody';
  cleanup(context).defer(() => void delete process.env.SERVICE_API_KEY);
  const options = await folderWith(context, serving);
  await acquired(context, options);
  assert.equal(await readFile(serviceLogOf(options.folder), 'utf8'), 'key of the environment: undefined\n');
});

test('the end of the process is noticed', async (context) => {
  const options = await folderWith(context, serving);
  const { ended } = await acquired(context, options);
  const { pid } = JSON.parse(await readFile(path.join(options.folder, 'service.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await ended;
});

test('a service that does not start is reported with its last output', async (context) => {
  await assert.rejects(acquireBundledService(await folderWith(context, failing)), {
    message: 'The service did not start. tracklens: The database is damaged. (exit code 1)',
  });
});

for (const published of [
  '{"url":"https://elsewhere.example","pid":1}',
  '{',
  '{"url":7}',
  '{"url":"http://127.0.0.1:9"}',
  '{"url":"http://127.0.0.1:99999","pid":1,"secret":"any"}',
]) {
  test(`a published address ${published} is not used`, async (context) => {
    const options = await folderWith(context, failing);
    await writeFile(path.join(options.folder, 'service.json'), published);
    await writeFile(path.join(options.folder, 'api-key'), 'their-key');
    await assert.rejects(acquireBundledService(options), /The database is damaged/);
  });
}

/** Starts a program that has the port of a killed service. Returns its URL and the keys that it receives. */
async function otherProgram(context: TestContext, own: string, line = '{"lease":"one"}') {
  const keys: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    keys.push(request.headers.authorization);
    response.end((await proofAnswer(request.url, own)) ?? `${line}\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(context).defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

test('a program that does not prove a published address gets no key, and the service is started', async (context) => {
  const { url, keys } = await otherProgram(context, 'another secret');
  for (const file of [
    { url, pid: process.pid, secret },
    { url, pid: process.pid },
  ]) {
    const options = await folderWith(context, serving);
    await writeFile(path.join(options.folder, 'service.json'), JSON.stringify(file));
    await writeFile(path.join(options.folder, 'api-key'), 'the-key');
    const service = await acquired(context, options);
    assert.notEqual(service.url, url);
  }
  assert.ok(keys.every((key) => key === undefined));
});

test('a program that grants a lease in another format is not used', async (context) => {
  for (const line of ['<html>', '7', '{"lease":7}', 'x'.repeat(100_000)]) {
    const { url } = await otherProgram(context, secret, line);
    await assert.rejects(takeLease(url, 'the-key'), /no service/i, line.slice(0, 20));
  }
});
