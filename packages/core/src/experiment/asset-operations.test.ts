import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../browser/index.ts';
import { fakeTransport } from '../testing/fake-transport.ts';

test('what the program reads at its own pace has a connection of its own', async () => {
  const transport = fakeTransport(() => ({ json: { experimentKey: 'k', assets: [] } }));
  const experiment = (await new API({ transport }).getExperimentByKey('k'))!;
  transport.sent.length = 0;
  for await (const _ of experiment.getAssetList());
  await experiment.getAsset('a', { returnType: 'response', stream: true });
  await experiment.getAssetList();
  await experiment.getAsset('a');
  const own = transport.sent.map(({ ownConnection = false }) => ownConnection);
  assert.deepEqual(own, [true, true, false, false]);
});
