import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@tracklens/core/contract';
import { testKey, testService } from '../testing/test-service.ts';
import { createApp } from './app.ts';

const rest = '/api/rest/v2';
const json = { 'content-type': 'application/json' };

test('every endpoint of the contract is routed, at each of its paths', async (t) => {
  const service = await testService(t);
  for (const { endpoint } of endpoints) {
    for (const path of [endpoint.path, ...endpoint.alsoAt]) {
      const address = path.replace(/\{\w+\}/g, 'x');
      const hasBody = endpoint.method !== 'GET';
      const response = await service.send(endpoint.method, address, hasBody ? '{}' : undefined, hasBody ? json : {});
      const text = await response.text();
      assert.ok(!text.includes('No endpoint'), `${endpoint.method} ${path}: ${text}`);
      assert.ok(response.status < 500, `${endpoint.method} ${path}: ${response.status} ${text}`);
    }
  }
});

test('a run at an address without /clientlib/ gets an error with the address', async (t) => {
  const service = await testService(t);
  for (const path of ['/logger/add/run', '/logger/get/run', '/api/logger/add/run']) {
    const { msg } = await service.call('POST', path, {}, 404);
    assert.equal(
      msg,
      'The address of the Python SDK ends with /clientlib/: set COMET_URL_OVERRIDE=http://127.0.0.1/clientlib/',
      path,
    );
  }
});

test('every endpoint except the two health checks requires the key, at each of its paths', async (t) => {
  const { app } = await testService(t);
  const unlocked: string[] = [];
  for (const { endpoint } of endpoints) {
    for (const path of [endpoint.path, ...endpoint.alsoAt]) {
      for (const key of [null, '', 'wrong', `${testKey}x`, testKey.slice(1)]) {
        const headers: Record<string, string> = key === null ? {} : { authorization: key };
        const address = `http://127.0.0.1${path.replace(/\{\w+\}/g, 'x')}`;
        const body = endpoint.method === 'GET' ? {} : { body: JSON.stringify({ apiKey: key }) };
        for (const query of ['', `?apiKey=${key}`]) {
          const response = await app.fetch(new Request(address + query, { method: endpoint.method, headers, ...body }));
          const { sdk_error_code: code } = (await response.json()) as { sdk_error_code?: number };
          if (code !== 90212 || ![400, 401].includes(response.status)) unlocked.push(path);
        }
      }
    }
  }
  // An upload of one part of a large file is authorized by its own signature instead of the key.
  assert.deepEqual(
    [...new Set(unlocked)].filter((path) => !path.includes('upload-part')),
    ['/clientlib/isAlive/ver', '/clientlib/health/ping'],
  );
});

test('the key is read from either header, and at the endpoints of online logging from body and query', async (t) => {
  const { app } = await testService(t);
  const get = (headers: Record<string, string>) =>
    app.fetch(new Request(`http://127.0.0.1${rest}/account-details`, { headers }));
  assert.equal((await get({ authorization: testKey })).status, 200);
  assert.equal((await get({ authorization: ` ${testKey} ` })).status, 200);
  assert.equal((await get({ 'comet-sdk-api': testKey })).status, 200);
  for (const scheme of ['Bearer', 'bearer']) {
    assert.equal((await get({ authorization: `${scheme} ${testKey}` })).status, 200, scheme);
    assert.equal((await get({ authorization: `${scheme} wrong` })).status, 401, scheme);
  }
  assert.equal((await get({ authorization: `Basic ${testKey}` })).status, 401);
  const ask = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, init));
    const { sdk_error_code: code } = (await response.json()) as { sdk_error_code?: number };
    return [response.status, code];
  };
  const experimentKey = 'a'.repeat(32);
  const tagged = { experimentKey, addedTags: ['a'] };
  const pending = `/clientlib/rpc/get-pending-rpcs?experimentKey=${experimentKey}`;
  // 400 where a run starts: the Python SDK reads the error code of no other status there.
  assert.deepEqual(await ask('/clientlib/logger/add/run', { experimentKey, apiKey: 'wrong' }), [400, 90212]);
  assert.deepEqual(await ask('/clientlib/logger/get/run', { previousExperiment: experimentKey }), [400, 90212]);
  assert.equal((await ask('/clientlib/logger/add/run', { experimentKey, apiKey: testKey }))[0], 200);
  // A path that belongs to an endpoint of the other interface.
  assert.deepEqual(await ask('/clientlib/tags/add-tags-to-experiment', { ...tagged, apiKey: 'wrong' }), [401, 90212]);
  assert.equal((await ask('/clientlib/tags/add-tags-to-experiment', { ...tagged, apiKey: testKey }))[0], 200);
  assert.equal((await ask(`${pending}&apiKey=${testKey}`))[0], 200);
  assert.deepEqual(await ask(`${pending}&apiKey=wrong`), [401, 90212]);
  const experiment = { workspaceName: 'w', apiKey: testKey };
  assert.deepEqual(await ask(`${rest}/write/experiment/create`, experiment), [401, 90212]);
  assert.deepEqual(await ask(`${rest}/write/experiment/create?apiKey=${testKey}`, experiment), [401, 90212]);
  assert.deepEqual(await ask(`${rest}/workspaces?apiKey=${testKey}`), [401, 90212]);
});

