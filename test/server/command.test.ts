import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contract, startStatus } from '@tracklens/core/contract';
import { temporaryFolder } from '@tracklens/core/test-support';
import { localService } from '../../packages/core/src/node/local-service.ts';
import { inRoot } from '../../scripts/folders.ts';
import { program, runCommandLine, runProgram } from './running-command.ts';

const serve = (t: TestContext, folder: string, ...args: string[]) => runProgram(t, 'serve', '--data', folder, ...args);

test('it prints its address, where its key is and what to set for training, and never the key', async (t) => {
  const folder = await temporaryFolder(t);
  const service = serve(t, folder);
  const url = await service.ready();
  const file = join(folder, 'api-key');
  const key = (await readFile(file, 'utf8')).trim();
  assert.ok(service.printed().startsWith(`tracklens service: ${url}\napi key: ${file}\n\n`));
  const settings = `export COMET_URL_OVERRIDE=${url}/clientlib/\nexport COMET_API_KEY="$(cat '${file}')"\n`;
  assert.ok(service.printed().replaceAll('\n  ', '\n').includes(settings), service.printed());
  assert.match(service.printed(), /To see the experiments: .* open --data .*\nCtrl-C ends the service\.\n$/);
  assert.ok(key.length >= 32);
  for (const name of ['api-key', 'tracklens.db', 'service.json']) {
    assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name);
  }
  const answer = await fetch(`${url}/api/rest/v2/workspaces`, { headers: { authorization: key } });
  assert.deepEqual(await answer.json(), { workspaceNames: ['local'] });
  assert.ok(!service.printed().includes(key));
});

test('it writes its address into its folder while it runs, and ends when asked to', async (t) => {
  const folder = await temporaryFolder(t);
  const service = serve(t, folder);
  const url = await service.ready();
  const file = join(folder, 'service.json');
  const pidNamespace = process.platform === 'linux' ? { pidNamespace: await readlink('/proc/self/ns/pid') } : {};
  const { secret, ...published } = JSON.parse(await readFile(file, 'utf8')) as { secret: string };
  assert.deepEqual(published, { url, pid: service.child.pid, ...pidNamespace });
  assert.match(secret, /^[\w-]{43}$/);
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
  assert.ok(!existsSync(file));
});

test('a data folder is used by one process at a time', async (t) => {
  const folder = await temporaryFolder(t);
  const first = serve(t, folder);
  await first.ready();
  const second = serve(t, folder);
  assert.equal(await second.ended, startStatus.folderInUse);
  assert.match(second.printed(), /^tracklens: Another process is using .*--data/);
  first.child.kill('SIGKILL');
  await first.ended;
  await serve(t, folder).ready();
});

