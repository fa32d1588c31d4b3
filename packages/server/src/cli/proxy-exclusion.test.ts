import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { exclusionCommand, exclusionStatement } from './proxy-exclusion.ts';

const proxy = 'http://proxy.example:3128';

test('no line is printed without a proxy, or with one that does not apply to this machine', () => {
  for (const env of [
    {},
    { https_proxy: proxy },
    { http_proxy: '' },
    { http_proxy: proxy, NO_PROXY: 'localhost, 127.0.0.1' },
    { ALL_PROXY: proxy, no_proxy: '*' },
    { HTTP_PROXY: proxy, no_proxy: '127.0.0.0/8' },
  ]) {
    assert.equal(exclusionCommand('posix', env) + exclusionStatement(env), '', JSON.stringify(env));
  }
});

test('the line excludes this machine where exclusions are set, and leaves the others', {
  skip: process.platform === 'win32' && 'needs sh',
}, () => {
  for (const [given, excluded] of [
    [{}, '127.0.0.1'],
    [{ NO_PROXY: 'a.example,127.example' }, '127.0.0.1,a.example,127.example'],
    [{ NO_PROXY: '127.0.0.1', no_proxy: 'b.example' }, '127.0.0.1,b.example'],
  ] as const) {
    const env: Record<string, string> = { HTTP_PROXY: proxy, ...given };
    const name = 'no_proxy' in given ? 'no_proxy' : 'NO_PROXY';
    const script = `${exclusionCommand('posix', env)}printf %s "$${name}"`;
    assert.equal(execFileSync('sh', ['-c', script], { encoding: 'utf8', env }), excluded);
  }
});

test('PowerShell and Python have lines of their own', () => {
  assert.equal(exclusionCommand('powershell', { http_proxy: proxy }), '$env:NO_PROXY = "127.0.0.1,$env:NO_PROXY"\n');
  assert.equal(
    exclusionStatement({ http_proxy: proxy, no_proxy: 'a' }),
    'os.environ["no_proxy"] = "127.0.0.1," + os.environ.get("no_proxy", "")\n',
  );
});
