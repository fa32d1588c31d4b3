import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readViewPayload, viewMimeType } from '@tracklens/core/display';
import { sampleOutput } from './sample-output.ts';

test('the sample has four charts of six experiments, like the output of a project', async () => {
  const output = await sampleOutput('without-images');
  const read = readViewPayload(output[viewMimeType]);
  assert.ok(read.ok);
  const chart = Object.values(read.payload.snapshot!.chart);
  assert.deepEqual(
    chart.map(({ metrics }) => metrics.length),
    [4, 4, 4, 4, 4, 4],
  );
  assert.equal(read.payload.snapshot!.project?.numberOfExperiments, 6);
});
