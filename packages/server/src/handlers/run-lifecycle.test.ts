import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import { type TestService, testService } from '../testing/test-service.ts';

/*
 * State, end time and duration of an experiment that several processes log to. Times are in seconds after its start.
 * Requests are those of the Python SDK and of clients that send `set-status`. test/server/sdk-lifecycle.test.ts runs
 * real processes.
 */

const rest = '/api/rest/v2';
const second = 1000;

interface Run {
  readonly service: TestService;
  readonly experimentKey: string;
  readonly start: number;
  readonly runIds: Map<string, string>;
}
type Step = (run: Run) => Promise<unknown>;

const post = ({ service, experimentKey }: Run, path: string, body: object) =>
  service.call<Record<string, unknown>>('POST', path, { experimentKey, ...body });

async function handshake(run: Run, name: string, path: string, body: object): Promise<void> {
  run.runIds.set(name, String((await post(run, `/clientlib/logger/${path}`, body)).runId));
}
const status = (run: Run, name: string, is_alive: boolean, offline = false) =>
  post(run, '/clientlib/status-report/update', { runId: run.runIds.get(name), is_alive, offline });
const updateStatus = (fields: object) => (run: Run) => post(run, `${rest}/write/experiment/update-status`, fields);

/** Sets the clock to a time. */
const at =
  (seconds: number): Step =>
  async ({ service, start }) => {
    service.clock.now = start + seconds * second;
  };
const heartbeat =
  (name: string): Step =>
  (run) =>
    status(run, name, true);
/** Requests that the SDK sends at its start: the handshake and a heartbeat. */
const starts =
  (name: string): Step =>
  async (run) => {
    await handshake(run, name, 'add/run', { teamName: 'ada', projectName: 'digits' });
    await status(run, name, true);
  };
const joins =
  (name: string): Step =>
  async (run) => {
    await handshake(run, name, 'get/run', { previousExperiment: run.experimentKey });
    await status(run, name, true);
  };
/**
 * Requests of `comet_ml.start(mode="get_or_create")` with an unused key: it sends two handshakes, and the first run
 * id is never used.
 */
const startsOrJoins =
  (name: string): Step =>
  async (run) => {
    await handshake(run, `probe of ${name}`, 'add/run', { getOrCreateEnabled: false });
    await handshake(run, name, 'add/run', { getOrCreateEnabled: true });
    await status(run, name, true);
  };
const ends =
  (name: string): Step =>
  (run) =>
    status(run, name, false);
/** The exception hook of the SDK sends no run id; the process reports its end when it exits. */
const raises = updateStatus({ isAlive: true, error: 'ValueError: no loss', hasCrashed: true });
/** Crash report of our client: it names the process. */
const crashes =
  (name: string): Step =>
  (run) =>
    updateStatus({ runId: run.runIds.get(name), isAlive: false, error: 'TypeError: diverged', hasCrashed: true })(run);
/** End of a process that our client sends when the service is available again. */
const ended =
  (name: string, seconds: number): Step =>
  (run) =>
    post(run, '/clientlib/status-report/offline-metadata', {
      runId: run.runIds.get(name),
      endTimestamp: run.start + seconds * second,
    });
const reportsError = updateStatus({ isAlive: true, error: 'an upload failed', hasCrashed: false });
const setState = (state: 'running' | 'finished' | 'crashed') =>
  updateStatus({ isAlive: state === 'running', error: null, hasCrashed: state === 'crashed' });
const setStatus: Step = ({ service, experimentKey }) =>
  service.call('GET', `${rest}/write/experiment/set-status?experimentKey=${experimentKey}`);
const creates: Step = ({ service, experimentKey }) =>
  service.call('POST', `${rest}/write/experiment/create`, {
    workspaceName: 'ada',
    projectName: 'digits',
    experimentKey,
  });
const setTimes =
  (times: { start?: number; end?: number }): Step =>
  (run) => {
    const absolute = (seconds: number | undefined) => (seconds === undefined ? null : run.start + seconds * second);
    return post(run, `${rest}/write/experiment/set-start-end-time`, {
      startTimeMillis: absolute(times.start),
      endTimeMillis: absolute(times.end),
    });
  };