test('a caller without a key may send a small body only', async (t) => {
  const { app } = await testService(t);
  const send = async (megabytes: number, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ experimentKey: 'a'.repeat(32), values: [], filler: 'x'.repeat(megabytes * 2 ** 20) });
    const address = 'http://127.0.0.1/clientlib/batch/logger/experiment/metric';
    return (await app.fetch(new Request(address, { method: 'POST', body, headers }))).status;
  };
  assert.equal(await send(1), 401);
  assert.equal(await send(5), 413);
  assert.equal(await send(5, { authorization: testKey }), 404);
});

test('a page that rebinds its name to the loopback address is rejected', async (t) => {
  const service = await testService(t);
  for (const host of ['evil.example', 'evil.example:5000', '127.0.0.1.evil.example', '[::1].evil.example']) {
    assert.equal((await service.send('GET', `${rest}/workspaces`, undefined, { host })).status, 403, host);
  }
  for (const host of ['127.0.0.1:5000', 'localhost', 'LOCALHOST:80', '[::1]:5000']) {
    assert.equal((await service.send('GET', `${rest}/workspaces`, undefined, { host })).status, 200, host);
  }
});

test('the URL in the request line is checked like the Host header', async (t) => {
  const { app } = await testService(t);
  const headers = { host: '127.0.0.1', authorization: testKey };
  for (const [origin, status] of [
    ['http://evil.example', 403],
    ['http://127.0.0.1@evil.example:5000', 403],
    ['http://localhost:5000', 200],
  ] as const) {
    // The platform's Request rejects credentials in a URL; the adapter's Request, which a server receives, does not.
    const request = { method: 'GET', url: `${origin}${rest}/workspaces`, headers: new Headers(headers) } as Request;
    assert.equal((await app.fetch(request)).status, status, origin);
  }
});

test('responses have the JSON type that clients accept, and other sites cannot read them', async (t) => {
  const service = await testService(t);
  const response = await service.send('GET', `${rest}/workspaces`, undefined, { origin: 'https://evil.example' });
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.equal(response.headers.get('access-control-allow-origin'), null);
});

test('a rejection reports what is wrong and has the code of its status', async (t) => {
  const service = await testService(t);
  const cases: [string, number, object][] = [
    [`${rest}/project?workspaceName=ada&projectName=absent`, 404, { msg: 'There is no project ada/absent' }],
    [`${rest}/experiment/metadata`, 400, { msg: 'Query field experimentKey is missing' }],
    [
      `${rest}/experiments?workspaceName=ada&projectName=p&page=x`,
      400,
      { msg: 'Query field page: Invalid type: Expected number but received "x"' },
    ],
    [`${rest}/nothing`, 404, { msg: `No endpoint GET ${rest}/nothing` }],
  ];
  for (const [path, status, { msg }] of cases as [string, number, { msg: string }][]) {
    const response = await service.call('GET', path, undefined, status);
    assert.deepEqual(response, { msg, code: status, data: null, sdk_error_code: 0 });
  }
  const { msg } = await service.call('POST', `${rest}/write/experiment/log-other`, { experimentKey: 'e' }, 400);
  assert.equal(msg, 'Body field key is missing');
  assert.deepEqual(await service.call('GET', `${rest}/experiment/tags?experimentKey=absent`, undefined, 404), {
    msg: 'There is no experiment absent',
    code: 404,
    data: null,
    sdk_error_code: 90210,
  });
  // 400 where clients look up an experiment: Java accepts only that status for a missing one.
  assert.deepEqual(await service.call('GET', `${rest}/experiment/metadata?experimentKey=absent`, undefined, 400), {
    msg: 'There is no experiment absent',
    code: 400,
    data: null,
    sdk_error_code: 90210,
  });
});

