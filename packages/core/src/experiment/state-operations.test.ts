import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment } from '../browser/index.ts';
import { fakeTransport } from '../testing/fake-transport.ts';

const metadata = { experimentKey: 'k', experimentName: 'one', workspaceName: 'w', projectName: 'p', projectId: '1' };

const intervals = { isAliveBeatDurationMillis: 1, gpuMonitorIntervalMillis: 1 };

/** Experiment with loaded metadata, and a function that returns the paths of the GET requests since the last change. */
async function known() {
  const service = fakeTransport(() => ({ json: { ...metadata, ...intervals } }));
  const api = new API({ transport: service, url: 'https://service.example' });
  const experiment = (await api.getExperimentByKey('k'))!;
  const change = async (work: Change) => {
    await work(experiment, api);
    service.sent.length = 0;
  };
  return { experiment, change, asked: () => service.sent.map(({ path }) => path) };
}

type Change = (experiment: APIExperiment, api: API) => unknown;

const changes: Readonly<Record<string, Change>> = {
  'its start was set': (experiment) => experiment.setStartTime(1),
  'its end was set': (experiment) => experiment.setEndTime(1),
  'its state was set': (experiment) => experiment.setState('finished'),
  'its file was set': (experiment) => experiment.setFilename('train.py'),
  'its name was set': (experiment) => experiment.setName('two'),
  'its name was logged': (experiment) => experiment.logOther('Name', 'two'),
  'a heartbeat': (experiment) => experiment.updateStatus(),
  'it was archived': (experiment) => experiment.archive(),
  'the API archived it': (_, api) => api.archiveExperiment('k'),
  'the API restored it': (_, api) => api.restoreExperiment('k'),
  'the API stopped it': (_, api) => api.stopExperiment('k'),
  'the API moved it': (_, api) => api.moveExperiments(['k'], 'w', 'q'),
  'the API renamed its project': (_, api) => api.updateProject('w', 'p', { newProjectName: 'q' }),
  'the API cleared its cache': (_, api) => api.clearCache(),
};

for (const [what, work] of Object.entries(changes)) {
  test(`after ${what}, the metadata of an experiment is read again, once`, async () => {
    const { experiment, change, asked } = await known();
    await change(work);
    assert.match(experiment.url ?? '', /^https:..service.example.w.p.(archive.)?k$/);
    assert.equal(experiment.name, what.includes('name was') ? 'two' : 'one');
    await experiment.toJson();
    await experiment.metadata();
    assert.deepEqual(asked(), ['/api/rest/v2/experiment/metadata']);
  });
}

const unrelated: Readonly<Record<string, Change>> = {
  'a metric was logged': (experiment) => experiment.logMetric('loss', 1),
  'a tag was added': (experiment) => experiment.addTag('best'),
  'the API archived another experiment': (_, api) => api.archiveExperiment('other'),
  'the API changed the notes of its project': (_, api) => api.setProjectNotes('w', 'p', 'notes'),
};

for (const [what, work] of Object.entries(unrelated)) {
  test(`after ${what}, the metadata of an experiment is not read again`, async () => {
    const { experiment, change, asked } = await known();
    await change(work);
    await experiment.metadata();
    assert.deepEqual(asked(), []);
  });
}

test('metadata that was requested before a change is read again after it', async () => {
  let respond: () => void = () => {};
  const responded = new Promise<void>((done) => (respond = done));
  const service = fakeTransport(async ({ method }, index) => {
    if (index === 0) await responded;
    return { json: method === 'GET' ? { ...metadata, experimentName: `name ${index}` } : {} };
  });
  const experiment = new APIExperiment({ api: new API({ transport: service }), previousExperiment: 'k' });
  const early = experiment.metadata();
  await experiment.setStartTime(1);
  respond();
  assert.equal((await early).experimentName, 'name 0');
  assert.equal((await experiment.metadata()).experimentName, 'name 2');
});