/** Requests of `comet upload`, for a new or an existing experiment, with the times of the offline log. */
const uploads =
  (name: string, times: { start?: number; end: number }, meanwhile: readonly Step[] = []): Step =>
  async (run) => {
    if (times.start === undefined) await handshake(run, name, 'get/run', { previousExperiment: run.experimentKey });
    else await handshake(run, name, 'add/run', { offline: true, teamName: 'ada', projectName: 'digits' });
    await status(run, name, true, true);
    for (const step of meanwhile) await step(run);
    await status(run, name, false, true);
    await post(run, '/clientlib/status-report/offline-metadata', {
      runId: run.runIds.get(name),
      startTimestamp: times.start === undefined ? null : run.start + times.start * second,
      endTimestamp: run.start + times.end * second,
    });
  };

/** Asserts the state, the start and end time and the duration. */
const is =
  (state: 'running' | 'finished' | 'crashed', end: number, begin = 0): Step =>
  async ({ service, experimentKey, start }) => {
    const read = await service.call<ExperimentMetadata>(
      'GET',
      `${rest}/experiment/metadata?experimentKey=${experimentKey}`,
    );
    const { running, hasCrashed, startTimeMillis, endTimeMillis, durationMillis } = read;
    const seconds = (millis: number) => (millis - start) / second;
    assert.deepEqual(
      {
        state: running ? 'running' : hasCrashed ? 'crashed' : 'finished',
        start: seconds(startTimeMillis),
        end: seconds(endTimeMillis),
        duration: durationMillis / second,
      },
      { state, start: begin, end, duration: end - begin },
    );
  };

