import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewMimeType } from '../snapshots/view-mime-type.ts';
import type { ViewPayload } from '../snapshots/view-payload.ts';
import type { MimeBundle } from './display-host.ts';
import { kernelHost } from './kernel-host.ts';

const key = 'a'.repeat(32);
const snapshot = {
  takenAtMillis: 0,
  experiments: [
    {
      metadata: { experimentKey: key, experimentName: 'mlp', workspaceName: 'w', projectName: 'p' },
      tags: [],
      metrics: [],
      parameters: [],
    },
  ],
  chart: { [key]: { metrics: [{ metricName: 'loss', values: [3, 2, 1], steps: [1, 2, 3] }] } },
};

test('an output of a named view contains its arrangement, and its image shows it', async () => {
  const emitted: MimeBundle[] = [];
  const host = kernelHost({ emit: async (bundle) => void emitted.push(bundle), clear: async () => {} });
  const state = { version: 1 as const, view: 'v', charts: { colors: { [key]: '#123456' } } };
  const target = { kind: 'project' as const, workspace: 'w', projectName: 'p', viewId: 'v' };
  const shown = { target, url: '', snapshot: async () => snapshot };
  const options = { clear: false, wait: true, new: 0 as const, autoraise: true };
  await host.show({ ...shown, state: async () => state }, options);
  await host.show({ ...shown, state: async () => null }, options);
  const payloads = emitted.map((bundle) => bundle[viewMimeType] as ViewPayload);
  assert.deepEqual(
    payloads.map((payload) => payload.state),
    [state, { version: 1 }],
  );
  const hasImages = emitted.map((bundle) => {
    const [, base64] = /base64,([^"]+)"/.exec(String(bundle['text/html']))!;
    return Buffer.from(base64!, 'base64').toString('utf8').includes('stroke="#123456"');
  });
  assert.deepEqual(hasImages, [true, false]);
});
