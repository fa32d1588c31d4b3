import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { API, tabs, takeSnapshot } from '@tracklens/core';
import { contract } from '@tracklens/core/contract';
import { readViewPayload, seriesStyles, viewMimeType } from '@tracklens/core/display';
import { staticForms } from '@tracklens/core/static-charts';
import { configurationCases, type Expected } from '../../packages/core/src/test-support/configuration-case.ts';
import { buildNodeProgram, pythonFiles } from '../../packages/jupyterlab-ext/build.ts';
import { pythonEnvironment } from '../../scripts/setup.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';

const execute = promisify(execFile);
const packageFolder = path.join(import.meta.dirname, '..', '..', 'packages', 'jupyterlab-ext');

async function python(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const environment = await pythonEnvironment();
  const running = execute(environment.python, args, {
    cwd: packageFolder,
    env: {
      ...environment.env,
      TRACKLENS_NODE: process.execPath,
      PYTHONPATH: packageFolder,
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
    },
    maxBuffer: 50_000_000,
  });
  running.child.stdin!.end(input);
  return running;
}

/** A checkout has no bundled program before its first build. */
before(buildNodeProgram);

test("the Python package's own tests pass", async () => {
  const { stderr } = await python(['-m', 'unittest', 'discover', '-s', 'python-tests']);
  assert.match(stderr, /Ran \d{2,} tests in .*\n\nOK/);
});

test('Python and the proxy find or reject each case of the table that all clients are tested against', async (t) => {
  const addresses = { own: 'http://127.0.0.1:4711', other: 'https://other.example' };
  const cases = await configurationCases(t, addresses);
  const program = `
import json, os, sys
from pathlib import Path
from tracklens.configuration import service_address
from tracklens.errors import ConfigurationError
from tracklens.proxy.connections import Connections
def reported(find):
    try:
        address = find()
    except ConfigurationError as error:
        return {"message": error.message, "remedy": error.remedy}
    return {"found": {"apiKey": address.api_key, "url": address.root}}
def by_arguments(case):
    given, places = case["argument"], {"folder": Path(case["workingFolder"]), "home": Path(case["homeFolder"])}
    return service_address(given.get("url"), given.get("apiKey"), environment=case["environment"], **places)
def by_process(case):
    os.environ.clear()
    os.environ.update(case["environment"], HOME=case["homeFolder"])
    os.chdir(case["workingFolder"])
    return Connections().upstream().address
cases = json.load(sys.stdin)
found = [[reported(lambda: by_arguments(case)), None if case["argument"] else reported(lambda: by_process(case))] for case in cases]
json.dump(found, sys.stdout)`;
  const { stdout } = await python(['-c', program], {}, JSON.stringify(cases));
  const found = JSON.parse(stdout) as (Expected | null)[][];
  assert.equal(found.length, cases.length);
  for (const [index, { name, expected, argument }] of cases.entries()) {
    const [ofArguments, ofProcess] = found[index]!;
    for (const one of [ofArguments, ...(Object.keys(argument).length === 0 ? [ofProcess] : [])]) {
      assert.ok(one, name);
      if ('found' in expected) assert.deepEqual(one, expected, name);
      else {
        assert.ok('message' in one, `${name}: ${JSON.stringify(one)}`);
        assert.equal(one.message, `${expected.message[0]!.toUpperCase()}${expected.message.slice(1)}.`, name);
        if (expected.remedy !== null) assert.equal(one.remedy, `${expected.remedy}.`, name);
      }
    }
  }
});

test('the generated Python data match their sources', async () => {
  for (const [name, text] of pythonFiles()) {
    assert.equal(
      await readFile(path.join(packageFolder, 'tracklens', name), 'utf8'),
      text,
      `${name}: run "node scripts/run.mjs python-files"`,
    );
  }
});

const shown = `
import json, sys, webbrowser
import tracklens.calls as calls
bundles = []
calls.in_kernel = lambda: True
calls._publish = lambda bundle, clear, wait: bundles.append(bundle)
`;

