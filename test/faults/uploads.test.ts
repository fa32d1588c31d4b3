import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type API, type APIExperiment, Artifact, isRestApiException } from '@tracklens/core';
import { contract } from '@tracklens/core/contract';
import { errorResponse, type Fault, first, half, hang, hostedAccount, jsonResponse, reset } from './faulty-server.ts';
import { fileFixture, outcomeOf, through } from './file-fixture.ts';

/** All operations that send a file, or content that is stored as a file. */
interface Upload {
  readonly name: string;
  readonly variant?: string;
  /** Sends the file as an asset with a name. */
  run(experiment: APIExperiment, name: string, path: string, signal?: AbortSignal): Promise<unknown>;
  /** Required file extension. */
  readonly ending?: string;
  /** Whether it reads the file at `path`. */
  readonly reads: boolean;
}

const uploads: readonly Upload[] = [
  {
    name: 'logAsset',
    run: (experiment, name, path, signal) => experiment.logAsset(path, { name, signal }),
    reads: true,
  },
  {
    name: 'logImage',
    run: (experiment, imageName, path, signal) => experiment.logImage(path, { imageName, signal }),
    reads: true,
  },
  {
    name: 'logVideo',
    run: (experiment, name, path, signal) => experiment.logVideo(path, { name, signal }),
    ending: '.mp4',
    reads: true,
  },
  {
    name: 'logVideo',
    variant: 'of bytes',
    run: (experiment, name, _, signal) => experiment.logVideo(randomBytes(5000), { name, signal }),
    ending: '.mp4',
    reads: false,
  },
  {
    name: 'logTable',
    variant: 'of rows',
    run: (experiment, name, _, signal) => experiment.logTable(name, { tabularData: [[1, 2]], signal }),
    ending: '.csv',
    reads: false,
  },
  {
    name: 'logCurve',
    run: (experiment, name, _, signal) => experiment.logCurve(name, [1, 2], [3, 4], { signal }),
    reads: false,
  },
];

const lost: Fault = async (exchange) => {
  await exchange.callService();
  reset(exchange);
};

const faults: readonly {
  readonly faultName: string;
  readonly fault: Fault;
  readonly expected: string;
  /** Whether the service has stored the file although the call failed. */
  readonly arrives?: true;
  readonly waits?: true;
}[] = [
  { faultName: '400', fault: errorResponse(400, 'Odd'), expected: 'invalid' },
  { faultName: '401', fault: errorResponse(401, 'No'), expected: 'unauthorized' },
  { faultName: '402', fault: errorResponse(402, 'Plan'), expected: 'payment-required' },
  { faultName: '404', fault: errorResponse(404, 'None'), expected: 'not-found' },
  { faultName: '413', fault: errorResponse(413, 'Too large'), expected: 'invalid' },
  { faultName: '429 once', fault: first(1, errorResponse(429, 'Slow down')), expected: 'success' },
  { faultName: '429 for ever', fault: errorResponse(429, 'Slow down'), expected: 'rate-limited' },
  { faultName: '500 once', fault: first(1, errorResponse(500, 'Oops')), expected: 'success' },
  { faultName: '503 for ever', fault: errorResponse(503, 'Closed'), expected: 'server' },
  { faultName: '507', fault: errorResponse(507, 'Full'), expected: 'server' },
  { faultName: 'reset before an answer, once', fault: first(1, reset), expected: 'success' },
  { faultName: 'done, and the answer is lost once', fault: first(1, lost), expected: 'success' },
  { faultName: 'done, and the answer is lost every time', fault: lost, expected: 'unreachable', arrives: true },
  { faultName: 'done, and half an answer', fault: half(reset), expected: 'unreachable', arrives: true },
  { faultName: 'malformed JSON', fault: jsonResponse(200, 'saved'), expected: 'malformed' },
  { faultName: 'no answer', fault: hang, expected: 'timeout', waits: true },
];

test('an upload is stored once and completely, or not at all', async (t) => {
  const fixture = await fileFixture(t);
  let count = 0;
  for (const upload of uploads) {
    const title = [upload.name, upload.variant].filter(Boolean).join(' ');
    const path = join(fixture.folder, `from${upload.ending ?? '.bin'}`);
    await writeFile(path, fixture.content);
    const arrived = async (name: string) => {
      fixture.server.set(null);
      return (await fixture.experiment.getAssetList()).filter(({ fileName }) => fileName === name);
    };
    for (const { faultName, fault, expected, arrives, waits } of faults) {
      await t.test(`${title}: ${faultName}`, async () => {
        const name = `sent-${++count}${upload.ending ?? ''}`;
        fixture.server.set(fault);
        const begun = performance.now();
        const experiment = through(waits ? fixture.shortTimeouts : fixture.api, fixture);
        assert.equal(await outcomeOf(upload.name, upload.run(experiment, name, path)), expected);
        await giveUp(experiment);
        const seconds = (performance.now() - begun) / 1000;
        assert.ok(seconds < 10, `${seconds} s`);
        const found = await arrived(name);
        assert.equal(found.length, expected === 'success' || arrives ? 1 : 0);
        if (upload.reads && found.length > 0) assert.equal(found[0]!.fileSize, fixture.content.length);
      });
    }
    await t.test(`${title}: an abort while it waits`, async () => {
      const name = `sent-${++count}${upload.ending ?? ''}`;
      const stop = new AbortController();
      fixture.server.set(() => void setTimeout(() => stop.abort(), 30));
      const work = upload.run(fixture.experiment, name, path, stop.signal);
      assert.equal(await outcomeOf(upload.name, work), 'aborted');
      assert.deepEqual(await arrived(name), []);
    });
  }
});

