import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment } from '../browser/index.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';
import { debugHooks } from './debug-hooks.ts';
import type { RawResponse } from './raw-response.ts';
import { joinedHooks, type ReceivedResponse, type RetriedRequest } from './request-hooks.ts';

const retry = { pause: async () => {}, random: () => 0.5 };
const workspaces = { workspaceNames: ['ada'] };
const path = '/api/rest/v2/workspaces';

function responses(...inits: FakeResponseInit[]) {
  return fakeTransport((_, index) => inits[Math.min(index, inits.length - 1)]!);
}

test('hooks see each request, each response and each retry', async () => {
  const events: unknown[] = [];
  const { onResponse, onRetry } = {
    onResponse: ({ request, status, requestId, error }: ReceivedResponse) =>
      events.push(['response', request.path, status, requestId, error]),
    onRetry: ({ attempt, pauseMillis, status, requestId }: RetriedRequest) =>
      events.push(['retry', attempt, pauseMillis, status, requestId]),
  };
  const transport = responses({ status: 503, headers: { 'x-request-id': 'r1' } }, { json: workspaces });
  const api = new API({ transport, retry, onRequest: () => ({ 'X-Trace': '1' }), onResponse, onRetry });
  assert.deepEqual(await api.getWorkspaces(), ['ada']);
  assert.deepEqual(events, [
    ['response', path, 503, 'r1', null],
    ['retry', 2, 250, 503, 'r1'],
    ['response', path, 200, null, null],
  ]);
  assert.deepEqual(
    transport.sent.map(({ headers }) => headers?.['x-trace']),
    ['1', '1'],
  );
});

test('a request without a response is reported with its error', async () => {
  const events: ReceivedResponse[] = [];
  const transport = fakeTransport(() => {
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
  });
  const api = new API({ transport, retry: { attempts: 1 }, onResponse: (event) => events.push(event) });
  await assert.rejects(api.getWorkspaces(), { code: 'unreachable' });
  assert.deepEqual([events[0]?.status, events[0]?.error?.code], [null, 'unreachable']);
});

test('a failing onRequest fails the call before anything is sent; other hooks only warn', async () => {
  const fail = () => {
    throw new Error('no token');
  };
  const transport = responses({ json: workspaces });
  await assert.rejects(new API({ transport, onRequest: fail }).getWorkspaces(), /no token/);
  assert.equal(transport.sent.length, 0);
  const warnings: string[] = [];
  const api = new API({ transport, onResponse: fail, warn: (message) => warnings.push(message) });
  assert.deepEqual(await api.getWorkspaces(), ['ada']);
  assert.deepEqual(warnings, ['onResponse failed: no token']);
});

test('a warn function that throws does not stop the queue of what is logged', async (t) => {
  const reported: string[] = [];
  t.mock.method(console, 'warn', (message: string) => reported.push(message));
  const transport = fakeTransport((_, index) => ({ status: index === 0 ? 503 : 200 }));
  const warn = () => {
    throw new Error('the log is closed');
  };
  const api = new API({ transport, retry: { attempts: 1 }, warn }, { queuePause: async () => {} });
  const experiment = new APIExperiment({ api, previousExperiment: 'k' });
  await assert.rejects(experiment.logMetric('loss', 1), { data: { queued: true } });
  await experiment.end();
  const sent = transport.sent.filter((request) => request.path.endsWith('experiment/metric'));
  assert.equal(sent.length, 2);
  assert.match(reported.join(), /^Data of experiment k is queued .* \(warn failed: the log is closed\)$/);
});

test('onRawResponse receives the response of one call, also a rejected one', async () => {
  const raw: RawResponse[] = [];
  const headers = { 'x-request-id': 'r2' };
  const transport = responses({ json: workspaces, headers }, { status: 500, json: { msg: 'No' }, headers });
  const api = new API({ transport, retry: { attempts: 1 }, cache: false });
  const options = { onRawResponse: (response: RawResponse) => raw.push(response) };
  await api.getWorkspaces(options);
  const failed = api.getWorkspaces(options);
  await assert.rejects(failed, { requestId: 'r2', message: /^getWorkspaces: No \(request r2\)\. / });
  assert.deepEqual(
    raw.map(({ status, requestId, text }) => [status, requestId, text]),
    [
      [200, 'r2', JSON.stringify(workspaces)],
      [500, 'r2', '{"msg":"No"}'],
    ],
  );
});

test('debug lines have neither headers nor secrets', async () => {
  const lines: string[] = [];
  const transport = responses({ status: 503 }, {});
  const own = { onRequest: () => ({ 'x-token': 'secret' }) };
  const hooks = joinedHooks(
    debugHooks((line) => lines.push(line)),
    own,
  );
  const api = new API({ transport, retry, ...hooks });
  await api.deleteProjectShareKey('p', 'secret').catch(() => {});
  assert.equal(transport.sent[0]?.headers?.['x-token'], 'secret');
  const line = 'tracklens: GET /api/rest/v2/write/project/delete-project-share-link projectId="p" shareCode=…: ';
  assert.deepEqual(
    lines.map((each) => each.replace(/\d+ ms/, 'N ms')),
    [`${line}status 503, N ms`, `${line}attempt 2 in N ms after status 503`, `${line}status 200, N ms`],
  );
});
