import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { API } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type Service, startService } from '@tracklens/server';
import { pythonEnvironment } from '../../scripts/setup.ts';

/*
 * Several real processes of the Python SDK log to one experiment. The test controls the clock of the service, so that a
 * minute without heartbeats takes no time. packages/server/src/handlers/run-lifecycle.test.ts has more orders, without
 * the SDK.
 */

interface Request {
  readonly process: string;
  readonly action: string;
  readonly arguments: object;
  readonly environment: Readonly<Record<string, string>>;
}
interface Answer {
  readonly id: number;
  readonly result: unknown;
  readonly warnings: readonly string[];
}

/** Python program that runs the processes. */
class Processes {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #errors = '';
  #next = 0;

  constructor(python: string, env: NodeJS.ProcessEnv, folder: string) {
    const script = fileURLToPath(new URL('./log_in_processes.py', import.meta.url));
    this.#child = spawn(python, [script], { cwd: folder, env });
    this.#child.stderr.on('data', (chunk) => (this.#errors += String(chunk)));
    createInterface(this.#child.stdout).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  async do(request: Request): Promise<unknown> {
    const id = this.#next++;
    const what = `${request.process} ${request.action}`;
    const answer = await new Promise<Answer>((done, fail) => {
      const ended = setTimeout(() => fail(new Error(`${what}: no answer\n${this.#errors.slice(-4000)}`)), 60_000);
      this.#waiting.set(id, (answer) => {
        clearTimeout(ended);
        done(answer);
      });
      this.#child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    });
    assert.deepEqual(answer.warnings, [], what);
    return answer.result;
  }

  async stop(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

interface Archive {
  readonly archive: string;
  readonly start: number;
  readonly stop: number;
}

/** One order of events, with its own service and experiment. */
interface Order {
  readonly key: string;
  /** Milliseconds since 1970 at second 0. */
  readonly begin: number;
  readonly clock: { now: number };
  readonly folder: string;
  readonly api: API;
  readonly archives: Map<string, Archive>;
  act(process: string, action: string, given?: object): Promise<unknown>;
}
type Step = (order: Order) => Promise<unknown>;

const at =
  (seconds: number): Step =>
  async ({ begin, clock }) => {
    clock.now = begin + seconds * 1000;
  };
const act =
  (action: string) =>
  (process: string): Step =>
  (order) =>
    order.act(process, action);
const keyed =
  (action: string) =>
  (process: string): Step =>
  (order) =>
    order.act(process, action, { key: order.key });
const starts = keyed('start');
const resumes = keyed('resume');
const getsOrCreates = keyed('get_or_create');
const updatesStatus = keyed('update_status')('client');
const heartbeat = act('heartbeat');
const ends = act('end');
/** Process that is killed right after a heartbeat. */
const isKilled =
  (process: string): Step =>
  async (order) => {
    await order.act(process, 'heartbeat');
    assert.equal(await order.act(process, 'kill'), -9);
  };
/** Process that ends with an uncaught exception. */
const raises =
  (process: string): Step =>
  async (order) => {
    assert.equal(await order.act(process, 'fail'), 1);
  };
const setEndTime =
  (seconds: number): Step =>
  (order) =>
    order.act('client', 'set_end_time', { key: order.key, millis: order.begin + seconds * 1000 });
const setState =
  (state: string): Step =>
  (order) =>
    order.act('client', 'set_state', { key: order.key, state });
const logsOffline =
  (process: string, { isNew }: { isNew: boolean }): Step =>
  async (order) => {
    const folder = await mkdtemp(join(order.folder, 'offline-'));
    order.archives.set(
      process,
      (await order.act(process, 'log_offline', { key: order.key, new: isNew, folder })) as Archive,
    );
  };
const uploads =
  (process: string): Step =>
  (order) =>
    order.act(process, 'upload', { archive: order.archives.get(process)!.archive });

async function read({ api, key, begin }: Order) {
  const experiment = (await api.getExperimentByKey(key))!;
  const { startTimeMillis, endTimeMillis, durationMillis } = await experiment.getMetadata();
  assert.equal(durationMillis, Math.max(0, endTimeMillis - startTimeMillis));
  const seconds = (millis: number) => (millis - begin) / 1000;
  return { state: await experiment.getState(), start: seconds(startTimeMillis), end: seconds(endTimeMillis) };
}
const is =
  (state: 'running' | 'finished' | 'crashed', end: number, start = 0): Step =>
  async (order) => {
    assert.deepEqual(await read(order), { state, start, end });
  };
/** State after an offline archive: finished, with its end time, and its start time if the experiment began with it. */
const isFinishedAs =
  (process: string, { isNew }: { isNew: boolean }): Step =>
  async (order) => {
    const { start, stop } = order.archives.get(process)!;
    const seconds = (millis: number) => (millis - order.begin) / 1000;
    assert.deepEqual(await read(order), { state: 'finished', start: isNew ? seconds(start) : 0, end: seconds(stop) });
  };

const orders: Readonly<Record<string, readonly (readonly Step[])[]>> = {
  'an evaluation ends while the training goes on': [
    [starts('A'), at(10), resumes('E'), at(12), ends('E'), is('running', 12), at(50), heartbeat('A')],
    [at(80), is('running', 80), ends('A'), is('finished', 80), at(500), is('finished', 80)],
  ],
  'a training ends while the evaluation goes on and is killed': [
    [starts('A'), resumes('E'), at(10), ends('A'), is('running', 10), at(40), isKilled('E')],
    [at(99), is('running', 99), at(100), is('crashed', 40)],
  ],
  'an evaluation is killed, and the training ends later': [
    [starts('A'), at(5), resumes('E'), isKilled('E'), at(50), heartbeat('A'), at(70), ends('A'), is('finished', 70)],
  ],
  'a training is killed while the evaluation ends': [
    [starts('A'), resumes('E'), at(20), isKilled('A'), at(25), ends('E'), is('running', 25), at(80)],
    [is('crashed', 25)],
  ],
  'one of two processes raises': [
    [starts('A'), resumes('E'), at(10), heartbeat('A'), raises('E'), is('running', 10), at(30), ends('A')],
    [is('finished', 30)],
  ],
  'both of two processes raise': [
    [starts('A'), resumes('E'), at(10), raises('E'), is('running', 10), at(20), raises('A'), is('crashed', 20)],
  ],
  'three ranks get or create one experiment': [
    [getsOrCreates('0'), getsOrCreates('1'), getsOrCreates('2'), at(10), ends('1'), at(20), ends('0')],
    [is('running', 20), at(30), ends('2'), is('finished', 30)],
  ],
  'a run is resumed after its end, is killed, and is resumed again': [
    [starts('A'), at(10), ends('A'), at(100), is('finished', 10), resumes('B'), is('running', 100)],
    [at(110), isKilled('B'), at(170), is('crashed', 110), at(200), resumes('C'), is('running', 200)],
    [at(210), ends('C'), is('finished', 210)],
  ],
  'a heartbeat arrives after the end of its process': [
    [starts('A'), at(10), ends('A'), at(15), heartbeat('A'), is('finished', 10)],
  ],
  'an end time is set while a process is alive': [
    [starts('A'), at(20), setEndTime(5), is('running', 5), resumes('E'), ends('E'), is('running', 5), at(30)],
    [heartbeat('A'), ends('A'), is('finished', 5), at(100), resumes('B'), at(110), ends('B'), is('finished', 110)],
  ],
  'an end time is set while a client sends set-status': [
    [starts('A'), at(10), ends('A'), at(20), updatesStatus, setEndTime(9), is('running', 9), at(90), is('finished', 9)],
  ],
  'a state is set while a process is alive': [
    [starts('A'), at(10), setState('crashed'), is('crashed', 10), heartbeat('A'), is('running', 10), at(20)],
    [ends('A'), is('crashed', 20), setState('finished'), is('finished', 20)],
  ],
  'an archive is uploaded as a new experiment': [
    [logsOffline('U', { isNew: true }), at(900), uploads('U'), isFinishedAs('U', { isNew: true })],
  ],
  'an archive is uploaded to an experiment that ended': [
    [starts('A'), ends('A'), is('finished', 0), logsOffline('U', { isNew: false }), at(900), uploads('U')],
    [isFinishedAs('U', { isNew: false })],
  ],
  'an archive is uploaded to an experiment that runs': [
    [starts('A'), logsOffline('U', { isNew: false }), at(50), heartbeat('A'), uploads('U'), is('running', 50)],
    [at(90), is('running', 90), ends('A'), is('finished', 90)],
  ],
};

async function runOrder(t: TestContext, processes: Processes, index: number, steps: readonly Step[]): Promise<void> {
  const folder = await temporaryFolder(t);
  const begin = Date.now();
  const clock = { now: begin };
  const service: Service = await startService({ dataFolder: join(folder, 'data'), now: () => clock.now });
  cleanup(t).defer(() => service.close());
  const apiKey = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const environment = { COMET_URL_OVERRIDE: `${service.url}/clientlib/`, COMET_API_KEY: apiKey };
  const order: Order = {
    key: String(index).padStart(32, 'c'),
    begin,
    clock,
    folder,
    api: new API({ url: service.url, apiKey, cache: false }),
    archives: new Map(),
    act: (process, action, given = {}) =>
      processes.do({ process: `${index} ${process}`, action, arguments: given, environment }),
  };
  for (const [place, step] of steps.entries()) {
    try {
      await step(order);
    } catch (error) {
      throw new Error(`step ${place + 1}: ${(error as Error).message}`, { cause: error });
    }
  }
}

test('the state, the end and the duration of a run are right after every order of ends, crashes and resumptions', {
  concurrency: 3,
}, async (t) => {
  const home = await temporaryFolder(t);
  const { python, env } = await pythonEnvironment();
  const alone = { COMET_ERROR_TRACKING_ENABLE: 'false', PYTHONDONTWRITEBYTECODE: '1', HOME: home };
  const processes = new Processes(python, { ...env, ...alone }, home);
  cleanup(t).defer(() => processes.stop());
  await Promise.all(
    Object.entries(orders).map(([title, steps], index) =>
      t.test(title, (t) => runOrder(t, processes, index, steps.flat())),
    ),
  );
});
