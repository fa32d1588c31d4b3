import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { temporaryFolder } from '@tracklens/core/test-support';
import { openRecords } from '../maintenance/folder-database.ts';
import { logExperiment, loggedFiles, loggedPoints } from '../testing/logged-folder.ts';
import { testStore } from '../testing/test-service.ts';
import { type ExportOptions, exportProject } from './export-project.ts';

const key = 'e'.repeat(32);

/** Runs with the records of one experiment, and options that export them. */
async function withRecords(
  t: TestContext,
  run: (
    exported: (options?: Partial<ExportOptions>) => ReturnType<typeof exportProject>,
    folder: string,
  ) => Promise<void>,
): Promise<void> {
  const { open, options } = await testStore(t);
  const store = await open();
  await logExperiment(store, key);
  await store.close();
  const { db, close } = await openRecords(options.folder, options.databaseUrl);
  const target = join(await temporaryFolder(t), 'new', 'export');
  const common: ExportOptions = {
    workspaceName: 'ada',
    projectName: 'general',
    format: 'csv',
    folder: target,
    signal: new AbortController().signal,
    print() {},
  };
  try {
    await run((changes) => exportProject(db, { ...common, ...changes }), target);
  } finally {
    await close();
  }
}

const names = ['assets', 'experiments', 'metrics', 'others', 'parameters', 'system', 'tags'];

test('a project is exported to one file for each table', (t) =>
  withRecords(t, async (exported, folder) => {
    const files = await exported();
    assert.deepEqual(
      (await readdir(folder)).sort(),
      names.map((name) => `${name}.csv`),
    );
    const linesOf = async (name: string) =>
      (await readFile(join(folder, `${name}.csv`), 'utf8')).split('\r\n').slice(0, -1);
    const metrics = await linesOf('metrics');
    assert.equal(metrics[0], 'experiment_key,name,context,step,epoch,timestamp,value');
    assert.equal(metrics[3], `${key},loss,,2,,1970-01-01T00:00:01.002Z,${Math.sin(2)}`);
    assert.equal(metrics.length, 1 + loggedPoints);
    assert.deepEqual(await linesOf('tags'), ['experiment_key,tag', `${key},one`, `${key},two`]);
    const assets = await linesOf('assets');
    assert.deepEqual(
      assets
        .slice(1)
        .map((line) => line.split(',')[2])
        .sort(),
      Object.keys(loggedFiles),
    );
    const [, experiment] = await linesOf('experiments');
    assert.match(experiment!, new RegExp(`^${key},[a-z_0-9]+,running,false,false,`));
    assert.equal(files.find(({ path }) => path.endsWith('metrics.csv'))?.rows, loggedPoints);
  }));

test('a file that exists is not replaced, and nothing else is written', (t) =>
  withRecords(t, async (exported, folder) => {
    await exported();
    await writeFile(join(folder, 'tags.parquet'), 'mine');
    await assert.rejects(exported({ format: 'parquet' }), /tags\.parquet already exists\. Give another folder/);
    assert.equal(await readFile(join(folder, 'tags.parquet'), 'utf8'), 'mine');
    assert.equal((await readdir(folder)).length, names.length + 1);
  }));

test('a folder that cannot be created or written to is named, with what to do', (t) =>
  withRecords(t, async (exported, folder) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, 'missing'), join(folder, 'link'));
    const paths = [join(folder, 'file'), join(folder, 'file', 'inner'), join(folder, 'link', 'inner')];
    if (process.platform === 'linux') paths.push('/proc/missing/inner', '/proc');
    for (const path of paths) {
      await assert.rejects(
        exported({ folder: path }),
        /^Error: The folder .* cannot be (created|written to) \(.*\)\. Give another path\.$/,
      );
    }
  }));

test('a cancelled export leaves no file', (t) =>
  withRecords(t, async (exported, folder) => {
    const cancelling = new AbortController();
    cancelling.abort();
    await assert.rejects(exported({ signal: cancelling.signal }));
    assert.deepEqual(await readdir(folder), []);
  }));

for (const format of ['csv', 'arrow', 'parquet'] as const) {
  test(`an export to ${format} that is cancelled while it writes leaves no file`, (t) =>
    withRecords(t, async (exported, folder) => {
      const cancelling = new AbortController();
      const exporting = exported({ format, signal: cancelling.signal });
      exporting.catch(() => {});
      while ((await readdir(folder).catch(() => [])).length === 0) await setImmediate();
      cancelling.abort();
      await assert.rejects(exporting);
      assert.deepEqual(await readdir(folder), []);
    }));
}

test('an export replaces no file that another process has written meanwhile', (t) =>
  withRecords(t, async (exported, folder) => {
    const { signal } = new AbortController();
    // Called when all files are written.
    const throwIfAborted = () => writeFileSync(join(folder, 'tags.csv'), 'mine');
    await assert.rejects(exported({ signal: Object.assign(signal, { throwIfAborted }) }), { code: 'EEXIST' });
    assert.deepEqual(await readdir(folder), ['tags.csv']);
    assert.equal(await readFile(join(folder, 'tags.csv'), 'utf8'), 'mine');
  }));

test('an export whose last file cannot get its name leaves no file', (t) =>
  withRecords(t, async (exported, folder) => {
    const { signal } = new AbortController();
    // Called when all files are written.
    const throwIfAborted = () => mkdirSync(join(folder, 'assets.csv', 'mine'), { recursive: true });
    await assert.rejects(exported({ signal: Object.assign(signal, { throwIfAborted }) }));
    assert.deepEqual(await readdir(folder), ['assets.csv']);
  }));

test('an unknown project is named in the error', (t) =>
  withRecords(t, async (exported) => {
    await assert.rejects(exported({ projectName: 'none' }), /There is no project ada\/none/);
  }));
