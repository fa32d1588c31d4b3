import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment, type ExperimentMetadata } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type Service, startService } from '@tracklens/server';
import { ExperimentSubject } from '../../packages/core/src/experiment/experiment-subject.ts';
import { startRun } from '../../packages/core/src/experiment/run.ts';
import { inRoot } from '../../scripts/folders.ts';

const apiKey = 'lifecycle-key-0123456789';

interface Lab {
  readonly service: Service;
  readonly api: API;
}

async function lab(t: TestContext): Promise<Lab> {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  return { service, api: new API({ url: service.url, apiKey, cache: false }) };
}

interface EndedProgram {
  readonly key: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errors: string;
}

/** Runs the program until it ends. `signal` is sent to it as soon as its run has started. */
async function ended(t: TestContext, { url }: Service, ending: string, signal?: NodeJS.Signals): Promise<EndedProgram> {
  const child = fork(inRoot('test', 'faults', 'run-program.ts'), [url, apiKey, ending], {
    execArgv: ['--conditions=@tracklens/source'],
    silent: true,
  });
  cleanup(t).defer(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr!.on('data', (text) => {
    errors += text;
  });
  const closed = once(child, 'close');
  const key = await Promise.race([
    once(child, 'message').then(([sent]) => String(sent)),
    closed.then(() => assert.fail(`The program ended before its run started: ${errors}`)),
  ]);
  if (signal !== undefined) {
    const api = new API({ url, apiKey, cache: false });
    const run = new APIExperiment({ api, previousExperiment: key });
    // The signal is not to arrive before the program listens to it.
    while ((await run.getMetrics({ metric: 'loss' })).length === 0) await new Promise(setImmediate);
    child.kill(signal);
  }
  const [code, endSignal] = (await closed) as [number | null, NodeJS.Signals | null];
  return { key, code, signal: endSignal, errors };
}

const stateOf = ({ running, hasCrashed }: ExperimentMetadata) =>
  running ? 'running' : hasCrashed ? 'crashed' : 'finished';

const endings: readonly {
  readonly ending: string;
  readonly signal?: NodeJS.Signals;
  readonly exit: number | NodeJS.Signals;
  readonly state: string;
}[] = [
  { ending: 'returns', exit: 0, state: 'finished' },
  { ending: 'ends', exit: 0, state: 'finished' },
  { ending: 'exits', exit: 0, state: 'finished' },
  { ending: 'fails', exit: 7, state: 'crashed' },
  { ending: 'throws', exit: 1, state: 'crashed' },
  { ending: 'throws in a block', exit: 1, state: 'crashed' },
  { ending: 'rejects', exit: 1, state: 'crashed' },
  { ending: 'handles the error', exit: 0, state: 'finished' },
  { ending: 'sets the state', exit: 0, state: 'crashed' },
  { ending: 'waits', signal: 'SIGINT', exit: 'SIGINT', state: 'crashed' },
  { ending: 'waits', signal: 'SIGTERM', exit: 'SIGTERM', state: 'crashed' },
  { ending: 'handles the signal', signal: 'SIGTERM', exit: 0, state: 'finished' },
];

test('the way a program ends decides the state of its run, and the run does not change how it ends', async (t) => {
  const { service, api } = await lab(t);
  for (const { ending, signal, exit, state } of endings) {
    await t.test(
      `a program that ${ending}${signal === undefined ? '' : ` until ${signal}`}: ${state}`,
      async (each) => {
        const program = await ended(each, service, ending, signal);
        assert.equal(program.signal ?? program.code, exit, program.errors);
        const metadata = await new APIExperiment({ api, previousExperiment: program.key }).getMetadata();
        assert.equal(stateOf(metadata), state);
        if (ending === 'throws') assert.match(program.errors, /TypeError: diverged/);
      },
    );
  }
});

test('a killed program is shown as running until its heartbeat times out, then as crashed', async (t) => {
  const clock = { aheadMillis: 0 };
  const { now } = Date;
  t.mock.method(Date, 'now', () => now() + clock.aheadMillis);
  const { service, api } = await lab(t);
  const { key, signal } = await ended(t, service, 'waits', 'SIGKILL');
  assert.equal(signal, 'SIGKILL');
  const run = new APIExperiment({ api, previousExperiment: key });
  assert.equal(await run.getState(), 'running');
  clock.aheadMillis = 61_000;
  assert.equal(await run.getState(), 'crashed');
});

test('a run is running from creation to end, and its duration is the time between', async (t) => {
  const clock = { aheadMillis: 0 };
  const { now } = Date;
  t.mock.method(Date, 'now', () => now() + clock.aheadMillis);
  const { api } = await lab(t);
  const startedAt = now();
  const run = await APIExperiment.create({ api, workspace: 'lab', projectName: 'runs' });
  assert.equal(await run.getState(), 'running');
  clock.aheadMillis = 30_000;
  await run.end();
  const metadata = await run.getMetadata();
  assert.equal(stateOf(metadata), 'finished');
  const { durationMillis } = metadata;
  assert.ok(durationMillis >= 30_000 && durationMillis <= Date.now() - startedAt, `${durationMillis} ms`);
  await run.end();
});

test('a resumed experiment keeps its start time', async (t) => {
  const { api } = await lab(t);
  const first = await APIExperiment.create({ api, workspace: 'lab', projectName: 'runs' });
  await first.end();
  const { startTimeMillis } = await first.getMetadata();
  const second = await APIExperiment.resume(first.key, { api });
  assert.equal(await second.getState(), 'running');
  await second.setState('finished');
  await second.end();
  assert.equal((await second.getMetadata()).startTimeMillis, startTimeMillis);
  assert.equal(await second.getState(), 'finished');
  await assert.rejects(APIExperiment.resume('0'.repeat(32), { api }), { code: 'not-found' });
});

test('the state of an experiment without a run is what setState sets', async (t) => {
  const { api } = await lab(t);
  const record = await APIExperiment.create({ api, workspace: 'lab', projectName: 'runs', start: false });
  assert.equal(await record.getState(), 'finished');
  await record.setState('running');
  await record.end();
  assert.equal(await record.getState(), 'running');
});

test('a request to stop reaches the program with the next heartbeat', async (t) => {
  const { api } = await lab(t);
  const { key } = await APIExperiment.create({ api, workspace: 'lab', projectName: 'runs', start: false });
  const run = await startRun(new ExperimentSubject(api.connection, key, null), 'test', { heartbeatMillis: 500 });
  await api.stopExperiment(key);
  if (!run.stopSignal.aborted) await once(run.stopSignal, 'abort');
  assert.match(String(run.stopSignal.reason), new RegExp(`asked the experiment ${key} to stop`));
  await run.end();
});