const cases: Readonly<Record<string, readonly (readonly Step[])[]>> = {
  'a run ends when its only process does': [
    [starts('A'), at(30), heartbeat('A'), at(50), is('running', 50), ends('A'), at(500), is('finished', 50)],
  ],
  'a run whose only process is killed has crashed at its last heartbeat': [
    [starts('A'), at(30), heartbeat('A'), at(89), is('running', 89), at(90), is('crashed', 30)],
  ],
  'a run that is killed before the clock is set back does not run until the clock has caught up': [
    [starts('A'), at(8000), heartbeat('A'), at(7940), is('running', 7940), at(7939), is('crashed', 8000)],
    [at(100), is('crashed', 8000), heartbeat('A'), is('running', 100), at(130), ends('A'), is('finished', 130)],
  ],
  'a process whose end is reported after the clock was set back ends the run': [
    [starts('A'), at(8000), heartbeat('A'), joins('E'), at(100), ends('A'), is('crashed', 8000)],
    [heartbeat('E'), is('running', 100), at(110), ends('E'), is('finished', 110)],
  ],
  'an evaluation that ends does not end the training': [
    [starts('A'), at(2), joins('E'), at(4), ends('E'), is('running', 4), at(40), heartbeat('A')],
    [at(63), is('running', 63), ends('A'), is('finished', 63), at(500), is('finished', 63)],
  ],
  'a training that ends does not end the evaluation': [
    [starts('A'), at(5), joins('E'), at(10), ends('A'), is('running', 10), at(40), heartbeat('E')],
    [at(50), is('running', 50), ends('E'), is('finished', 50)],
  ],
  'four ranks end in any order': [
    [starts('0'), joins('1'), joins('2'), joins('3'), at(10), ends('2'), at(11), ends('0'), is('running', 11)],
    [at(12), ends('3'), is('running', 12), at(13), ends('1'), is('finished', 13)],
  ],
  'an evaluation that was killed long before the training ended leaves no crash': [
    [starts('A'), at(2), joins('E'), at(50), heartbeat('A'), at(61), is('running', 61)],
    [at(70), ends('A'), is('finished', 70)],
  ],
  'an evaluation that is killed after the training ended is a crash': [
    [starts('A'), at(20), joins('E'), at(30), ends('A'), at(40), heartbeat('E'), at(99), is('running', 99)],
    [at(100), is('crashed', 40)],
  ],
  'a training that is killed while the evaluation ends is a crash at the later of both times': [
    [starts('A'), at(10), joins('E'), at(20), heartbeat('A'), at(25), ends('E'), at(79), is('running', 79)],
    [at(80), is('crashed', 25)],
  ],
  'two processes that are killed have crashed at the last heartbeat of both': [
    [starts('A'), at(10), joins('E'), at(30), heartbeat('A'), at(40), heartbeat('E')],
    [at(99), is('running', 99), at(100), is('crashed', 40)],
  ],
  'heartbeats that arrive after the end of their process are ignored': [
    [starts('A'), at(10), ends('A'), heartbeat('A'), is('finished', 10), at(20), heartbeat('A'), is('finished', 10)],
  ],
  'heartbeats that arrive after the end of their process do not prolong another one': [
    [starts('A'), joins('E'), at(10), ends('E'), at(45), heartbeat('A'), at(50), heartbeat('E')],
    [at(104), is('running', 104), at(105), is('crashed', 45)],
  ],
  'an end that is sent again changes nothing': [
    [starts('A'), at(10), ends('A'), at(20), ends('A'), is('finished', 10)],
  ],
  'an exception in the only process is a crash at once': [
    [starts('A'), at(10), raises, is('crashed', 10), at(11), heartbeat('A'), at(12), ends('A'), is('crashed', 10)],
  ],
  'an exception in one process does not end the other': [
    [starts('A'), joins('E'), at(10), raises, is('running', 10), at(11), ends('E'), is('running', 11)],
    [at(50), heartbeat('A'), at(60), ends('A'), is('finished', 60)],
  ],
  'an exception in the last process is a crash': [
    [starts('A'), joins('E'), at(10), ends('E'), at(20), raises, is('crashed', 20), ends('A'), is('crashed', 20)],
  ],
  'exceptions in all processes are a crash': [
    [starts('A'), joins('E'), at(10), raises, at(11), raises, is('crashed', 11), ends('A'), ends('E')],
    [is('crashed', 11)],
  ],
  'exceptions in two of three processes are no crash of the third': [
    [starts('A'), joins('E'), joins('F'), at(10), raises, raises, is('running', 10), ends('E'), ends('F')],
    [is('running', 10), at(20), ends('A'), is('finished', 20)],
  ],
  'a crash report with a run id is a crash of this process only': [
    [starts('A'), joins('E'), at(10), crashes('E'), is('running', 10), at(50), heartbeat('A'), at(60), ends('A')],
    [is('finished', 60)],
  ],
  'a crash that is reported later has the time of its end': [
    [starts('A'), at(10), heartbeat('A'), at(500), crashes('A'), is('crashed', 10), ended('A', 40), is('crashed', 40)],
  ],
  'a crash that is reported within a minute has the time of its end': [
    [starts('A'), at(30), crashes('A'), is('crashed', 30), ended('A', 20), is('crashed', 20)],
  ],
  'a crash that is reported after the run was resumed does not end it': [
    [starts('A'), at(10), at(500), joins('B'), crashes('A'), ended('A', 40), is('running', 500)],
    [at(510), ends('B'), is('finished', 510)],
  ],
  'a run that is resumed after its end has the later end, and its first start': [
    [starts('A'), at(10), ends('A'), at(100), is('finished', 10), joins('B'), is('running', 100)],
    [at(130), ends('B'), is('finished', 130)],
  ],
  'a run that is resumed after a crash has not crashed when it ends': [
    [starts('A'), at(10), heartbeat('A'), at(200), is('crashed', 10), joins('B'), is('running', 200)],
    [at(210), ends('B'), is('finished', 210)],
  ],
  'a run that is resumed and killed has crashed': [
    [starts('A'), at(10), ends('A'), at(100), joins('B'), at(110), heartbeat('B'), at(170), is('crashed', 110)],
  ],
  'a run that is started in the mode get_or_create ends with its process': [
    [startsOrJoins('A'), at(5), is('running', 5), ends('A'), is('finished', 5)],
  ],
  'a process whose heartbeats were missed runs when they arrive again': [
    [starts('A'), at(70), is('crashed', 0), at(100), heartbeat('A'), is('running', 100)],
    [at(110), ends('A'), is('finished', 110)],
  ],
  'an end time that is set while the run is alive is the one that is read from then on': [
    [starts('A'), at(20), setTimes({ end: 5 }), is('running', 5), at(30), heartbeat('A'), is('running', 5)],
    [ends('A'), is('finished', 5), at(500), is('finished', 5)],
  ],
  'an end time that is set survives the heartbeats of set-status': [
    [creates, setStatus, at(8), setTimes({ end: 9 }), is('running', 9), at(10), setStatus, is('running', 9)],
    [at(70), is('finished', 9)],
  ],
  'an end time that is set before the first set-status is read while the run is alive': [
    [creates, setTimes({ end: 9 }), setStatus, is('running', 9), at(100), is('finished', 9)],
  ],
  'an end time that is set for a killed process is read': [
    [starts('A'), at(10), heartbeat('A'), at(100), setTimes({ end: 30 }), is('crashed', 30)],
  ],
  'an end time that is set lasts when a further process joins': [
    [starts('A'), at(10), setTimes({ end: 7 }), joins('E'), is('running', 7), ends('E'), at(20), ends('A')],
    [is('finished', 7)],
  ],
  'an end time that was set for an earlier end does not hold for the resumed run': [
    [starts('A'), at(10), ends('A'), setTimes({ end: 5 }), is('finished', 5), at(100), joins('B')],
    [is('running', 100), at(120), ends('B'), is('finished', 120)],
  ],
  'a start time that is set while the run is alive sets no end': [
    [starts('A'), at(50), setTimes({ start: 20 }), is('running', 50, 20), ends('A'), is('finished', 50, 20)],
  ],
  'a start time that is set for a killed process leaves its end': [
    [starts('A'), at(30), heartbeat('A'), at(200), setTimes({ start: 10 }), is('crashed', 30, 10)],
  ],
  'a client that sends set-status has ended at its last one': [
    [creates, setStatus, at(40), setStatus, at(99), is('running', 99), at(100), is('finished', 40)],
  ],
  'a run is alive while a client sends set-status, after its process ended or was killed': [
    [starts('A'), at(30), setStatus, at(50), ends('A'), is('running', 50), at(70), setStatus, at(129)],
    [is('running', 129), at(130), is('finished', 70)],
  ],
  'a process that is killed after the last set-status is a crash': [
    [starts('A'), at(10), setStatus, at(40), heartbeat('A'), at(100), is('crashed', 40)],
  ],
  'a process runs on after the state was set to finished': [
    [starts('A'), at(10), setState('finished'), is('finished', 10), at(15), heartbeat('A'), is('running', 15)],
    [at(20), ends('A'), is('finished', 20)],
  ],
  'a process for which the state was set to crashed ends as a crash': [
    [starts('A'), at(10), setState('crashed'), is('crashed', 10), at(12), heartbeat('A'), at(15), ends('A')],
    [is('crashed', 15)],
  ],
  'a state that is set after the end leaves the end': [
    [starts('A'), at(10), ends('A'), at(100), setState('crashed'), is('crashed', 10)],
    [setState('finished'), is('finished', 10)],
  ],
  'a killed process whose state is set ended at its last heartbeat': [
    [starts('A'), at(10), heartbeat('A'), at(500), setState('finished'), is('finished', 10)],
  ],
  'a state that is set to running lasts for a minute': [
    [starts('A'), at(10), ends('A'), at(100), setState('running'), is('running', 100), at(160), is('finished', 100)],
  ],
  'an error that a process reports is no sign of life': [
    [starts('A'), at(10), reportsError, is('running', 10), at(60), is('crashed', 0)],
  ],
  'an error that a process reports after its end does not reopen the run': [
    [starts('A'), at(10), ends('A'), at(20), reportsError, is('finished', 10)],
  ],
  'an uploaded run has the times of its log': [
    [uploads('U', { start: -500, end: -400 }), is('finished', -400, -500), at(900), is('finished', -400, -500)],
  ],
  'an upload of any length is no crash': [
    [uploads('U', { start: -500, end: -400 }, [at(100), is('finished', 0)]), is('finished', -400, -500)],
  ],
  'an upload to a run that had ended moves its end': [
    [starts('A'), at(10), ends('A'), at(100), uploads('U', { end: 60 }, [is('finished', 10), at(200)])],
    [is('finished', 60)],
  ],
  'an upload of what was logged before the end leaves the end': [
    [starts('A'), at(100), ends('A'), at(200), uploads('U', { end: 50 }), is('finished', 100)],
  ],
  'an upload to a run that crashed earlier is its end': [
    [starts('A'), at(10), heartbeat('A'), at(100), uploads('U', { end: 90 }, [is('crashed', 10)]), is('finished', 90)],
  ],
  'an upload does not end a process': [
    [starts('A'), at(10), uploads('U', { end: 5 }, [is('running', 10)]), is('running', 10)],
    [at(50), heartbeat('A'), at(60), ends('A'), is('finished', 60)],
  ],
  'an uploaded run that is resumed has the later end': [
    [uploads('U', { start: -500, end: -400 }), at(100), joins('B'), is('running', 100, -500)],
    [at(110), ends('B'), is('finished', 110, -500)],
  ],
  'a run id that is never used does not keep a run alive': [
    [starts('A'), at(10), (run) => handshake(run, 'B', 'get/run', { previousExperiment: run.experimentKey })],
    [at(20), is('running', 20), ends('A'), is('finished', 20)],
  ],
};

