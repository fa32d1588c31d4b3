import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import { heartbeatTimeoutMillis } from '../store/experiments/experiment-state.ts';
import { type TestService, testService, upload } from '../testing/test-service.ts';

const rest = '/api/rest/v2';
const metadata = (service: TestService, key: string) =>
  service.call<ExperimentMetadata>('GET', `${rest}/experiment/metadata?experimentKey=${key}`);
const state = async (service: TestService, key: string) => {
  const { running, hasCrashed } = await metadata(service, key);
  return running ? 'running' : hasCrashed ? 'crashed' : 'finished';
};
const keys = async (service: TestService, query: string) => {
  const response = await service.call<{ experiments: ExperimentMetadata[] }>('GET', `${rest}/experiments?${query}`);
  return response.experiments.map((experiment) => experiment.experimentKey);
};

async function onlineRun(service: TestService, experimentKey = 'b'.repeat(32)): Promise<string> {
  await service.call('POST', '/clientlib/logger/add/run', { experimentKey, projectName: 'digits' });
  return experimentKey;
}
const sendHeartbeat = (service: TestService, experimentKey: string, alive: boolean) =>
  service.call('POST', '/clientlib/status-report/update', { experimentKey, is_alive: alive });

test('a run is running until it reports its end', async (t) => {
  const service = await testService(t);
  const key = await onlineRun(service);
  assert.equal(await state(service, key), 'running');
  service.clock.now += 50_000;
  await sendHeartbeat(service, key, true);
  service.clock.now += 50_000;
  assert.equal(await state(service, key), 'running');
  await sendHeartbeat(service, key, false);
  assert.equal(await state(service, key), 'finished');
  service.clock.now += 10 * heartbeatTimeoutMillis;
  const { durationMillis, endTimeMillis, startTimeMillis } = await metadata(service, key);
  assert.equal(durationMillis, 100_000);
  assert.equal(endTimeMillis - startTimeMillis, 100_000);
});

test('a run without heartbeats has crashed at its last heartbeat, and runs again with the next one', async (t) => {
  const service = await testService(t);
  const key = await onlineRun(service);
  const start = service.clock.now;
  service.clock.now += heartbeatTimeoutMillis - 1;
  assert.equal(await state(service, key), 'running');
  service.clock.now += 1;
  assert.equal(await state(service, key), 'crashed');
  assert.equal((await metadata(service, key)).endTimeMillis, start);
  await sendHeartbeat(service, key, true);
  assert.equal(await state(service, key), 'running');
});

test('a run whose client sent heartbeats without a process has finished when they stop', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  assert.equal(await state(service, key), 'finished');
  await service.call('GET', `${rest}/write/experiment/set-status?experimentKey=${key}`);
  assert.equal(await state(service, key), 'running');
  service.clock.now += heartbeatTimeoutMillis;
  assert.equal(await state(service, key), 'finished');
});

test('a state that is set is read back', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const set = (isAlive: boolean, hasCrashed: boolean) =>
    service.call('POST', `${rest}/write/experiment/update-status`, {
      experimentKey: key,
      isAlive,
      error: null,
      hasCrashed,
    });
  await set(true, false);
  assert.equal(await state(service, key), 'running');
  await set(false, true);
  assert.equal(await state(service, key), 'crashed');
  await set(false, false);
  assert.equal(await state(service, key), 'finished');
});

test('a crash that the client reported is not undone by its last heartbeat', async (t) => {
  const service = await testService(t);
  const key = await onlineRun(service);
  await service.call('POST', `${rest}/write/experiment/update-status`, {
    experimentKey: key,
    isAlive: true,
    error: 'Traceback',
    hasCrashed: true,
  });
  await sendHeartbeat(service, key, true);
  await sendHeartbeat(service, key, false);
  assert.equal(await state(service, key), 'crashed');
});

test('an experiment key is unique, unless the client resumes the experiment', async (t) => {
  const service = await testService(t);
  const key = await onlineRun(service);
  const add = (getOrCreateEnabled: boolean, status: number) =>
    service.call('POST', '/clientlib/logger/add/run', { experimentKey: key, getOrCreateEnabled }, status);
  assert.equal((await add(false, 400)).sdk_error_code, 90999);
  await sendHeartbeat(service, key, false);
  assert.match(String((await add(true, 200)).focusUrl), /\/ada\/digits\/$/);
  assert.equal(await state(service, key), 'running');
  const absent = await service.call('POST', '/clientlib/logger/get/run', { previousExperiment: 'c'.repeat(32) }, 400);
  assert.equal(absent.sdk_error_code, 90210);
});

