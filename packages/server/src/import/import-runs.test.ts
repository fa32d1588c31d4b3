import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type CleanupOwner, cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '../service/server.ts';
import { DatabaseSync } from '../store/database/sqlite-module.ts';
import { type TestService, testKey, testService } from '../testing/test-service.ts';
import { eventRecords } from './event-file.ts';
import { findSources } from './find-sources.ts';
import { type ImportSummary, importRuns } from './import-runs.ts';
import type { RunSource } from './run-source.ts';
import { cellNumber } from './table-rows.ts';

const recorded = join(import.meta.dirname, 'recorded');
const project = { workspaceName: 'local', projectName: 'imported' };

/** Imports a path into a project of a service. Returns the lines that are printed. */
async function importInto(
  service: TestService,
  path: string,
  target = project,
): Promise<ImportSummary & { lines: string[] }> {
  const lines: string[] = [];
  const summary = await importRuns({
    sources: await findSources(path),
    project: target,
    service: { url: 'http://127.0.0.1', apiKey: testKey, fetch: service.app.fetch },
    signal: new AbortController().signal,
    print: (line) => lines.push(line),
  });
  return { ...summary, lines };
}

interface Metadata {
  experimentKey: string;
  experimentName: string;
  startTimeMillis: number;
  endTimeMillis: number;
  hasCrashed: boolean;
  running: boolean;
}
interface Point {
  metricName: string;
  metricValue: string;
  step: number | null;
  epoch: number | null;
  timestamp: number;
}

async function projectNames({ store }: TestService): Promise<string[]> {
  const rows = await store.db.selectFrom('projects').select('project_name').execute();
  return rows.map((row) => row.project_name);
}

