import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { service as buildService } from '../../scripts/build.ts';
import { inRoot } from '../../scripts/folders.ts';
import { type RunningCommand, runCommandLine } from './running-command.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';
import { pathsOf, readSystemCalls, type SystemCall, targetOf } from './system-calls.ts';

const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
const skip = canTrace ? false : 'this system lets no test trace system calls';

const writing = ['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'sendto', 'sendmsg'];
const syncing = ['fsync', 'fdatasync'];
const moving = ['rename', 'renameat', 'renameat2', 'link', 'linkat'];
const traced = [...writing, ...syncing, ...moving, 'read', 'recvfrom', 'recvmsg', 'mkdir', 'mkdirat'];

interface Traced {
  readonly client: ServiceClient;
  readonly folder: string;
  /** Stops the service and returns its system calls. */
  calls(): Promise<SystemCall[]>;
}

/**
 * Starts the built service under strace.
 *
 * @param syncMillis time that each sync takes longer than on this disk
 */
async function tracedService(t: TestContext, { syncMillis = 0 } = {}): Promise<Traced> {
  await buildService();
  const scratch = await temporaryFolder(t);
  const folder = join(scratch, 'data');
  const file = join(scratch, 'trace');
  await mkdir(folder);
  const slow = syncMillis > 0 ? ['-e', `inject=${syncing.join(',')}:delay_exit=${syncMillis * 1000}`] : [];
  const strace = [
    ...['strace', '-f', '-y', '-qq', '-s', '20000', '-o', file, '-e', `trace=${traced.join(',')}`],
    ...slow,
  ] as const;
  const program = [process.execPath, inRoot('packages', 'server', 'dist', 'tracklens.mjs'), 'serve', '--data', folder];
  const service: RunningCommand = runCommandLine(t, [...strace, '--', ...program, '--parent-stdin'], {
    // strace does not see the calls of io_uring.
    UV_USE_IO_URING: '0',
  });
  const url = await service.ready();
  return {
    client: await serviceClient({ url, apiKeyFile: join(folder, 'api-key') }),
    folder,
    async calls() {
      service.child.stdin!.end();
      assert.equal(await service.ended, 0, service.printed());
      return await readSystemCalls(file);
    },
  };
}

/** Whether a file of a data folder must be on the disk before a write is acknowledged. */
const isDurable = (path: string) =>
  /\/(?:tracklens\.db-wal|assets(?:\/.*)?|api-key[.\d]*|service\.json[.\d]*)$/.test(path);

/** Whether a call sends a response that acknowledges a write, or prints the line with the address of the service. */
const acknowledges = ({ name, args }: SystemCall) =>
  writing.includes(name) &&
  (/^\d+<(?:socket|TCP)[^>]*>.*"HTTP\/1\.1 2/.test(args) || args.includes('"tracklens service: '));

/** Returns the files that were written but not synced at each acknowledgement. */
function unsyncedAcknowledgements(calls: readonly SystemCall[], folder: string): string[] {
  /** Changed files and folders, with the line of their last change. */
  const changed = new Map<string, number>();
  const found: string[] = [];
  const acknowledged = calls.filter(acknowledges);
  for (const call of calls.filter(({ succeeded }) => succeeded)) {
    while (acknowledged.length > 0 && acknowledged[0]!.begun < call.ended) {
      const answer = acknowledged.shift()!;
      const left = [...changed.keys()].filter(isDurable);
      if (left.length > 0) found.push(`${answer.args.slice(0, 60)} while unsynced: ${left.join(' ')}`);
    }
    const target = targetOf(call);
    if (syncing.includes(call.name) && target !== null) {
      if ((changed.get(target) ?? Number.POSITIVE_INFINITY) <= call.begun) changed.delete(target);
    } else if (moving.includes(call.name)) {
      const [from, to] = pathsOf(call) as [string, string];
      // A removed file may reappear after a power loss: the next start removes it again.
      if (!to.startsWith(folder) || to.includes('.removed-')) continue;
      if (changed.has(from)) changed.set(to, changed.get(from)!);
      if (call.name.startsWith('rename')) changed.delete(from);
      if (isDurable(to)) changed.set(dirname(to), call.ended);
    } else if (call.name.startsWith('mkdir')) {
      const [made] = pathsOf(call);
      if (made!.startsWith(folder) && isDurable(made!)) changed.set(dirname(made!), call.ended);
    } else if (writing.includes(call.name) && target?.startsWith(folder)) changed.set(target, call.ended);
  }
  return found;
}

const metricsPath = '/clientlib/batch/logger/experiment/metric';
const rest = '/api/rest/v2';
const points = (experimentKey: string, metricName: string, count: number) => ({
  experimentKey,
  values: Array.from({ length: count }, (_, step) => ({ metricName, metricValue: step / 3, step, timestamp: step })),
});

test('nothing is acknowledged before it is synced to disk', { skip }, async (t) => {
  const { client, folder, calls } = await tracedService(t);
  const experimentKey = 'e'.repeat(32);
  await client.post('/clientlib/logger/add/run', { experimentKey });
  for (let round = 0; round < 5; round++) {
    await client.post(metricsPath, points(experimentKey, `metric ${round}`, 1 + round * 600));
    await client.post(`${rest}/write/experiment/parameter`, {
      experimentKey,
      parameterName: `rate ${round}`,
      parameterValue: '0.1',
    });
    const assetId = randomUUID().replaceAll('-', '');
    const query = `experimentId=${experimentKey}&assetId=${assetId}&fileName=file-${round}`;
    await client.upload(`/clientlib/asset/upload?${query}`, `content ${round} `.repeat(20_000 * round + 1));
    if (round === 3)
      await client.get(`${rest}/write/experiment/asset/delete?experimentKey=${experimentKey}&assetId=${assetId}`);
  }
  const begun = await client.post<{ requestId: string; preSignUrl: string[] }>('/clientlib/asset/upload-start', {
    experimentId: experimentKey,
    fileName: 'in parts',
    startUploadParams: { numOfFileParts: 2 },
  });
  for (const address of begun.preSignUrl) {
    assert.equal((await fetch(address, { method: 'PUT', body: `${address} `.repeat(5000) })).status, 200);
  }
  await client.post('/clientlib/asset/upload-complete', { requestId: begun.requestId, succeed: true });
  const list = await client.get<{ assets: unknown[] }>(`${rest}/experiment/asset/list?experimentKey=${experimentKey}`);
  assert.equal(list.assets.length, 5);

  const all = await calls();
  const acknowledged = all.filter(acknowledges).length;
  assert.ok(acknowledged >= 20, `only ${acknowledged} answers are in the trace`);
  assert.ok(all.some((call) => call.name === 'rename' && pathsOf(call)[1]!.startsWith(join(folder, 'assets'))));
  assert.deepEqual(unsyncedAcknowledgements(all, folder), []);
  t.diagnostic(`${acknowledged} answers, ${all.filter(({ name }) => syncing.includes(name)).length} syncs`);
});

test('each of many writers is answered after a sync of its commit, and syncs are shared', {
  skip,
}, async (t) => {
  const { client, folder, calls } = await tracedService(t, { syncMillis: 20 });
  const experimentKey = 'e'.repeat(32);
  await client.post('/clientlib/logger/add/run', { experimentKey });
  const markers = Array.from({ length: 64 }, () => `marker-${randomUUID()}`);
  await Promise.all(markers.map((marker) => client.post(metricsPath, points(experimentKey, marker, 3))));
  const all = await calls();
  const log = join(folder, 'tracklens.db-wal');
  const ofLog = all.filter((call) => targetOf(call) === log && call.succeeded);
  const syncs = ofLog.filter(({ name }) => syncing.includes(name));
  for (const marker of markers) {
    const isOf = ({ args }: SystemCall) => args.includes(marker);
    const asked = all.find((call) => isOf(call) && targetOf(call)?.startsWith('socket:'));
    assert.ok(asked, `the request of ${marker} is not in the trace`);
    const socket = targetOf(asked);
    const answer = all.find((call) => acknowledges(call) && targetOf(call) === socket && call.begun > asked.ended);
    assert.ok(answer, `the answer to ${marker} is not in the trace`);
    const commit = ofLog.find((call) => writing.includes(call.name) && isOf(call));
    assert.ok(commit, `the commit of ${marker} is not in the trace`);
    const sync = syncs.find(({ begun, ended }) => begun >= commit.ended && ended <= answer.begun);
    assert.ok(sync, `${marker} was acknowledged at ${answer.begun}, its commit at ${commit.ended} was not synced`);
  }
  const shared = syncs.length;
  t.diagnostic(`${markers.length} writers, ${shared} syncs of the log`);
  assert.ok(shared < markers.length, 'no sync was shared');
});