test('a client that repeats the request for a new run gets the same run', async (t) => {
  const service = await testService(t);
  const begin = { experimentKey: 'e'.repeat(32), getOrCreateEnabled: false, local_timestamp: service.clock.now };
  const add = (body: object, status = 200) => service.call('POST', '/clientlib/logger/add/run', body, status);
  const first = await add(begin);
  service.clock.now += 15_000;
  assert.deepEqual(await add(begin), first);
  assert.equal((await add({ ...begin, local_timestamp: service.clock.now }, 400)).sdk_error_code, 90999);
  const resumed = await add({ ...begin, getOrCreateEnabled: true });
  assert.notEqual(resumed.runId, first.runId);
});

test('a run that is asked to stop is reported once', async (t) => {
  const service = await testService(t);
  const key = await onlineRun(service);
  assert.equal((await sendHeartbeat(service, key, true)).pending_rpcs, false);
  await service.call('GET', `${rest}/write/experiment/stop?experimentKey=${key}`);
  await service.call('GET', `${rest}/write/experiment/stop?experimentKey=${key}`);
  assert.equal((await sendHeartbeat(service, key, true)).pending_rpcs, true);
  const pending = () =>
    service.call<{ remoteProcedureCalls: { functionName: string; cometDefined: boolean }[] }>(
      'GET',
      `/clientlib/rpc/get-pending-rpcs?experimentKey=${key}`,
    );
  const { remoteProcedureCalls } = await pending();
  assert.deepEqual(
    remoteProcedureCalls.map(({ functionName, cometDefined }) => [functionName, cometDefined]),
    [['stop', true]],
  );
  assert.deepEqual((await pending()).remoteProcedureCalls, []);
  assert.equal((await sendHeartbeat(service, key, true)).pending_rpcs, false);
});

test('an archived experiment is not listed until it is restored', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const listed = (archived: string) => keys(service, `workspaceName=ada&projectName=digits&archived=${archived}`);
  assert.deepEqual(await listed('False'), [key]);
  await service.call('GET', `${rest}/write/experiment/archive?experimentKey=${key}`);
  assert.deepEqual([await listed('False'), await listed('True')], [[], [key]]);
  await service.call('GET', `${rest}/write/experiment/restore?experimentKey=${key}`);
  assert.deepEqual(await listed('False'), [key]);
});

test('experiments are listed newest first, or by the requested order and page', async (t) => {
  const service = await testService(t);
  const made: string[] = [];
  for (let index = 0; index < 5; index++) {
    made.push(await service.experiment());
    service.clock.now += 1000;
  }
  const of = 'workspaceName=ada&projectName=digits';
  assert.deepEqual(await keys(service, of), made.toReversed());
  assert.deepEqual(await keys(service, `${of}&page=2&size=2&sortBy=startTime&sortOrder=asc`), made.slice(2, 4));
  const byEnd = await keys(service, `${of}&sortBy=endTime&sortOrder=asc`);
  assert.deepEqual(await keys(service, `${of}&page=2&size=2&sortBy=endTime&sortOrder=asc`), byEnd.slice(2, 4));
  assert.deepEqual(await keys(service, `${of}&page=9&size=2`), []);
  const last = await service.call<{ pageSize: number }>('GET', `${rest}/experiments?${of}&page=2&size=4`);
  assert.equal(last.pageSize, 4);
  assert.equal((await service.send('GET', `${rest}/experiments?${of}&page=0&size=2`)).status, 400);
});

test('deleting an experiment deletes what was logged to it', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await service.call('POST', `${rest}/write/experiment/metric`, {
    experimentKey: key,
    metricName: 'm',
    metricValue: 1,
  });
  await service.call('POST', `${rest}/write/experiment/tags`, { experimentKey: key, addedTags: ['a'] });
  await service.call('GET', `${rest}/write/experiment/delete?experimentKey=${key}`);
  assert.equal((await service.send('GET', `${rest}/experiment/tags?experimentKey=${key}`)).status, 404);
  for (const table of ['metric_summaries', 'metric_tails', 'experiment_tags', 'experiments'] as const) {
    assert.deepEqual(await service.store.db.selectFrom(table).selectAll().execute(), [], table);
  }
});

