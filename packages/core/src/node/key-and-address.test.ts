import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { isRestApiException } from '../client/errors.ts';
import { proofPath } from '../contract/index.ts';
import { cleanup, suiteCleanup, temporaryFolder } from '../test-support/cleanup.ts';
import { type ConfigurationCase, configurationCases, pathsOf } from '../test-support/configuration-case.ts';
import { proofAnswer } from '../test-support/proof-answer.ts';
import { readConfiguration } from './configuration-files.ts';
import { localServiceIn } from './local-service.ts';
import { loopbackTransport } from './loopback-transport.ts';
import { provenTransport, serviceProofOf } from './proven-transport.ts';

const execute = promisify(execFile);

describe('a key goes only to the address it belongs to', () => {
  const keys: (string | undefined)[] = [];
  const stack = suiteCleanup();
  let cases: readonly ConfigurationCase[];

  const startRecorder = async () => {
    const server = createServer((request, response) => {
      keys.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json').end('{"workspaceNames":[]}');
    });
    stack.defer(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  before(async () => {
    cases = await configurationCases(stack, { own: await startRecorder(), other: await startRecorder() });
  });

  test('each case of the table is found or rejected as expected', () => {
    assert.ok(cases.length > 30);
    for (const one of cases) {
      const { expected, name } = one;
      const read = () => readConfiguration(pathsOf(one), one.argument);
      if ('found' in expected) {
        const { apiKey, url } = read();
        assert.deepEqual({ apiKey, url }, expected.found, name);
        continue;
      }
      assert.throws(
        read,
        (error) => {
          assert.ok(isRestApiException(error), name);
          assert.deepEqual([error.code, error.reason], ['invalid', expected.message], name);
          if (expected.remedy !== null) assert.equal(error.remedy, expected.remedy, name);
          assert.doesNotMatch(error.message, /\bsecret\b/, name);
          return true;
        },
        name,
      );
    }
  });

  test('a rejected address receives no request, and the key arrives at its own address', async () => {
    const entry = JSON.stringify(new URL('index.ts', import.meta.url));
    const ofProcess = cases.filter(({ argument }) => Object.keys(argument).length === 0);
    const rejected = ofProcess.filter(({ expected }) => 'remedy' in expected && expected.remedy !== null);
    const own = cases.find(({ name }) => name === 'key and address of home')!;
    for (const { name, expected, homeFolder, workingFolder, environment } of [...rejected.slice(0, 3), own]) {
      keys.length = 0;
      const program = `
        process.chdir(${JSON.stringify(workingFolder)});
        const { API } = await import(${entry});
        try { await new API().getWorkspaces(); } catch (error) { console.log(error.message); }`;
      const { stdout } = await execute(
        process.execPath,
        ['--conditions=@tracklens/source', '--input-type=module', '--eval', program],
        { env: { PATH: process.env.PATH, HOME: homeFolder, USERPROFILE: homeFolder, ...environment } },
      );
      if ('found' in expected) assert.deepEqual([keys, stdout], [[expected.found.apiKey], ''], name);
      else assert.deepEqual([keys, stdout], [[], `API: ${expected.message}. ${expected.remedy}.\n`], name);
    }
  });
});

/** Starts a program that answers the question for a proof with a secret, and returns its URL and what it receives. */
async function startProgram(context: TestContext, secret: string) {
  const received: { path: string; key: string | undefined }[] = [];
  const server = createServer(async ({ url = '', headers }, response) => {
    received.push({ path: url.startsWith(proofPath) ? proofPath : url, key: headers.authorization });
    const answer = (await proofAnswer(url, secret)) ?? '{"workspaceNames":[]}';
    response.setHeader('content-type', 'application/json').end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(context).defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

test('the key of a data folder is sent only to the service that proves that it published its address', async (t) => {
  const secret = 'secret-of-the-published-address-1';
  const workspaces = '/api/rest/v2/workspaces';
  for (const { title, own, published, settings, expected } of [
    { title: 'the service', own: secret, published: secret, settings: {}, expected: 'proven' },
    { title: 'another program', own: 'another', published: secret, settings: {}, expected: 'rejected' },
    { title: 'a version without proofs', own: secret, published: undefined, settings: {}, expected: 'rejected' },
    {
      title: 'an address that the folder repeats',
      own: 'another',
      published: secret,
      settings: { key: true },
      expected: 'rejected',
    },
    {
      title: 'an address of the user',
      own: 'another',
      published: secret,
      settings: { key: true, url: true },
      expected: 'sent',
    },
  ]) {
    const { url, received } = await startProgram(t, own);
    const folder = await temporaryFolder(t);
    const data = join(folder, '.tracklens');
    await mkdir(data);
    await writeFile(join(data, 'api-key'), 'local');
    await writeFile(join(data, 'service.json'), JSON.stringify({ url, pid: process.pid, secret: published }));
    const work = join(folder, 'work');
    await mkdir(work);
    await writeFile(join(work, '.env'), settings.key ? `SERVICE_URL_OVERRIDE=${url}` : '');
    const program = `
      process.chdir(${JSON.stringify(work)});
      const { API } = await import(${JSON.stringify(new URL('index.ts', import.meta.url))});
      const api = new API({ retry: { attempts: 1 }, cache: false });
      for (let time = 0; time < 2; time++)
        await api.getWorkspaces().catch((error) => console.log(error.code, error.message));`;
    const env = {
      ...(settings.key ? { SERVICE_API_KEY: 'local' } : {}),
      ...(settings.url ? { SERVICE_URL_OVERRIDE: url } : {}),
    };
    const { stdout } = await execute(
      process.execPath,
      ['--conditions=@tracklens/source', '--input-type=module', '--eval', program],
      { env: { PATH: process.env.PATH, HOME: folder, USERPROFILE: folder, ...env } },
    );
    const sent = [workspaces, workspaces].map((path) => ({ path, key: 'local' }));
    const asked = { path: proofPath, key: undefined };
    if (expected !== 'rejected') {
      assert.deepEqual([received, stdout], [expected === 'sent' ? sent : [asked, ...sent], ''], title);
      continue;
    }
    assert.ok(
      received.every(({ key }) => key === undefined),
      title,
    );
    assert.match(stdout, new RegExp(`^unreachable .*the program at ${url} is not the local service of ${data}`), title);
  }
});

/** Returns a data folder that a service published an address in, and a transport that asks for its proof first. */
async function publishedService(context: TestContext, url: string) {
  const folder = await temporaryFolder(context);
  const publish = (address: string) => {
    const content = { url: address, pid: process.pid, secret: 'secret-of-the-published-address-1' };
    return writeFile(join(folder, 'service.json'), JSON.stringify(content));
  };
  await writeFile(join(folder, 'api-key'), 'local');
  await publish(url);
  const proof = serviceProofOf(localServiceIn(folder)!);
  const transport = provenTransport(loopbackTransport({ url, apiKey: 'local' }), proof);
  const send = (timeoutMillis: number, signal?: AbortSignal) =>
    transport.send({ method: 'GET', path: '/', query: [], timeoutMillis }, signal);
  return { folder, publish, send };
}

test('a failed proof names its reason: the service has ended, or it has another address', async (t) => {
  const { url } = await startProgram(t, 'another');
  const { folder, publish, send } = await publishedService(t, url);
  const failure = async (reason: string, remedy: string) =>
    await assert.rejects(send(10_000), (error: unknown) => {
      assert.ok(isRestApiException(error));
      assert.deepEqual([error.code, error.reason, error.remedy], ['unreachable', reason, remedy]);
      return true;
    });
  const wrong = `the program at ${url} is not the local service of ${folder}, which published this address`;
  await failure(wrong, 'Start the service again');
  await publish('http://127.0.0.1:9');
  const moved = `the local service of ${folder} is now at http://127.0.0.1:9 instead of ${url}`;
  await failure(moved, 'Create the API again');
  await rm(join(folder, 'service.json'));
  await failure(`the local service of ${folder} has ended`, 'Start it, then create the API again');
});

test('a request waits for a proof until its own time limit or its abort, also for one that another requested', async (t) => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(t).defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { send } = await publishedService(t, url);
  const patient = assert.rejects(send(60_000), { code: 'unreachable' });
  await assert.rejects(send(20), { code: 'timeout', reason: `no response from ${url} within 0.02 s` });
  const abort = new AbortController();
  const cancelled = assert.rejects(send(1000, abort.signal), { code: 'aborted' });
  abort.abort();
  await cancelled;
  server.closeAllConnections();
  await patient;
});