const runOf = (service: TestService, index = 0): Run => ({
  service,
  experimentKey: String(index).padStart(32, '0'),
  start: service.clock.now,
  runIds: new Map(),
});

test('the state, the end and the duration of a run follow from its processes', async (t) => {
  const service = await testService(t);
  for (const [index, [title, steps]] of Object.entries(cases).entries()) {
    await t.test(title, async () => {
      const run = runOf(service, index);
      for (const [position, step] of steps.flat().entries()) {
        try {
          await step(run);
        } catch (error) {
          throw new Error(`step ${position + 1}: ${(error as Error).message}`, { cause: error });
        }
      }
    });
  }
});

test('a pending stop remains when another process joins, and is dropped when none runs', async (t) => {
  const service = await testService(t);
  const run = runOf(service);
  const stop: Step = () => service.call('GET', `${rest}/write/experiment/stop?experimentKey=${run.experimentKey}`);
  for (const step of [starts('A'), stop, joins('E')]) await step(run);
  assert.equal((await status(run, 'A', true)).pending_rpcs, true);
  for (const step of [ends('A'), ends('E'), joins('B')]) await step(run);
  assert.equal((await status(run, 'B', true)).pending_rpcs, false);
});

test('setting the state of a run to running does not cancel the stop of its process', async (t) => {
  const service = await testService(t);
  const run = runOf(service);
  const stop: Step = () => service.call('GET', `${rest}/write/experiment/stop?experimentKey=${run.experimentKey}`);
  for (const step of [starts('A'), at(5), setStatus, stop, is('running', 5)]) await step(run);
  assert.equal((await status(run, 'A', true)).pending_rpcs, true);
});

test('records of processes that ended long ago are deleted; the end of the run remains', async (t) => {
  const service = await testService(t);
  const run = runOf(service);
  await starts('0')(run);
  for (let process = 1; process <= 20; process++) {
    for (const step of [ends(String(process - 1)), at(process * 1000), joins(String(process))]) await step(run);
  }
  const rows = await service.store.db.selectFrom('experiment_processes').selectAll().execute();
  assert.ok(rows.length <= 3, `${rows.length} processes`);
  for (const step of [ends('20'), is('finished', 20_000)]) await step(run);
});
