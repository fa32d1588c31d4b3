import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type API, isRestApiException } from '@tracklens/core';
import { zipSync } from 'fflate';
import { errorResponse, type Fault, first, half, hang, reset } from './faulty-server.ts';
import { type FileFixture, fileFixture, isWhole, outcomeOf, through } from './file-fixture.ts';

/** All operations that return a file or its bytes. */
interface Download {
  readonly name: string;
  /** Further arguments to test with. */
  readonly variant?: string;
  run(fixture: FileFixture, api: API, folder: string, signal?: AbortSignal): Promise<void>;
  /** Files that exist at the end. */
  readonly files: readonly string[];
  /** Whether the result is bytes in memory: an interrupted download is not resumed, since no partial file exists. */
  readonly inMemory?: true;
  /** Whether it writes into an existing folder only. */
  readonly needsFolder?: true;
}

async function kept(folder: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bytes'), bytes);
}

const downloads: readonly Download[] = [
  {
    name: 'downloadExperimentAsset',
    run: ({ experiment, assetId }, api, folder, signal) =>
      api.downloadExperimentAsset(experiment.key, assetId, join(folder, 'model.bin'), { signal }),
    files: ['model.bin'],
    needsFolder: true,
  },
  {
    name: 'downloadModel',
    run: (fixture, api, folder, signal) => through(api, fixture).downloadModel('net', { outputPath: folder, signal }),
    files: ['w.bin'],
  },
  {
    name: 'downloadModel',
    variant: 'as a zip',
    run: (fixture, api, folder, signal) =>
      through(api, fixture).downloadModel('net', { outputPath: folder, expand: false, signal }),
    files: ['net.zip'],
  },
  {
    name: 'downloadTensorflowFolder',
    run: (fixture, api, folder, signal) =>
      through(api, fixture).downloadTensorflowFolder({ outputPath: folder, signal }),
    files: ['events.0', 'train/events.1'],
  },
  {
    name: 'downloadRegistryModel',
    run: (_, api, folder, signal) => api.downloadRegistryModel('lab', 'net', { outputPath: folder, signal }),
    files: ['w.bin'],
  },
  {
    name: 'downloadRegistryModel',
    variant: 'as a zip',
    run: (_, api, folder, signal) =>
      api.downloadRegistryModel('lab', 'net', { version: '1.0.0', outputPath: folder, expand: false, signal }),
    files: ['net_1.0.0.zip'],
  },
  {
    name: 'Model.download',
    run: async (_, api, folder, signal) => {
      const model = await api.getModel('lab', 'net');
      await model.download('1.0.0', { outputPath: folder, signal });
    },
    files: ['w.bin'],
  },
  {
    name: 'getAsset',
    run: async (fixture, api, folder, signal) =>
      kept(folder, await through(api, fixture).getAsset(fixture.assetId, { signal })),
    files: ['bytes'],
    inMemory: true,
  },
  {
    name: 'getAssetByName',
    run: async (fixture, api, folder, signal) => {
      const bytes = await through(api, fixture).getAssetByName('model.bin', { signal });
      await kept(folder, bytes as Uint8Array);
    },
    files: ['bytes'],
    inMemory: true,
  },
];

/** Requests whose response is the content of files. */
const isOfFile = (url: string) => /get-asset\?|\/download\?|registry-model\/item\/download\?/.test(url);

/** Fails when a file is requested; earlier requests succeed. */
function onFiles(fault: Fault): Fault {
  let count = 0;
  return (exchange) => {
    if (!isOfFile(exchange.request.url!)) return exchange.forward();
    count++;
    return fault({ ...exchange, count });
  };
}

const broken: Fault = half(reset);

/**
 * Sends half of a file, and nothing of the rest. If each attempt got half of the rest, there would be some twenty, each
 * as late as the machine is busy.
 */
const silent: Fault = (exchange) => half(hang, exchange.request.headers.range === undefined ? 0.5 : 0)(exchange);

const faults: readonly {
  readonly faultName: string;
  readonly fault: Fault;
  readonly expected: string;
  /** Expected result for bytes in memory. */
  readonly inMemory?: string;
  readonly waits?: true;
}[] = [
  { faultName: '400', fault: errorResponse(400, 'Odd'), expected: 'invalid' },
  { faultName: '401', fault: errorResponse(401, 'No'), expected: 'unauthorized' },
  { faultName: '402', fault: errorResponse(402, 'Plan'), expected: 'payment-required' },
  { faultName: '404', fault: errorResponse(404, 'None'), expected: 'not-found' },
  {
    faultName: '429 once',
    fault: first(1, errorResponse(429, 'Slow down', { 'retry-after': '1' })),
    expected: 'success',
  },
  { faultName: '429 for ever', fault: errorResponse(429, 'Slow down'), expected: 'rate-limited' },
  { faultName: '500, then the file', fault: first(1, errorResponse(500, 'Oops')), expected: 'success' },
  { faultName: '503 for ever', fault: errorResponse(503, 'Closed'), expected: 'server' },
  { faultName: 'reset before an answer, once', fault: first(1, reset), expected: 'success' },
  { faultName: 'it breaks off once', fault: first(1, broken), expected: 'success', inMemory: 'unreachable' },
  { faultName: 'it breaks off every time', fault: broken, expected: 'unreachable' },
  {
    faultName: 'shorter than its length',
    fault: half(({ request }) => void request.socket.end()),
    expected: 'unreachable',
  },
  { faultName: 'no answer', fault: hang, expected: 'timeout', waits: true },
  { faultName: 'half of it, then silence', fault: silent, expected: 'timeout', waits: true },
];

