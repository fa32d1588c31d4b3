import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { writeServiceFile } from '../data-folder/service-file.ts';
import { startService } from '../service/server.ts';
import { otherProgram } from '../testing/other-program.ts';
import { runCommand } from './command.ts';
import { exportedFolder, runningFolder } from './running-folder.ts';
import { version } from './version.ts';

/** Runs a command line; returns its exit status and what it printed. */
async function outcomeOf(...args: string[]) {
  let [printed, errors] = ['', ''];
  const status = await runCommand(args, { out: (text) => (printed += text), error: (text) => (errors += text) });
  return { status, printed, errors };
}

const wrong: [string[], RegExp][] = [
  [['serve', '--port', 'many'], /--port many is not a port number/],
  [['serve', '--port', '70000'], /--port 70000 is not a port number/],
  [['serve', '--port', '-1'], /--port -1 is not a port number/],
  [['serve', '--port', '1e3'], /--port 1e3 is not a port number/],
  [['serve', '--port', ''], /--port needs a value: --port PORT/],
  [['serve', '--data', ''], /--data needs a value: --data DIR/],
  [['serve', '--data='], /--data needs a value: --data DIR/],
  [['serve', '--idle-exit', 'soon'], /--idle-exit soon is not a number of seconds/],
  [['serve', '--color'], /Unknown option --color\n/],
  [['serve', '-x'], /Unknown option -x\n/],
  [['serve', '--data', '--demo'], /--data needs a value: --data DIR/],
  [['serve', '--data'], /--data needs a value: --data DIR/],
  [['demo', '--print=yes'], /--print takes no value/],
  [['check', '--port', '5'], /check has no option --port/],
  [['--data', 'here'], /Name a command/],
  [['fly'], /Unknown command fly\. The commands are demo, serve, /],
  [['toString'], /Unknown command toString/],
  [['help', 'fly'], /Unknown command fly/],
  [['serve', 'here'], /Unexpected argument here/],
  [['serve', '--', '--demo'], /Unexpected argument --demo/],
  [['open', '/a', '/b'], /Unexpected argument \/b/],
  [['backup'], /Name the file: tracklens backup FILE/],
  [['export'], /Name the project: tracklens export WORKSPACE\/PROJECT/],
  [['export', 'lab', '--csv', 'out'], /lab is no project\. Name it like WORKSPACE\/PROJECT/],
  [['export', 'lab/digits'], /Give a format with its folder: --parquet, --csv or --arrow/],
  [['export', 'lab/digits', '--csv'], /--csv needs a value: --csv FOLDER/],
  [['record'], /Name the project: tracklens record WORKSPACE\/PROJECT/],
  [['record', 'lab'], /lab is no project\. Name it like WORKSPACE\/PROJECT/],
  [['record', 'lab/digits', '--experiments', 'a,,b'], /--experiments needs keys, separated by commas/],
  [['import'], /Name the file or folder: tracklens import PATH/],
  [['import', ''], /Name the file or folder: tracklens import PATH/],
  [['sync', '--list', '--drop'], /--list or --drop, not both/],
  [['serve', '--database', 'secret-of-mine'], /--database is no address of PostgreSQL/],
  [['check', '--database', 'secret-of-mine'], /--database is no address of PostgreSQL/],
];
for (const [args, message] of wrong) {
  test(`a wrong call is explained: ${args.join(' ')}`, async () => {
    const { status, printed, errors } = await outcomeOf(...args);
    assert.deepEqual([status, printed], [2, '']);
    assert.match(errors, message);
    assert.match(errors, /^tracklens: .*\nRun "tracklens .*--help" for the options\.\n$/);
    assert.ok(!errors.includes('secret-of-mine'));
  });
}

/** Returns the columns at which the texts of a list start. */
function columnsOfTexts(help: string): Set<number> {
  return new Set([...help.matchAll(/^( {2}(?:--)?[a-z]\S*(?: \S+)? {2,})\S/gm)].map(([, start]) => start!.length));
}