test('an experiment can be moved or linked only to another project of its workspace', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const move = (targetWorkspaceName: string, symlink: boolean, status = 200) =>
    service.call(
      'POST',
      `${rest}/write/experiment/move`,
      { targetWorkspaceName, targetProjectName: 'other', experimentKeys: [key], symlink },
      status,
    );
  const listed = (projectName: string) => keys(service, `workspaceName=ada&projectName=${projectName}`);
  await move('elsewhere', false, 400);
  await move('ada', true);
  assert.deepEqual([await listed('digits'), await listed('other')], [[key], [key]]);
  await move('ada', false);
  assert.deepEqual([await listed('digits'), await listed('other')], [[], [key]]);
  assert.equal((await metadata(service, key)).projectName, 'other');
});

test('a run that is asked to stop after it ended is not reported when it is resumed again', async (t) => {
  const service = await testService(t);
  const key = await onlineRun(service);
  const stop = () => service.call('GET', `${rest}/write/experiment/stop?experimentKey=${key}`);
  await stop();
  await sendHeartbeat(service, key, false);
  await stop();
  await service.call('POST', '/clientlib/logger/get/run', { previousExperiment: key });
  assert.equal((await sendHeartbeat(service, key, true)).pending_rpcs, false);
  assert.equal(await state(service, key), 'running');
});

test('stopping an experiment without a process ends it', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const stop = () => service.call('GET', `${rest}/write/experiment/stop?experimentKey=${key}`);
  const set = (fields: object) =>
    service.call('POST', `${rest}/write/experiment/update-status`, { experimentKey: key, ...fields });
  await set({ isAlive: true, hasCrashed: false });
  service.clock.now += 5_000;
  await stop();
  assert.equal(await state(service, key), 'finished');
  assert.equal((await metadata(service, key)).endTimeMillis, service.clock.now);
  await set({ isAlive: false, hasCrashed: true });
  await stop();
  assert.equal(await state(service, key), 'crashed');
});

test('the end time that is set for a run without heartbeats is its end', async (t) => {
  const service = await testService(t);
  const key = await onlineRun(service);
  const { startTimeMillis } = await metadata(service, key);
  service.clock.now += 10 * heartbeatTimeoutMillis;
  const endTimeMillis = startTimeMillis + 30_000;
  const set = `${rest}/write/experiment/set-start-end-time`;
  await service.call('POST', set, { experimentKey: key, startTimeMillis: null, endTimeMillis });
  assert.equal((await metadata(service, key)).endTimeMillis, endTimeMillis);
  assert.equal((await metadata(service, key)).durationMillis, 30_000);
  assert.equal(await state(service, key), 'crashed');
});

test('setting the start or end time retains the other one, or moves it one second away', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const set = (times: object) =>
    service.call('POST', `${rest}/write/experiment/set-start-end-time`, { experimentKey: key, ...times });
  const cases = [
    [{ startTimeMillis: 1_000, endTimeMillis: null }, 1_000, 2_000],
    [{ startTimeMillis: 10_000, endTimeMillis: 20_000 }, 10_000, 20_000],
    [{ startTimeMillis: 15_000 }, 15_000, 20_000],
    [{ startTimeMillis: 30_000 }, 30_000, 31_000],
    [{ endTimeMillis: 5_000 }, 4_000, 5_000],
  ] as const;
  for (const [times, start, end] of cases) {
    await set(times);
    const { startTimeMillis, endTimeMillis } = await metadata(service, key);
    assert.deepEqual([startTimeMillis, endTimeMillis], [start, end]);
  }
});

test('a time that would move the other one beyond the last possible date is rejected', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const before = await metadata(service, experimentKey);
  for (const times of [{ startTimeMillis: 8.64e15 }, { endTimeMillis: -8.64e15 }, { endTimeMillis: -8.64e15 + 999 }]) {
    await service.call('POST', `${rest}/write/experiment/set-start-end-time`, { experimentKey, ...times }, 400);
  }
  const after = await metadata(service, experimentKey);
  assert.deepEqual([after.startTimeMillis, after.endTimeMillis], [before.startTimeMillis, before.endTimeMillis]);
});

test('an experiment with heartbeats after its end ends again when it stalls', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await service.call('POST', `${rest}/write/experiment/update-status`, { experimentKey: key, isAlive: false });
  service.clock.now += 50_000;
  await service.call('GET', `${rest}/write/experiment/set-status?experimentKey=${key}`);
  const lastAlive = service.clock.now;
  service.clock.now += 10 * heartbeatTimeoutMillis;
  assert.equal((await metadata(service, key)).endTimeMillis, lastAlive);
});