/** Returns all files below a folder, including hidden ones. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}

test('a download is complete or absent, and leaves no temporary file', async (t) => {
  const fixture = await fileFixture(t);
  for (const download of downloads) {
    const title = [download.name, download.variant].filter(Boolean).join(' ');
    const target = (what: string) => join(fixture.folder, 'to', title, what.replaceAll(/\W/g, '-'));
    for (const { faultName, fault, waits, ...outcomes } of faults) {
      await t.test(`${title}: ${faultName}`, async () => {
        const folder = target(faultName);
        fixture.server.set(onFiles(fault));
        const expected = (download.inMemory && outcomes.inMemory) || outcomes.expected;
        const begun = performance.now();
        if (download.needsFolder) await mkdir(folder, { recursive: true });
        const work = download.run(fixture, waits ? fixture.shortTimeouts : fixture.api, folder);
        assert.equal(await outcomeOf(download.name, work), expected);
        const seconds = (performance.now() - begun) / 1000;
        assert.ok(seconds < 10, `${seconds} s`);
        const left = await filesBelow(folder);
        assert.deepEqual(left, expected === 'success' ? download.files : []);
        const isLeft = expected === 'success' || download.needsFolder === true;
        assert.equal(existsSync(folder), isLeft, 'a folder that was made for nothing goes again');
        for (const name of left) {
          if (!name.endsWith('.zip')) assert.ok(await isWhole(join(folder, name), fixture), name);
        }
      });
    }
    await t.test(`${title}: an abort during it`, async () => {
      const folder = target('abort');
      const stop = new AbortController();
      fixture.server.set(onFiles(half(() => void setTimeout(() => stop.abort(), 50))));
      if (download.needsFolder) await mkdir(folder, { recursive: true });
      const work = download.run(fixture, fixture.api, folder, stop.signal);
      assert.equal(await outcomeOf(download.name, work), 'aborted');
      assert.deepEqual(await filesBelow(folder), []);
      assert.equal(existsSync(folder), download.needsFolder === true);
    });
  }
});

test('when a download of several files fails, the files before the failure are complete', async (t) => {
  const fixture = await fileFixture(t);
  const folder = join(fixture.folder, 'several');
  fixture.server.set(onFiles((exchange) => (exchange.count === 1 ? exchange.forward() : broken(exchange))));
  const work = fixture.experiment.downloadTensorflowFolder({ outputPath: folder });
  assert.equal(await outcomeOf('downloadTensorflowFolder', work), 'unreachable');
  assert.deepEqual(await filesBelow(folder), ['events.0']);
  assert.ok(await isWhole(join(folder, 'events.0'), fixture));
});

test('a patch is read completely, or the call fails', async (t) => {
  const fixture = await fileFixture(t);
  for (const { faultName, fault, waits, ...outcomes } of faults) {
    await t.test(faultName, async () => {
      fixture.server.set(fault);
      let got: Uint8Array | null = null;
      const work = async () => {
        got = await through(waits ? fixture.shortTimeouts : fixture.api, fixture).getGitPatch();
      };
      const expected = outcomes.inMemory ?? outcomes.expected;
      assert.equal(await outcomeOf('getGitPatch', work()), expected);
      assert.deepEqual(got, expected === 'success' ? fixture.patch : null);
    });
  }
});

/** Returns an archive whose second file has damaged compressed bytes. */
function damagedArchive(): Buffer {
  const text = Buffer.from(Array.from({ length: 200_000 }, (_, index) => String((index * 7919) % 10_007)).join());
  const archive = Buffer.from(zipSync({ 'a.txt': Buffer.from('whole'), 'b.txt': text }));
  archive.fill(0xff, archive.length - 60_000, archive.length - 20_000);
  return archive;
}

test('an invalid or truncated archive is not unpacked; a damaged one leaves no partial file', async (t) => {
  const fixture = await fileFixture(t);
  const { experiment, api, server } = fixture;
  const unpacked = [
    ['downloadModel', (folder: string) => experiment.downloadModel('net', { outputPath: folder })],
    ['downloadRegistryModel', (folder: string) => api.downloadRegistryModel('lab', 'net', { outputPath: folder })],
  ] as const;
  for (const [name, body, left] of [
    ['text', Buffer.from('no archive'), []],
    ['half', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), []],
    ['damaged', damagedArchive(), ['a.txt']],
  ] as const) {
    for (const [operation, download] of unpacked) {
      const folder = join(fixture.folder, operation, name);
      server.set(({ response }) => {
        response.writeHead(200, { 'content-length': String(body.length) }).end(body);
      });
      await assert.rejects(
        download(folder),
        (error) => isRestApiException(error) && error.code === 'malformed' && error.operation === operation,
      );
      assert.deepEqual(await filesBelow(folder), left);
      assert.equal(existsSync(folder), left.length > 0);
    }
  }
});
