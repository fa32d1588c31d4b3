import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import vm from 'node:vm';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { build } from 'esbuild';
import { client } from '../../scripts/build.ts';
import { run } from '../../scripts/command.ts';
import { nodeProgram } from '../../scripts/folders.ts';
import { npmProject } from '../../scripts/npm-project.ts';
import { type JavaScriptRuntimes, javaScriptRuntimes } from '../../scripts/setup.ts';
import { type CellOutput, startKernel } from './kernel-session.ts';
import { workerResponse } from './workerd.ts';

/** A proxy that does not exist: requests to this machine must not use it. Nothing else of this process is passed on. */
const env = { PATH: process.env.PATH, HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' };

/** Globals of a worker that has `fetch` but neither a page nor Node. */
const workerGlobals = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'DOMException',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'TransformStream',
  'URL',
  'URLSearchParams',
  'WebAssembly',
  'atob',
  'btoa',
  'clearTimeout',
  'console',
  'crypto',
  'performance',
  'queueMicrotask',
  'setTimeout',
  'structuredClone',
] as const;

const viewMimeType = 'application/vnd.tracklens.view.v1+json';

describe('the package in other runtimes', { timeout: 300_000 }, () => {
  const stack = suiteCleanup();
  let runtimes: JavaScriptRuntimes;
  let project: string;
  let service: { readonly url: string; readonly apiKey: string };

  before(async () => {
    runtimes = await javaScriptRuntimes();
    await client();
    const folder = await temporaryFolder(stack);
    const started = await startService({ dataFolder: path.join(folder, 'data') });
    stack.defer(() => started.close());
    service = { url: started.url, apiKey: (await readFile(started.apiKeyFile, 'utf8')).trim() };
    project = await npmProject({ folder, packages: ['core'] });
  });

  /** Returns a program that logs a run and prints what it reads of it. */
  function program(name: string, imports: string, api: string): string {
    return `
      ${imports}
      const api = new API(${api});
      const { experimentKey } = await create();
      async function create() {
        const run = await APIExperiment.create({ api, workspace: 'runtimes', projectName: '${name}' });
        for (let step = 0; step < 3; step++) void run.logMetrics({ loss: 1 / (step + 1) }, { step });
        await run.logParameters({ rate: 0.1 });
        await run.end();
        return { experimentKey: run.key };
      }
      const [found] = await api.query('runtimes', '${name}', '(Metric("loss") < 0.5)');
      const points = await found.getMetrics({ metric: 'loss' });
      console.log(JSON.stringify([found.key === experimentKey, points.map(({ metricValue }) => Number(metricValue))]));
    `;
  }
  const expected = JSON.stringify([true, [1, 0.5, 1 / 3]]);
  const options = () => JSON.stringify(service);
  const imports = "import { API, APIExperiment } from '@tracklens/core';";

  for (const [name, command] of Object.entries({
    'Node 24': () => [nodeProgram],
    'Node 22.19': () => [runtimes.oldestNode],
    'Deno with no permission but the network': () => [
      runtimes.deno,
      'run',
      '--no-prompt',
      `--allow-net=${new URL(service.url).host}`,
    ],
    Bun: () => [runtimes.bun, 'run'],
  })) {
    test(`${name} logs and reads a run with the key and the address alone`, async () => {
      const file = path.join(project, `${name.replace(/\W/g, '')}.mjs`);
      await writeFile(file, program(name, imports, options()));
      const [runtime, ...args] = command() as [string, ...string[]];
      assert.equal((await run(runtime, [...args, file], { cwd: project, env })).trim(), expected);
    });
  }

  test('a worker that has only fetch reads with the browser build', async () => {
    const key = 'key-of-the-worker';
    const contents = `
      import { API, fetchTransport } from '@tracklens/core';
      const headers = () => ({ authorization: '${key}' });
      globalThis.result = new API({ transport: fetchTransport({ baseUrl: 'http://service.example', headers }) }).getWorkspaces();
    `;
    const conditions = ['workerd', 'worker', 'browser'];
    const stdin = { contents, resolveDir: project };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'iife', conditions });
    const requests: [string, RequestInit][] = [];
    const context = vm.createContext({
      ...Object.fromEntries(workerGlobals.map((name) => [name, globalThis[name]])),
      // Cloudflare's workers reject the options of pages.
      fetch: async (url: string, init: RequestInit) => {
        for (const name of ['cache', 'credentials', 'mode']) assert.ok(!(name in init), `${name} is not implemented`);
        requests.push([url, init]);
        return Response.json({ workspaceNames: ['w'] });
      },
    });
    vm.runInContext(outputFiles[0]!.text, context);
    assert.deepEqual([...(await (context as { result: Promise<string[]> }).result)], ['w']);
    assert.deepEqual(
      requests.map(([url, { headers }]) => [url, (headers as Record<string, string>).authorization]),
      [['http://service.example/api/rest/v2/workspaces', key]],
    );
  });

  test('a worker in workerd logs a file and points and reads them', async () => {
    const previousExperiment = await loggedKey();
    const contents = `
      import { API, APIExperiment, fetchTransport } from '@tracklens/core';
      export default {
        async fetch(request, { baseUrl, authorization }) {
          const api = new API({ transport: fetchTransport({ baseUrl, headers: () => ({ authorization }) }) });
          const run = new APIExperiment({ api, previousExperiment: '${previousExperiment}' });
          for (const step of [2, 3]) void run.logMetrics({ loss: 1 / step }, { step });
          await run.logAsset(Uint8Array.of(1, 2, 3), { name: 'three.bin' });
          await run.end();
          const values = [];
          for await (const { metricValue } of run.getMetrics({ metric: 'loss' })) values.push(Number(metricValue));
          return Response.json([values, (await run.getAssetList()).map(({ fileSize }) => fileSize)]);
        },
      };
    `;
    const stdin = { contents, resolveDir: project };
    const conditions = ['workerd', 'worker', 'browser'];
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', conditions });
    const response = await workerResponse({
      workerd: runtimes.workerd,
      folder: project,
      code: outputFiles[0]!.text,
      env: { baseUrl: service.url, authorization: service.apiKey },
    });
    assert.deepEqual(JSON.parse(response), [[1, 1 / 2, 1 / 3], [3]]);
  });

  /** Creates an experiment for the cells of a kernel. Returns its key. */
  async function loggedKey(): Promise<string> {
    const { API, APIExperiment } = await import('@tracklens/core');
    const run = await APIExperiment.create({ api: new API(service), workspace: 'runtimes', projectName: 'kernels' });
    void run.logMetrics({ loss: 1 }, { step: 1 });
    await run.end();
    return run.key;
  }

  /** Fails unless an output is a view with its static forms, and nothing contains the key or a sign-in link. */
  function assertView(outputs: readonly CellOutput[]): void {
    const views = outputs.filter(({ data }) => viewMimeType in data);
    assert.equal(views.length, 1, JSON.stringify(outputs).slice(0, 1000));
    assert.deepEqual(Object.keys(views[0]!.data).sort(), [viewMimeType, 'text/html', 'text/plain']);
    assert.match(String(views[0]!.data['text/plain']), /^Experiment /);
    const everything = JSON.stringify(outputs);
    assert.ok(!everything.includes(service.apiKey) && !everything.includes('sign-in'), 'an output contains a secret');
  }

  /**
   * Runs the cells of a notebook on a kernel, each with the number of outputs to wait for. Returns the outputs of each.
   */
  async function cellOutputs(
    command: readonly string[],
    cells: readonly (readonly [code: string, least: number])[],
  ): Promise<CellOutput[][]> {
    const zeromqPath = runtimes.modulePath('zeromq');
    const kernel = await startKernel({ command, folder: project, env: { ...env, HOME: project }, zeromqPath });
    try {
      const outputs: CellOutput[][] = [];
      for (const [code, least] of cells) outputs.push(await kernel.run(code, least));
      return outputs;
    } finally {
      await kernel.close();
    }
  }

  const api = () => `${imports}\nconst api = new API(${options()});`;

  test('the kernel of Deno draws display() and an experiment as the last expression of a cell', async () => {
    const opened = `const experiment = await api.getExperimentByKey('${await loggedKey()}');`;
    const cells = [
      [api(), 0],
      [opened, 0],
      ["await experiment.display({ tab: 'charts' });", 1],
      ['experiment', 1],
    ] as const;
    const command = [runtimes.deno, 'jupyter', '--kernel', '--conn', '{connection_file}'];
    const [, , displayed, last] = await cellOutputs(command, cells);
    assertView(displayed!);
    assertView(last!);
  });

  test('tslab draws display() in a cell with type checks', async () => {
    const opened = `const experiment = await api.getExperimentByKey('${await loggedKey()}');`;
    const cells = [
      [api(), 0],
      [opened, 0],
      ["await experiment!.display({ tab: 'charts' });", 1],
    ] as const;
    const command = [nodeProgram, runtimes.tslab, 'kernel', '--config-path={connection_file}'];
    const [imported, , displayed] = await cellOutputs(command, cells);
    assert.deepEqual(imported, []);
    assertView(displayed!);
  });

  test('ijavascript draws an experiment as the last expression of a cell', async () => {
    const session = await ijavascript(runtimes, project);
    try {
      const previousExperiment = await loggedKey();
      const experiment = `new APIExperiment({ api: new API(${options()}), previousExperiment: '${previousExperiment}' })`;
      const outputs = await session.run(`const { API, APIExperiment } = require('@tracklens/core'); ${experiment}`);
      assert.deepEqual(outputs[0], { type: 'result', data: { 'text/plain': `Experiment ${previousExperiment}` } });
      assertView(outputs.slice(1));
    } finally {
      session.close();
    }
  });
});

