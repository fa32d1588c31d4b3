import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment, isRestApiException } from '@tracklens/core';
import { startService } from '@tracklens/server';
import {
  answered,
  type Fault,
  type FaultyServer,
  faultyServer,
  first,
  half,
  hang,
  refused,
  reset,
} from './faulty-server.ts';

const apiKey = 'files-key-0123456789';
const shortMillis = 400;

interface Bench {
  readonly folder: string;
  readonly server: FaultyServer;
  readonly api: API;
  readonly impatient: API;
  readonly experiment: APIExperiment;
  readonly content: Buffer;
  readonly assetId: string;
}

async function bench(t: TestContext): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'tracklens-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  t.after(() => service.close());
  const server = await faultyServer(t, service.url);
  const retry = { pause: async () => {} };
  const given = { url: server.url, apiKey, cache: false, retry };
  const api = new API(given);
  const patienceMillis = { call: shortMillis, list: shortMillis, upload: shortMillis, download: shortMillis };
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'files' });
  const content = randomBytes(1_000_000);
  const source = join(folder, 'source.bin');
  await writeFile(source, content);
  const { assetId } = await experiment.logAsset(source, { name: 'model.bin' });
  const query = `experimentId=${experiment.key}&fileName=w.bin&type=model-element&groupingName=net`;
  const form = new FormData();
  form.set('file', new Blob([content]), 'w.bin');
  const headers = { authorization: apiKey };
  await fetch(`${service.url}/clientlib/asset/upload?${query}`, { method: 'POST', headers, body: form });
  return { folder, server, api, impatient: new API({ ...given, patienceMillis }), experiment, content, assetId };
}

interface Download {
  readonly name: string;
  run(bench: Bench, api: API, folder: string, signal?: AbortSignal): Promise<void>;
  /** The file that is there at the end. */
  readonly file: string;
}

const downloads: readonly Download[] = [
  {
    name: 'downloadExperimentAsset',
    run: ({ experiment, assetId }, api, folder, signal) =>
      api.downloadExperimentAsset(experiment.key, assetId, join(folder, 'model.bin'), { signal }),
    file: 'model.bin',
  },
  {
    name: 'downloadModel',
    run: ({ experiment }, api, folder, signal) =>
      new APIExperiment({ api, previousExperiment: experiment.key }).downloadModel('net', {
        outputPath: folder,
        signal,
      }),
    file: 'w.bin',
  },
];

const broken: Fault = half(reset);

const downloadFaults: readonly {
  readonly fault: string;
  readonly what: Fault;
  readonly gives: string;
  readonly waits?: true;
}[] = [
  { fault: '401', what: refused(401, 'No'), gives: 'unauthorized' },
  { fault: '404', what: refused(404, 'None'), gives: 'not-found' },
  { fault: '500, then the file', what: first(1, refused(500, 'Oops')), gives: 'success' },
  { fault: '503 for ever', what: refused(503, 'Closed'), gives: 'server' },
  { fault: 'it breaks off once', what: first(1, broken), gives: 'success' },
  { fault: 'it breaks off every time', what: broken, gives: 'unreachable' },
  { fault: 'no answer', what: hang, gives: 'timeout', waits: true },
  { fault: 'half of it, then silence', what: half(hang), gives: 'timeout', waits: true },
];

test('a download is whole or not there at all, and leaves nothing beside it', async (t) => {
  const all = await bench(t);
  for (const download of downloads) {
    for (const { fault, what, gives, waits } of downloadFaults) {
      await t.test(`${download.name}: ${fault}`, async () => {
        const folder = join(all.folder, 'to', download.name, fault.replaceAll(/\W/g, '-'));
        all.server.set(what);
        const outcome = await download
          .run(all, waits ? all.impatient : all.api, folder)
          .then(() => 'success')
          .catch((error) => {
            assert.ok(isRestApiException(error), String(error));
            assert.ok(error.message.startsWith(`${download.name}: `), error.message);
            return error.code;
          });
        assert.equal(outcome, gives);
        const left = await readdir(folder).catch(() => []);
        assert.deepEqual(left, gives === 'success' ? [download.file] : []);
        if (gives === 'success') assert.ok((await readFile(join(folder, download.file))).equals(all.content));
      });
    }
    await t.test(`${download.name}: an abort amid it`, async () => {
      const folder = join(all.folder, 'to', download.name, 'abort');
      const stop = new AbortController();
      all.server.set(
        half(() => {
          setTimeout(() => stop.abort(), 50);
        }),
      );
      await assert.rejects(
        download.run(all, all.api, folder, stop.signal),
        (error) => isRestApiException(error) && error.code === 'aborted',
      );
      assert.deepEqual(await readdir(folder).catch(() => []), []);
    });
  }
});

