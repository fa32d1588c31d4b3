import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endpoints } from '@tracklens/core/contract';
import { temporaryFolder } from '@tracklens/core/test-support';
import { type TestService, testKey, testService } from '../testing/test-service.ts';
import { type PageFiles, pageFiles } from './page-files.ts';
import { linkLifeMillis, sessionLifeMillis } from './sign-ins.ts';

const origin = 'http://127.0.0.1';
const json = { 'content-type': 'application/json' };
const navigation = { accept: 'text/html,*/*;q=0.8', authorization: '' };
const key = 'f'.repeat(32);
const workspaces = '/api/rest/v2/workspaces';

/** Returns the address that the response to a sign-in link opens, and the secret in it. */
async function openedBy(response: Response): Promise<readonly [address: string, secret: string]> {
  const found = /content="0;url=([^"#]+)#tracklens-session=([\w-]*)"/.exec(await response.clone().text());
  return [found?.[1]?.replaceAll('&amp;', '&') ?? '', found?.[2] ?? ''];
}

/**
 * A simulated browser: it has no key, stores the cookie and the secret of the page that it receives, and the scripts of
 * the page send the secret.
 */
function browserOf(service: TestService) {
  let cookie = '';
  let secret = '';
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await service.send(method, path, undefined, { authorization: '', cookie, ...headers });
    const set = response.headers.get('set-cookie');
    if (set !== null) cookie = set.split(';')[0]!;
    if (path.includes('/sign-in/') && response.status === 200) [, secret] = await openedBy(response);
    return response;
  };
  return {
    visit: (path: string, headers: Record<string, string> = {}) => send('GET', path, { ...navigation, ...headers }),
    call: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      send(method, path, { 'x-tracklens-page': secret, ...(method === 'GET' ? {} : { origin }), ...headers }),
    cookie: () => cookie,
    /** Headers of the session for a request that is not sent by the page itself. */
    session: () => ({ authorization: '', cookie, 'x-tracklens-page': secret }),
  };
}

async function linkOf(service: TestService, path?: string): Promise<string> {
  const { url } = await service.call<{ url: string }>(
    'POST',
    '/api/page/sign-in-link',
    path === undefined ? {} : { path },
  );
  assert.ok(url.startsWith(`${origin}/api/page/sign-in/`), url);
  return url.slice(origin.length);
}

async function signedIn(t: TestContext, files?: PageFiles) {
  const service = await testService(t, files === undefined ? {} : { pageFiles: files });
  const browser = browserOf(service);
  await browser.visit(await linkOf(service));
  return { service, browser };
}

/** Creates a built page in a temporary folder. These tests need its headers and routes, not its code. */
async function builtPage(t: TestContext, names = ['main.js']): Promise<PageFiles> {
  const folder = await temporaryFolder(t);
  for (const name of names) await writeFile(path.join(folder, name), `/* ${name} */`);
  return pageFiles([pathToFileURL(`${folder}/`)]);
}

test('a sign-in link works once, in one browser, and redirects to its page', async (t) => {
  const service = await testService(t);
  const link = await linkOf(service, `/lab/digits/${key}?experiment-tab=chart`);
  const browser = browserOf(service);
  const response = await browser.visit(link);
  assert.equal(response.status, 200);
  const [address, secret] = await openedBy(response);
  assert.equal(address, `/lab/digits/${key}?experiment-tab=chart`);
  assert.match(secret, /^[\w-]{43}$/);
  assert.equal((await browser.call(workspaces)).status, 200);

  const second = browserOf(service);
  assert.equal((await second.visit(link)).status, 410);
  assert.equal(second.cookie(), '');
  assert.equal((await second.call(workspaces)).status, 401);
});

test('a sign-in link expires after a minute, a session after two weeks', async (t) => {
  const service = await testService(t);
  const late = await linkOf(service);
  service.clock.now += linkLifeMillis;
  assert.equal((await browserOf(service).visit(late)).status, 410);
  const browser = browserOf(service);
  await browser.visit(await linkOf(service));
  service.clock.now += sessionLifeMillis - 1;
  assert.equal((await browser.call(workspaces)).status, 200);
  service.clock.now += 1;
  assert.equal((await browser.call(workspaces)).status, 401);
});

