import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { parseSequenceKey } from '../contract/index.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { abandonedFolders, createSpool, failedFolders, takeOver } from './index.ts';
import { ownerState } from './owner.ts';
import { decodeRecord, encodeRecord } from './record.ts';
import { openSpoolFolder, type SpoolDamage, type SpoolFolder } from './spool-folder.ts';
import type { SpooledRequest } from './spooled-request.ts';

const url = 'http://127.0.0.1:5000';

function request(name: string, bytes = 10): SpooledRequest {
  const body = new Uint8Array(bytes).fill(7);
  return {
    operation: name,
    method: 'POST',
    path: '/api',
    query: [['a', 'b']],
    headers: { 'idempotency-key': name },
    body,
  };
}

async function spoolOf(t: TestContext) {
  const root = join(await temporaryFolder(t), 'spool');
  const damages: SpoolDamage[] = [];
  const onDamage = (damage: SpoolDamage) => damages.push(damage);
  return { root, damages, onDamage, spool: createSpool(root, url, onDamage) };
}

function drained(spool: SpoolFolder): string[] {
  const names: string[] = [];
  for (let first = spool.first(); first !== null; first = spool.first()) {
    names.push(first.operation);
    spool.removeFirst();
  }
  return names;
}

test('a record is read as it was written, and damage of any byte is noticed', () => {
  const text = fc.string();
  const requests = fc.record({
    operation: text,
    method: fc.constantFrom('POST', 'PUT', 'GET'),
    path: text.map((rest) => `/${rest.replace(/^\/+/, '')}`),
    query: fc.array(fc.tuple(text, text)),
    headers: fc.dictionary(text, text),
    body: fc.uint8Array(),
  });
  fc.assert(
    fc.property(requests, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, position, difference) => {
      const record = encodeRecord(given as SpooledRequest);
      const decoded = decodeRecord(record, 0);
      assert.deepEqual(
        JSON.stringify({ ...decoded!.request, body: [...decoded!.request.body] }),
        JSON.stringify({ ...given, body: [...given.body] }),
      );
      assert.equal(decoded!.end, record.length);
      assert.equal(decodeRecord(record.subarray(0, record.length - 1), 0), null);
      const damaged = Uint8Array.from(record);
      damaged[position % record.length]! ^= difference;
      assert.equal(decodeRecord(damaged, 0), null);
    }),
  );
});

test('requests are read in the order in which they were added, also while more are added and across segments', async (t) => {
  const { spool } = await spoolOf(t);
  const large = 3 * 1024 * 1024;
  for (const name of ['a', 'b', 'c']) spool.add(request(name, large));
  assert.equal(spool.first()!.operation, 'a');
  spool.removeFirst();
  spool.add(request('d'));
  spool.add(request('before b'), 'first');
  assert.equal(spool.count, 4);
  assert.deepEqual(drained(spool), ['before b', 'b', 'c', 'd']);
  assert.equal(spool.count, 0);
  spool.add(request('e'));
  assert.deepEqual(drained(spool), ['e']);
});

test('a folder is opened where it was left, and deleted when it is empty', async (t) => {
  const { root, spool, onDamage } = await spoolOf(t);
  for (const name of ['a', 'b', 'c']) spool.add(request(name));
  spool.first();
  spool.removeFirst();
  const opened = openSpoolFolder(spool.folder, onDamage)!;
  assert.equal(opened.url, url);
  assert.equal(opened.count, 2);
  assert.deepEqual(
    [...opened].map(({ operation }) => operation),
    ['b', 'c'],
  );
  assert.deepEqual(drained(opened), ['b', 'c']);
  assert.deepEqual(await readdir(root), []);
});

test('a damaged tail is skipped and reported, and what follows in another segment is read', async (t) => {
  const { spool, damages, onDamage } = await spoolOf(t);
  spool.add(request('a'));
  spool.add(request('b', 5 * 1024 * 1024));
  spool.add(request('c'));
  const [segment] = (await readdir(spool.folder)).filter((name) => name.startsWith('segment')).sort();
  const path = join(spool.folder, segment!);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length - 1));
  const opened = openSpoolFolder(spool.folder, onDamage)!;
  assert.deepEqual(drained(opened), ['a', 'c']);
  assert.equal(damages.length, 1);
  assert.equal((await stat(damages[0]!.file)).size, bytes.length - 1);
});