/** Discards what stays queued while the service fails. */
async function giveUp(experiment: APIExperiment): Promise<void> {
  await experiment.end({ timeoutMillis: 0 }).catch(() => {});
}

/** Operations that send content of a file that is no asset. */
const setFromFiles: readonly {
  readonly name: string;
  run(experiment: APIExperiment, path: string): Promise<unknown>;
  read(experiment: APIExperiment): Promise<unknown>;
}[] = [
  {
    name: 'setCode',
    run: (experiment, filename) => experiment.setCode({ filename }),
    read: (experiment) => experiment.getCode(),
  },
  {
    name: 'setGitPatch',
    run: (experiment, path) => experiment.setGitPatch(path),
    read: (experiment) => experiment.getGitPatch(),
  },
];

test('code and patch are replaced completely, or stay unchanged', async (t) => {
  const fixture = await fileFixture(t);
  const path = join(fixture.folder, 'text');
  let count = 0;
  for (const { name, run, read } of setFromFiles) {
    for (const { faultName, fault, expected, arrives, waits } of faults) {
      await t.test(`${name}: ${faultName}`, async () => {
        fixture.server.set(null);
        const before = await read(fixture.experiment);
        await writeFile(path, `text ${++count}\n`.repeat(100));
        fixture.server.set(fault);
        const experiment = through(waits ? fixture.shortTimeouts : fixture.api, fixture);
        assert.equal(await outcomeOf(name, run(experiment, path)), expected);
        await giveUp(experiment);
        fixture.server.set(null);
        const after = await read(fixture.experiment);
        if (expected !== 'success' && !arrives) assert.deepEqual(after, before);
        else if (name === 'setCode') assert.equal(after, await readFile(path, 'utf8'));
        else assert.notDeepEqual(after, before);
      });
    }
  }
});

/** Operations that create a version, with the versions that are there afterwards. */
const creations = [
  {
    name: 'logArtifact',
    path: contract.artifacts.upsert.path,
    run: (experiment: APIExperiment) =>
      experiment.logArtifact(new Artifact('table').add({ rows: 1 }, { logicalPath: 'rows.json' })),
    read: async (api: API) =>
      (await api.getArtifactDetails({ workspace: 'lab', artifactName: 'table' })).versions.map(
        ({ version }) => version,
      ),
  },
  {
    name: 'registerModel',
    path: contract.registry.registerVersion.path,
    run: (experiment: APIExperiment) => experiment.registerModel('net', { registryName: 'once' }),
    read: (api: API) => api.getRegistryModelVersions('lab', 'once'),
  },
] as const;

/** Fails the first request to a path after the service has carried it out, as a hosted account if it is one. */
function lostResponse(path: string, isHosted: boolean): Fault {
  let isLost = false;
  return async (exchange) => {
    if (isLost || !exchange.request.url!.startsWith(path)) {
      return await (isHosted ? hostedAccount(exchange) : exchange.forward());
    }
    isLost = true;
    await exchange.callService();
    reset(exchange);
  };
}

for (const { name, path, run, read } of creations) {
  test(`${name} creates one version if the response of its first request is lost`, async (t) => {
    const fixture = await fileFixture(t);
    fixture.server.set(lostResponse(path, false));
    await run(through(fixture.newApi(), fixture));
    assert.deepEqual(await read(fixture.api), ['1.0.0']);
  });

  test(`${name} is not repeated after a lost response of a service that would create a second version`, async (t) => {
    const fixture = await fileFixture(t);
    fixture.server.set(lostResponse(path, true));
    assert.equal(await outcomeOf(name, run(through(fixture.newApi(), fixture))), 'unreachable');
    assert.deepEqual(await read(fixture.api), ['1.0.0']);
  });
}

const large = 6 * 1024 * 1024;

interface ChangingFile {
  readonly title: string;
  readonly size: number;
  /** Changes the file after the upload has begun. */
  meanwhile(path: string): Promise<void>;
  /** Code of the exception, or the stored size. */
  readonly expected: string | number;
}

const changingFiles: readonly ChangingFile[] = [
  {
    title: 'a small file that vanishes is sent: it was read before',
    size: 1000,
    meanwhile: (path) => rm(path),
    expected: 1000,
  },
  {
    title: 'a large file that vanishes is sent: it is open',
    size: large,
    meanwhile: (path) => rm(path),
    expected: large,
  },
  {
    title: 'a large file that grows is sent as it was',
    size: large,
    meanwhile: (path) => appendFile(path, 'more'),
    expected: large,
  },
  {
    title: 'a large file that shrinks is rejected',
    size: large,
    meanwhile: (path) => truncate(path, 1000),
    expected: 'invalid',
  },
];

test('a file that changes while it is sent is stored completely, or the call fails and nothing is stored', async (t) => {
  const { folder, server, experiment } = await fileFixture(t);
  await mkdir(join(folder, 'from'));
  for (const [index, { title, size, meanwhile, expected }] of changingFiles.entries()) {
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
      if (typeof expected === 'number') {
        assert.equal(outcome, null);
        assert.deepEqual(
          arrived.map(({ fileSize }) => fileSize),
          [expected],
        );
      } else {
        assert.ok(isRestApiException(outcome), String(outcome));
        assert.equal(outcome.code, expected);
        assert.match(outcome.message, /^logAsset: .*\.bin changed while it was read/);
        assert.deepEqual(arrived, []);
      }
    });
  }
});