test('a prefetching browser does not use up a sign-in link', async (t) => {
  const service = await testService(t);
  const link = await linkOf(service);
  const browser = browserOf(service);
  assert.equal((await browser.visit(link, { 'sec-purpose': 'prefetch;prerender' })).status, 410);
  assert.equal((await service.send('HEAD', link, undefined, { authorization: '' })).status, 410);
  assert.equal((await browser.visit(link)).status, 200);
});

test('a sign-in link for a user is not used up by a program of another user, or of none that is known', async (t) => {
  const service = await testService(t);
  const { url } = await service.call<{ url: string }>('POST', '/api/page/sign-in-link', { uid: 1000 });
  const browser = browserOf(service);
  for (let time = 0; time < 2; time++) {
    const response = await browser.visit(url.slice(origin.length));
    assert.equal(response.status, 403);
    assert.match(await response.text(), /tracklens open --print/);
  }
  assert.equal(browser.cookie(), '');
  await service.call('POST', '/api/page/sign-in-link', { uid: -1 }, 400);
});

test('a sign-in link requires the API key and leads only to pages of this service', async (t) => {
  const { service, browser } = await signedIn(t);
  const ask = (headers: Record<string, string>, path = '/') =>
    service.send('POST', '/api/page/sign-in-link', JSON.stringify({ path }), { ...json, ...headers });
  assert.equal((await ask({ authorization: 'wrong' })).status, 401);
  assert.equal((await ask({ ...browser.session(), origin })).status, 401);
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    'javascript:1',
  ]) {
    assert.equal((await ask({}, path)).status, 400, path);
  }
});

test('no script reads the cookie, no other site sends it, and no other service on the machine overwrites it', async (t) => {
  const service = await testService(t);
  const response = await browserOf(service).visit(await linkOf(service));
  const [pair, ...attributes] = response.headers.get('set-cookie')!.split('; ');
  assert.match(pair!, /^tracklens-80=[\w-]{43}$/);
  assert.deepEqual(attributes.sort(), ['HttpOnly', `Max-Age=${sessionLifeMillis / 1000}`, 'Path=/', 'SameSite=Strict']);
});

test('the cookie authenticates only requests by scripts of the page', async (t) => {
  const { service, browser } = await signedIn(t);
  const { cookie, ...own } = browser.session();
  const call = (headers: Record<string, string>, method = 'GET', path = workspaces) =>
    service.send(method, path, undefined, { authorization: '', cookie, ...headers });
  assert.equal((await call(own)).status, 200);
  for (const headers of [
    {},
    { ...own, origin: 'https://evil.example' },
    { ...own, origin: 'http://127.0.0.1:8888' },
    { ...own, origin: 'null' },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { ...own, 'sec-fetch-site': 'same-site' },
  ]) {
    assert.equal((await call(headers)).status, 403, JSON.stringify(headers));
  }
  const question = endpoints.find(({ endpoint }) => endpoint.method === 'POST' && endpoint.effect === 'read')!.endpoint
    .path;
  assert.equal((await call(own, 'POST', question)).status, 403);
  const view = '/api/rest/v2/write/project/named-view';
  for (const headers of [{}, own, { origin }, { ...own, origin: 'http://127.0.0.1:8888' }]) {
    assert.equal((await call(headers, 'POST', view)).status, 403, JSON.stringify(headers));
  }
  assert.equal((await call({ ...own, host: 'evil.example' })).status, 403);
});

test('the cookie, which browsers send to every port of the machine, authenticates nothing without the secret of its page', async (t) => {
  const { service, browser } = await signedIn(t);
  const other = browserOf(service);
  await other.visit(await linkOf(service));
  const session = browser.session();
  const status = async (headers: Record<string, string>, method = 'GET', path = workspaces) =>
    (await service.send(method, path, undefined, { ...session, ...headers })).status;
  const secret = session['x-tracklens-page'];
  for (const wrong of ['', '1', `${secret}x`, secret.slice(1), other.session()['x-tracklens-page']]) {
    assert.equal(await status({ 'x-tracklens-page': wrong }), 401, wrong);
    await status({ 'x-tracklens-page': wrong, origin }, 'POST', '/api/page/sign-out');
  }
  assert.equal(await status({ cookie: '' }), 401);
  assert.equal(await status({}), 200, 'such a request did not end the session');
  await status({ origin }, 'POST', '/api/page/sign-out');
  assert.equal(await status({}), 401);
  assert.equal((await other.call(workspaces)).status, 200);
});

