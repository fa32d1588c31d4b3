import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type APIExperiment, isRestApiException } from '@tracklens/core';
import { errorResponse, type Fault, first, half, hang, jsonResponse, reset } from './faulty-server.ts';
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
  readonly fault: string;
  readonly what: Fault;
  readonly gives: string;
  /** Whether the service has stored the file although the call failed. */
  readonly arrives?: true;
  readonly waits?: true;
}[] = [
  { fault: '400', what: errorResponse(400, 'Odd'), gives: 'invalid' },
  { fault: '401', what: errorResponse(401, 'No'), gives: 'unauthorized' },
  { fault: '402', what: errorResponse(402, 'Plan'), gives: 'payment-required' },
  { fault: '404', what: errorResponse(404, 'None'), gives: 'not-found' },
  { fault: '413', what: errorResponse(413, 'Too large'), gives: 'invalid' },
  { fault: '429 once', what: first(1, errorResponse(429, 'Slow down')), gives: 'success' },
  { fault: '429 for ever', what: errorResponse(429, 'Slow down'), gives: 'rate-limited' },
  { fault: '500 once', what: first(1, errorResponse(500, 'Oops')), gives: 'success' },
  { fault: '503 for ever', what: errorResponse(503, 'Closed'), gives: 'server' },
  { fault: '507', what: errorResponse(507, 'Full'), gives: 'server' },
  { fault: 'reset before an answer, once', what: first(1, reset), gives: 'success' },
  { fault: 'done, and the answer is lost once', what: first(1, lost), gives: 'success' },
  { fault: 'done, and the answer is lost every time', what: lost, gives: 'unreachable', arrives: true },
  { fault: 'done, and half an answer', what: half(reset), gives: 'unreachable', arrives: true },
  { fault: 'malformed JSON', what: jsonResponse(200, 'saved'), gives: 'malformed' },
  { fault: 'no answer', what: hang, gives: 'timeout', waits: true },
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
    for (const { fault, what, gives, arrives, waits } of faults) {
      await t.test(`${title}: ${fault}`, async () => {
        const name = `sent-${++count}${upload.ending ?? ''}`;
        fixture.server.set(what);
        const begun = performance.now();
        const experiment = through(waits ? fixture.shortTimeouts : fixture.api, fixture);
        assert.equal(await outcomeOf(upload.name, upload.run(experiment, name, path)), gives);
        await giveUp(experiment);
        const seconds = (performance.now() - begun) / 1000;
        assert.ok(seconds < 10, `${seconds} s`);
        const found = await arrived(name);
        assert.equal(found.length, gives === 'success' || arrives ? 1 : 0);
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
    for (const { fault, what, gives, arrives, waits } of faults) {
      await t.test(`${name}: ${fault}`, async () => {
        fixture.server.set(null);
        const before = await read(fixture.experiment);
        await writeFile(path, `text ${++count}\n`.repeat(100));
        fixture.server.set(what);
        const experiment = through(waits ? fixture.shortTimeouts : fixture.api, fixture);
        assert.equal(await outcomeOf(name, run(experiment, path)), gives);
        await giveUp(experiment);
        fixture.server.set(null);
        const after = await read(fixture.experiment);
        if (gives !== 'success' && !arrives) assert.deepEqual(after, before);
        else if (name === 'setCode') assert.equal(after, await readFile(path, 'utf8'));
        else assert.notDeepEqual(after, before);
      });
    }
  }
});

const large = 6 * 1024 * 1024;

interface ChangingFile {
  readonly title: string;
  readonly size: number;
  /** Changes the file after the upload has begun. */
  meanwhile(path: string): Promise<void>;
  /** Code of the exception, or the stored size. */
  readonly gives: string | number;
}

const changingFiles: readonly ChangingFile[] = [
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
    title: 'a large file that shrinks is rejected',
    size: large,
    meanwhile: (path) => truncate(path, 1000),
    gives: 'invalid',
  },
];

test('a file that changes while it is sent is stored completely, or the call fails and nothing is stored', async (t) => {
  const { folder, server, experiment } = await fileFixture(t);
  await mkdir(join(folder, 'from'));
  for (const [index, { title, size, meanwhile, gives }] of changingFiles.entries()) {
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
