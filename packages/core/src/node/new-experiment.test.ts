import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeTransport } from '../testing/fake-transport.ts';
import { APIExperiment } from './index.ts';

const cases: readonly [what: string, response: object, name: string | null, url: string][] = [
  [
    'of a service that reports its address',
    { experimentKey: 'k', name: 'deep_eagle', workspaceName: 'w', projectName: 'general' },
    'deep_eagle',
    'https://service.example/w/general/k',
  ],
  ['of a service that says its key alone', { experimentKey: 'k' }, null, 'https://service.example/w/p/k'],
];

for (const [what, response, name, url] of cases) {
  test(`a new experiment ${what} has its name and address without another request`, async () => {
    const service = fakeTransport(() => ({ json: response }));
    const given = {
      transport: service,
      url: 'https://service.example',
      workspace: 'w',
      projectName: 'p',
      start: false,
    };
    const experiment = await APIExperiment.create(given);
    assert.equal(experiment.name, name);
    assert.equal(experiment.url, url);
    assert.equal(service.sent.length, 1);
  });
}