test('a signed-in browser can read, and change only named views', async (t) => {
  const { service, browser } = await signedIn(t);
  for (const { endpoint } of endpoints) {
    if (endpoint.path.includes('upload-part') || endpoint.path.includes('isAlive') || endpoint.path.includes('ping'))
      continue;
    const path = endpoint.path.replace(/\{\w+\}/g, 'x');
    const { status } = await browser.call(path, {}, endpoint.method);
    const ofPage = path.includes('/project/named-view');
    if (endpoint.effect === 'write' && !ofPage) assert.equal(status, 403, `${endpoint.method} ${path}`);
    else assert.ok(status !== 401 && status !== 403, `${endpoint.method} ${path}: ${status}`);
  }
  assert.equal((await service.call<{ workspaceNames: string[] }>('GET', workspaces)).workspaceNames.length, 0);
});

test('a session cookie is valid only for its own service', async (t) => {
  const { service, browser } = await signedIn(t);
  const status = async (cookie: string, authorization = '') =>
    (await service.send('GET', workspaces, undefined, { ...browser.session(), authorization, cookie })).status;
  const own = browser.cookie();
  const secret = own.slice(own.indexOf('=') + 1);
  for (const cookies of [
    own,
    `a=1; ${own}`,
    `${own};b=2`,
    `other-tracklens-80=x; ${own}`,
    `a=tracklens-80=x; ${own}`,
  ]) {
    assert.equal(await status(cookies), 200, cookies);
  }
  for (const cookies of [
    `tracklens-8000=${secret}`,
    `other-tracklens-80=${secret}`,
    `a=tracklens-80=${secret}`,
    `Tracklens-80=${secret}`,
    'tracklens-80=',
    'tracklens-80',
  ]) {
    assert.equal(await status(cookies), 401, cookies);
  }
  assert.equal(await status(own, 'wrong'), 401, 'a wrong key is rejected, whoever is signed in');
});

test('a signed-in browser cannot receive remote actions of a run', async (t) => {
  const { service, browser } = await signedIn(t);
  const experimentKey = 'c'.repeat(32);
  await service.call('POST', '/clientlib/logger/add/run', { experimentKey, projectName: 'digits' });
  await service.call('GET', `/api/rest/v2/write/experiment/stop?experimentKey=${experimentKey}`);
  const pending = `/clientlib/rpc/get-pending-rpcs?experimentKey=${experimentKey}`;
  assert.equal((await browser.call(pending)).status, 403);
  const { remoteProcedureCalls } = await service.call<{ remoteProcedureCalls: unknown[] }>('GET', pending);
  assert.equal(remoteProcedureCalls.length, 1);
});

test('no response to a browser contains the API key', async (t) => {
  const { service, browser } = await signedIn(t);
  const experimentKey = await service.experiment();
  for (const { endpoint } of endpoints) {
    if (endpoint.effect === 'write') continue;
    const path = `${endpoint.path.replace(/\{\w+\}/g, 'x')}?experimentKey=${experimentKey}&workspaceName=ada&projectName=digits`;
    const response = await browser.call(path, {}, endpoint.method);
    assert.ok(!(await response.text()).includes(testKey), path);
    assert.ok(!JSON.stringify([...response.headers]).includes(testKey), path);
  }
  for (const path of ['/', '/ada/digits', await linkOf(service)]) {
    const response = await browser.visit(path);
    assert.ok(!(await response.text()).includes(testKey), path);
  }
});

test('signing out ends the session', async (t) => {
  const { service, browser } = await signedIn(t);
  const session = browser.session();
  const other = { ...session, origin: 'https://evil.example' };
  assert.equal((await service.send('POST', '/api/page/sign-out', undefined, other)).status, 403);
  assert.equal((await browser.call('/api/page/sign-out', {}, 'POST')).status, 204);
  assert.equal((await service.send('GET', workspaces, undefined, session)).status, 401);
});

test('a browser without a session sees how to sign in, and of its URL only a key or a plain path', async (t) => {
  const service = await testService(t);
  const response = await service.send('GET', `/lab/digits/${key}`, undefined, navigation);
  assert.equal(response.status, 401);
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  const text = await response.text();
  assert.ok(text.includes(`tracklens.display(&quot;${key}&quot;)`));
  assert.ok(text.includes(`tracklens open /lab/digits/${key}`));
  for (const path of [
    '/a/b/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/%22onload=x/b/c',
    "/a';reboot;'/b",
    '/$(reboot)/b',
  ]) {
    assert.doesNotMatch(
      await (await service.send('GET', path, undefined, navigation)).text(),
      /<script|onload|alert|reboot/,
    );
  }
});

