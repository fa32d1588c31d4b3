import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { DatabaseSync } from '../store/database/sqlite-module.ts';
import { contentPath } from '../store/files/contents.ts';
import { appendPoints } from '../store/metrics/metric-append.ts';
import { openStore } from '../store/open-store.ts';
import { damagePage } from '../testing/damaged-page.ts';
import { loggedFiles, loggedFolder, loggedPoints } from '../testing/logged-folder.ts';
import { check } from './check.ts';
import { salvage } from './salvage.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const model = hashOf(loggedFiles['model.bin']);

function inDatabase(folder: string, change: (database: InstanceType<typeof DatabaseSync>) => void): void {
  const database = new DatabaseSync(join(folder, 'tracklens.db'));
  try {
    change(database);
  } finally {
    database.close();
  }
}

async function checked(folder: string, repair = false): Promise<{ left: number; text: string }> {
  const lines: string[] = [];
  const left = await check({ dataFolder: folder, repair, print: (line) => lines.push(line) });
  return { left, text: lines.join('\n') };
}

/** Kinds of damage, each with the report of the check, the report of the repair, and the number of points left. */
const damages: {
  title: string;
  damage(folder: string): Promise<unknown> | unknown;
  found: RegExp;
  repaired: RegExp;
  points?: number;
}[] = [
  {
    title: 'a chunk that cannot be decoded',
    damage: (folder) =>
      inDatabase(folder, (database) => database.exec("update metric_chunks set data = x'0122' where chunk = 1")),
    found: /metric "loss" of experiment e{32}: chunk 1 cannot be read .*counts 2,500 points and 1,476 can be read/,
    repaired: /rewritten from 1,476 points; 1,024 points lost/,
    points: 1476,
  },
  {
    title: 'a chunk that is missing',
    damage: (folder) => inDatabase(folder, (database) => database.exec('delete from metric_chunks where chunk = 0')),
    found: /: chunk 0 is missing; its summary counts 2 chunks and there are 1/,
    repaired: /rewritten from 1,476 points; 1,024 points lost/,
    points: 1476,
  },
  {
    title: 'chunks that are missing before others',
    damage: (folder) =>
      inDatabase(folder, (database) => database.exec('update metric_chunks set chunk = 4 where chunk = 0')),
    found: /: chunk 0 is missing; chunks 2 to 3 are missing$/m,
    repaired: /rewritten from 2,500 points$/m,
  },
  {
    title: 'a truncated last chunk',
    damage: (folder) =>
      inDatabase(folder, (database) =>
        database.exec('update metric_tails set data = cast(substr(data, 1, 40) as blob)'),
      ),
    found: /the last chunk cannot be read \(A metric chunk is truncated\)/,
    repaired: /rewritten from 2,048 points; 452 points lost/,
    points: 2048,
  },
  {
    title: 'a summary that is wrong',
    damage: (folder) =>
      inDatabase(folder, (database) => database.exec('update metric_summaries set value_max = 7, step_current = 3')),
    found: /its summary is wrong \(value_max, step_current\)/,
    repaired: /rewritten from 2,500 points$/m,
  },
  {
    title: 'a summary that is missing',
    damage: (folder) => inDatabase(folder, (database) => database.exec('delete from metric_summaries')),
    found: /it has no summary/,
    repaired: /rewritten from 2,500 points$/m,
  },
  {
    title: 'a range of a chunk that is wrong',
    damage: (folder) =>
      inDatabase(folder, (database) => {
        const { data } = database.prepare('select data from metric_ranges').get() as { data: Uint8Array };
        // The greatest step of the second chunk.
        new DataView(data.buffer, data.byteOffset).setFloat64((17 + 2) * 8, 1500, true);
        database.prepare('update metric_ranges set data = ?').run(data);
      }),
    found: /metric "loss" of experiment e{32}: the ranges of its chunks are wrong/,
    repaired: /repaired: recomputed from 2 chunks; nothing is lost/,
  },
  {
    title: 'a truncated range of a chunk',
    damage: (folder) =>
      inDatabase(folder, (database) =>
        database.exec('update metric_ranges set data = cast(substr(data, 1, 200) as blob)'),
      ),
    found: /the ranges of its chunks are wrong/,
    repaired: /repaired: recomputed from 2 chunks; nothing is lost/,
  },
  {
    title: 'rows of an experiment that is gone',
    damage: (folder) =>
      inDatabase(folder, (database) =>
        database.exec("update experiment_tags set experiment_key = 'gone' where tag = 'one'"),
      ),
    found: /1 row of experiment_tags belongs to experiments that no longer exist/,
    repaired: /repaired: removed/,
  },
  {
    title: 'an experiment without a project',
    damage: (folder) => inDatabase(folder, (database) => database.exec('delete from projects')),
    found: /1 experiment without a project/,
    repaired: /repaired: moved to the project general of ada/,
  },
  {
    title: 'a file that is missing',
    damage: (folder) => rm(contentPath({ folder }, model)),
    found: /assets\/..\/[0-9a-f]{64} is missing: it belongs to "model\.bin" of experiment e{32}/,
    repaired: /"model\.bin" of experiment e{32} lost$/m,
  },
  {
    title: 'a truncated file',
    damage: (folder) => truncate(contentPath({ folder }, model), 100),
    found: /has 100 bytes instead of 160000/,
    repaired: /lost; what is left of the file is in .*damaged/,
  },
  {
    title: 'a file with other bytes',
    damage: (folder) => writeFile(contentPath({ folder }, model), 'WEIGHTS '.repeat(20_000)),
    found: /differs from what was uploaded/,
    repaired: /lost; what is left of the file is in .*damaged/,
  },
  {
    title: 'files that no record refers to',
    damage: async (folder) => {
      for (const text of ['one', 'two']) {
        const path = contentPath({ folder }, hashOf(text));
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
      }
    },
    found: /2 files in assets are referred to by no record/,
    repaired: /repaired: removed/,
  },
  {
    title: 'an index that does not agree with its table',
    damage: (folder) =>
      inDatabase(folder, (database) => {
        database.enableDefensive?.(false);
        database.exec('pragma writable_schema = on');
        database.exec(
          "update sqlite_master set sql = replace(sql, '\"value_current\"', '\"value_min\"') where name = 'metric_summaries_by_current'",
        );
      }),
    found: /tracklens\.db: row \d+ missing from index metric_summaries_by_current/,
    repaired: /database: its indexes were rebuilt; nothing is lost/,
  },
  {
    title: 'a damaged page of a table',
    damage: (folder) => damagePage(folder, 'experiment_tags', 0),
    found: /tracklens\.db: .*|file is not a database|malformed/,
    repaired:
      /database: saved \d+ rows into a new database; rows of experiment_tags are lost; the damaged one is stored as/,
  },
];