test('a request with another method than its path has is rejected with those that it has', async (t) => {
  const service = await testService(t);
  for (const [method, path, allowed] of [
    ['POST', `${rest}/workspaces`, 'GET, HEAD'],
    ['OPTIONS', `${rest}/workspaces`, 'GET, HEAD'],
    ['GET', `${rest}/write/experiment/metric`, 'POST'],
    ['HEAD', `${rest}/write/experiment/metric`, 'POST'],
    ['POST', '/clientlib/asset/a1/thumbnail', 'PUT'],
    ['PUT', '/api/page/sign-in-link', 'POST'],
  ] as const) {
    const response = await service.send(method, path);
    assert.deepEqual([response.status, response.headers.get('allow')], [405, allowed], `${method} ${path}`);
    const { msg } = (await response.json()) as { msg: string };
    assert.equal(msg, `${method} is not allowed at ${path}: use ${allowed.replace(', HEAD', '')}`);
  }
  assert.equal((await service.send('PATCH', `${rest}/nothing`)).status, 404);
});

test('a compressed body is decompressed; one that exceeds the memory limit is rejected', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const post = (bytes: Uint8Array<ArrayBuffer>) =>
    service.send('POST', '/clientlib/batch/logger/experiment/metric', bytes, { ...json, 'content-encoding': 'gzip' });
  const values = [{ metricName: 'loss', metricValue: 'NaN', step: 1, timestamp: 5 }];
  const zip = (body: string | Uint8Array) => new Uint8Array(gzipSync(body));
  assert.equal((await post(zip(JSON.stringify({ experimentKey, values })))).status, 200);
  assert.equal((await post(zip(new Uint8Array(65 * 1024 * 1024)))).status, 413);
  assert.equal((await post(new Uint8Array(Buffer.from('no zip')))).status, 400);
  assert.equal((await service.send('POST', `${rest}/write/project/create`, '{"a":', json)).status, 400);
});

test('bare NaN and infinities in a body are read', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  for (const word of ['NaN', 'Infinity', '-Infinity']) {
    const body = `{"experimentKey":"${key}","metricName":"m","metricValue":${word}}`;
    assert.equal((await service.send('POST', `${rest}/write/experiment/metric`, body, json)).status, 200);
  }
  const response = await service.call<{ metrics: { metricValue: string }[] }>(
    'GET',
    `${rest}/experiment/metrics/get-metric?experimentKey=${key}&metricName=m`,
  );
  assert.deepEqual(
    response.metrics.map((record) => record.metricValue),
    ['NaN', 'Infinity', '-Infinity'],
  );
});

test('an error response has the id that the log has for the same request', async (t) => {
  const { store } = await testService(t);
  const reports: string[] = [];
  const broken = new Proxy(store, {
    get: () => {
      throw new TypeError('broken');
    },
  });
  const session = { userName: 'ada', defaultWorkspaceName: 'ada' };
  const app = createApp({ store: broken, apiKey: testKey, session, onFailure: (_, what) => reports.push(what) });
  const headers = { host: '127.0.0.1', authorization: testKey };
  const response = await app.fetch(new Request(`http://127.0.0.1${rest}/projects?workspaceName=ada`, { headers }));
  assert.equal(response.status, 500);
  assert.deepEqual(reports, [`GET ${rest}/projects (request ${response.headers.get('x-request-id')})`]);
});