/** Returns what a service has of the imported experiments, by their names. */
async function experimentsOf({ call }: TestService) {
  const read = <T>(path: string, query: Record<string, string>) =>
    call<T>('GET', `/api/rest/v2/${path}?${new URLSearchParams(query)}`);
  const { experiments } = await read<{ experiments: Metadata[] }>('experiments', project);
  const entries = experiments.map(async (metadata) => {
    const { experimentKey } = metadata;
    const values = async (path: string) =>
      Object.fromEntries(
        (await read<{ values: { name: string; valueCurrent: string }[] }>(path, { experimentKey })).values.map(
          ({ name, valueCurrent }) => [name, valueCurrent],
        ),
      );
    const { assets: listed } = await read<{
      assets: { fileName: string; type: string; step: number; assetId: string }[];
    }>('experiment/asset/list', { experimentKey, type: 'all' });
    const assets = listed.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
    const { tags } = await read<{ tags: string[] }>('experiment/tags', { experimentKey });
    const points = async (metricName: string) =>
      (await read<{ metrics: Point[] }>('experiment/metrics/get-metric', { experimentKey, metricName })).metrics.map(
        ({ metricValue, step, epoch, timestamp }) => [metricValue, step, epoch, timestamp] as const,
      );
    const [parameters, others, summaries] = await Promise.all(
      ['parameters', 'log-other', 'metrics/summary'].map((path) => values(`experiment/${path}`)),
    );
    return [
      metadata.experimentName,
      { metadata, parameters, others, metrics: Object.keys(summaries!).sort(), points, assets, tags },
    ] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Writes a file into a new folder and returns its path. */
async function fileOf(owner: CleanupOwner, name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(owner), name);
  await writeFile(path, content);
  await utimes(path, 1_600_000_000, 1_600_000_000);
  return path;
}

test('a folder of TensorBoard has a run for each folder with event files', async (t) => {
  const service = await testService(t);
  const { lines, imported, failed } = await importInto(service, join(recorded, 'tensorboard'));
  assert.deepEqual(
    { lines, imported, failed },
    {
      lines: [
        'lr=0.1: 21 points, 2 files. Left out: histograms',
        'lr=0.1/final: 1 point, 3 parameters',
        'second: 5 points',
      ],
      imported: 3,
      failed: 0,
    },
  );
  const runs = await experimentsOf(service);
  const first = runs.get('lr=0.1')!;
  assert.deepEqual(first.metrics, ['train/loss']);
  const points = await first.points('train/loss');
  assert.equal(points.length, 21);
  assert.deepEqual(points[0], ['0.9', 0, null, 1_700_000_000_000]);
  assert.deepEqual(points[20], ['NaN', 20, null, 1_700_000_020_000]);
  const { startTimeMillis, endTimeMillis, running, hasCrashed } = first.metadata;
  assert.deepEqual([startTimeMillis, endTimeMillis], [1_700_000_000_000, 1_700_000_020_000]);
  assert.deepEqual([running, hasCrashed], [false, false]);
  assert.deepEqual(
    first.assets.map(({ fileName, type, step }) => [fileName, type, step]),
    [
      ['note', 'text-sample', 2],
      ['sample', 'image', 5],
    ],
  );
  assert.deepEqual(runs.get('lr=0.1/final')!.parameters, { flag: 'true', lr: '0.1', optimizer: 'adam' });
  assert.deepEqual((await runs.get('second')!.points('loss')).at(-1), ['0.4', 4, null, 1_700_000_004_000]);
});

test('the image of an event file is its bytes', async (t) => {
  const service = await testService(t);
  await importInto(service, join(recorded, 'tensorboard'));
  const { metadata, assets } = (await experimentsOf(service)).get('lr=0.1')!;
  const query = new URLSearchParams({ experimentKey: metadata.experimentKey, assetId: assets[1]!.assetId });
  const response = await service.app.fetch(
    new Request(`http://127.0.0.1/api/rest/v2/experiment/asset/get-asset?${query}`, {
      headers: { authorization: testKey },
    }),
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.equal(bytes.subarray(-8, -4).toString(), 'IEND');
});

/** Expected content of the runs that MLflow has recorded. */
async function assertMlflowRuns(service: TestService) {
  const runs = await experimentsOf(service);
  assert.deepEqual([...runs.keys()].sort(), ['broken', 'first']);
  const { first, broken } = Object.fromEntries(runs) as Record<string, NonNullable<ReturnType<typeof runs.get>>>;
  assert.deepEqual(first!.parameters, { lr: '0.1', optimizer: 'adam' });
  assert.equal(first!.others?.team, 'vision');
  assert.equal(first!.others?.['mlflow.source.name'], 'record.py');
  assert.deepEqual([first!.others?.Name, first!.others?.name], ['first', undefined]);
  assert.deepEqual(first!.tags, ['digits']);
  assert.deepEqual(first!.metrics, ['train/loss', 'unstable']);
  const pairs = async (name: string) => (await first!.points(name)).map(([value, step]) => [value, step]);
  assert.deepEqual(await pairs('train/loss'), [
    ['1', 0],
    ['0.5', 1],
    ['0.3333333333333333', 2],
  ]);
  assert.deepEqual(await pairs('unstable'), [
    ['NaN', 1],
    ['Infinity', 2],
  ]);
  assert.deepEqual(
    first!.assets.map(({ fileName }) => fileName),
    ['notes/a.txt'],
  );
  assert.deepEqual([first!.metadata.hasCrashed, broken!.metadata.hasCrashed], [false, true]);
}

test('the folder of MLflow has a run for each of its runs', async (t) => {
  const service = await testService(t);
  const { imported } = await importInto(service, join(recorded, 'mlruns'));
  assert.equal(imported, 2);
  await assertMlflowRuns(service);
});

/** Writes the folder of a run of MLflow with one point, and with further files by their paths. */
async function mlflowRun(owner: CleanupOwner, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = join(await temporaryFolder(owner), 'run');
  const meta = 'run_id: abc\nrun_name: first\n';
  const all = { 'meta.yaml': meta, 'metrics/loss': '1700000000000 0.5 1\n', ...files };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

test('links in the folder of a run of MLflow are named, and not followed', async (t) => {
  const service = await testService(t);
  const other = await temporaryFolder(t);
  await writeFile(join(other, 'password'), 'secret');
  const folder = await mlflowRun(t);
  for (const name of ['params', 'artifacts']) await symlink(other, join(folder, name), 'junction');
  const { lines } = await importInto(service, folder);
  const [params, artifacts] = ['params', 'artifacts'].map((name) => join(folder, name));
  assert.deepEqual(lines, [`first: 1 point. Left out: the link ${params}, the link ${artifacts}`]);
});

test('a run of MLflow whose metrics or parameters cannot be read is reported', async (t) => {
  const service = await testService(t);
  for (const name of ['metrics', 'params', 'tags']) {
    const folder = await mlflowRun(t);
    await rm(join(folder, name), { recursive: true, force: true });
    await writeFile(join(folder, name), 'a file in place of the folder');
    const { lines, imported, failed } = await importInto(service, folder);
    assert.deepEqual([imported, failed], [0, 1], name);
    assert.match(lines[0]!, /^run: not imported\. ENOTDIR: .*\/run\/(metrics|params|tags)/);
  }
});

test('of a deleted run of MLflow nothing is imported, also no table among its files', async (t) => {
  const service = await testService(t);
  const deleted = await mlflowRun(t, {
    'meta.yaml': 'run_id: abc\nlifecycle_stage: deleted\n',
    'artifacts/results.csv': 'epoch,loss\n1,0.5\n',
  });
  await cp(await mlflowRun(t), join(deleted, '..', 'other'), { recursive: true });
  const { lines } = await importInto(service, dirname(deleted));
  assert.deepEqual(lines, ['first: 1 point']);
});

test('a run of MLflow whose file is truncated is reported, and the others are imported', async (t) => {
  const service = await testService(t);
  const truncated = await mlflowRun(t, { 'meta.yaml': 'end_time: null\nexp', 'params/lr': '0.1' });
  await cp(await mlflowRun(t), join(truncated, '..', 'whole'), { recursive: true });
  const { lines, imported, failed } = await importInto(service, dirname(truncated));
  assert.deepEqual([imported, failed], [1, 1]);
  assert.match(lines[0]!, /^run: not imported\. .*meta\.yaml is damaged: it names no run\. Correct it/);
});

test('the id of a run of MLflow may look like a number', async (t) => {
  const service = await testService(t);
  const { lines } = await importInto(service, await mlflowRun(t, { 'meta.yaml': 'run_id: 12e34\nrun_name: first\n' }));
  assert.deepEqual(lines, ['first: 1 point']);
});

test('files of a run of MLflow that cannot be read are named', async (t) => {
  const service = await testService(t);
  const { lines } = await importInto(service, await mlflowRun(t, { artifacts: 'a file in place of the folder' }));
  assert.match(lines[0]!, /^first: 1 point\. Left out: files that cannot be read \(ENOTDIR: /);
});

test('a file that grows or is deleted while it is sent does not end the import', async (t) => {
  const service = await startService({ dataFolder: await temporaryFolder(t), apiKey: testKey });
  cleanup(t).defer(() => service.close());
  const folder = await mlflowRun(t, { 'artifacts/a.log': 'first', 'artifacts/b.txt': 'b', 'artifacts/c.txt': 'c' });
  const [log, deleted] = ['a.log', 'b.txt'].map((name) => join(folder, 'artifacts', name)) as [string, string];
  const change: Readonly<Record<string, () => Promise<void>>> = {
    'a.log': () => appendFile(log, 'second'),
    'b.txt': () => rm(deleted),
  };
  const lines: string[] = [];
  await importRuns({
    sources: await findSources(folder),
    project,
    service: {
      url: service.url,
      apiKey: testKey,
      async fetch(request) {
        await change[new URL(request.url).searchParams.get('fileName') ?? '']?.();
        return await fetch(request);
      },
    },
    signal: new AbortController().signal,
    print: (line) => lines.push(line),
  });
  const reason = `ENOENT: no such file or directory, open '${deleted}'`;
  assert.deepEqual(lines, [`first: 1 point, 2 files. Left out: file b.txt that cannot be read (${reason})`]);
});

/** Writes the recorded database of MLflow into a folder, with the files of its runs at their places. */
async function mlflowDatabase(t: TestContext, { filesIn }: { filesIn?: string } = {}): Promise<string> {
  const folder = await temporaryFolder(t);
  const statements = (await readFile(join(recorded, 'mlflow.sql'), 'utf8')).replaceAll('/home/user/training', folder);
  const path = join(folder, 'mlflow.db');
  const db = new DatabaseSync(path);
  db.exec(`pragma foreign_keys = off; begin; ${statements}; commit`);
  const { artifacts } = db.prepare("select artifact_uri as artifacts from runs where name = 'first'").get() as {
    artifacts: string;
  };
  if (filesIn !== undefined) db.prepare('update runs set artifact_uri = ?').run(filesIn);
  db.close();
  await mkdir(join(artifacts, 'notes'), { recursive: true });
  await writeFile(join(artifacts, 'notes', 'a.txt'), 'hello');
  return path;
}

test('the database of MLflow has a run for each of its runs', async (t) => {
  const service = await testService(t);
  const { imported } = await importInto(service, await mlflowDatabase(t));
  assert.equal(imported, 2);
  await assertMlflowRuns(service);
});

test('a step of MLflow may be a time in nanoseconds', async (t) => {
  const service = await testService(t);
  const path = await mlflowDatabase(t);
  const db = new DatabaseSync(path);
  db.exec("update metrics set step = 1700000000000000000 where key = 'unstable' and step = 1");
  db.close();
  await importInto(service, path);
  const points = await (await experimentsOf(service)).get('first')!.points('unstable');
  assert.deepEqual(points.map(([, step]) => step).sort(), [1.7e18, 2]);
});

test('MLflow can log while its database is imported', async (t) => {
  const service = await testService(t);
  const path = await mlflowDatabase(t);
  const db = new DatabaseSync(path, { timeout: 0 });
  cleanup(t).defer(() => db.close());
  const count = 25_000;
  db.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into metrics (key, value, timestamp, run_uuid, step, is_nan)
    select 'long', n, n / 7, run_uuid, n, 0 from numbers, runs where name = 'first'`);
  let logged = 0;
  const lines: string[] = [];
  await importRuns({
    sources: await findSources(path),
    project,
    service: {
      url: 'http://127.0.0.1',
      apiKey: testKey,
      fetch(request) {
        db.exec("update tags set value = 'changed'");
        logged++;
        return service.app.fetch(request);
      },
    },
    signal: new AbortController().signal,
    print: (line) => lines.push(line),
  });
  assert.match(lines[0]!, /^first: 25,005 points, /);
  assert.ok(logged > count / 4096);
});

test('a database of MLflow names no files outside of its folder', async (t) => {
  const service = await testService(t);
  const other = await fileOf(t, 'secret.txt', 'secret');
  const { lines } = await importInto(service, await mlflowDatabase(t, { filesIn: join(other, '..') }));
  assert.match(lines[0]!, /^first: 5 points, 2 parameters\. Left out: files in /);
  for (const { assets } of (await experimentsOf(service)).values()) assert.deepEqual(assets, []);
});

const second = 1_700_000_000;
const defaultTime = 1_600_000_000_000;

/** Files with one run each, and the points they have: metric, value, step, epoch, time. */
const tables: readonly (readonly [name: string, file: string, content: string | Uint8Array, expected: unknown[]])[] = [
  [
    'of Lightning, with rows for training and for validation',
    'metrics.csv',
    'epoch,step,train_loss,val_loss\n0,9,0.5,\n0,9,,0.6\n',
    [
      ['train_loss', '0.5', 9, 0, defaultTime],
      ['val_loss', '0.6', 9, 0, defaultTime],
    ],
  ],
  [
    'of Ultralytics, with spaces and a duration that is named time',
    'results.csv',
    '   epoch,   time,  box_loss\n   1,  12.5,  1.2e-1\n',
    [
      ['box_loss', '0.12', 1, 1, defaultTime],
      ['time', '12.5', 1, 1, defaultTime],
    ],
  ],
  [
    'that TensorBoard exports',
    'loss.csv',
    `Wall time,Step,Value\n${second}.5,3,0.25\n`,
    [['Value', '0.25', 3, null, second * 1000 + 500]],
  ],
  [
    'with semicolons, quotes and a byte order mark',
    'a.csv',
    '\ufeffstep;"acc;top1"\n1;0.5\n',
    [['acc;top1', '0.5', 1, null, defaultTime]],
  ],
  [
    'with decimal commas',
    'a.csv',
    'step;loss;time\n1;0,75;1700000000,5\n2;-1,5e-3;\n',
    [
      ['loss', '0.75', 1, null, second * 1000 + 500],
      ['loss', '-0.0015', 2, null, defaultTime],
    ],
  ],
  [
    'with columns of the same name',
    'a.csv',
    'step,loss,loss.1,loss,,\n1,0.1,0.2,0.3,4,5\n',
    [
      ['loss', '0.1', 1, null, defaultTime],
      ['loss.1', '0.2', 1, null, defaultTime],
      ['loss.2', '0.3', 1, null, defaultTime],
    ],
  ],
  [
    'with times in microseconds and nanoseconds',
    'a.csv',
    `step,loss,timestamp\n1,1,${second}500000\n2,1,${second}500000000\n`,
    [
      ['loss', '1', 1, null, second * 1000 + 500],
      ['loss', '1', 2, null, second * 1000 + 500],
    ],
  ],
  [
    'with times as Python, pandas and PostgreSQL write them',
    'a.csv',
    [
      'step,loss,time',
      '1,1,"2023-11-14 22:13:20,500"',
      '2,1,2023-11-14 22:13:20.500000 UTC',
      '3,1,2023-11-14 23:13:20.500+01',
      '4,1,2023-11-14T17:43:20.500000-04:30',
      '',
    ].join('\n'),
    [1, 2, 3, 4].map((step) => ['loss', '1', step, null, second * 1000 + 500]),
  ],
  [
    'of Stable-Baselines3, with the NaN of C',
    'progress.csv',
    'rollout/reward,time/total_timesteps\n-nan,2048\n',
    [['rollout/reward', 'NaN', 2048, null, defaultTime]],
  ],
  [
    'with a first line that names the separator',
    'a.csv',
    '\ufeffsep=;\r\nstep;loss,train\r\n1;0,5\r\n',
    [['loss,train', '0.5', 1, null, defaultTime]],
  ],
  [
    'with another separator in its first line, in UTF-16',
    'a.csv',
    Buffer.from('\ufeffsep=|\nstep|Größe\n1|2\n', 'utf16le'),
    [['Größe', '2', 1, null, defaultTime]],
  ],
  ['with tabs', 'a.tsv', 'step\tloss\n1\t0.5\n', [['loss', '0.5', 1, null, defaultTime]]],
  [
    'with one point a row, as tracklens exports it',
    'a.csv',
    'name,context,step,epoch,timestamp,value\nloss,train,1,,2023-11-14T22:13:20.000Z,NaN\nloss,,2,,,-Infinity\n',
    [
      ['loss', '-Infinity', 2, null, defaultTime],
      ['train_loss', 'NaN', 1, null, second * 1000],
    ],
  ],
  [
    'of the trainer of Hugging Face',
    'trainer_state.json',
    '{"epoch": 1.0, "log_history": [{"epoch": 0.5, "loss": NaN, "step": 10}, {"epoch": 1.0, "loss": 0.5, "step": 20}]}',
    [
      ['loss', 'NaN', 10, 0.5, defaultTime],
      ['loss', '0.5', 20, 1, defaultTime],
    ],
  ],
  [
    'of the history of Keras, with a byte order mark',
    'history.json',
    '\ufeff{"loss": [1, 0.5], "accuracy": [0.1, 0.2]}',
    [
      ['accuracy', '0.1', 0, 0, defaultTime],
      ['accuracy', '0.2', 1, 1, defaultTime],
      ['loss', '1', 0, 0, defaultTime],
      ['loss', '0.5', 1, 1, defaultTime],
    ],
  ],
  [
    'of columns, one of which is the step',
    'history.json',
    '{"global_step": [10, 20], "loss": [1, 0.5]}',
    [
      ['loss', '1', 10, null, defaultTime],
      ['loss', '0.5', 20, null, defaultTime],
    ],
  ],
  [
    'of JSON lines, with nested values and a byte order mark',
    'a.jsonl',
    `\ufeff{"_step": 1, "_timestamp": ${second}, "train": {"loss": 0.5}}\n\n{"_step": 2, "train": {"loss": -Infinity}}\n`,
    [
      ['train/loss', '0.5', 1, null, second * 1000],
      ['train/loss', '-Infinity', 2, null, defaultTime],
    ],
  ],
];

for (const [name, file, content, expected] of tables) {
  test(`a table ${name}`, async (t) => {
    const service = await testService(t);
    const { imported } = await importInto(service, await fileOf(t, file, content));
    assert.equal(imported, 1);
    const [run] = (await experimentsOf(service)).values();
    const points = await Promise.all(
      run!.metrics.map(async (metric) => (await run!.points(metric)).map((point) => [metric, ...point])),
    );
    assert.deepEqual(points.flat(), expected);
  });
}

test('a column of runs makes an experiment of each', async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, 'sweep.csv', 'run,step,loss,note\na,1,0.5,x\nb,1,0.7,y\na,2,0.4,z\n');
  const { lines } = await importInto(service, file);
  assert.deepEqual(lines, ['a: 2 points. Left out: texts of note (2 times)', 'b: 1 point. Left out: texts of note']);
  const runs = await experimentsOf(service);
  assert.deepEqual(
    (await runs.get('a')!.points('loss')).map(([value]) => value),
    ['0.5', '0.4'],
  );
});

test('a run that was imported before is left as it is', async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, 'run.csv', 'step,loss\n1,0.5\n');
  await importInto(service, file);
  await appendFile(file, '2,0.4\n');
  const { lines, imported, known } = await importInto(service, file);
  assert.deepEqual([imported, known], [0, 1]);
  assert.match(lines[0]!, /^run: imported before/);
  const [run] = (await experimentsOf(service)).values();
  assert.equal((await run!.points('loss')).length, 1);
});

test('a cancelled import leaves no experiment and no project, and its repetition is complete', async (t) => {
  const service = await testService(t);
  const rows = Array.from({ length: 10_000 }, (_, index) => `${index},0.5`).join('\n');
  const file = await fileOf(t, 'long.csv', `step,loss\n${rows}\n`);
  const cancelling = new AbortController();
  const fetch = async (request: Request) => {
    const response = await service.app.fetch(request);
    if (request.url.includes('/batch/')) cancelling.abort();
    return response;
  };
  const sources = await findSources(file);
  const options = { sources, project, signal: cancelling.signal, print: () => {} };
  await assert.rejects(importRuns({ ...options, service: { url: 'http://127.0.0.1', apiKey: testKey, fetch } }));
  assert.deepEqual(await projectNames(service), []);
  await importInto(service, file);
  const [run] = (await experimentsOf(service)).values();
  assert.equal((await run!.points('loss')).length, 10_000);
});

const emptyImports = [
  { what: 'whose runs have nothing', content: 'step,note\n1,text\n' },
  { what: 'that cannot be read', content: 'step,loss\n1,"0.5\n' },
];

for (const { what, content } of emptyImports) {
  test(`an import ${what} leaves no project that was not there before`, async (t) => {
    const service = await testService(t);
    const file = await fileOf(t, 'run.csv', content);
    const { imported } = await importInto(service, file);
    assert.equal(imported, 0);
    assert.deepEqual(await projectNames(service), []);
    await service.call('POST', '/api/rest/v2/write/project/create', project);
    await importInto(service, file);
    assert.deepEqual(await projectNames(service), [project.projectName]);
  });
}

test('an import says what to do if the service does not respond', async (t) => {
  const options = {
    sources: await findSources(await fileOf(t, 'run.csv', 'step,loss\n1,0.5\n')),
    project,
    service: { url: 'http://127.0.0.1:1', apiKey: testKey },
    signal: new AbortController().signal,
    print: () => {},
  };
  await assert.rejects(
    importRuns(options),
    /service at http:\S+ does not respond \(.+\)\. Start it, then run the import/,
  );
});

test('an import into a project with an invalid name says what to do, and stores nothing', async (t) => {
  const service = await testService(t);
  const path = await fileOf(t, 'run.csv', 'step,loss\n1,0.5\n');
  for (const [projectName, problem] of [
    ['a'.repeat(101), 'must have at most 100 characters; this one has 101'],
    ['a\\b', 'must not contain slashes or control characters: a\\b'],
  ] as const) {
    await assert.rejects(importInto(service, path, { ...project, projectName }), {
      message: `A project name ${problem}. Give another with --project.`,
    });
  }
  assert.deepEqual(await projectNames(service), []);
});

test('an import that was killed is repeated', async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, 'run.csv', 'step,loss\n1,0.5\n2,0.4\n');
  const sources = await findSources(file);
  const stopped = new Error('killed');
  const fetch = async (request: Request) => {
    // Neither the end of the run nor its removal reaches the service.
    if (/log-other$|delete/.test(new URL(request.url).pathname) && request.method !== 'GET') throw stopped;
    if (request.url.includes('/delete')) throw stopped;
    return await service.app.fetch(request);
  };
  const { signal } = new AbortController();
  const { failed } = await importRuns({
    sources,
    project,
    service: { url: 'http://127.0.0.1', apiKey: testKey, fetch },
    signal,
    print: () => {},
  });
  assert.equal(failed, 1);
  assert.equal((await experimentsOf(service)).size, 1);
  const { imported } = await importInto(service, file);
  assert.equal(imported, 1);
  const [run] = (await experimentsOf(service)).values();
  assert.equal((await run!.points('loss')).length, 2);
});

test('what can be read of a damaged event file is imported', async (t) => {
  const service = await testService(t);
  const folder = await temporaryFolder(t);
  await cp(join(recorded, 'tensorboard'), folder, { recursive: true });
  const file = join(folder, 'second', 'events.out.tfevents.1700000000.host');
  await truncate(file, (await readFile(file)).length - 3);
  const damaged = join(folder, 'lr=0.1', 'events.out.tfevents.1700000000.host');
  const bytes = await readFile(damaged);
  bytes[200]! ^= 1;
  await writeFile(damaged, bytes);
  const { lines, imported } = await importInto(service, folder);
  assert.equal(imported, 3);
  assert.match(lines.at(-1)!, /^second: 4 points\. Left out: the rest of .*, which ends within a record$/);
  assert.match(lines[0]!, /Left out: the rest of .*, which is damaged$/);
});

test('a record of an event file is joined once, however many pieces it is read in', async (t) => {
  // The checksum of the length is right: of 2 ** 30 bytes, which the file does not have.
  const head = new Uint8Array([0, 0, 0, 0x40, 0, 0, 0, 0, 0xcb, 0x61, 0xcc, 0x52]);
  const file = await fileOf(t, 'events.out.tfevents.1700000000.host', head);
  const fileBytes = 2 ** 25;
  await truncate(file, fileBytes);
  const { mock } = t.mock.method(Buffer, 'concat');
  await assert.rejects(async () => {
    for await (const record of eventRecords(file)) assert.fail(String(record.length));
  }, /ends within a record/);
  const joinedBytes = mock.calls.reduce((sum, { result }) => sum + (result?.length ?? 0), 0);
  assert.ok(joinedBytes <= 2 * fileBytes, String(joinedBytes));
});

test('a folder that cannot be read is reported, and the others are imported', {
  skip: process.platform === 'linux' ? false : 'paths have other limits',
}, async (t) => {
  const service = await testService(t);
  const folder = await temporaryFolder(t);
  // Together, two long paths are too long.
  const long = (name: string) => join(...new Array<string>(11).fill(name.repeat(200)));
  const inner = join(folder, long('a'), 'inner');
  await mkdir(join(folder, 'b', long('b')), { recursive: true });
  await mkdir(dirname(inner), { recursive: true });
  await rename(join(folder, 'b'), inner);
  cleanup(t).defer(() => rename(inner, join(folder, 'b')));
  await writeFile(join(folder, 'metrics.csv'), 'step,loss\n1,0.5\n');
  const { lines, imported, failed } = await importInto(service, folder);
  assert.deepEqual([imported, failed], [1, 1]);
  assert.match(lines[1]!, /^a+\/.*: not imported\. ENAMETOOLONG: name too long/);
});

test('a source that cannot be read is reported, and the others are imported', async (t) => {
  const service = await testService(t);
  const folder = await temporaryFolder(t);
  for (const [name, content] of [
    ['a', 'step,loss\n1,"0.5\n'],
    ['b', 'step,loss\n1,0.5\n'],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'metrics.csv'), content);
  }
  const { lines, imported, failed } = await importInto(service, folder);
  assert.deepEqual([imported, failed], [1, 1]);
  assert.match(lines[0]!, /^a: not imported\. .*metrics\.csv is no CSV table \(line 2\)/);
  assert.equal(lines[1], 'b: 1 point');
});

test('a table is read in UTF-8 or UTF-16, and in no other encoding', async (t) => {
  const service = await testService(t);
  const folder = await temporaryFolder(t);
  for (const [name, content] of [
    ['eight', Buffer.from('step,Größe\n1,2\n')],
    ['latin', Buffer.from('step,Größe\n1,2\n', 'latin1')],
    ['sixteen', Buffer.from('\ufeffstep,Größe\n1,2\n', 'utf16le')],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'metrics.csv'), content);
  }
  const { lines, imported, failed } = await importInto(service, folder);
  assert.deepEqual([imported, failed], [2, 1]);
  assert.match(lines[1]!, /^latin: not imported\. .*metrics\.csv is not in UTF-8\. Save it as UTF-8/);
  const stored = await service.store.db.selectFrom('metric_summaries').select('metric_name').distinct().execute();
  assert.deepEqual(
    stored.map((row) => row.metric_name),
    ['Größe'],
  );
});

test('JSON is read in UTF-8 or UTF-16, as PowerShell writes it, and in no other encoding', async (t) => {
  const service = await testService(t);
  const content = '{"step": 1, "Größe": 2}';
  for (const [name, text] of [
    ['list.json', `[${content}]`],
    ['lines.jsonl', `${content}\r\n`],
  ] as const) {
    const { lines } = await importInto(service, await fileOf(t, name, Buffer.from(`\ufeff${text}`, 'utf16le')));
    assert.match(lines[0]!, /^\w+: 1 point$/);
  }
  const latin = await importInto(service, await fileOf(t, 'latin.json', Buffer.from(`[${content}]`, 'latin1')));
  assert.match(latin.lines[0]!, /^latin: not imported\. .*latin\.json is not in UTF-8\. Save it as UTF-8/);
});

test('a table without rows is named', async (t) => {
  const service = await testService(t);
  const { lines, imported, failed } = await importInto(service, await fileOf(t, 'a.csv', 'step,loss\n'));
  assert.deepEqual([lines, imported, failed], [['a: has no runs.'], 0, 0]);
});

test('a run without content is not stored, and is imported once it has some', async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, 'a.csv', 'run,step,loss\nfirst,1,low\nsecond,1,0.5\n');
  const { lines, imported, known } = await importInto(service, file);
  assert.deepEqual(
    [lines, imported, known],
    [['first: not imported. It has no points, parameters or files. Left out: texts of loss', 'second: 1 point'], 1, 0],
  );
  assert.deepEqual([...(await experimentsOf(service)).keys()], ['second']);
  await writeFile(file, 'run,step,loss\nfirst,1,0.4\nsecond,1,0.5\n');
  const again = await importInto(service, file);
  assert.deepEqual([again.imported, again.known], [1, 1]);
  assert.deepEqual([...(await experimentsOf(service)).keys()].sort(), ['first', 'second']);
});

test('a damaged line of JSON lines is named', async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, 'a.jsonl', '{"step": 1, "loss": 1}\n{"step": 2, "lo');
  const { lines } = await importInto(service, file);
  assert.deepEqual(lines, ['a: 1 point. Left out: line 2, which is no JSON object']);
});

test('of many damaged lines of JSON lines, the first are named', async (t) => {
  const service = await testService(t);
  const { lines } = await importInto(service, await fileOf(t, 'a.jsonl', `{"loss": 1}\n${'text\n'.repeat(1000)}`));
  assert.match(lines[0]!, /^a: 1 point\. Left out: line 2, which is no JSON object, .*, 990 further lines$/);
});

test('a damaged line of JSON lines with several runs makes no experiment', async (t) => {
  const service = await testService(t);
  const content = '{"run": "a", "step": 1, "loss": 1}\n{"run": "b", "step": 1, "loss": 1}\n{"run": "b", "st';
  const { lines } = await importInto(service, await fileOf(t, 'sweep.jsonl', content));
  assert.deepEqual(lines, ['a: 1 point', 'b: 1 point. Left out: line 3, which is no JSON object']);
});

test('of many runs in one source, a limited number of points waits to be sent', async () => {
  let [read, sent, waiting] = [0, 0, 0];
  const source: RunSource = {
    path: import.meta.filename,
    label: 'sweep',
    async *items() {
      for (; read < 140_000; read++) {
        waiting = Math.max(waiting, read - sent);
        yield { run: `run ${read % 50}`, item: { kind: 'point', name: 'loss', value: 1, step: read } };
      }
    },
  };
  const fetch = async (request: Request) => {
    const { values = [] } = request.body === null ? {} : ((await request.json()) as { values?: unknown[] });
    sent += values.length;
    return Response.json({});
  };
  const service = { url: 'http://127.0.0.1', apiKey: testKey, fetch };
  const { signal } = new AbortController();
  const { imported } = await importRuns({ sources: [source], project, service, signal, print: () => {} });
  assert.deepEqual([imported, sent], [50, 140_000]);
  assert.ok(waiting <= 65_536, String(waiting));
});

const unreadable: readonly (readonly [file: string, content: string, message: RegExp])[] = [
  ['a.txt', 'text', /a\.txt is nothing that can be imported\. Name a folder of TensorBoard/],
  ['a.csv', 'step,loss "a"\n1,0.5\n', /a\.csv is no CSV table \(line 1\)\. Correct it/],
  ['a.json', '{"a": 1}', /a\.json has no table/],
  ['a.json', '{"a": ', /a\.json is no JSON/],
  ['other.db', 'SQLite format 3\0', /is no database of MLflow|not a database/],
];

for (const [file, content, message] of unreadable) {
  test(`${file} with ${JSON.stringify(content)} is rejected`, async (t) => {
    const service = await testService(t);
    const path = await fileOf(t, file, content);
    const result = await importInto(service, path).then(
      ({ lines }) => lines.join('\n'),
      (error: Error) => error.message,
    );
    assert.match(result, message);
    await service.call('GET', `/api/rest/v2/experiments?${new URLSearchParams(project)}`, undefined, 404);
  });
}

test('databases of a local service and of other tools in a folder are left out', async (t) => {
  const service = await testService(t);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'metrics.csv'), 'step,loss\n1,0.5\n');
  using running = new DatabaseSync(join(folder, 'tracklens.db'));
  running.exec('create table runs (key text); begin exclusive');
  using study = new DatabaseSync(join(folder, 'optuna.db'));
  study.exec('create table trials (id integer)');
  const { imported, failed } = await importInto(service, folder);
  assert.deepEqual({ imported, failed }, { imported: 1, failed: 0 });
});

test('what the service rejects is not counted as imported', async (t) => {
  const service = await testService(t);
  const lines: string[] = [];
  const data = { refused: [{ index: 0, reason: 'no name' }] };
  await importRuns({
    sources: await findSources(await fileOf(t, 'a.csv', 'step,loss\n1,0.5\n2,0.4\n')),
    project,
    service: {
      url: 'http://127.0.0.1',
      apiKey: testKey,
      fetch: (request) =>
        request.url.includes('/experiment/metric')
          ? Response.json({ msg: 'no name', data }, { status: 400 })
          : service.app.fetch(request),
    },
    signal: new AbortController().signal,
    print: (line) => lines.push(line),
  });
  assert.deepEqual(lines, ['a: 1 point. Left out: points that the service rejected: no name']);
});

test('a file in the history of W&B is named, and its size and dimensions are no metrics', async (t) => {
  const service = await testService(t);
  const image = '{"_type": "image-file", "path": "media/a.png", "size": 812, "width": 28, "height": 28}';
  const histogram = '{"_type": "histogram", "values": [1, 2], "bins": [0, 1, 2]}';
  const content = `{"_step": 1, "loss": 0.5, "sample": ${image}, "val": {"weights": ${histogram}}}\n`;
  const { lines } = await importInto(service, await fileOf(t, 'wandb-history.jsonl', content));
  assert.deepEqual(lines, ['wandb-history: 1 point. Left out: values of sample, values of val/weights']);
});

test('objects and lists that are nested very deeply are left out', async (t) => {
  const service = await testService(t);
  const depth = 100_000;
  const object = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const list = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const file = await fileOf(t, 'a.jsonl', `{"step": 1, "loss": 1, "run": ${list}, "deep": ${object}}\n`);
  const { lines } = await importInto(service, file);
  assert.match(lines[0]!, /^a: 1 point\. Left out: values of deep\/a\/a[/a]*$/);
});

test('a text that is a name of JavaScript is no number', async (t) => {
  const service = await testService(t);
  const { lines } = await importInto(service, await fileOf(t, 'a.csv', 'step,loss,layer\n1,0.5,-constructor\n'));
  assert.deepEqual(lines, ['a: 1 point. Left out: texts of layer']);
});

test('a long text that begins like a number is read in linear time', () => {
  assert.equal(cellNumber(`${'1'.repeat(5_000_000)}x`), undefined);
});

test('a line of JSON may contain any separators of lines but its own', async (t) => {
  const service = await testService(t);
  const content = '{"step": 1, "note": "a\u2028b\u2029c", "loss": 1}\r\n{"step": 2, "loss": 1}\r\n';
  const { lines } = await importInto(service, await fileOf(t, 'a.jsonl', content));
  assert.deepEqual(lines, ['a: 2 points. Left out: texts of note']);
});

test('a line of JSON that ends within a long text is read in linear time', async (t) => {
  const service = await testService(t);
  const content = `{"step": 1, "loss": 1}\n{"step": 2, "config": "${'\\"'.repeat(1_000_000)}`;
  const { lines } = await importInto(service, await fileOf(t, 'a.jsonl', content));
  assert.deepEqual(lines, ['a: 1 point. Left out: line 2, which is no JSON object']);
});

test('the index of a data frame, which has no name, is no metric', async (t) => {
  const service = await testService(t);
  const { lines } = await importInto(service, await fileOf(t, 'index.csv', ',step,loss\n0,1,0.5\n1,2,0.4\n'));
  assert.deepEqual(lines, ['index: 2 points']);
});

test('long texts in JSON are read', async (t) => {
  const service = await testService(t);
  const text = 'x'.repeat(12_000_000);
  const file = await fileOf(t, 'a.jsonl', `{"step": 1, "loss": NaN, "text": "${text}"}\n{"step": 2, "loss": 1}\n`);
  const { lines } = await importInto(service, file);
  assert.deepEqual(lines, ['a: 2 points. Left out: texts of text']);
});

for (const [uri, expected] of [
  ['./artifacts', '1 file'],
  ['/home/other/mlruns/1/artifacts', 'Left out: files in /home/other/mlruns/1/artifacts'],
  ['mlflow-artifacts:/1/artifacts', 'Left out: files in mlflow-artifacts:/1/artifacts'],
  ['file://server/share', 'Left out: files in file://server/share'],
  ['s3://bucket/1', 'Left out: files in s3://bucket/1'],
] as const) {
  test(`the files of a run in ${uri} are imported or named`, async (t) => {
    const service = await testService(t);
    const database = await mlflowDatabase(t, { filesIn: uri });
    await mkdir(join(database, '..', 'artifacts'));
    await writeFile(join(database, '..', 'artifacts', 'a.txt'), 'hello');
    const { lines } = await importInto(service, database);
    assert.ok(lines[0]!.startsWith('first: 5 points, 2 parameters') && lines[0]!.endsWith(expected), lines[0]);
  });
}

test('files of a database of MLflow that cannot be read are named', async (t) => {
  const service = await testService(t);
  const database = await mlflowDatabase(t, { filesIn: './loop' });
  await symlink(join(database, '..', 'loop'), join(database, '..', 'loop'), 'junction');
  const { lines } = await importInto(service, database);
  assert.match(lines[0]!, /^first: 5 points, 2 parameters\. Left out: files that cannot be read \(ELOOP: /);
});

test('a JSON file that is too large for one text is rejected', async (t) => {
  const service = await testService(t);
  const file = await fileOf(t, 'large.json', '[');
  await truncate(file, 500_000_001);
  const { lines } = await importInto(service, file);
  assert.match(lines[0]!, /large\.json is too large for JSON: 500 MB at most/);
});

test('a pipe is rejected, and not waited for', {
  skip: process.platform === 'win32' ? 'it has no such files' : false,
}, async (t) => {
  const pipe = join(await temporaryFolder(t), 'a.csv');
  await promisify(execFile)('mkfifo', [pipe]);
  await assert.rejects(findSources(pipe), /a\.csv is no file and no folder/);
});

test('a folder without runs is named', async (t) => {
  const folder = await temporaryFolder(t);
  await copyFile(join(recorded, 'record.py'), join(folder, 'data.csv'));
  await assert.rejects(findSources(folder), /has no runs: no event files of TensorBoard/);
});

test('a run with times that are no dates is imported, and so are the runs after it', async (t) => {
  const service = await testService(t);
  const path = await fileOf(t, 'runs', '');
  const sources = [1e300, 1_700_000_000_000].map(
    (timeMillis): RunSource => ({
      path,
      label: String(timeMillis),
      async *items() {
        yield { run: String(timeMillis), item: { kind: 'parameter', name: 'lr', value: 0.1 } };
        yield { run: String(timeMillis), item: { kind: 'time', timeMillis } };
      },
    }),
  );
  const { imported } = await importRuns({
    sources,
    project,
    service: { url: 'http://127.0.0.1', apiKey: testKey, fetch: service.app.fetch },
    signal: new AbortController().signal,
    print: () => {},
  });
  assert.equal(imported, 2);
  const runs = await experimentsOf(service);
  assert.equal(runs.get('1e+300')!.metadata.startTimeMillis, 1_600_000_000_000);
});

test('points with times that are no dates get the time of the file', async (t) => {
  const service = await testService(t);
  const times = [Number.NaN, -1, 1e300, Infinity, 0];
  const source: RunSource = {
    path: await fileOf(t, 'run', ''),
    label: 'run',
    async *items() {
      for (const [step, timeMillis] of times.entries()) {
        yield { run: '', item: { kind: 'point', name: 'loss', value: 1, step, timeMillis } };
      }
    },
  };
  await importRuns({
    sources: [source],
    project,
    service: { url: 'http://127.0.0.1', apiKey: testKey, fetch: service.app.fetch },
    signal: new AbortController().signal,
    print: () => {},
  });
  const points = await (await experimentsOf(service)).get('run')!.points('loss');
  assert.deepEqual(
    points.map(([, , , time]) => time),
    [...new Array<number>(4).fill(defaultTime), 0],
  );
});