test('the key persists across starts unless another is given', async (t) => {
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

test('from a checkout, a script runs every command in the folder in which it was called', async (t) => {
  const folder = await temporaryFolder(t);
  const script = [process.execPath, inRoot('scripts', 'run.mjs'), 'tracklens'] as const;
  const check = runCommandLine(t, [...script, 'check', '--data', 'none'], { INIT_CWD: folder });
  assert.equal(await check.ended, 1);
  assert.match(check.printed(), new RegExp(`There is no tracklens\\.db in ${join(folder, 'none')}\\.`));
  const unknown = runCommandLine(t, [...script, 'none']);
  assert.equal(await unknown.ended, 2);
});

test('the repair that a message names repairs the folder that was checked', async (t) => {
  const home = await temporaryFolder(t);
  const folder = join(home, "ada's  data");
  const env = { HOME: home, TRACKLENS_DATA: '' };
  const checked = async (data: string) => {
    const check = runCommandLine(t, [...program, 'check', '--data', data], env);
    return { status: await check.ended, printed: check.printed() };
  };
  const service = serve(t, folder);
  await service.ready();
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
  const path = join(folder, 'assets', 'aa', 'a'.repeat(64));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'of no record');
  const { status, printed } = await checked(relative(process.cwd(), folder));
  assert.equal(status, 1);
  const repair = /repair what can be repaired: (node .*)\n$/.exec(printed)?.[1];
  assert.ok(repair, printed);
  const repaired = runCommandLine(t, ['sh', '-c', repair], env);
  assert.equal(await repaired.ended, 0);
  assert.match(repaired.printed(), /repaired: removed/);
  assert.equal((await checked(folder)).status, 0);

  await writeFile(join(folder, 'tracklens.db'), 'These bytes are no database.'.repeat(200));
  const damaged = await checked(folder);
  assert.ok(damaged.printed.includes(`(${repair})`), damaged.printed);
});

test('a child process that watches its input ends with its parent', async (t) => {
  const service = serve(t, await temporaryFolder(t), '--parent-stdin');
  await service.ready();
  service.child.stdin!.end();
  assert.equal(await service.ended, 0);
});

test('a service with leases ends when the last one is released', async (t) => {
  const folder = await temporaryFolder(t);
  const service = serve(t, folder, '--idle-exit', '3600');
  const url = await service.ready();
  assert.match(service.printed(), /\nThe service ends at most 3600 s after its last use\.\n$/);
  const authorization = (await readFile(join(folder, 'api-key'), 'utf8')).trim();
  const post = (path: string) => fetch(`${url}${path}`, { method: 'POST', headers: { authorization } });
  const leases = '/api/maintenance/leases';
  const { value } = await (await post(leases)).body!.getReader().read();
  const { lease } = JSON.parse(new TextDecoder().decode(value)) as { lease: string };
  assert.deepEqual(await (await post(`${leases}/${lease}/release`)).json(), { remaining: 0 });
  assert.equal(await service.ended, 0);
});

test('a wrong call is explained, with status 2', async (t) => {
  const command = runProgram(t, 'serve', '--color');
  assert.equal(await command.ended, 2);
  assert.equal(command.printed(), 'tracklens: Unknown option --color\nRun "tracklens serve --help" for the options.\n');
});

test('a port in use is named', async (t) => {
  const first = serve(t, await temporaryFolder(t));
  const { port } = new URL(await first.ready());
  // Its input stays open, which must not keep the process alive.
  const second = serve(t, await temporaryFolder(t), '--port', port, '--parent-stdin');
  assert.equal(await second.ended, startStatus.portInUse);
  assert.match(second.printed(), new RegExp(`Port ${port} is in use`));
});

test('what keeps the service from starting is reported with what to do', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  const cases: [string[], RegExp][] = [
    [['serve', '--data', file], /file cannot be the data folder .*--data/],
    [['serve', '--data', join(file, 'below')], /below cannot be the data folder .*--data/],
    // Creating a folder there never ended.
    ...(process.platform === 'linux'
      ? [[['serve', '--data', '/proc/x'], /\/proc\/x cannot be the data folder .*--data/] as [string[], RegExp]]
      : []),
    [['serve', '--data', folder, '--api-key', 'two words'], /API key must contain .*without spaces/],
    [['open', '--data', folder], /No service is running for .*run\.mjs tracklens serve --data/],
  ];
  for (const [args, message] of cases) {
    const command = runProgram(t, ...args);
    assert.equal(await command.ended, 1, args.join(' '));
    assert.match(command.printed(), message);
  }
  // Without --data, the command that is named would use the folder of the variable.
  const home = join(folder, 'home');
  const other = runCommandLine(t, [...program, 'open', '--data', join(home, '.tracklens')], {
    HOME: home,
    TRACKLENS_DATA: folder,
  });
  assert.equal(await other.ended, 1);
  assert.match(other.printed(), /Start it with: .* serve --data .*home\/\.tracklens\n$/);
  const secret = 'pass-word-of-mine';
  const database = `postgres://me:${secret}@127.0.0.1:1/none`;
  const command = runProgram(t, 'serve', '--data', folder, '--database', database);
  assert.equal(await command.ended, 1);
  assert.match(command.printed(), /database cannot be used .*--database/);
  assert.ok(!command.printed().includes(secret));
});