test('help lists the commands, and explains each with its options only', async () => {
  const list = await outcomeOf('--help');
  assert.equal(list.status, 0);
  assert.deepEqual(await outcomeOf(), list);
  assert.equal(columnsOfTexts(list.printed).size, 1, list.printed);
  const names = [...list.printed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!);
  const options: Record<string, string> = {};
  for (const name of names) {
    const help = await outcomeOf(name, '--help');
    assert.deepEqual(await outcomeOf('help', name), help);
    assert.deepEqual(columnsOfTexts(help.printed).size, 1, name);
    options[name] = [...help.printed.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, option]) => option).join(' ');
  }
  assert.deepEqual(options, {
    demo: 'port data recording print parent-stdin help',
    serve: 'port data api-key-file api-key demo recording database parent-stdin idle-exit help',
    open: 'data print help',
    check: 'repair data database help',
    backup: 'data database help',
    restore: 'data help',
    export: 'parquet csv arrow data database help',
    record: 'experiments output no-assets force data database help',
    import: 'project data database help',
    sync: 'list drop data help',
  });
});

test('the version is printed', async () => {
  assert.deepEqual(await outcomeOf('--version'), { status: 0, printed: `tracklens ${version}\n`, errors: '' });
});

test('open sends no key to the program that has the port of a killed service', async (t) => {
  const folder = await temporaryFolder(t);
  const program = await otherProgram(t, 200);
  await writeFile(join(folder, 'api-key'), 'key-of-the-folder');
  const opened = async (pid: number) => {
    await writeServiceFile(folder, { url: program.url, pid, secret: 'secret-of-the-published-address-1' });
    return await outcomeOf('open', '--data', folder, '--print');
  };
  // An id that no process has.
  const ended = await opened(2 ** 31 - 1);
  assert.equal(ended.status, 1);
  assert.match(ended.errors, /No service is running for .*\. Start it with: /);
  assert.deepEqual(program.received, []);
  // Another process has its id now.
  const replaced = await opened(process.pid);
  assert.equal(replaced.status, 1);
  assert.match(replaced.errors, /The service of .* does not respond at .*\. Start it with: /);
  assert.deepEqual(new Set(program.received.map(({ authorization }) => authorization)), new Set([undefined]));
});

test('a user without a home folder is asked for a data folder, and can give one', async (t) => {
  const homedir = mock.method(os, 'homedir', () => {
    throw new Error('uv_os_homedir returned ENOENT');
  });
  const named = process.env.TRACKLENS_DATA;
  delete process.env.TRACKLENS_DATA;
  syncBuiltinESMExports();
  t.after(() => {
    homedir.mock.restore();
    syncBuiltinESMExports();
    if (named !== undefined) process.env.TRACKLENS_DATA = named;
  });
  for (const name of ['demo', 'serve', 'open', 'check']) {
    const errors = 'tracklens: This user has no home folder. Give a data folder with --data.\n';
    assert.deepEqual(await outcomeOf(name), { status: 1, printed: '', errors });
    assert.match((await outcomeOf(name, '--help')).printed, /--data DIR/);
  }
  const { errors } = await outcomeOf('open', '--data', await temporaryFolder(t), '--print');
  assert.match(errors, /No service is running for .*tracklens serve --data /);
});

test('a command without --data uses the folder of the demo only when there is no other', async (t) => {
  const [main, demo] = [await temporaryFolder(t), await temporaryFolder(t)];
  const choices = { main, demo };
  const chosen = async (folders: { main: string; demo: string | null }) => [
    await runningFolder(folders),
    await exportedFolder(folders),
  ];
  assert.deepEqual(await chosen(choices), [main, main]);
  const service = await startService({ dataFolder: demo });
  cleanup(t).defer(() => service.close());
  assert.deepEqual(await chosen(choices), [demo, demo]);
  assert.deepEqual(await chosen({ main, demo: null }), [main, main]);
  const own = await startService({ dataFolder: main });
  assert.deepEqual(await chosen(choices), [main, main]);
  await own.close();
  // Its data stays when its service ends.
  assert.deepEqual(await chosen(choices), [demo, main]);
});
