import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { cleanup } from '../test-support/cleanup.ts';
import { testCertificate, testCertificateKey } from '../test-support/test-certificate.ts';
import { request } from '../test-support/wire-request.ts';
import type { ConnectionSettings } from './dispatcher.ts';
import { checkedProxy, environmentProxy } from './proxy.ts';
import { undiciTransport } from './undici-transport.ts';

const read = { ...request('GET', 'workspaces'), timeoutMillis: 30_000 };

async function listening(
  context: TestContext,
  server: Pick<Server, 'listen' | 'address' | 'close' | 'closeAllConnections'>,
) {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  cleanup(context).defer(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a service over HTTP, the same over TLS, and a proxy that leads every address to one of them. */
async function network(context: TestContext, { status = 200 } = {}) {
  const tls = { cert: testCertificate, key: testCertificateKey };
  const plainPort = await listening(
    context,
    createServer((_, response) => response.end('"plain"')),
  );
  const securePort = await listening(
    context,
    createSecureServer(tls, (_, response) => response.end('"secure"')),
  );
  const used: string[] = [];
  const proxy = createServer(async (incoming, outgoing) => {
    used.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`.trim());
    if (status !== 200) return outgoing.writeHead(status).end();
    outgoing.end(await (await fetch(`http://127.0.0.1:${plainPort}`)).text());
  });
  proxy.on('connect', (incoming, socket) => {
    used.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = connect(securePort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    cleanup(context).defer(async () => {
      target.destroy();
      socket.destroy();
    });
  });
  const proxyPort = await listening(context, proxy);
  return {
    used,
    proxy: `http://127.0.0.1:${proxyPort}`,
    plain: `http://127.0.0.1:${plainPort}`,
    secure: `https://127.0.0.1:${securePort}`,
  };
}

/** Sends a request with these environment variables set. Returns the body of the response. */
async function sent(
  context: TestContext,
  url: string,
  settings: ConnectionSettings = {},
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const previous = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  cleanup(context).defer(async () => {
    for (const [name, value] of previous) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const transport = undiciTransport({ url, apiKey: 'the-key', ...settings });
  cleanup(context).defer(() => transport.close());
  return await (await transport.send(read)).body.text();
}

const path = '/api/rest/v2/workspaces';

test('requests go through the proxy of the environment, over TLS in a tunnel', async (t) => {
  const { proxy, used } = await network(t);
  const env = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
  assert.equal(await sent(t, 'http://service.example', {}, env), '"plain"');
  assert.equal(await sent(t, 'https://service.example', { ca: testCertificate }, env), '"secure"');
  assert.deepEqual(used, [`GET http://service.example${path}`, 'CONNECT service.example:443']);
});

test('a service on this machine, and one that NO_PROXY lists, are reached directly', async (t) => {
  const { proxy, plain, used } = await network(t);
  const env = { HTTP_PROXY: proxy, NO_PROXY: 'service.example' };
  assert.equal(await sent(t, plain, {}, env), '"plain"');
  await assert.rejects(sent(t, 'http://api.service.example', {}, env), { code: 'unreachable' });
  assert.deepEqual(used, []);
});

test('the option proxy applies to every address, and false turns proxies off', async (t) => {
  const { proxy, plain, used } = await network(t);
  const env = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '*' };
  assert.equal(await sent(t, plain, { proxy: proxy.replace('//', '//ada:secret@') }, env), '"plain"');
  assert.deepEqual(used, [`GET ${plain}${path} Basic ${btoa('ada:secret')}`]);
  assert.equal(await sent(t, plain, { proxy: false }, env), '"plain"');
  assert.equal(used.length, 1);
});

test('the option ca replaces the trusted authorities', async (t) => {
  const { secure } = await network(t);
  await assert.rejects(sent(t, secure), { code: 'unreachable' });
  assert.equal(await sent(t, secure, { ca: [testCertificate] }), '"secure"');
});

test('a dispatcher sends the requests', async (t) => {
  const { plain, used, proxy } = await network(t);
  const { ProxyAgent } = await import('undici');
  const dispatcher = new ProxyAgent(proxy);
  cleanup(t).defer(() => dispatcher.close());
  assert.equal(await sent(t, plain, { dispatcher }), '"plain"');
  assert.equal(used.length, 1);
});

for (const { what, url, status, message } of [
  { what: 'rejects a tunnel', url: 'https://service.example', status: 407, message: /rejected .* with status 407/ },
  { what: 'asks for a password', url: 'http://service.example', status: 407, message: /rejected .* with status 407/ },
  {
    what: 'does not respond',
    url: 'http://service.example',
    status: null,
    message: /cannot be reached through the proxy/,
  },
]) {
  test(`the error names a proxy that ${what}, without its password`, async (t) => {
    const { proxy } = status === null ? { proxy: 'http://127.0.0.1:1' } : await network(t, { status });
    const env = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy.replace('//', '//ada:secret@') };
    await assert.rejects(sent(t, url, {}, env), (error: Error & { code: string }) => {
      assert.equal(error.code, 'unreachable');
      assert.match(error.message, message);
      assert.match(error.message, /Check the proxy in HTTPS?_PROXY, or exclude the service from it with NO_PROXY/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });
}

test('a proxy is found by the scheme of the address, in lower case first', () => {
  const env = { https_proxy: 'proxy:1', HTTPS_PROXY: 'http://proxy:2', ALL_PROXY: 'socks5://proxy:3' };
  assert.equal(environmentProxy(new URL('https://x.example'), env)?.uri, 'http://proxy:1');
  assert.equal(environmentProxy(new URL('http://x.example'), env)?.uri, 'socks5://proxy:3');
  // Host names are always resolved by the proxy.
  const remote = { https_proxy: 'socks5h://proxy:4' };
  assert.equal(environmentProxy(new URL('https://x.example'), remote)?.uri, 'socks5://proxy:4');
  assert.equal(environmentProxy(new URL('http://x.example'), { HTTP_PROXY: ' ' }), null);
  assert.throws(
    () => checkedProxy('ftp://ada:secret@proxy', 'HTTP_PROXY'),
    /^RestApiException: API: HTTP_PROXY is not the address of a proxy\. An/,
  );
});