test('a state that is set after the times of an earlier run leaves these times alone', async (t) => {
  const service = await testService(t);
  for (const [hasCrashed, expected] of [
    [false, 'finished'],
    [true, 'crashed'],
  ] as const) {
    const key = await service.experiment();
    const times = { startTimeMillis: 1_000_000, endTimeMillis: 5_000_000 };
    await service.call('POST', `${rest}/write/experiment/set-start-end-time`, { experimentKey: key, ...times });
    const status = { experimentKey: key, isAlive: false, hasCrashed };
    await service.call('POST', `${rest}/write/experiment/update-status`, status);
    const { startTimeMillis, endTimeMillis } = await metadata(service, key);
    assert.deepEqual({ startTimeMillis, endTimeMillis }, times);
    assert.equal(await state(service, key), expected);
  }
});

test('a running experiment ends when it is ended, with any start time', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await service.call('GET', `${rest}/write/experiment/set-status?experimentKey=${key}`);
  const start = service.clock.now - 50_000;
  const set = { experimentKey: key, startTimeMillis: start };
  await service.call('POST', `${rest}/write/experiment/set-start-end-time`, set);
  await service.call('POST', `${rest}/write/experiment/update-status`, { experimentKey: key, isAlive: false });
  assert.equal((await metadata(service, key)).durationMillis, 50_000);
});

test('an experiment has the name that was set last, and a default name without one', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  assert.match(String((await metadata(service, key)).experimentName), /^[a-z]+_[a-z]+_\d{4}$/);
  await service.call('POST', `${rest}/write/experiment/log-other`, { experimentKey: key, key: 'Name', value: 'best' });
  assert.equal((await metadata(service, key)).experimentName, 'best');
});

test('the code is the one that was set, else the logged script', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const code = async () => (await service.call('GET', `${rest}/experiment/code?experimentKey=${key}`)).code;
  const log = (name: string, text: string, type: string) =>
    service.call(
      'POST',
      `/clientlib/asset/upload?experimentId=${key}&fileName=${name}&type=source_code`,
      upload(text, 'file', { metadata: JSON.stringify({ source_code_type: type }) }),
    );
  assert.equal(await code(), null);
  await log('helper.py', 'def help(): ...', 'manual');
  assert.equal(await code(), null);
  await log('train.py', 'print("ü")', 'experiment_creation');
  assert.equal(await code(), 'print("ü")');
  await service.call('POST', `${rest}/write/experiment/code`, { experimentKey: key, code: 'set' });
  assert.equal(await code(), 'set');
});

test('tags are unique and in the order in which they were added', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const add = (...addedTags: string[]) =>
    service.call('POST', `${rest}/write/experiment/tags`, { experimentKey: key, addedTags });
  await add('z', 'a');
  await add('a', 'm');
  await service.call('POST', `${rest}/write/experiment/tags/delete`, { experimentKey: key, tags: ['z', 'absent'] });
  assert.deepEqual((await service.call('GET', `${rest}/experiment/tags?experimentKey=${key}`)).tags, ['a', 'm']);
});

test('any number of tags is added and deleted at once', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const tags = Array.from({ length: 40_000 }, (_, index) => `tag ${index}`);
  await service.call('POST', `${rest}/write/experiment/tags`, { experimentKey, addedTags: tags });
  const read = async () => (await service.call('GET', `${rest}/experiment/tags?experimentKey=${experimentKey}`)).tags;
  assert.deepEqual(await read(), tags);
  await service.call('POST', `${rest}/write/experiment/tags/delete`, { experimentKey, tags: tags.slice(1) });
  assert.deepEqual(await read(), ['tag 0']);
});

test('system details with any number of GPUs are read', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const gpuStaticInfoList = Array.from({ length: 200_000 }, (_, index) => ({ totalMemory: index }));
  await service.call('POST', '/clientlib/rest/v2/write/experiment/system-details', {
    experimentKey,
    gpuStaticInfoList,
  });
  const details = await service.call('GET', `${rest}/experiment/system-details?experimentKey=${experimentKey}`);
  assert.equal(details.maxTotalMemory, 199_999);
});

