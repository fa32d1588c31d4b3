import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { startProcess } from '../../scripts/child-process.ts';
import { pythonEnvironment } from '../../scripts/setup.ts';

const scriptPath = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Starts a service whose clock only the test advances. Returns it with the environment of a script that logs to it. */
async function serviceWithClock(t: TestContext) {
  const folder = await temporaryFolder(t);
  const clock = { now: Date.now() };
  const service = await startService({ dataFolder: join(folder, 'data'), now: () => clock.now });
  cleanup(t).defer(() => service.close());
  const apiKey = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const { python, env } = await pythonEnvironment();
  return {
    folder,
    clock,
    python,
    api: new API({ url: service.url, apiKey, cache: false }),
    env: {
      ...env,
      HOME: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      COMET_URL_OVERRIDE: `${service.url}/clientlib/`,
      COMET_API_KEY: apiKey,
      COMET_ERROR_TRACKING_ENABLE: 'false',
    },
  };
}

test('a killed training script is shown as running until its heartbeat times out, then as crashed', async (t) => {
  const { api, clock, env, python } = await serviceWithClock(t);
  const key = (output: string) => /^key (\w{32})$/m.exec(output)?.[1] ?? null;
  const training = await startProcess(python, [scriptPath('./log_until_killed.py')], key, { env });
  cleanup(t).defer(() => training.stop());
  const experiment = (await api.getExperimentByKey(training.found))!;
  assert.equal(await experiment.getState(), 'running');

  process.kill(training.child.pid!, 'SIGKILL');
  await training.stop();
  const lastBeat = clock.now;
  clock.now = lastBeat + 59_999;
  assert.equal(await experiment.getState(), 'running');
  clock.now = lastBeat + 60_000;
  assert.equal(await experiment.getState(), 'crashed');
  const { endTimeMillis, running } = await experiment.getMetadata();
  assert.deepEqual([endTimeMillis, running], [lastBeat, false]);
  assert.equal((await experiment.getMetrics({ metric: 'loss' })).length, 1);
});

test('a training script that ends with an exception is shown as crashed at once', async (t) => {
  const { api, env, folder, python } = await serviceWithClock(t);
  const result = join(folder, 'logged.json');
  const failing = promisify(execFile)(python, [scriptPath('./log_raised.py'), result], { cwd: folder, env });
  await assert.rejects(failing, /the loss is gone/);
  const { key, warnings } = JSON.parse(await readFile(result, 'utf8')) as { key: string; warnings: string[] };
  assert.deepEqual(warnings, []);
  assert.equal(await (await api.getExperimentByKey(key))!.getState(), 'crashed');
});
