import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { clientVersion, userAgent } from './user-agent.ts';

test('the version is that of the package', async () => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  assert.equal(clientVersion, (JSON.parse(manifest) as { version: string }).version);
});

test('the User-Agent names the program before the client, without characters that headers do not allow', () => {
  const own = `tracklens-core/${clientVersion} node/${process.versions.node}`;
  assert.equal(userAgent(), own);
  assert.equal(userAgent({ name: 'trainer', version: '1.2' }), `trainer/1.2 ${own}`);
  assert.equal(userAgent({ name: 'my\r\napp', url: 'https://x.example/(a)' }), `my-app (+https://x.example/a) ${own}`);
});