test('system details are merged field by field', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const set = (fields: object) =>
    service.call('POST', '/clientlib/rest/v2/write/experiment/system-details', { experimentKey: key, ...fields });
  await set({ user: 'ada', osPackages: ['a'], env: null });
  await set({ hostname: 'engine', logAdditionalSystemInfoList: [{ key: 'gpu', value: 1 }] });
  await set({
    logAdditionalSystemInfoList: [
      { key: 'gpu', value: 2 },
      { key: 'rack', value: 'b' },
    ],
  });
  const details = await service.call('GET', `${rest}/experiment/system-details?experimentKey=${key}`);
  assert.deepEqual(
    [details.user, details.hostname, details.osPackages, details.installedPackages, details.pid],
    ['ada', 'engine', ['a'], [], null],
  );
  assert.deepEqual(details.logAdditionalSystemInfoList, [
    { key: 'gpu', value: 2 },
    { key: 'rack', value: 'b' },
  ]);
});

test('HTML is null at first, and is appended or replaced', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const html = async () => (await service.call('GET', `${rest}/experiment/html?experimentKey=${key}`)).html;
  const log = (text: string, override: boolean) =>
    service.call('POST', `${rest}/write/experiment/html`, { experimentKey: key, html: text, override });
  assert.equal(await html(), null);
  await log('<p>a</p>', false);
  await log('<p>b</p>', false);
  assert.equal(await html(), '<p>a</p><p>b</p>');
  await log('<p>c</p>', true);
  assert.equal(await html(), '<p>c</p>');
  const timed = { experimentKey: key, html: '<p>d</p>', override: false, timestamp: service.clock.now * 1000 };
  for (const timestamp of [timed.timestamp, timed.timestamp, timed.timestamp + 1000]) {
    await service.call('POST', `${rest}/write/experiment/html`, { ...timed, timestamp });
  }
  assert.equal(await html(), '<p>c</p><p>d</p><p>d</p>');
});

test('logging to an absent experiment is rejected', async (t) => {
  const service = await testService(t);
  const experimentKey = 'e'.repeat(32);
  const writes: [string, object][] = [
    ['experiment/metric', { metricName: 'm', metricValue: 1 }],
    ['experiment/parameter', { parameterName: 'p', parameterValue: 1 }],
    ['experiment/log-other', { key: 'k', value: 1 }],
    ['experiment/tags', { addedTags: ['t'] }],
    ['experiment/tags/delete', { tags: ['t'] }],
    ['experiment/html', { html: 'h' }],
    ['experiment/output', { outputLines: [{ output: 'o' }] }],
    ['experiment/code', { code: 'c' }],
    ['experiment/graph', { graph: 'g' }],
    ['experiment/file-path', { filePath: 'f' }],
    ['experiment/git/metadata', { user: 'u' }],
    ['experiment/system-details', { user: 'u' }],
    ['experiment/cpu-metrics', { cpuPercentUtilization: [1] }],
    ['experiment/update-status', { isAlive: true }],
    ['experiment/set-start-end-time', { startTimeMillis: 1 }],
  ];
  for (const [path, fields] of writes) {
    const response = await service.call('POST', `${rest}/write/${path}`, { experimentKey, ...fields }, 404);
    assert.equal(response.sdk_error_code, 90210, path);
  }
});

test('concurrent changes of one experiment are all stored', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const details = ['user', 'hostname', 'ip', 'os', 'machine', 'processor', 'executable'];
  await Promise.all([
    ...details.map((field) =>
      service.call('POST', `${rest}/write/experiment/system-details`, { experimentKey: key, [field]: field }),
    ),
    ...details.map((tag) =>
      service.call('POST', `${rest}/write/experiment/tags`, { experimentKey: key, addedTags: [tag] }),
    ),
    ...details.map((_, step) =>
      service.call('POST', `${rest}/write/experiment/metric`, {
        experimentKey: key,
        metricName: 'm',
        metricValue: step,
        step,
      }),
    ),
    ...details.map((output) =>
      service.call('POST', `${rest}/write/experiment/output`, { experimentKey: key, outputLines: [{ output }] }),
    ),
  ]);
  const of = `experimentKey=${key}`;
  const stored = await service.call('GET', `${rest}/experiment/system-details?${of}`);
  assert.deepEqual(
    details.map((field) => stored[field]),
    details,
  );
  const { tags } = await service.call<{ tags: string[] }>('GET', `${rest}/experiment/tags?${of}`);
  assert.deepEqual(tags.toSorted(), details.toSorted());
  const { metrics } = await service.call<{ metrics: unknown[] }>('GET', `${rest}/experiment/metrics/get-all?${of}`);
  assert.equal(metrics.length, details.length);
  const { output } = await service.call<{ output: string }>('GET', `${rest}/experiment/output?${of}`);
  assert.equal(output.length, details.join('').length);
});
