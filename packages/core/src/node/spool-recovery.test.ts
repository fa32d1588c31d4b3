import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Connection, type ConnectionOptions } from '../client/connection.ts';
import type { Transport, WireRequest } from '../client/transport.ts';
import { contract, idempotencyKeyHeader, parseSequenceKey } from '../contract/index.ts';
import { createSpool, failedFolders, openSpoolFolder, type SpoolDamage } from '../spool/index.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';
import { spooling } from './spool-recovery.ts';

const url = 'http://127.0.0.1:5000';

/** Sequence of the requests of the process that has ended. */
const sequence = '00000000-0000-4000-8000-000000000000';

const onDamage = ({ file }: SpoolDamage) => assert.fail(file);

/** Creates the spool folder of a process that has ended, with tags `0`, `1` and so on. Returns the folder of spools. */
async function abandoned(t: TestContext, count: number): Promise<string> {
  const root = join(await temporaryFolder(t), 'spool');
  const spool = createSpool(root, url, onDamage);
  const { method, path } = contract.experiments.addTags;
  for (let index = 0; index < count; index++) {
    const body = new TextEncoder().encode(JSON.stringify({ experimentKey: 'k', addedTags: [`${index}`] }));
    const headers = { 'content-type': 'application/json', [idempotencyKeyHeader]: `${sequence}.${index + 1}` };
    spool.add({ operation: 'addTag', method, path, query: [], headers, body });
  }
  spool.close();
  // A process with another start time: the id was given to a new process.
  const ended = basename(spool.folder).replace(/^(\d+)-(\d+)-/, (_, pid, start) => `${pid}-${Number(start) + 1}-`);
  await rename(spool.folder, join(root, ended));
  return root;
}

/** Recovers what is in a folder of spools. Resolves with the requests and the first warning. */
async function recovered(
  root: string,
  respond: (index: number, request: WireRequest) => FakeResponseInit,
  hooks: Pick<ConnectionOptions, 'onRequest'> = {},
) {
  const warned = Promise.withResolvers<string>();
  const transport = fakeTransport((request, index) => respond(index, request));
  const options = { transport, warn: warned.resolve, retry: { attempts: 1 }, ...hooks };
  new Connection(options, { queuePause: async () => {}, ...spooling(url, root) }).recoverOnce();
  return { warning: await warned.promise, sent: transport.sent };
}

/** Returns the number of requests in a folder of spools. */
async function countIn(root: string): Promise<number> {
  const folders = await readdir(root);
  return folders.reduce((count, name) => count + openSpoolFolder(join(root, name), onDamage)!.count, 0);
}

const stored = { json: { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 } };

for (const { what, response, hooks } of [
  { what: 'the page of a captive portal', response: { json: '<html>Sign in</html>' } },
  { what: 'a redirect to a login page', response: { status: 302, json: '', headers: { location: '/login' } } },
  { what: 'a plan that does not include it', response: { status: 402 } },
  { what: 'a key that was revoked', response: { status: 401 } },
  { what: 'an unknown key with status 400', response: { status: 400, json: { sdk_error_code: 90212 } } },
  { what: 'an experiment of another account', response: { status: 400, json: { sdk_error_code: 90210 } } },
  { what: 'an error of the account in a successful response', response: { json: { ...stored.json, code: 401 } } },
  {
    what: 'an onRequest hook that throws',
    response: stored,
    hooks: {
      onRequest: () => {
        throw new TypeError('no token');
      },
    },
  },
] satisfies { what: string; response: FakeResponseInit; hooks?: Pick<ConnectionOptions, 'onRequest'> }[]) {
  test(`what an earlier process left is not deleted because of ${what}`, async (t) => {
    const root = await abandoned(t, 50);
    const { warning } = await recovered(root, () => response, hooks);
    assert.match(warning, /^50 unsent requests stay in .+ and cannot be sent: /);
    assert.equal(await countIn(root), 50);
  });
}

for (const { what, rejection } of [
  { what: 'with status 400', rejection: { status: 400, json: { msg: 'bad tag' } } },
  { what: 'in a successful response', rejection: { json: { ...stored.json, msg: 'bad tag', code: 400 } } },
]) {
  test(`a request of an earlier process that is rejected ${what} is reported, and the others are sent`, async (t) => {
    const root = await abandoned(t, 3);
    const { warning, sent } = await recovered(root, (index) => (index === 1 ? rejection : stored));
    assert.equal(warning, 'The service rejected 1 of the requests that an earlier process could not send.');
    assert.equal(sent.length, 3);
    assert.deepEqual(await readdir(root), []);
  });
}

