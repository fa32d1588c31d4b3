import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeTransport } from '../testing/fake-transport.ts';
import { API } from './index.ts';

const service = fakeTransport(() => ({ json: { experimentKey: 'a', workspaceName: 'w', projectName: 'p' } }));
const api = new API({ transport: service });

test('file operations in a page report where they are available, and send nothing', async () => {
  const experiment = (await api.getExperimentByKey('a'))!;
  const before = service.sent.length;
  await assert.rejects(experiment.logAsset('a.txt'), { code: 'invalid', reason: /cannot read files/ });
  await assert.rejects(experiment.logModel('net', 'folder'), { code: 'invalid' });
  // @ts-expect-error a page has no files: it does not compile
  await assert.rejects(experiment.downloadModel('net'), { code: 'invalid' });
  // @ts-expect-error
  await assert.rejects(api.downloadExperimentAsset('a', 'b', 'c'), { code: 'invalid' });
  await assert.rejects(experiment.logTable('t.csv'), { code: 'invalid' });
  await assert.rejects(experiment.setCode({ filename: 'x.py' }), { code: 'invalid' });
  assert.equal(service.sent.length, before);
});

test('operations without files work in a page', async () => {
  const experiment = (await api.getExperimentByKey('a'))!;
  await experiment.logCurve('roc', [0, 1], [0, 1]);
  await experiment.logTable('t.csv', { tabularData: [[1]] });
  await experiment.setCode({ code: 'x' });
  assert.equal(service.sent.at(-1)!.path, '/api/rest/v2/write/experiment/code');
  await experiment.logImage(new Blob(['pixels']), { imageName: 'a.png' });
  assert.equal(service.sent.at(-1)!.path, '/api/rest/v2/write/experiment/upload-asset');
});
