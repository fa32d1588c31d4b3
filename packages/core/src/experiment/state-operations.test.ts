import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, type APIExperiment } from '../browser/index.ts';
import { fakeTransport } from '../testing/fake-transport.ts';

const metadata = { experimentKey: 'k', experimentName: 'one', workspaceName: 'w', projectName: 'p', projectId: '1' };

/** Experiment with loaded metadata, and a function that returns the paths of its later GET requests. */
async function known() {
  const service = fakeTransport(() => ({ json: metadata }));
  const api = new API({ transport: service, url: 'https://service.example' });
  const experiment = (await api.getExperimentByKey('k'))!;
  service.sent.length = 0;
  return { experiment, asked: () => service.sent.filter(({ method }) => method === 'GET').map(({ path }) => path) };
}

const changes: Readonly<Record<string, (experiment: APIExperiment) => Promise<unknown>>> = {
  'its start': (experiment) => experiment.setStartTime(1),
  'its end': (experiment) => experiment.setEndTime(1),
  'its state': (experiment) => experiment.setState('finished'),
  'its file': (experiment) => experiment.setFilename('train.py'),
};

for (const [what, change] of Object.entries(changes)) {
  test(`after ${what} was set, what an experiment is set to be is read again, once`, async () => {
    const { experiment, asked } = await known();
    await change(experiment);
    assert.equal(experiment.url, 'https://service.example/w/p/k');
    assert.equal(experiment.name, 'one');
    await experiment.toJson();
    await experiment.toJson();
    assert.deepEqual(asked(), ['/api/rest/v2/experiment/metadata']);
  });
}