test('only its user can read a spool', {
  skip: process.platform === 'win32' && 'Windows has no such file modes',
}, async (t) => {
  const { root, spool } = await spoolOf(t);
  spool.add(request('a'));
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  assert.equal(await modeOf(root), 0o700);
  assert.equal(await modeOf(spool.folder), 0o700);
  for (const name of await readdir(spool.folder)) assert.equal(await modeOf(join(spool.folder, name)), 0o600);
});

test('the folder of a process that has ended is taken over once; that of a running one is not', async (t) => {
  const { root, spool, onDamage } = await spoolOf(t);
  spool.add(request('a'));
  assert.deepEqual(abandonedFolders(root), []);
  // The name of a process with another start time: its id was given to a new process.
  const name = spool.folder.split(/[\\/]/).at(-1)!;
  const ended = name.replace(/^(\d+)-(\d+)-/, (_, pid, start) => `${pid}-${Number(start) + 1}-`);
  await rename(spool.folder, join(root, ended));
  const [left] = abandonedFolders(root);
  assert.deepEqual(left, { path: join(root, ended), url });
  const [first, second] = [takeOver(root, left!.path, onDamage), takeOver(root, left!.path, onDamage)];
  assert.deepEqual(drained(first!), ['a']);
  assert.equal(second, null);
});

test('a folder of a process that has ended is deleted when it is taken over without requests', async (t) => {
  const { root, spool, damages, onDamage } = await spoolOf(t);
  const take = async () => {
    const left = join(root, 'left');
    await rename(spool.folder, left);
    return takeOver(root, left, onDamage);
  };
  assert.equal(await take(), null);
  assert.deepEqual(await readdir(root), []);
  await mkdir(spool.folder);
  await writeFile(join(spool.folder, 'address.json'), JSON.stringify({ url }));
  for (const [segment, content] of [
    ['segment-500000000', ''],
    ['segment-500000001', 'damaged'],
  ] as const) {
    await writeFile(join(spool.folder, segment), content);
  }
  assert.equal(await take(), null);
  const [damage] = damages;
  assert.equal(damage!.bytes, 7);
  assert.deepEqual(await readdir(root), [basename(damage!.file)]);
});

test('a folder that another process has taken over, or a person has deleted, gets no more requests', async (t) => {
  for (const isRead of [false, true]) {
    const { root, spool, onDamage } = await spoolOf(t);
    spool.add(request('a'));
    if (isRead) spool.first();
    const taken = takeOver(root, spool.folder, onDamage)!;
    assert.throws(() => spool.add(request('b')), /was moved or deleted/);
    assert.deepEqual(drained(taken), ['a']);
    assert.throws(() => spool.add(request('b')), /was moved or deleted/);
    assert.deepEqual(await readdir(root), []);
  }
});

test('a saved position that is none in the segment sends its requests again', async (t) => {
  const { spool, onDamage } = await spoolOf(t);
  for (const name of ['a', 'b']) spool.add(request(name));
  spool.first();
  spool.removeFirst();
  const [position] = (await readdir(spool.folder)).filter((name) => name.endsWith('.position'));
  for (const text of ['', '-5', '1.5', '1e99', 'NaN', '99999']) {
    await writeFile(join(spool.folder, position!), text);
    const opened = openSpoolFolder(spool.folder, onDamage)!;
    assert.deepEqual([opened.count, opened.first()?.operation], [2, 'a'], text);
  }
});

test('whether a process in another container of this machine has ended is unknown', {
  skip: spawnSync('unshare', ['--pid', '--fork', 'true']).status !== 0 && 'needs unshare of Linux, as root',
}, () => {
  const module = new URL('./owner.ts', import.meta.url).href;
  const program = `import { ownName } from ${JSON.stringify(module)}; console.log(ownName());`;
  const node = [process.execPath, '--conditions=@tracklens/source', '--input-type=module', '--eval', program];
  const { stdout } = spawnSync('unshare', ['--pid', '--fork', ...node], { encoding: 'utf8' });
  assert.equal(ownerState(stdout.trim()), 'unknown');
});

test('the folder of another host is abandoned after ten minutes without a write, and not while its files vanish', async (t) => {
  const { root, spool, onDamage } = await spoolOf(t);
  spool.add(request('a'));
  const name = spool.folder.split(/[\\/]/).at(-1)!;
  const foreign = join(root, name.replace(/^(\d+-\d+-)[\da-f]{12}/, '$10123456789ab'));
  await rename(spool.folder, foreign);
  assert.deepEqual(abandonedFolders(root), []);
  const past = new Date(Date.now() - 11 * 60_000);
  for (const file of await readdir(foreign)) await utimes(join(foreign, file), past, past);
  assert.deepEqual(abandonedFolders(root), [{ path: foreign, url }]);
  // To a third host, its new owner is running.
  await rename(takeOver(root, foreign, onDamage)!.folder, foreign);
  assert.deepEqual(abandonedFolders(root), []);
  for (const file of await readdir(foreign)) await utimes(join(foreign, file), past, past);
  await symlink(join(foreign, 'deleted'), join(foreign, 'segment-001000001'));
  assert.deepEqual(abandonedFolders(root), []);
});

