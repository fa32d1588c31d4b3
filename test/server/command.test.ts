import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/testing';
import { runProgram } from './running-command.ts';

const serve = (t: TestContext, folder: string, ...args: string[]) => runProgram(t, 'serve', '--data', folder, ...args);

test('it prints its address and where its key is, and never the key', async (t) => {
  const folder = await temporaryFolder(t);
  const service = serve(t, folder);
  const url = await service.ready();
  const file = join(folder, 'api-key');
  const key = (await readFile(file, 'utf8')).trim();
  assert.equal(service.printed(), `tracklens service: ${url}\napi key: ${file}\n`);
  assert.ok(key.length >= 32);
  for (const name of ['api-key', 'tracklens.db', 'service.json']) {
    assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name);
  }
  const answer = await fetch(`${url}/api/rest/v2/workspaces`, { headers: { authorization: key } });
  assert.deepEqual(await answer.json(), { workspaceNames: ['local'] });
  assert.ok(!service.printed().includes(key));
});

test('it reports in its folder where it answers, for as long as it does, and ends when asked to', async (t) => {
  const folder = await temporaryFolder(t);
  const service = serve(t, folder);
  const url = await service.ready();
  const file = join(folder, 'service.json');
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { url, pid: service.child.pid });
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
  assert.ok(!existsSync(file));
});

test('a data folder is used by one process; the next can have it when that ends', async (t) => {
  const folder = await temporaryFolder(t);
  const first = serve(t, folder);
  await first.ready();
  const second = serve(t, folder);
  assert.equal(await second.ended, 1);
  assert.match(second.printed(), /^tracklens: Another process is using .*--data/);
  first.child.kill('SIGKILL');
  await first.ended;
  await serve(t, folder).ready();
});

test('the key stays from start to start, unless another is given', async (t) => {
  const folder = await temporaryFolder(t);
  const keyAfter = async (...args: string[]) => {
    const service = serve(t, folder, ...args);
    await service.ready();
    service.child.kill('SIGINT');
    assert.equal(await service.ended, 0);
    return (await readFile(join(folder, 'api-key'), 'utf8')).trim();
  };
  const made = await keyAfter();
  assert.equal(await keyAfter(), made);
  assert.equal(await keyAfter('--api-key', 'chosen-by-me'), 'chosen-by-me');
  assert.equal(await keyAfter(), 'chosen-by-me');
});

test('a child that watches its input ends with its parent', async (t) => {
  const service = serve(t, await temporaryFolder(t), '--parent-stdin');
  await service.ready();
  service.child.stdin!.end();
  assert.equal(await service.ended, 0);
});

const wrong: [string[], RegExp][] = [
  [['serve', '--port', 'many'], /--port many is not a port number/],
  [['serve', '--port', '70000'], /--port 70000 is not a port number/],
  [['serve', '--colour'], /Unknown option '--colour'/],
  [['fly'], /Unknown command fly/],
  [['serve', 'here'], /Unexpected argument here/],
];
for (const [args, message] of wrong) {
  test(`a wrong call is explained: ${args.join(' ')}`, async (t) => {
    const command = runProgram(t, ...args);
    assert.equal(await command.ended, 2);
    assert.match(command.printed(), message);
    assert.match(command.printed(), /--help/);
  });
}

test('a port that is taken is named', async (t) => {
  const first = serve(t, await temporaryFolder(t));
  const { port } = new URL(await first.ready());
  // Its input stays open: that must not keep it either.
  const second = serve(t, await temporaryFolder(t), '--port', port, '--parent-stdin');
  assert.equal(await second.ended, 1);
  assert.match(second.printed(), new RegExp(`Port ${port} is in use`));
});

test('what keeps the service from starting is reported with what to do', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  const cases: [string[], RegExp][] = [
    [['serve', '--data', file], /file cannot be the data folder .*--data/],
    [['serve', '--data', join(file, 'below')], /below cannot be the data folder .*--data/],
    [['serve', '--data', folder, '--api-key', 'two words'], /API key must contain .*without spaces/],
    [['open', '--data', folder], /No service runs over .*run\.mjs serve --data/],
  ];
  for (const [args, message] of cases) {
    const command = runProgram(t, ...args);
    assert.equal(await command.ended, 1, args.join(' '));
    assert.match(command.printed(), message);
  }
  const secret = 'pass-word-of-mine';
  const database = `postgres://me:${secret}@127.0.0.1:1/none`;
  const command = runProgram(t, 'serve', '--data', folder, '--database', database);
  assert.equal(await command.ended, 1);
  assert.match(command.printed(), /database cannot be used .*--database/);
  assert.ok(!command.printed().includes(secret));
});

test('help names every option', async (t) => {
  const command = runProgram(t, '--help');
  assert.equal(await command.ended, 0);
  for (const option of ['--api-key-file', '--port', '--data', '--api-key', '--demo', '--database', '--parent-stdin']) {
    assert.ok(command.printed().includes(option), option);
  }
});