test('the demo has its own folder, which clients, `open` and `export` find; a second start opens the first', async (t) => {
  const home = await temporaryFolder(t);
  const env = { HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '' };
  const first = runCommandLine(t, [...program, 'demo'], env);
  const url = await first.ready();
  const keyLocation = join(home, '.tracklens-demo', 'api-key');
  const apiKey = (await readFile(keyLocation, 'utf8')).trim();
  const found = localService({}, home);
  assert.deepEqual([found?.url, found?.apiKey, found?.keyLocation], [url, apiKey, keyLocation]);
  assert.deepEqual(await readdir(home), ['.tracklens-demo']);
  const connection = `tracklens.connect("${url}", open("${keyLocation}").read())`;
  const line = `Python:    import tracklens; ${connection}.display_project("demo", "digits")`;
  assert.ok(first.printed().includes(`\n${line}\n`), first.printed());

  const second = runCommandLine(t, [...program, 'demo'], env);
  assert.equal(await second.ended, 0);
  assert.match(second.printed(), /^tracklens service: .*\nNo browser was found/);
  const third = runCommandLine(t, [...program, 'open', '/demo/digits', '--print'], env);
  assert.equal(await third.ended, 0);
  const link = third.printed().trim().split('\n').at(-1)!;
  assert.match(await (await fetch(link)).text(), /content="0;url=\/demo\/digits#/);

  const exported = runCommandLine(t, [...program, 'export', 'demo/digits', '--csv', join(home, 'out')], env);
  assert.equal(await exported.ended, 0, exported.printed());
  assert.match(exported.printed(), /out\/experiments\.csv: 14 rows/);
  const named = { ...env, TRACKLENS_DATA: join(home, 'mine') };
  const mine = runCommandLine(t, [...program, 'export', 'demo/digits', '--csv', join(home, 'other')], named);
  assert.equal(await mine.ended, 1);
  assert.match(mine.printed(), /There is no tracklens\.db in .*mine/);

  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
  // A secret is not printed where it may be stored.
  assert.ok(![first.printed(), second.printed()].join().includes('sign-in/'), first.printed());
});

test('the demo rejects a folder with other data', async (t) => {
  const folder = await temporaryFolder(t);
  const service = serve(t, folder);
  const url = await service.ready();
  const authorization = (await readFile(join(folder, 'api-key'), 'utf8')).trim();
  const created = await fetch(`${url}${contract.projects.create.path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceName: 'local', projectName: 'mine' }),
  });
  assert.equal(created.status, 200);
  service.child.kill('SIGTERM');
  await service.ended;
  const demo = runProgram(t, 'demo', '--data', folder);
  assert.equal(await demo.ended, 1);
  assert.match(demo.printed(), /has other data\. Choose another folder with --data/);
});

test('a recording has a data folder of its own, and its page opens', async (t) => {
  const home = await temporaryFolder(t);
  const env = { HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '' };
  const recording = inRoot('examples', 'recording', 'digits.tracklens');
  const shown = runCommandLine(t, [...program, 'demo', '--recording', recording], env);
  const url = await shown.ready();
  const [folder] = await readdir(join(home, '.tracklens-recordings'));
  const authorization = (await readFile(join(home, '.tracklens-recordings', folder!, 'api-key'), 'utf8')).trim();
  const projects = await fetch(`${url}${contract.projects.list.path}?workspaceName=demo`, {
    headers: { authorization },
  });
  assert.match(await projects.text(), /"projectName":"digits"/);
  assert.ok(shown.printed().includes(`\nRecording: ${url}/demo/digits\n`), shown.printed());
  shown.child.kill('SIGTERM');
  assert.equal(await shown.ended, 0);

  const other = runCommandLine(t, [...program, 'demo', '--recording', fileURLToPath(import.meta.url)], env);
  assert.equal(await other.ended, 1);
  assert.match(other.printed(), /command\.test\.ts is no recording of experiments\. Choose a \.tracklens file/);
});

test('an import starts the service of its folder, or uses the running one', async (t) => {
  const folder = await temporaryFolder(t);
  const recorded = inRoot('packages', 'server', 'src', 'import', 'recorded');
  const importOf = async (path: string, ...args: string[]) => {
    const command = runCommandLine(t, [...program, 'import', join(recorded, path), '--data', folder, ...args]);
    assert.equal(await command.ended, 0, command.printed());
    return command.printed();
  };
  assert.match(await importOf('tensorboard'), /\nImported 3 runs into local\/tensorboard\.\n/);
  const service = serve(t, folder);
  const url = await service.ready();
  assert.match(await importOf('mlruns', '--project', 'team/digits'), /\nImported 2 runs into team\/digits\.\n/);
  assert.match(await importOf('tensorboard'), /Imported before, and left as they are: 3 runs\.\n/);
  const authorization = (await readFile(join(folder, 'api-key'), 'utf8')).trim();
  const answer = await fetch(`${url}/api/rest/v2/experiments?workspaceName=team&projectName=digits`, {
    headers: { authorization },
  });
  const { experiments } = (await answer.json()) as { experiments: { experimentName: string }[] };
  assert.deepEqual(experiments.map(({ experimentName }) => experimentName).sort(), ['broken', 'first']);
});