test('what is no archive, or only a part of one, is not unpacked', async (t) => {
  const all = await bench(t);
  for (const [name, body] of [
    ['text', Buffer.from('no archive')],
    ['half', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0])],
  ] as const) {
    const folder = join(all.folder, name);
    all.server.set(({ response }) => {
      response.writeHead(200, { 'content-length': String(body.length) }).end(body);
    });
    await assert.rejects(
      all.experiment.downloadModel('net', { outputPath: folder }),
      (error) => isRestApiException(error) && error.code === 'malformed' && error.operation === 'downloadModel',
    );
    assert.deepEqual(await readdir(folder), []);
  }
});

const large = 6 * 1024 * 1024;

interface Upload {
  readonly title: string;
  readonly size: number;
  /** What happens to the file once its sending has begun. */
  meanwhile(path: string): Promise<void>;
  /** The code of the exception, or the size that arrives. */
  readonly gives: string | number;
}

const uploads: readonly Upload[] = [
  {
    title: 'a small file that vanishes is sent: it was read before',
    size: 1000,
    meanwhile: (path) => rm(path),
    gives: 1000,
  },
  { title: 'a large file that vanishes is sent: it is open', size: large, meanwhile: (path) => rm(path), gives: large },
  {
    title: 'a large file that grows is sent as it was',
    size: large,
    meanwhile: (path) => appendFile(path, 'more'),
    gives: large,
  },
  {
    title: 'a large file that shrinks is refused',
    size: large,
    meanwhile: (path) => truncate(path, 1000),
    gives: 'invalid',
  },
];

test('a file that changes while it is sent arrives whole, or the call says so and nothing arrives', async (t) => {
  const { folder, server, experiment } = await bench(t);
  await mkdir(join(folder, 'from'));
  for (const [index, { title, size, meanwhile, gives }] of uploads.entries()) {
    await t.test(title, async () => {
      const path = join(folder, 'from', `${index}.bin`);
      await writeFile(path, randomBytes(size));
      server.set(async (exchange) => {
        if (!exchange.request.url!.includes('upload-asset')) return await exchange.forward();
        await meanwhile(path);
        await exchange.forward();
      });
      const name = `sent-${index}`;
      const outcome = await experiment.logAsset(path, { name }).then(
        () => null,
        (error) => error as Error,
      );
      server.set(null);
      const arrived = (await experiment.getAssetList()).filter(({ fileName }) => fileName === name);
      if (typeof gives === 'number') {
        assert.equal(outcome, null);
        assert.deepEqual(
          arrived.map(({ fileSize }) => fileSize),
          [gives],
        );
      } else {
        assert.ok(isRestApiException(outcome), String(outcome));
        assert.equal(outcome.code, gives);
        assert.match(outcome.message, /^logAsset: .*\.bin changed while it was read/);
        assert.deepEqual(arrived, []);
      }
    });
  }
});

const filesOfTheSystem: readonly {
  readonly title: string;
  readonly code: string;
  run(bench: Bench): Promise<unknown>;
}[] = [
  {
    title: 'an absent file is not sent',
    code: 'ENOENT',
    run: ({ experiment, folder }) => experiment.logAsset(join(folder, 'absent')),
  },
  { title: 'a folder is no file', code: 'EISDIR', run: ({ experiment, folder }) => experiment.logImage(folder) },
  {
    title: 'a file that is there is not replaced',
    code: 'EEXIST',
    run: ({ api, experiment, assetId, folder }) =>
      api.downloadExperimentAsset(experiment.key, assetId, join(folder, 'source.bin')),
  },
  {
    title: 'below a file there is no folder',
    code: 'EEXIST|ENOTDIR',
    run: ({ api, experiment, assetId, folder }) =>
      api.downloadExperimentAsset(experiment.key, assetId, join(folder, 'source.bin', 'below')),
  },
];

test("the file system's own errors come as they are, before anything is sent", async (t) => {
  const all = await bench(t);
  const { size } = await stat(join(all.folder, 'source.bin'));
  for (const { title, code, run } of filesOfTheSystem) {
    await t.test(title, async () => {
      all.server.set(answered(500, {}));
      await assert.rejects(run(all), { code: new RegExp(`^(?:${code})$`) });
      assert.deepEqual(all.server.requests, []);
    });
  }
  assert.equal((await stat(join(all.folder, 'source.bin'))).size, size);
});
