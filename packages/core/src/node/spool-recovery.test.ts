import assert from 'node:assert/strict';
import { readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Connection, type ConnectionOptions } from '../client/connection.ts';
import { contract, idempotencyKeyHeader } from '../contract/index.ts';
import { createSpool, openSpoolFolder, type SpoolDamage } from '../spool/index.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';
import { spooling } from './spool-recovery.ts';

const url = 'http://127.0.0.1:5000';

const onDamage = ({ file }: SpoolDamage) => assert.fail(file);

/** Creates the spool folder of a process that has ended, with tags `0`, `1` and so on. Returns the folder of spools. */
async function abandoned(t: TestContext, count: number): Promise<string> {
  const root = join(await temporaryFolder(t), 'spool');
  const spool = createSpool(root, url, onDamage);
  const { method, path } = contract.experiments.addTags;
  for (let index = 0; index < count; index++) {
    const body = new TextEncoder().encode(JSON.stringify({ experimentKey: 'k', addedTags: [`${index}`] }));
    const headers = { 'content-type': 'application/json', [idempotencyKeyHeader]: `${index}` };
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
  respond: (index: number) => FakeResponseInit,
  hooks: Pick<ConnectionOptions, 'onRequest'> = {},
) {
  const warned = Promise.withResolvers<string>();
  const transport = fakeTransport((_, index) => respond(index));
  const options = { transport, warn: warned.resolve, ...hooks, ...spooling(url, root, warned.resolve) };
  new Connection(options).recoverOnce();
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
    assert.match(warning, /^50 unsent requests stay in .+, because they cannot be sent: /);
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