for (const { title, damage, found, repaired, points = loggedPoints } of damages) {
  test(`a check finds, and a repair fixes: ${title}`, async (t) => {
    const { folder } = await loggedFolder(t);
    await damage(folder);
    const before = await checked(folder);
    assert.ok(before.left > 0, before.text);
    assert.match(before.text, found);
    assert.match(before.text, /problems? found\. Stop the service, then repair what can be repaired: /);
    assert.ok(before.text.endsWith(`: tracklens check --repair --data ${folder}`), before.text);
    const repair = await checked(folder, true);
    assert.match(repair.text, repaired);
    assert.equal(repair.left, 0, repair.text);
    const after = await checked(folder);
    assert.equal(after.left, 0, after.text);
    inDatabase(folder, (database) => {
      assert.equal(database.prepare('select total from metric_summaries').get()?.total, points);
    });
  });
}

test('an intact folder has no problems, and the report states how much was read', async (t) => {
  const { folder } = await loggedFolder(t);
  assert.deepEqual(await checked(folder), {
    left: 0,
    text: [
      `Checking ${folder}`,
      'database: every page and index: ok',
      'records: 1 experiment: ok',
      'metrics: 1 metric, 2,500 points: ok',
      'files: 2 files, 160 kB: ok',
      'No problems are left.',
    ].join('\n'),
  });
});

test('a metric is checked in less memory than all of its points take', async (t) => {
  const { folder } = await loggedFolder(t);
  inDatabase(folder, (database) => {
    database.exec(`with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < 999)
      insert into metric_chunks (experiment_key, metric_name, chunk, data)
      select experiment_key, metric_name, n, data from numbers, metric_chunks where chunk = 0`);
  });
  const program = join(import.meta.dirname, '..', 'cli', 'main.ts');
  const settings = ['--max-old-space-size=100', '--conditions=@tracklens/source'];
  const checking = promisify(execFile)(process.execPath, [...settings, program, 'check', '--data', folder]);
  await assert.rejects(checking, ({ stdout }: { stdout: string }) => {
    assert.match(stdout, /its summary counts 2,500 points and 1,024,452 can be read/);
    return true;
  });
});

test('a metric whose lowest, highest and last value is -0 is not damaged', async (t) => {
  const { folder, experimentKey } = await loggedFolder(t);
  const store = await openStore({ folder });
  const point = { name: 'offset', context: null, value: -0, step: -0, epoch: -0, timestamp: 1 };
  await appendPoints(store, experimentKey, [point]);
  await store.close();
  const { left, text } = await checked(folder);
  assert.equal(left, 0, text);
});

/** Undoes the changes of versions 4 to 6. */
const toVersion3 = `alter table experiments drop column crash_reports; alter table experiments drop column end_set;
  drop table experiment_processes; drop table metric_ranges; drop table artifact_inputs; drop index metric_batches_by_time;
  update service_facts set value = '3' where name = 'schema-version'`;

