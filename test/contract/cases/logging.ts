import assert from 'node:assert/strict';
import { contract } from '@tracklens/core/contract';
import type { ContractCase } from '../contract-service.ts';

const { logging, metrics } = contract;

export const loggingCases: readonly ContractCase[] = [
  {
    title: 'a run begins, beats, logs a batch and is over',
    async run({ api, wire, workspace }) {
      const experimentKey = 'd'.repeat(32);
      const body = { experimentKey, teamName: workspace, projectName: 'online', offline: false };
      const { runId } = await wire(logging.addRun, { body });
      assert.ok(runId);
      await assert.rejects(wire(logging.addRun, { body }), { sdkErrorCode: 90999 });
      await wire(logging.getRun, { body: { previousExperiment: experimentKey } });
      const beat = { experimentKey, runId, is_alive: true };
      assert.ok((await wire(logging.heartbeat, { body: beat })).is_alive_beat_duration_millis > 0);
      const experiment = (await api.getExperimentByKey(experimentKey))!;
      assert.equal(await experiment.getState(), 'running');
      const values = [{ metricName: 'loss', metricValue: 'NaN', step: 1, timestamp: 1_700_000_000_000 }];
      await wire(metrics.logBatch, { body: { experimentKey, values } });
      assert.equal((await experiment.getMetrics()).length, 1);
      await wire(logging.heartbeat, { body: { ...beat, is_alive: false } });
      assert.equal(await experiment.getState(), 'finished');
    },
  },
  {
    title: 'a run is copied up to a step',
    async run({ api, wire, experiment }) {
      const one = await experiment('copied');
      for (let step = 0; step < 4; step++) await one.logMetric('loss', step, { step });
      const body = { copiedExperimentKey: one.key, newExperimentKey: 'e'.repeat(32), stepToCopyTo: 2 };
      await wire(logging.copySteps, { body });
      const copy = (await api.getExperimentByKey('e'.repeat(32)))!;
      assert.deepEqual(
        (await copy.getMetrics()).map(({ step }) => step),
        [0, 1, 2],
      );
    },
  },
  {
    title: 'what was logged offline has its own times',
    async run({ wire, experiment }) {
      const one = await experiment();
      const body = { experimentKey: one.key, startTimestamp: 1_700_000_000_000, endTimestamp: 1_700_000_001_000 };
      await wire(logging.offlineTimes, { body });
      assert.equal((await one.getMetadata()).startTimeMillis, 1_700_000_000_000);
    },
  },
  {
    title: 'a call waits for its run, once, and takes the result',
    async run({ api, wire, experiment }) {
      const one = await experiment();
      const experimentKey = one.key;
      await wire(logging.registerRemoteAction, { body: { experimentKey, functionName: 'stop', argumentNames: [] } });
      await one.setState('running');
      await api.stopExperiment(experimentKey);
      const pending = async () =>
        (await wire(logging.pendingRemoteActions, { query: { experimentKey } })).remoteProcedureCalls;
      const [stop, more] = await pending();
      assert.deepEqual([stop?.functionName, more], ['stop', undefined]);
      const { callId } = stop!;
      await wire(logging.saveRemoteActionResult, { body: { experimentKey, callId, result: 'stopped' } });
      assert.deepEqual(await pending(), []);
      const unknown = wire(logging.saveRemoteActionResult, { body: { experimentKey, callId: 'x' } });
      await assert.rejects(unknown, { code: 'not-found' });
    },
  },
];
