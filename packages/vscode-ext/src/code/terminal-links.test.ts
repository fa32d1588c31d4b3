import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targetOfPage } from '@tracklens/core/display';
import { terminalReferences } from './terminal-links.ts';

const root = 'http://127.0.0.1:5000';
const key = '0123456789abcdef0123456789abcdef';
const addresses = {
  roots: () => [{ root }],
  targetOf(url: string) {
    const target = targetOfPage(root, url);
    return target && { target, connection: 'local' };
  },
};
const linksOf = (line: string) =>
  terminalReferences(line, addresses).map(({ startIndex, length, place, isConnected }) => [
    line.slice(startIndex, startIndex + length),
    place?.target.kind ?? null,
    isConnected,
  ]);

test('the address that the SDK prints is a link to the experiment', () => {
  assert.deepEqual(linksOf(`COMET INFO: Experiment is live on comet.com ${root}/team/vision/${key}.`), [
    [`${root}/team/vision/${key}`, 'experiment', true],
  ]);
});

test('the address that the service prints leads to its view, or to the sign-in', () => {
  assert.deepEqual(linksOf(`tracklens service: ${root}`), [[root, null, true]]);
  assert.deepEqual(linksOf('tracklens service: http://127.0.0.1:6000'), [['http://127.0.0.1:6000', null, false]]);
});

test('the address of an experiment that the SDK prints is a link before its service is connected', () => {
  const page = `https://other.example/team/vision/${key}`;
  for (const start of ['COMET INFO: Experiment is live on comet.com ', 'COMET INFO:     url                   : '])
    assert.deepEqual(linksOf(`${start}${page}`), [[page, null, false]]);
  assert.deepEqual(linksOf(`Experiment is live on comet.com https://other.example/team/vision`), []);
  assert.deepEqual(linksOf(`See ${page}`), []);
});

test('other addresses are left to the terminal', () => {
  assert.deepEqual(linksOf(`Serving on ${root}/ and https://example.org/team/vision/${key}`), []);
  assert.deepEqual(linksOf(`${root}/team/vision`), []);
  assert.deepEqual(linksOf(`Open this link in a browser: ${root}/api/page/sign-in/${key}`), []);
});