test('a damaged database of an earlier version is repaired as such, and the next start migrates it', async (t) => {
  const { folder } = await loggedFolder(t);
  inDatabase(folder, (database) => database.exec(toVersion3));
  await damagePage(folder, 'experiment_tags', 0);
  const lines: string[] = [];
  const repaired = check({ dataFolder: folder, repair: true, print: (line) => lines.push(line) });
  await assert.rejects(repaired, /written by an older version\. Start the service once/);
  assert.match(lines[0]!, /saved \d+ rows into a new database; rows of experiment_tags are lost;/);
  assert.equal((await stat(join(folder, 'tracklens.db'))).mode & 0o077, 0);
  await (await openStore({ folder })).close();
  const { left, text } = await checked(folder);
  assert.equal(left, 0, text);
  assert.match(text, /metrics: 1 metric, 2,500 points: ok/);
});

test('a damaged database of a newer version is not repaired and not changed', async (t) => {
  const { folder } = await loggedFolder(t);
  inDatabase(folder, (database) => {
    database.exec(`create table experiment_comments (body text); insert into experiment_comments values ('a comment');
      update service_facts set value = '99' where name = 'schema-version'`);
  });
  await damagePage(folder, 'experiment_tags', 0);
  const bytes = await readFile(join(folder, 'tracklens.db'));
  await assert.rejects(checked(folder, true), /written by a newer version \(schema 99\)\. Update tracklens/);
  assert.ok(bytes.equals(await readFile(join(folder, 'tracklens.db'))), 'it was changed');
});

test('a damaged database whose version is lost is repaired only if it has the current tables', async (t) => {
  const { folder } = await loggedFolder(t);
  await damagePage(folder, 'service_facts', 0);
  const current = await checked(folder, true);
  assert.match(current.text, /saved \d+ rows into a new database; rows of service_facts are lost/);
  inDatabase(folder, (database) => database.exec('create table experiment_comments (body text)'));
  await damagePage(folder, 'service_facts', 0);
  await assert.rejects(checked(folder, true), /can be saved \(the version of its tables cannot be read\)/);
});

test('a damaged database that a service has opened meanwhile is not replaced', async (t) => {
  const { folder } = await loggedFolder(t);
  const store = await openStore({ folder });
  await assert.rejects(salvage(folder), /^Error: A service runs on .*\. Stop it, then repair\.$/);
  await store.close();
  assert.equal((await checked(folder)).left, 0);
});

test('a file that is not a database is not repaired and not changed', async (t) => {
  const { folder } = await loggedFolder(t);
  const file = join(folder, 'tracklens.db');
  await writeFile(file, 'These bytes are no database.'.repeat(1000));
  const bytes = await readFile(file);
  await assert.rejects(checked(folder), /tracklens\.db is damaged \(file is not a database\)/);
  await assert.rejects(
    checked(folder, true),
    /Nothing of .*\.db can be saved .*: tracklens restore FILE --data NEW_FOLDER$/,
  );
  assert.deepEqual(await readFile(file), bytes);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.includes('damaged')),
    [],
  );
});

test('a repair removes no record of a file that cannot be read, which may be intact', async (t) => {
  const { folder } = await loggedFolder(t);
  const parent = dirname(contentPath({ folder }, model));
  await rename(parent, `${parent}.intact`);
  await symlink(parent, parent, 'junction');
  const { left, text } = await checked(folder, true);
  assert.equal(left, 1, text);
  assert.match(
    text,
    /[0-9a-f]{64} cannot be read \(.*; check its permissions and the disk\): it belongs to "model\.bin"/,
  );
  await rm(parent);
  await rename(`${parent}.intact`, parent);
  assert.equal((await checked(folder)).left, 0);
});

test('files of another database are reported and not removed', async (t) => {
  const { folder } = await loggedFolder(t);
  await writeFile(join(folder, 'folder-id'), 'of another\n');
  const path = contentPath({ folder }, hashOf('one'));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'one');
  const { left, text } = await checked(folder, true);
  assert.equal(left, 1, text);
  assert.match(text, /referred to by no record, and the database may not be the one/);
  assert.ok(existsSync(path));
});

test('the report of a lost file that many experiments refer to names the first of them', async (t) => {
  const { folder } = await loggedFolder(t);
  inDatabase(folder, (database) => {
    database.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 30000)
      insert into assets select printf('%032d', n), asset_id, file_name, type, extension, step, epoch, context, metadata,
        file_size, sha256, remote_link, model_name, artifact_version_id, created_at, kept_for
      from numbers, assets where file_name = 'model.bin'`);
  });
  await rm(contentPath({ folder }, model));
  const { text } = await checked(folder);
  const line = text.split('\n').find((candidate) => candidate.includes(model))!;
  assert.match(line, /is missing: it belongs to "model\.bin" of experiment \w+, .* and 29,991 more$/);
  assert.ok(line.length < 1500, `${line.length} characters`);
});
