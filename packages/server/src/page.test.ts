import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from './testing/test-service.ts';

const browser = { accept: 'text/html,*/*;q=0.8' };
const key = 'f'.repeat(32);

test('the address that a script prints tells a browser where the experiment is drawn', async (t) => {
  const service = await testService(t);
  const answer = await service.send('GET', `/lab/digits/${key}`, undefined, { ...browser, authorization: '' });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.ok((await answer.text()).includes(`tracklens.display("${key}")`));
});

test('nothing of an address but a key is written into the page', async (t) => {
  const service = await testService(t);
  for (const path of ['/a/b/%3Cscript%3Ealert(1)%3C%2Fscript%3E', '/%22onload=x/b/c', '/']) {
    const text = await (await service.send('GET', path, undefined, browser)).text();
    assert.doesNotMatch(text, /<script|onload|alert/);
  }
});

test('a client that asks for data is told that there is none', async (t) => {
  const service = await testService(t);
  assert.equal((await service.send('GET', `/lab/digits/${key}`)).status, 404);
  assert.equal((await service.send('GET', '/api/rest/v2/nothing', undefined, browser)).status, 404);
});
