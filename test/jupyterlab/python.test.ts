import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readViewPayload, seriesLooks, viewMimeType } from '@tracklens/core/display';
import fc from 'fast-check';
import { pythonFiles } from '../../packages/jupyterlab-ext/build.ts';
import { pythonEnvironment } from '../../scripts/setup.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';

const execute = promisify(execFile);
const packageFolder = path.join(import.meta.dirname, '..', '..', 'packages', 'jupyterlab-ext');

async function python(args: readonly string[], env: Record<string, string> = {}) {
  const environment = await pythonEnvironment();
  return execute(environment.python, args, {
    cwd: packageFolder,
    env: { ...environment.env, PYTHONPATH: packageFolder, PYTHONDONTWRITEBYTECODE: '1', ...env },
    maxBuffer: 50_000_000,
  });
}

test("the Python package's own tests pass", async () => {
  const { stderr } = await python(['-m', 'unittest', 'discover', '-s', 'python-tests']);
  assert.match(stderr, /Ran \d\d tests in .*\n\nOK/);
});

test('what the Python side reads is what the sources say now', async () => {
  for (const [name, text] of pythonFiles()) {
    assert.equal(
      await readFile(path.join(packageFolder, 'tracklens', name), 'utf8'),
      text,
      `${name}: run "npm run build"`,
    );
  }
});

test('a saved picture has the colours of the live chart', async () => {
  const key = fc.oneof(fc.stringMatching(/^[0-9a-f]{1,32}$/), fc.string({ unit: 'binary' }));
  const sets = fc.sample(fc.uniqueArray(key, { maxLength: 70 }), 200);
  // Python sorts by code point, JavaScript by code unit: they agree on what a key can be.
  const given = sets.map((keys) => keys.filter((text) => !/[\ud800-\uffff]/.test(text)));
  const program =
    'import json, sys\nfrom tracklens.palette import series_looks\n' +
    'json.dump([{k: [l.color, list(l.dash)] for k, l in series_looks(keys).items()} for keys in json.load(sys.stdin)], sys.stdout)';
  const { python: interpreter, env } = await pythonEnvironment();
  const answer = await new Promise<string>((resolve, reject) => {
    const process = execFile(
      interpreter,
      ['-c', program],
      { env: { ...env, PYTHONPATH: packageFolder, PYTHONDONTWRITEBYTECODE: '1' }, maxBuffer: 50_000_000 },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
    process.stdin!.end(JSON.stringify(given));
  });
  const looks = JSON.parse(answer) as Record<string, [string, number[]]>[];
  for (const [index, keys] of given.entries()) {
    const expected = Object.fromEntries(
      [...seriesLooks(keys, false)].map(([one, look]) => [one, [look.color, [...look.dash]]]),
    );
    assert.deepEqual(looks[index], expected);
  }
});

const shown = `
import json, sys, webbrowser
import tracklens.calls as calls
bundles = []
calls._in_notebook = lambda: True
calls._publish = lambda bundle, clear, wait: bundles.append(bundle)
`;

test('a bundle is what the views read, without the key', async () => {
  const service: SeededService = await seededService();
  try {
    const program = `${shown}
calls.display(sys.argv[1], tab="chart")
calls.display(sys.argv[1], tab="parameters")
calls.display_project("local", "vision", view_id="v1")
json.dump(bundles, sys.stdout)`;
    const { stdout, stderr } = await python(['-c', program, service.keys[0]!], service.env);
    const bundles = JSON.parse(stdout) as Record<string, unknown>[];
    const read = bundles.map((bundle) => {
      const payload = readViewPayload(bundle[viewMimeType]);
      assert.ok(payload.ok);
      return payload.payload;
    });
    assert.deepEqual(read[0]!.target, { kind: 'experiment', experimentKey: service.keys[0], tab: 'charts' });
    assert.equal(read[0]!.url, `${service.url}/local/vision/${service.keys[0]}?experiment-tab=chart`);
    assert.equal(read[0]!.snapshot?.chart[service.keys[0]!]?.metrics.length, 2);
    assert.equal(read[1]!.state?.tab, 'parameters');
    assert.deepEqual(read[2]!.target, { kind: 'project', workspace: 'local', projectName: 'vision', viewId: 'v1' });
    assert.equal(read[2]!.snapshot?.experiments.length, 3);
    assert.equal(Object.keys(read[2]!.snapshot?.chart ?? {}).length, 3);
    assert.equal((stdout + stderr).includes(secretKey), false);
    assert.doesNotMatch(String(bundles[2]!['text/html']), /<img src=x|<b>alpha/);
  } finally {
    await service.remove();
  }
});

test('outside a notebook the page opens in the browser, with the options of webbrowser', async () => {
  const service = await seededService();
  try {
    const program = `
import json, sys, webbrowser, tracklens
opened = []
webbrowser.open = lambda url, new=0, autoraise=True: opened.append([url, new, autoraise]) or True
tracklens.display(sys.argv[1], tab="metrics", new=1, autoraise=False)
tracklens.display_project("local", "vision")
json.dump(opened, sys.stdout)`;
    const { stdout } = await python(['-c', program, service.keys[0]!], service.env);
    assert.deepEqual(JSON.parse(stdout), [
      [`${service.url}/local/vision/${service.keys[0]}?experiment-tab=metrics`, 1, false],
      [`${service.url}/local/vision`, 0, true],
    ]);
  } finally {
    await service.remove();
  }
});

test('a service that accepts and never answers does not hang the cell', async () => {
  const { createServer } = await import('node:net');
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    const program = `
import tracklens, tracklens.service as service
service._READ_SECONDS = 0.5
try:
    tracklens.display("abc")
except tracklens.TracklensError as error:
    print(type(error).__name__, error)`;
    const { stdout } = await python(['-c', program], {
      SERVICE_URL_OVERRIDE: `http://127.0.0.1:${port}`,
      SERVICE_API_KEY: secretKey,
    });
    assert.match(stdout, /^ServiceUnreachable The service .* did not answer in time/);
  } finally {
    server.close();
  }
});
