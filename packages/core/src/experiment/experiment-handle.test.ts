import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection } from '../client/connection.ts';
import { fakeTransport } from '../testing/fake-transport.ts';
import { ExperimentHandle } from './experiment-handle.ts';

test('a time that end cannot wait for is rejected, and no limit is accepted', async () => {
  const experiment = new ExperimentHandle(new Connection({ transport: fakeTransport(() => ({})) }), 'key');
  for (const timeoutMillis of [-1, Number.NaN, '1000']) {
    await assert.rejects(experiment.end({ timeoutMillis: timeoutMillis as number }), {
      code: 'invalid',
      message: /^end: timeoutMillis must /,
    });
  }
  await experiment.end({ timeoutMillis: Number.POSITIVE_INFINITY });
});
