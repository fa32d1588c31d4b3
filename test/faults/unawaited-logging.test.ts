import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { API, APIExperiment } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { inRoot } from '../../scripts/folders.ts';

const apiKey = 'unawaited-key-0123456789';
const points = 3000;

test('a program that awaits none of its points loses none', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const api = new API({ url: service.url, apiKey, cache: false });
  const program = [
    process.execPath,
    '--conditions=@tracklens/source',
    inRoot('test', 'faults', 'unawaited-program.ts'),
  ];
  for (const [ending, title] of [
    ['returns', 'when it comes to its end'],
    ['exits', 'when it waits for the experiment to end and then exits'],
  ] as const) {
    await t.test(title, async () => {
      const { key } = await APIExperiment.create({ api, workspace: 'lab', projectName: 'unawaited', start: false });
      const [file, ...args] = [...program, service.url, apiKey, key, String(points), ending];
      await promisify(execFile)(file!, args, { timeout: 60_000 });
      const logged = await new APIExperiment({ api, previousExperiment: key }).getMetrics({ metric: 'loss' });
      assert.deepEqual(
        logged.map(({ step }) => step),
        Array.from({ length: points }, (_, step) => step),
      );
    });
  }
});

test('in a batch only invalid points fail; the others are stored exactly once', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const api = new API({ url: service.url, apiKey, cache: false });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'unawaited', start: false });
  const isPoint = (step: number) => step % 7 !== 3;
  const steps = Array.from({ length: 100 }, (_, step) => step);
  const outcomes = await Promise.allSettled(
    steps.map((step) => experiment.logMetric('loss', isPoint(step) ? step / 3 : 'none', { step })),
  );
  assert.deepEqual(
    outcomes.map(({ status }) => status === 'fulfilled'),
    steps.map(isPoint),
  );
  assert.deepEqual(
    (await experiment.getMetrics({ metric: 'loss' })).map(({ step }) => step),
    steps.filter(isPoint),
  );
});

test('equal lines of output that are logged at the same time are all stored', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const api = new API({ url: service.url, apiKey, cache: false });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'unawaited', start: false });
  const timestamp = 1_700_000_000_000;
  for (let call = 0; call < 3; call++) await experiment.logOutput('.', { timestamp });
  for (let call = 0; call < 3; call++) void experiment.logOutput('.', { timestamp });
  await experiment.end();
  assert.equal(await experiment.getOutput(), '......');
});