test('a request to which the service always responds with a 500 is set aside, and the others are sent', async (t) => {
  const root = await abandoned(t, 3);
  const isSecond = ({ body }: WireRequest) => `${body}`.includes('"1"');
  const sent = Promise.withResolvers<void>();
  const { warning, ...service } = await recovered(root, (_, request) => {
    if (request.headers?.[idempotencyKeyHeader] === `${sequence}.3`) sent.resolve();
    return isSecond(request) ? { status: 500, json: { msg: 'out of range' } } : stored;
  });
  await sent.promise;
  assert.equal(service.sent.filter(isSecond).length, 6, 'Once more after a later one was stored.');
  const [, folder] = /^addTag: out of range \(set aside in (.+\.failed)\)\. .*"tracklens sync"/.exec(warning)!;
  assert.deepEqual(failedFolders(root), [], 'The process that set it aside has not ended.');
  const [left, ...more] = openSpoolFolder(folder!, onDamage)!;
  assert.equal(more.length, 0);
  assert.match(new TextDecoder().decode(left!.body), /"addedTags":\["1"\]/);
  // The service takes a lower number of a sequence for stored.
  const key = parseSequenceKey(left!.headers[idempotencyKeyHeader]!)!;
  assert.notEqual(key.sequence, sequence);
  assert.equal(key.number, 0);
});

test('files of an earlier process that the plan does not include are set aside, and what is behind them is sent', async (t) => {
  const root = await abandoned(t, 5);
  const isIncluded = ({ body }: WireRequest) => /"[04]"/.test(`${body}`);
  const last = Promise.withResolvers<void>();
  const { warning } = await recovered(root, (_, request) => {
    if (/"4"/.test(`${request.body}`)) last.resolve();
    return isIncluded(request) ? stored : { status: 402, json: { msg: 'no space in this plan' } };
  });
  await last.promise;
  const [, folder] = /^addTag: no space in this plan \(set aside in (.+\.failed)\)\. .*"tracklens sync"/.exec(warning)!;
  const left = [...openSpoolFolder(folder!, onDamage)!].map(({ body }) => JSON.parse(`${body}`).addedTags[0]);
  assert.deepEqual(left, ['1', '2', '3']);
});

test('requests of an earlier process are sent in order after a time in which each gets a 500', async (t) => {
  const root = await abandoned(t, 3);
  // The last attempt before the service works again fails for two requests.
  const failures = 31;
  const { warning, sent } = await recovered(root, (index) =>
    index < failures
      ? { status: 500, json: { msg: 'read-only' } }
      : { ...stored, status: index < failures + 2 ? 200 : 402 },
  );
  assert.match(warning, /^One unsent request stays in /);
  const tags = sent.slice(failures).map(({ body }) => JSON.parse(`${body}`).addedTags[0]);
  assert.deepEqual(tags, ['0', '1', '2']);
  assert.deepEqual(
    (await readdir(root)).filter((name) => name.endsWith('.failed')),
    [],
  );
});

test('an outage after a 500 sets nothing aside', async (t) => {
  const root = await abandoned(t, 2);
  const statuses = [500, 503, 500, 500, 503, 500, 500, 500, 500, 503, 200, 402];
  const { warning, sent } = await recovered(root, (index) => ({ ...stored, status: statuses[index]! }));
  assert.equal(sent.length, statuses.length);
  assert.match(warning, /^One unsent request stays in /);
});

test('a folder of an earlier process that cannot be read is reported, and the others are sent', async (t) => {
  const root = await abandoned(t, 1);
  const [name] = await readdir(root);
  const { folder } = createSpool(root, url, onDamage);
  for (const digit of ['a', 'f']) {
    const unreadable = join(root, name!.replace(/[\da-f]{12}$/, digit.repeat(12)));
    await cp(folder, unreadable, { recursive: true });
    // A folder in place of the file makes each read fail.
    await mkdir(join(unreadable, 'segment-500000000'));
  }
  const { warning, sent } = await recovered(root, () => stored);
  assert.match(warning, /^The unsent requests in .+(?:aaa|fff) cannot be read or moved: .*EISDIR/);
  assert.equal(sent.length, 1);
});

test('folders of earlier processes are sent one after the other, however many there are', async (t) => {
  const root = await abandoned(t, 2);
  const [name] = await readdir(root);
  for (const digit of ['1', '2', '3']) {
    await cp(join(root, name!), join(root, name!.replace(/.{12}$/, digit.repeat(12))), { recursive: true });
  }
  let open = 0;
  let mostOpen = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const transport = fakeTransport((_, index) => {
    if (index === 7) resolve();
    return stored;
  });
  const counting: Transport = {
    async send(request, signal) {
      mostOpen = Math.max(mostOpen, ++open);
      await setImmediate();
      open--;
      return await transport.send(request, signal);
    },
  };
  new Connection({ transport: counting, warn: assert.fail }, spooling(url, root)).recoverOnce();
  await promise;
  assert.deepEqual([transport.sent.length, mostOpen], [8, 1]);
});

test('a warn that throws does not stop sending what is on disk after damage', async (t) => {
  const root = await abandoned(t, 2);
  const [name] = await readdir(root);
  const spool = openSpoolFolder(join(root, name!), onDamage)!;
  spool.add({ ...spool.first()!, operation: 'addTag' });
  spool.close();
  const [segment] = (await readdir(join(root, name!))).filter((file) => file.startsWith('segment-')).sort();
  await writeFile(join(root, name!, segment!), 'damaged');
  t.mock.method(console, 'warn', () => {});
  const sent = Promise.withResolvers<void>();
  const transport = fakeTransport(() => {
    sent.resolve();
    return stored;
  });
  const warn = () => {
    throw new Error('the logger is closed');
  };
  new Connection({ transport, warn }, spooling(url, root)).recoverOnce();
  await sent.promise;
  assert.equal(transport.sent.length, 1);
});
