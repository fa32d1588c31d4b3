import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { contract } from '@tracklens/core/contract';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { installedWheel, type JupyterServer, startJupyter } from '../../scripts/setup.ts';
import { until } from '../until.ts';
import { secretKey } from './seeded-service.ts';

/** The proxy, called over HTTP as a page calls it, in front of a service that returns what it received. */
describe('the proxy of the Jupyter server', { timeout: 480_000 }, () => {
  let upstream: Server;
  let answer: RequestListener;
  let arrived: { method: string; url: string; headers: IncomingHttpHeaders; bytes: number }[] = [];
  let server: JupyterServer;
  let folder: string;
  let base: string;
  let cookies: Record<string, string>;
  const stack = suiteCleanup();

  const json: RequestListener = (_, response) => {
    response.setHeader('content-type', 'application/json').setHeader('set-cookie', 'of=service').end('{"ok":true}');
  };

  before(async () => {
    upstream = createServer((request, response) => {
      const seen = { method: request.method!, url: request.url!, headers: request.headers, bytes: 0 };
      arrived.push(seen);
      request.on('data', (chunk: Buffer) => {
        seen.bytes += chunk.length;
      });
      request.on('end', () => answer(request, response));
    });
    stack.defer(() => {
      upstream.closeAllConnections();
      upstream.close();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    folder = await temporaryFolder(stack);
    await mkdir(path.join(folder, 'notebooks'));
    await installedWheel();
    const { port } = upstream.address() as AddressInfo;
    server = await startJupyter({
      notebookFolder: path.join(folder, 'notebooks'),
      privateFolder: path.join(folder, 'private'),
      env: { SERVICE_URL_OVERRIDE: `http://127.0.0.1:${port}/clientlib/`, SERVICE_API_KEY: secretKey, HOME: folder },
      args: ['--ServerApp.base_url=/user/a%40b/'],
    });
    stack.defer(() => server.stop());
    base = `${server.url}tracklens/`;
    cookies = await login(server);
  });

  const ask = (address: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    arrived = [];
    return fetch(base + address, { ...init, headers: { authorization: `token ${server.token}`, ...init.headers } });
  };
  const metadata = contract.experiments.metadata.path;

  test('a read is forwarded with the key and without the headers of the Jupyter server', async () => {
    answer = json;
    const response = await ask(`api${metadata}?experimentKey=a%2Fb&x=%20`, {
      headers: { cookie: 'session=1', 'x-xsrftoken': 'x', 'x-own': '1' },
    });
    assert.deepEqual(await response.json(), { ok: true });
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.ok(!response.headers.getSetCookie().some((cookie) => cookie.startsWith('of=')));
    const [request] = arrived;
    assert.equal(request!.url, `${metadata}?experimentKey=a%2Fb&x=%20`);
    assert.equal(request!.headers.authorization, secretKey);
    for (const name of ['cookie', 'x-xsrftoken', 'x-own']) assert.equal(request!.headers[name], undefined);
  });

  test('a request without login is rejected before anything is forwarded, also an upload', async () => {
    arrived = [];
    for (const [address, init] of [
      ['status', {}],
      [`api${metadata}`, {}],
      [`view${metadata}`, {}],
      ['local-service', { method: 'POST', body: '{"kind":"demo"}' }],
      ['recording', { method: 'POST', body: '{"content":""}' }],
      ['local-service', { method: 'DELETE' }],
      ['connections', {}],
      ['connections', { method: 'POST', body: '{"url":"http://127.0.0.1:1","apiKey":"k"}' }],
      ['connections?id=x', { method: 'DELETE' }],
      ['connections/active', { method: 'POST', body: '{"id":null}' }],
      [`at/configured/api${metadata}`, {}],
    ] as const) {
      assert.equal((await fetch(base + address, init)).status, 403, address);
    }
    const upload = fetch(`${base}api${contract.assets.upload.path}`, {
      method: 'POST',
      body: new Uint8Array(1_000_000),
    });
    // The connection may be closed while the body is still being sent.
    const status = await upload.then(
      (response) => response.status,
      () => 403,
    );
    assert.equal(status, 403);
    assert.deepEqual(arrived, []);
  });

  test('only endpoints of the contract are forwarded', async () => {
    for (const [method, address] of [
      ['GET', 'api/'],
      ['GET', 'api/admin'],
      ['GET', 'api//other.example/x'],
      ['POST', `api${metadata}`],
      ['GET', `api${metadata}/`],
      ['GET', `view${metadata}%00`],
    ] as const) {
      const response = await ask(address, { method });
      assert.ok([400, 404].includes(response.status), `${method} ${address}: ${response.status}`);
    }
    assert.deepEqual(arrived, []);
  });

  test('a page of the local service opens by a sign-in link that is requested with the key', async () => {
    const { port } = upstream.address() as AddressInfo;
    const root = `http://127.0.0.1:${port}`;
    const link = `${root}/api/page/sign-in/secret-of-a-link`;
    answer = (_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: link }));
    const opened = async (page: unknown, headers: Record<string, string> = {}) => {
      const response = await ask('browser-address', { method: 'POST', body: JSON.stringify({ page }), headers });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const signedIn = await opened(`${root}/ada/digits?x=1`);
    assert.deepEqual([signedIn.status, JSON.parse(signedIn.text)], [200, { url: link }]);
    assert.equal(signedIn.headers.get('cache-control'), 'no-store');
    assert.deepEqual(
      arrived.map(({ method, url, headers }) => [method, url, headers.authorization]),
      [['POST', '/api/page/sign-in-link', secretKey]],
    );
    for (const page of ['http://127.0.0.1:1/x', 'https://www.comet.com/x', `${root}.other.example/x`, 'nonsense']) {
      assert.deepEqual(JSON.parse((await opened(page)).text), { url: page });
      assert.deepEqual(arrived, [], page);
    }
    assert.equal((await opened(5)).status, 400);
    const remote = await ask('browser-address', {
      method: 'POST',
      body: JSON.stringify({ page: `${root}/ada/digits?x=1`, remote: true }),
    });
    const proxied = '/user/a%40b/tracklens/at/configured/page/ada/digits?x=1';
    assert.deepEqual(await remote.json(), { url: proxied });
    assert.deepEqual(arrived, []);
    // Without the token: an anonymous caller, and a page of another origin with the cookies of this one.
    assert.equal((await opened(`${root}/`, { authorization: '' })).status, 403);
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    assert.equal((await opened(`${root}/`, { authorization: '', cookie })).status, 403);
    assert.deepEqual(arrived, []);
    for (const [status, body] of [
      [401, '{}'],
      [200, '{"url":"http://other.example/x"}'],
      [200, '<html>'],
    ] as const) {
      answer = (_, response) => response.writeHead(status).end(body);
      assert.deepEqual(JSON.parse((await opened(`${root}/ada`)).text), { url: `${root}/ada` });
    }
    assert.equal((await readFile(server.logFile, 'utf8')).includes('secret-of-a-link'), false);
  });

  test('the page of the service is served with the login of the Jupyter server', async () => {
    const anonymous = await fetch(`${base}at/configured/page/ada`, { redirect: 'manual' });
    assert.equal(anonymous.status, 302);
    assert.match(anonymous.headers.get('location')!, /\/user\/a%40b\/login\?next=/);
    assert.equal((await fetch(`${base}page-files/main.js`, { redirect: 'manual' })).status, 302);
    const page = await ask('at/configured/page/ada/digits');
    const html = await page.text();
    assert.match(
      html,
      /data-root="\/user\/a%40b\/tracklens\/at\/configured\/page" data-api="[^"]*\/at\/configured\/view"/,
    );
    const [, nonce] = /script-src 'nonce-([\w-]+)' 'strict-dynamic';/.exec(
      page.headers.get('content-security-policy')!,
    )!;
    assert.ok(html.includes(`<script type="module" src="/user/a%40b/tracklens/page-files/main.js" nonce="${nonce}">`));
    const script = await ask('page-files/main.js');
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal((await ask('page-files/..%2f..%2fconfiguration.py')).status, 404);
    assert.deepEqual(arrived, []);
  });

  test('the link of a project leads to the page that the service names, and to no other site', async () => {
    for (const [location, path] of [
      ['/ada/digits?viewId=v', '/ada/digits?viewId=v'],
      ['//other.example/x', '/'],
      ['https://other.example/x', '/'],
    ] as const) {
      answer = (_, response) => response.writeHead(303, { location }).end();
      const response = await ask('at/configured/page/api/projects/redirect?projectId=p', { redirect: 'manual' });
      assert.equal(response.headers.get('location'), `/user/a%40b/tracklens/at/configured/page${path}`);
      assert.equal(arrived[0]!.url, '/api/projects/redirect?projectId=p');
    }
  });

  test('a notebook output can read and nothing else', async () => {
    answer = json;
    const question = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    assert.equal((await ask(`view${contract.metrics.chart.path}`, question)).status, 200);
    for (const [row, init] of [
      [contract.experiments.addTags, question],
      [contract.experiments.archive, {}],
      [contract.experiments.remove, {}],
    ] as const) {
      const response = await ask(`view${row.path}`, init);
      assert.equal(response.status, 403, row.path);
      assert.match(((await response.json()) as { msg: string }).msg, /may only read/);
      assert.deepEqual(arrived, []);
    }
  });

  test('a page of another origin cannot write with this login, not even by GET', async () => {
    answer = json;
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const withCookie = async (address: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
      arrived = [];
      const response = await fetch(base + address, { ...init, headers: { cookie, ...init.headers } });
      return [response.status, arrived.length];
    };
    const archive = `api${contract.experiments.archive.path}?experimentKey=a`;
    assert.deepEqual(await withCookie(archive), [403, 0]);
    assert.deepEqual(await withCookie(archive, { headers: { referer: 'http://other.example/' } }), [403, 0]);
    const post = { method: 'POST', body: '{}' };
    assert.deepEqual(await withCookie(`api${contract.experiments.addTags.path}`, post), [403, 0]);
    for (const address of ['connections', 'connections/active', 'local-service'])
      assert.deepEqual(await withCookie(address, post), [403, 0], address);
    assert.deepEqual(await withCookie('connections?id=x', { method: 'DELETE' }), [403, 0]);
    const token = { 'x-xsrftoken': cookies._xsrf! };
    assert.deepEqual(await withCookie(archive, { headers: token }), [200, 1]);
    assert.deepEqual(
      await withCookie(`api${contract.experiments.addTags.path}`, { ...post, headers: token }),
      [200, 1],
    );
    assert.deepEqual(await withCookie(`api${metadata}`, { headers: { origin: 'http://other.example' } }), [404, 0]);
  });

  test('a damaged file of connections, and a body that is no object, are reported with what to do', async () => {
    const file = path.join(folder, '.config', 'tracklens', 'connections.json');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '{');
    try {
      for (const [address, method, body] of [
        ['connections', 'GET'],
        ['connections', 'POST', '{"id":"a","name":"b"}'],
        ['connections?id=a', 'DELETE'],
        ['connections/active', 'POST', '{"id":"a"}'],
        ['browser-address', 'POST', '{"page":"http://127.0.0.1:1/x"}'],
      ] as const) {
        const response = await ask(address, { method, ...(body === undefined ? {} : { body }) });
        const { msg, remedy } = (await response.json()) as { msg: string; remedy: string };
        assert.equal(response.status, 409, `${method} ${address}: ${msg}`);
        assert.match(msg, /connections\.json, is damaged/);
        assert.match(remedy, /Correct or delete it/);
      }
    } finally {
      await rm(file);
    }
    for (const address of ['connections', 'connections/active', 'local-service', 'browser-address']) {
      const response = await ask(address, { method: 'POST', body: '[1]' });
      assert.equal(response.status, 400, address);
      assert.match(((await response.json()) as { msg: string }).msg, /JSON object/);
    }
  });

  test('a file from the service cannot run as a page of this server', async () => {
    answer = (_, response) => response.setHeader('content-type', 'text/html').end('<script>1</script>');
    const response = await ask(`api${contract.assets.get.path}?assetId=1`);
    assert.match(response.headers.get('content-security-policy')!, /sandbox/);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('content-disposition'), 'attachment');
  });

  test('large bodies are streamed completely in both directions', async () => {
    const size = 80_000_000;
    answer = json;
    const sent = await ask(`api${contract.assets.upload.path}?experimentKey=a`, {
      method: 'POST',
      body: new Uint8Array(size),
    });
    assert.equal(sent.status, 200);
    assert.equal(arrived[0]!.bytes, size);
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      for (let at = 0; at < 80; at++) response.write(new Uint8Array(1_000_000));
      response.end();
    };
    const got = await ask(`api${contract.assets.get.path}?assetId=1`);
    assert.equal((await got.arrayBuffer()).byteLength, size);
  });

  test('a response is streamed', async () => {
    let release = () => {};
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('first');
      release = () => void response.end('last');
    };
    const response = await ask(`api${metadata}`);
    const reader = response.body!.getReader();
    assert.equal(Buffer.from((await reader.read()).value!).toString(), 'first');
    release();
    assert.equal(Buffer.from((await reader.read()).value!).toString(), 'last');
  });

  test('a connection lost by the service breaks the transfer; a partial response never looks complete', async () => {
    let lose = () => {};
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[1, 2');
      lose = () => response.destroy();
    };
    const response = await ask(`api${metadata}`);
    lose();
    await assert.rejects(response.text());
  });

  test('a client that disconnects cancels the request', { timeout: 120_000 }, async () => {
    const left = new Promise<void>((resolve) => {
      answer = (_, response) => void response.on('close', resolve);
    });
    const leaving = new AbortController();
    const asked = ask(`api${metadata}`, { signal: leaving.signal });
    await until(() => arrived.length > 0, 'the request to arrive');
    leaving.abort();
    await assert.rejects(asked);
    await left;
  });

  test('a client that disconnects in the middle of a response cancels it, also while the service sends nothing', {
    timeout: 120_000,
  }, async () => {
    const left = new Promise<void>((resolve) => {
      answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).write('first');
        response.on('close', resolve);
      };
    });
    const leaving = new AbortController();
    const response = await ask(`api${contract.assets.get.path}?assetId=1`, { signal: leaving.signal });
    await response.body!.getReader().read();
    leaving.abort();
    await left;
    assert.equal((await readFile(server.logFile, 'utf8')).includes('Traceback'), false);
  });

  test('a rejected key is reported with its source', async () => {
    answer = (_, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end(`{"msg":"${secretKey}?"}`);
    const response = await ask(`api${metadata}`);
    assert.equal(response.status, 401);
    const { msg } = (await response.json()) as { msg: string };
    assert.match(msg, /does not accept the API key \(found in the environment \(SERVICE_API_KEY\)\)/);
    assert.ok(!msg.includes(secretKey));
  });

  test('a redirect to another address is rejected with the remedy and not followed', async () => {
    const elsewhere: string[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(request.url!);
      response.end('internal');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    answer = (_, response) => response.writeHead(302, { location: `${origin}/metadata` }).end();
    const response = await ask(`api${metadata}`);
    assert.equal(response.status, 502);
    const body = await response.text();
    assert.ok(body.includes(`redirects to ${origin}, which is not followed`), body);
    answer = (request, response) => {
      if (request.url === '/moved') return json(request, response);
      return response.writeHead(302, { location: '/moved' }).end();
    };
    assert.deepEqual(await (await ask(`api${metadata}`)).json(), { ok: true });
    assert.deepEqual(
      arrived.map(({ url, headers }) => [url, headers.authorization]),
      [
        [metadata, secretKey],
        ['/moved', secretKey],
      ],
    );
    other.close();
    assert.deepEqual(elsewhere, []);
  });

  test('other errors of the service are passed on unchanged', async () => {
    answer = (_, response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{"msg":"no such"}');
    const response = await ask(`api${metadata}`);
    assert.deepEqual([response.status, await response.text()], [404, '{"msg":"no such"}']);
  });

  test('a file is replaced atomically, neither hidden nor outside of the folder', async () => {
    const notebooks = path.join(folder, 'notebooks');
    const outside = path.join(folder, 'outside.txt');
    await mkdir(path.join(notebooks, 'sub'));
    for (const [name, text] of [
      [outside, 'outside'],
      [path.join(notebooks, 'part~'), 'new'],
      [path.join(notebooks, 'own'), 'old'],
      [path.join(notebooks, '.hidden'), 'hidden'],
    ] as const) {
      await writeFile(name, text);
    }
    const headers = { authorization: `token ${server.token}` };
    const replace = async (given: unknown, init: RequestInit = { headers }) =>
      (await fetch(`${base}replacement`, { method: 'POST', body: JSON.stringify(given), ...init })).status;
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const right = { part: 'part~', path: 'own' };
    assert.equal(await replace(right, {}), 403);
    assert.equal(await replace(right, { headers: { cookie } }), 403);
    for (const [given, status] of [
      [{}, 400],
      [[1], 400],
      [{ part: 'part~', path: 5 }, 400],
      [{ part: 'part~', path: '../outside.txt' }, 404],
      [{ part: '../outside.txt', path: 'own' }, 404],
      [{ part: '/../outside.txt', path: 'own' }, 404],
      [{ part: 'part~', path: '.hidden' }, 400],
      [{ part: '.hidden', path: 'own' }, 400],
      [{ part: 'not there', path: 'own' }, 404],
      [{ part: 'sub', path: 'own' }, 404],
      [{ part: 'part~', path: 'sub' }, 409],
    ] as const) {
      assert.equal(await replace(given), status, JSON.stringify(given));
    }
    assert.equal(await readFile(outside, 'utf8'), 'outside');
    assert.deepEqual((await readdir(notebooks)).sort(), ['.hidden', 'own', 'part~', 'sub']);
    assert.equal(await replace(right), 200);
    assert.equal(await readFile(path.join(notebooks, 'own'), 'utf8'), 'new');
    assert.deepEqual((await readdir(notebooks)).sort(), ['.hidden', 'own', 'sub']);
  });

  test('a service that is down is a 502 with the remedy; the log has no key', async () => {
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
    const response = await ask(`api${metadata}`);
    assert.equal(response.status, 502);
    assert.match(((await response.json()) as { msg: string }).msg, /cannot be reached\. Start it/);
    assert.equal((await readFile(server.logFile, 'utf8')).includes(secretKey), false);
  });
});

describe('the proxy of a Jupyter server that was started in a cloned folder', { timeout: 480_000 }, () => {
  const keys: (string | undefined)[] = [];
  const recorder = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const stack = suiteCleanup();
  let root: string;
  let clone: string;
  let server: JupyterServer;

  before(async () => {
    await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
    stack.defer(() => void recorder.close());
    root = await temporaryFolder(stack);
    clone = path.join(root, 'clone');
    await mkdir(clone);
    await writeFile(path.join(root, '.service.config'), `[service]\napi_key = ${secretKey}\n`);
    await installedWheel();
    server = await startJupyter({
      notebookFolder: clone,
      privateFolder: path.join(root, 'private'),
      env: { HOME: root },
    });
    stack.defer(() => server.stop());
  });

  const ask = async (address: string) => {
    const headers = { authorization: `token ${server.token}` };
    return (await fetch(`${server.url}tracklens/${address}`, { headers })).json() as Promise<Record<string, unknown>>;
  };

  test('the key of the home directory is not sent to an address from the folder; the status names both files', async () => {
    const url = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
    for (const [name, text] of [
      ['.service.config', `[service]\nurl_override = ${url}\n`],
      ['.env', `SERVICE_URL_OVERRIDE=${url}\n`],
    ] as const) {
      await writeFile(path.join(clone, name), text);
      const { configured, message } = await ask('status');
      const { msg } = await ask(`api${contract.experiments.metadata.path}?experimentKey=a`);
      await rm(path.join(clone, name));
      assert.equal(configured, false);
      assert.equal(msg && String(msg).startsWith(String(message)), true);
      for (const part of [path.join(root, '.service.config'), path.join(clone, name), `is not sent to ${url}`])
        assert.ok(String(message).includes(part), `${message}`);
    }
    assert.deepEqual(keys, []);
    await writeFile(path.join(clone, '.service.config'), `[service]\napi_key = theirs\nurl_override = ${url}\n`);
    assert.deepEqual(await ask(`api${contract.experiments.metadata.path}?experimentKey=a`), {});
    assert.deepEqual(keys, ['theirs']);
  });
});

/** Returns the cookies of a browser that has opened the lab. */
async function login(server: JupyterServer): Promise<Record<string, string>> {
  const response = await fetch(`${server.url}lab?token=${server.token}`, { redirect: 'manual' });
  return Object.fromEntries(
    response.headers.getSetCookie().map((cookie) => {
      const [name, ...value] = cookie.split(';')[0]!.split('=');
      return [name!, value.join('=')];
    }),
  );
}