test('a failed write leaves nothing of its request, and the others can be read', {
  skip: process.platform === 'win32' && 'Windows has no limit of file sizes',
}, async (t) => {
  const root = join(await temporaryFolder(t), 'spool');
  const module = new URL('./index.ts', import.meta.url).href;
  // Exceeding the limit of file sizes fails in the middle of a write, as a full disk does.
  const program = `
    import { createSpool } from ${JSON.stringify(module)};
    const request = (operation, bytes) => ({
      operation, method: 'POST', path: '/api', query: [], headers: {}, body: new Uint8Array(bytes),
    });
    const spool = createSpool(${JSON.stringify(root)}, ${JSON.stringify(url)}, console.log);
    spool.add(request('a', 10));
    for (const position of ['last', 'first']) {
      try {
        spool.add(request('large', 1_000_000), position);
      } catch ({ code }) {
        console.log(code);
      }
    }
    spool.add(request('b', 10));
    console.log(spool.folder, spool.count);
  `;
  const node = [process.execPath, '--conditions=@tracklens/source', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -f 512 && exec "$@"', 'sh', ...node]);
  const [folder, count] = stdout.trim().split(/\s+/).slice(2);
  assert.match(stdout, /^EFBIG\nEFBIG\n/);
  assert.equal(count, '2');
  const opened = openSpoolFolder(folder!, ({ file }) => assert.fail(file))!;
  assert.deepEqual(drained(opened), ['a', 'b']);
});

test('a folder that cannot be created completely leaves nothing', {
  skip: process.platform === 'win32' && 'Windows has no limit of file sizes',
}, async (t) => {
  const root = join(await temporaryFolder(t), 'spool');
  const module = new URL('./index.ts', import.meta.url).href;
  const program = `
    import { createSpool } from ${JSON.stringify(module)};
    try {
      createSpool(${JSON.stringify(root)}, ${JSON.stringify(url)}, console.log);
    } catch ({ code }) {
      console.log(code);
    }
  `;
  const node = [process.execPath, '--conditions=@tracklens/source', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -f 0 && exec "$@"', 'sh', ...node]);
  assert.equal(stdout.trim(), 'EFBIG');
  assert.deepEqual(await readdir(root), []);
});

test('the position in a segment that cannot be written is used until the segment is read to its end', async (t) => {
  const { root, spool } = await spoolOf(t);
  for (const name of ['a', 'b', 'c']) spool.add(request(name));
  spool.first();
  // A folder in place of the file makes each write fail.
  const [segment] = (await readdir(spool.folder)).filter((name) => name.startsWith('segment'));
  await mkdir(join(spool.folder, `${segment}.position`));
  assert.throws(() => spool.removeFirst(), { code: 'EISDIR' });
  assert.equal(spool.first()!.operation, 'b');
  assert.equal(spool.count, 2);
  assert.throws(() => spool.removeFirst(), { code: 'EISDIR' });
  assert.equal(spool.first()!.operation, 'c');
  assert.equal((await readdir(root)).length, 1);
});

test('requests that are set aside are in a folder of their own, in order, each under a sequence of its own', async (t) => {
  const { root, onDamage, spool } = await spoolOf(t);
  const sequence = '00000000-0000-4000-8000-000000000000';
  for (const number of [1, 2, 3]) {
    spool.add({ ...request(`${number}`), headers: { 'idempotency-key': `${sequence}.${number}` } });
  }
  spool.holdFirst();
  const folder = spool.setHeldAside();
  spool.holdFirst();
  assert.equal(spool.setHeldAside(), folder);
  assert.deepEqual(drained(spool), ['3']);
  assert.deepEqual(await readdir(root), [basename(folder)]);
  assert.deepEqual([abandonedFolders(root), failedFolders(root)], [[], []]);
  const ended = folder.replace(basename(folder), basename(folder).replace(/^\d+-\d+/, `${process.pid}-1`));
  await rename(folder, ended);
  assert.deepEqual(failedFolders(root), [{ path: ended, url }]);
  assert.deepEqual(abandonedFolders(root), []);
  const taken = takeOver(root, ended, onDamage)!;
  const keys = [...taken].map(({ headers }) => parseSequenceKey(headers['idempotency-key']!)!);
  assert.equal(new Set([sequence, ...keys.map((key) => key.sequence)]).size, 3);
  // A second failure does not change the key: the service recognizes the request.
  taken.holdFirst();
  const again = openSpoolFolder(taken.setHeldAside(), onDamage)!;
  assert.deepEqual(parseSequenceKey(again.first()!.headers['idempotency-key']!), keys[0]);
  assert.deepEqual(drained(taken), ['2']);
});

test('a request that cannot be removed from its folder is not held, so that it is sent once', async (t) => {
  const { root, spool, onDamage } = await spoolOf(t);
  for (const name of ['a', 'b']) spool.add(request(name));
  spool.first();
  // A folder in place of the file makes each write fail.
  const [segment] = (await readdir(spool.folder)).filter((name) => name.startsWith('segment'));
  await mkdir(join(spool.folder, `${segment}.position`));
  assert.throws(() => spool.holdFirst(), { code: 'EISDIR' });
  assert.deepEqual(await readdir(root), [basename(spool.folder)]);
  assert.deepEqual([spool.count, spool.first()!.operation], [2, 'a']);
  spool.putBackHeld();
  assert.equal(openSpoolFolder(spool.folder, onDamage)!.count, 2);
});

test('a folder of set aside requests that another process has taken over begins again', async (t) => {
  const { root, spool, onDamage } = await spoolOf(t);
  for (const name of ['a', 'b']) spool.add(request(name));
  spool.holdFirst();
  const taken = takeOver(root, spool.setHeldAside(), onDamage)!;
  spool.holdFirst();
  const again = openSpoolFolder(spool.setHeldAside(), onDamage)!;
  assert.deepEqual([drained(taken), drained(again)], [['a'], ['b']]);
});

test('held requests that are put back are the first again, in order, each under its own sequence', async (t) => {
  const { root, onDamage, spool } = await spoolOf(t);
  const sequence = '00000000-0000-4000-8000-000000000000';
  for (const number of [1, 2, 3, 4]) {
    spool.add({ ...request(`${number}`), headers: { 'idempotency-key': `${sequence}.${number}` } });
  }
  for (let held = 0; held < 3; held++) spool.holdFirst();
  assert.deepEqual([spool.count, spool.first()!.operation], [1, '4']);
  spool.putBackHeld();
  assert.deepEqual(await readdir(root), [basename(spool.folder)]);
  const reopened = openSpoolFolder(spool.folder, onDamage)!;
  assert.equal(reopened.count, 4);
  const keys = [...reopened].map(({ headers }) => parseSequenceKey(headers['idempotency-key']!)!);
  assert.equal(new Set(keys.map((key) => key.sequence)).size, 4);
  assert.deepEqual(keys[3], { sequence, number: 4 });
  for (let held = 0; held < 2; held++) spool.holdFirst();
  const failed = spool.setHeldAside();
  assert.deepEqual((await readdir(root)).sort(), [spool.folder, failed].map((path) => basename(path)).sort());
  const [aside] = openSpoolFolder(failed, onDamage)!;
  assert.deepEqual(parseSequenceKey(aside!.headers['idempotency-key']!), keys[0]);
  assert.deepEqual(drained(openSpoolFolder(failed, onDamage)!), ['1', '2']);
  spool.holdFirst();
  spool.putBackHeld();
  assert.deepEqual(drained(spool), ['3', '4']);
  spool.add(request('5'));
  spool.holdFirst();
  assert.deepEqual(drained(spool), []);
  spool.putBackHeld();
  assert.deepEqual(drained(spool), ['5']);
  assert.deepEqual(await readdir(root), []);
});

test('what was held when its process was killed is sent like anything else that it left', async (t) => {
  const { root, onDamage, spool } = await spoolOf(t);
  for (const name of ['a', 'b', 'c']) spool.add(request(name));
  for (let held = 0; held < 2; held++) spool.holdFirst();
  for (const name of await readdir(root)) {
    await rename(join(root, name), join(root, name.replace(/^\d+-\d+/, `${process.pid}-1`)));
  }
  const left = abandonedFolders(root).map(({ path }) => drained(takeOver(root, path, onDamage)!).join(''));
  assert.deepEqual(left.sort(), ['ab', 'c']);
  assert.deepEqual(await readdir(root), []);
});