test('a browser that follows a link of another site reloads once to send its cookie', async (t) => {
  const service = await testService(t);
  const browser = browserOf(service);
  const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const first = await browser.visit('/lab/digits', elsewhere);
  assert.equal(first.status, 200);
  assert.match(await first.text(), /http-equiv="refresh"/);
  const second = await browser.visit('/lab/digits', elsewhere);
  assert.equal(second.status, 401);
  assert.doesNotMatch(await second.text(), /http-equiv="refresh"/);
});

test('the security policy allows only the scripts and requests of the service and forbids framing', async (t) => {
  const { browser } = await signedIn(t, await builtPage(t));
  const { headers } = await browser.visit('/ada/digits');
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
    assert.ok(policy.split('; ').includes(part), `${part} in ${policy}`);
  }
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
});

test('a client that requests data without a session gets an error message', async (t) => {
  const service = await testService(t);
  assert.equal((await service.send('GET', `/lab/digits/${key}`)).status, 404);
  assert.equal((await service.send('GET', '/api/rest/v2/nothing', undefined, navigation)).status, 404);
});

test('the address of a project by its id leads to its page, with its view after one question mark or two', async (t) => {
  const { service, browser } = await signedIn(t);
  await service.call('POST', '/api/rest/v2/write/experiment/create', { workspaceName: 'ada', projectName: 'a b' });
  const { projects } = await service.call<{ projects: { projectId: string }[] }>(
    'GET',
    '/api/rest/v2/projects?workspaceName=ada',
  );
  const { projectId } = projects[0]!;
  const redirect = '/api/projects/redirect';
  for (const [query, location] of [
    [`projectId=${projectId}`, '/ada/a%20b'],
    [`projectId=${projectId}&viewId=v1`, '/ada/a%20b?viewId=v1'],
    [`projectId=${projectId}?viewId=v1`, '/ada/a%20b?viewId=v1'],
  ] as const) {
    const response = await browser.visit(`${redirect}?${query}`);
    assert.deepEqual([response.status, response.headers.get('location')], [303, location]);
  }
  assert.equal((await browser.visit(`${redirect}?projectId=absent`)).status, 404);
  const stranger = await service.send('GET', `${redirect}?projectId=${projectId}`, undefined, navigation);
  assert.equal(stranger.status, 401);
  assert.equal(stranger.headers.get('location'), null);
});

test('a request for the headers of a page has the status of the page', async (t) => {
  const { service, browser } = await signedIn(t, await builtPage(t));
  for (const headers of [navigation, { ...navigation, cookie: browser.cookie() }]) {
    const status = async (method: string) => (await service.send(method, '/ada/digits', undefined, headers)).status;
    assert.equal(await status('HEAD'), await status('GET'));
  }
});

test('a service without a built page shows how to build it', async (t) => {
  const { browser } = await signedIn(t, await builtPage(t, []));
  const response = await browser.visit('/ada/digits');
  assert.equal(response.status, 503);
  assert.match(await response.text(), /npm run build/);
});

test('only the scripts and style sheets of the page folder are served', async (t) => {
  const names = ['main.js', 'main.css', 'charts-ABCD1234.js', 'main.js.map', 'notes.txt'];
  const service = await testService(t, { pageFiles: await builtPage(t, names) });
  const get = (name: string, headers = {}) =>
    service.send('GET', `/api/page/files/${name}`, undefined, { ...navigation, ...headers });
  for (const [name, type, caching] of [
    ['main.js', 'text/javascript', 'no-cache'],
    ['main.css', 'text/css', 'no-cache'],
    ['charts-ABCD1234.js', 'text/javascript', 'public, max-age=31536000, immutable'],
  ] as const) {
    const response = await get(name);
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), response.headers.get('cache-control')],
      [200, `${type}; charset=utf-8`, caching],
    );
    assert.equal(await response.text(), `/* ${name} */`);
    assert.equal((await get(name, { 'if-none-match': response.headers.get('etag') })).status, 304);
  }
  const rejected = ['..%2Ftracklens.mjs', '.%2e/index.js', 'main.js.map', 'notes.txt', 'nothing.js', '%2Fetc%2Fpasswd'];
  for (const name of rejected) assert.equal((await get(name)).status, 404, name);
});
