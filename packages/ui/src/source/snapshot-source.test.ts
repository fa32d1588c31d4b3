import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '@tracklens/core/display';
import { modelRecord } from './model-record.ts';
import { snapshotSource } from './snapshot-source.ts';

const { signal } = new AbortController();

const snapshot: Snapshot = {
  takenAtMillis: 5,
  experiments: ['old', 'new'].map((experimentKey, index) => ({
    metadata: { experimentKey, workspaceName: 'w', projectName: 'p', startTimeMillis: index },
    tags: [experimentKey],
    metrics: [{ name: 'loss', valueCurrent: '1' }],
    parameters: [{ name: 'lr', valueCurrent: '0.1' }],
  })),
  chart: {
    old: {
      metrics: [
        { metricName: 'loss', values: [1] },
        { metricName: 'acc', values: [0] },
      ],
    },
    new: { metrics: [] },
  },
};

test('a snapshot returns its content, the newest experiment first', async () => {
  const source = snapshotSource(snapshot);
  assert.equal(source.takenAtMillis, 5);
  assert.deepEqual(await source.tags('old', signal), ['old']);
  const listed = await source.experiments({ workspace: 'w', projectName: 'p' }, signal);
  assert.deepEqual(
    listed.map(({ experimentKey }) => experimentKey),
    ['new', 'old'],
  );
});

test('only the requested points are returned, and nothing for experiments without them', async () => {
  const chart = await snapshotSource(snapshot).chart(['old', 'new', 'none'], ['acc'], { full: true }, signal);
  assert.deepEqual(Object.keys(chart), ['old']);
  assert.deepEqual(
    chart.old?.metrics.map(({ metricName }) => metricName),
    ['acc'],
  );
});

test('data that a snapshot lacks is reported, with the remedy', async () => {
  const source = snapshotSource(snapshot);
  for (const missing of [source.metadata('none', signal), source.model('w', 'm', signal)]) {
    await assert.rejects(missing, { kind: 'not-found', remedy: 'Connect to the service, or run the cell again.' });
  }
});

test('versions are newest first by their numbers', () => {
  const { versions } = modelRecord({
    modelName: 'm',
    versions: ['1.9.0', '1.10.0', '0.1.0'].map((version) => ({ version })),
  });
  assert.deepEqual(
    versions.map(({ version }) => version),
    ['1.10.0', '1.9.0', '0.1.0'],
  );
});

test('a model from an untrusted copy is read field by field', () => {
  const record = modelRecord({
    modelName: 5,
    description: null,
    versions: [{ tags: 'x', assets: [null, { fileSize: 'big' }] }, 7],
  });
  assert.equal(record.modelName, '');
  assert.equal(record.versions.length, 2);
  assert.deepEqual(record.versions[0]?.tags, []);
  assert.deepEqual(
    record.versions.flatMap((version) => version.assets).map(({ sizeBytes }) => sizeBytes),
    [0, 0],
  );
  for (const nothing of [null, undefined, 5, [], { versions: {} }]) assert.deepEqual(modelRecord(nothing).versions, []);
});