/** Program that runs a cell in the session of ijavascript and reports its result and the first output after it. */
const sessionProgram = `
  const { Session } = require(process.argv[2]);
  const session = new Session({ cwd: process.cwd() });
  process.on('message', (code) => {
    const outputs = [];
    const add = (type) => ({ mime: data }) => {
      outputs.push({ type, data });
      if (outputs.length === 2) process.send(outputs);
    };
    const onError = ({ error }) => process.send([{ type: 'error', data: error }]);
    session.execute(code, { onSuccess: add('result'), onDisplay: add('display_data'), onError });
  });
`;

/** Starts a session of ijavascript: what its kernel does with a cell, without the sockets. */
async function ijavascript(runtimes: JavaScriptRuntimes, folder: string) {
  const file = path.join(folder, 'session.cjs');
  await writeFile(file, sessionProgram);
  const child: ChildProcess = fork(file, [runtimes.modulePath('nel')], {
    cwd: folder,
    env,
    execPath: nodeProgram,
    execArgv: [],
  });
  return {
    run: (code: string) =>
      new Promise<CellOutput[]>((done, fail) => {
        child.once('message', (outputs) => done(outputs as CellOutput[]));
        child.once('exit', (status) => fail(new Error(`the session ended with status ${status}`)));
        child.send(code);
      }),
    close: () => void child.kill('SIGKILL'),
  };
}