test('a bundle has what the views read, without the key', async () => {
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
      assert.ok(payload.ok, JSON.stringify(payload));
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

test('no form of a display and none of its errors has the key, in either language', async () => {
  const service = await seededService();
  try {
    const program = `${shown}
import traceback, tracklens, warnings
from tracklens.magics import tracklens as run
texts = []
def tried(call):
    try:
        texts.append(repr(call()))
    except Exception as error:
        texts.append("".join(traceback.format_exception(error)) + str(vars(error)) + "".join(error._render_traceback_()))
key, tabs = sys.argv[1], sys.argv[2:]
for tab in [*tabs, "nothing"]:
    tried(lambda: calls.display(key, tab=tab))
tried(lambda: calls.display_project("local", "vision"))
tried(lambda: calls.display_project("local", "vision", view_id="gone"))
tried(lambda: calls.display_project("elsewhere", "vision"))
tried(lambda: run(f"display {key}"))
tried(lambda: run("experiments local vision"))
tried(lambda: run("nothing"))
tried(lambda: tracklens.connect())
tried(lambda: tracklens.experiment(key))
import os
os.environ["SERVICE_URL_OVERRIDE"] = "http://127.0.0.1:9"
tried(lambda: calls.display(key))
os.environ["SERVICE_URL_OVERRIDE"] = "http://no address"
tried(lambda: calls.display(key))
json.dump([bundles, texts], sys.stdout)`;
    const { stdout, stderr } = await python(['-c', program, service.keys[0]!, ...tabs], service.env);
    const [bundles, texts] = JSON.parse(stdout) as [Record<string, unknown>[], string[]];
    assert.equal(bundles.length, tabs.length + 3, `${texts.join('\n')}\n${stderr}`);
    assert.match(texts.join(), /is not understood/);

    const api = new API({ url: service.url, apiKey: secretKey });
    const vision = { kind: 'project', workspace: 'local', projectName: 'vision' } as const;
    const targets = [
      vision,
      ...tabs.map((tab) => ({ kind: 'experiment', experimentKey: service.keys[0]!, tab }) as const),
    ];
    const forms = await Promise.all(
      targets.map(async (target) => {
        const payload = { target, url: service.url, snapshot: await takeSnapshot(api, target) };
        return [payload, staticForms(payload)];
      }),
    );
    const images = (text: string) =>
      [...text.matchAll(/base64,([A-Za-z0-9+/=]+)/g)].map(([, code]) => Buffer.from(code!, 'base64').toString());
    const plain = JSON.stringify([bundles, texts, stderr, forms]);
    const everything = [plain, ...images(plain)];
    // The tabs of code, text and packages have none.
    assert.ok(everything.length > 10, 'images were checked');
    for (const secret of [secretKey, Buffer.from(secretKey).toString('base64').slice(0, 40)])
      assert.ok(!everything.some((text) => text.includes(secret)));
  } finally {
    await service.remove();
  }
});

test('a project is drawn in a named view, and in the default view when that is missing', async () => {
  const service = await seededService();
  try {
    const [, beta, gamma] = service.keys as [string, string, string];
    const charts = {
      metrics: ['accuracy'],
      palette: 'okabe-ito',
      colors: { [beta]: '#123456' },
      label: '{name} lr={param.lr}',
      smoothing: { method: 'ema', amount: 0.9 },
    };
    const state = { version: 1, charts, selection: [beta, gamma] };
    const saved = await fetch(service.url + contract.projects.saveView.path, {
      method: 'POST',
      headers: { authorization: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ workspaceName: 'local', projectName: 'vision', viewName: 'smooth', state }),
    });
    const { viewId } = (await saved.json()) as { viewId: string };
    const program = `${shown}
for view in sys.argv[1:]:
    calls.display_project("local", "vision", view_id=view)
json.dump(bundles, sys.stdout)`;
    const { stdout } = await python(['-c', program, viewId, 'elsewhere'], service.env);
    const bundles = JSON.parse(stdout) as Record<string, unknown>[];
    const states = bundles.map((bundle) => {
      const read = readViewPayload(bundle[viewMimeType]);
      assert.ok(read.ok, JSON.stringify(read));
      return read.payload.state;
    });
    assert.deepEqual(states, [{ ...state, view: viewId }, { version: 1 }]);
    const [smooth, plain] = bundles.map((bundle) => {
      const images = [...String(bundle['text/html']).matchAll(/base64,([^"]+)"/g)];
      return images.map(([, base64]) => Buffer.from(base64!, 'base64').toString());
    });
    assert.deepEqual([smooth!.length, plain!.length], [1, 2]);
    const styles = seriesStyles([beta, gamma], false, { palette: 'okabe-ito' });
    for (const part of ['>accuracy<', '#123456', styles.get(gamma)!.color, '>beta lr=0.05<', '>gamma lr=0.0333333<'])
      assert.ok(smooth![0]!.includes(part), part);
    assert.match(smooth![0]!, /2 experiments &#183; .* &#183; smoothed/);
    assert.doesNotMatch(plain!.join(), /#123456|lr=|smoothed/);
  } finally {
    await service.remove();
  }
});

test('outside a notebook the page opens signed in, with the options of webbrowser', async () => {
  const service = await seededService();
  try {
    const program = `
import json, sys, webbrowser, tracklens
opened = []
webbrowser.open = lambda url, new=0, autoraise=True: opened.append([url, new, autoraise]) or True
tracklens.display(sys.argv[1], tab="metrics", new=1, autoraise=False)
tracklens.display_project("local", "vision", view_id="v 1")
json.dump(opened, sys.stdout)`;
    const desktop = { DISPLAY: ':0', SSH_CONNECTION: '', SSH_TTY: '' };
    const { stdout, stderr } = await python(['-c', program, service.keys[0]!], { ...service.env, ...desktop });
    assert.equal((stdout + stderr).includes(secretKey), false);
    const opened = JSON.parse(stdout) as [string, number, boolean][];
    assert.deepEqual(
      opened.map(([, ...options]) => options),
      [
        [1, false],
        [0, true],
      ],
    );
    for (const [at, page] of [
      `/local/vision/${service.keys[0]}?experiment-tab=metrics`,
      '/local/vision?viewId=v%201',
    ].entries()) {
      const visit = async (headers: Record<string, string>) =>
        (await fetch(service.url + page, { headers: { accept: 'text/html', ...headers } })).text();
      assert.match(await visit({}), /Not signed in/);
      const followed = await fetch(opened[at]![0], { redirect: 'manual' });
      assert.ok((await followed.text()).includes(`content="0;url=${page}#`), page);
      const [cookie] = followed.headers.get('set-cookie')!.split(';');
      assert.doesNotMatch(await visit({ cookie: cookie! }), /Not signed in/);
    }
  } finally {
    await service.remove();
  }
});

test('on a server no browser opens, and no output holds a sign-in link', async () => {
  const service = await seededService();
  try {
    const program = `
import sys, types, webbrowser, tracklens
webbrowser.open = lambda *_, **__: sys.exit("a browser was opened")
tracklens.display(sys.argv[1])
marimo = sys.modules["marimo"] = types.ModuleType("marimo")
marimo.running_in_notebook = lambda: True
import os
os.environ.update(DISPLAY=":0", SSH_CONNECTION="")
tracklens.display_project("local", "vision")`;
    const { stdout } = await python(['-c', program, service.keys[0]!], {
      ...service.env,
      DISPLAY: ':0',
      SSH_TTY: '/dev/pts/0',
    });
    const pages = [`${service.url}/local/vision/${service.keys[0]}`, `${service.url}/local/vision`];
    assert.equal(stdout, pages.map((page) => `Open this page in a browser: ${page}\n`).join(''));
  } finally {
    await service.remove();
  }
});

test('a service that accepts and never responds does not hang the cell', async () => {
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
