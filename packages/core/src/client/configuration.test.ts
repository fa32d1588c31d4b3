import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentSource, hostedUrl, readKey, resolveConfiguration, rootOf } from './configuration.ts';

const environment = (env: Record<string, string>) => environmentSource(env);

test('options take precedence over the sources in their order, for each setting separately', () => {
  const sources = [
    environment({ SERVICE_WORKSPACE: 'first' }),
    environment({ SERVICE_API_KEY: 'second-key', SERVICE_WORKSPACE: 'second', COMET_PROJECT_NAME: 'digits' }),
  ];
  assert.deepEqual(resolveConfiguration({ url: 'http://127.0.0.1:8000/clientlib/' }, sources), {
    apiKey: 'second-key',
    keyLocation: 'the environment (SERVICE_API_KEY)',
    url: 'http://127.0.0.1:8000',
    workspace: 'first',
    projectName: 'digits',
  });
});

test('our variables take precedence over those of the Python SDK; blank ones are ignored', () => {
  const read = (env: Record<string, string>) => environment(env).read('api_key')?.value ?? null;
  assert.equal(read({ COMET_API_KEY: 'theirs', SERVICE_API_KEY: 'ours' }), 'ours');
  assert.equal(read({ COMET_API_KEY: ' theirs ', SERVICE_API_KEY: '  ' }), 'theirs');
  assert.equal(read({ COMET_API_KEY: '' }), null);
});

test('without settings the hosted service is used, without a key', () => {
  const { apiKey, url } = resolveConfiguration({}, []);
  assert.deepEqual([apiKey, url], [null, hostedUrl]);
});

const starred = `abc*${btoa(JSON.stringify({ baseUrl: 'https://own.example/' }))}`;

test('a key with a star names its service and is sent unchanged', () => {
  const { apiKey, url } = resolveConfiguration({ apiKey: starred }, []);
  assert.deepEqual([apiKey, url], [starred, 'https://own.example']);
});

test('a configured URL takes precedence over the one in the key', () => {
  const found = resolveConfiguration({ apiKey: starred }, [environment({ COMET_URL_OVERRIDE: 'http://here:1' })]);
  assert.equal(found.url, 'http://here:1');
});

for (const [key, expected] of [
  ['a*b*c', null],
  ['  ', null],
  [null, null],
  [' plain ', 'plain'],
  ['short*not-base64!', 'short*not-base64!'],
] as const) {
  test(`the key ${JSON.stringify(key)} is read as ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(readKey(key), { apiKey: expected, baseUrl: null });
  });
}

for (const [address, root] of [
  ['http://h:1/sub/clientlib/', 'http://h:1'],
  ['https://www.comet.com/clientlib', 'https://www.comet.com'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000/', 'http://[::1]:8000'],
] as const) {
  test(`the root of ${address} is ${root}`, () => assert.equal(rootOf(address), root));
}

for (const address of ['', 'nonsense', 'ftp://h', 'file:///etc/passwd', 'localhost:8000']) {
  test(`${JSON.stringify(address)} is rejected as an address`, () => {
    assert.throws(() => rootOf(address), { code: 'invalid' });
  });
}

test('a key that is invalid in a header is rejected before anything is sent, without showing it', () => {
  for (const key of ['secret\nsecret', 'ключ', 'key\u0000', 'key–dash']) {
    assert.throws(
      () => resolveConfiguration({ apiKey: key }, []),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, 'unauthorized');
        assert.match(error.message, /^API: the API key contains an invalid character.*Copy the key again\.$/);
        return !error.message.includes(key);
      },
    );
  }
  assert.equal(resolveConfiguration({ apiKey: ' key with blanks\n' }, []).apiKey, 'key with blanks');
});
