import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { damagePage } from '../../packages/server/src/testing/damaged-page.ts';
import { loggedFolder } from '../../packages/server/src/testing/logged-folder.ts';
import { service as buildService } from '../../scripts/build.ts';
import { startLocalService } from '../../scripts/setup.ts';
import { runProgram } from './running-command.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';

const kills = 100;
const rest = '/api/rest/v2';
const metricNames = ['loss', 'accuracy'];
/** Contents that several experiments log, so that files are shared, released and uploaded again all the time. */
const sharedContents = Array.from({ length: 12 }, (_, index) => `shared ${index} `.repeat(500));

const seed = Number(process.env.TRACKLENS_TEST_SEED ?? Date.now() % 2 ** 31);

/** Returns numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const newId = () => randomUUID().replaceAll('-', '');

/** Change that is sent again if its response was lost. Its effect is recorded once it is acknowledged. */
type Operation = (client: ServiceClient) => Promise<void>;

/** Writes to one experiment and records what was acknowledged. */
class Writer {
  readonly experimentKey: string;
  /** Steps of each metric: from 0, without gaps, each once. */
  steps = 0;
  readonly assets = new Map<string, string>();
  readonly deletedAssets: string[] = [];
  readonly deletedExperiments: string[] = [];
  /** Acknowledged versions of artifacts, with their file. */
  readonly versions = new Map<string, string>();
  readonly #random: () => number;
  #pending: Operation | null = null;

  constructor(experimentKey: string, random: () => number) {
    this.experimentKey = experimentKey;
    this.#random = random;
  }

  #content(): string {
    const shared = Math.floor(this.#random() * sharedContents.length * 2);
    return sharedContents[shared] ?? `${newId()} `.repeat(1 + Math.floor(this.#random() * 3000));
  }

  #logMetrics(): Operation {
    const from = this.steps;
    const size = 1 + Math.floor(this.#random() * 300);
    const values = Array.from({ length: size }, (_, index) => from + index).flatMap((step) =>
      metricNames.map((metricName) => ({ metricName, metricValue: Math.sin(step), step, timestamp: 1_000_000 + step })),
    );
    const { experimentKey } = this;
    return async (client) => {
      await client.post('/clientlib/batch/logger/experiment/metric', { experimentKey, values });
      this.steps = from + size;
    };
  }

  #logAsset(): Operation {
    const [assetId, content] = [newId(), this.#content()];
    return async (client) => {
      await client.upload(`/clientlib/asset/upload?experimentId=${this.experimentKey}&assetId=${assetId}`, content);
      this.assets.set(assetId, content);
    };
  }

  #logAssetInParts(): Operation {
    const [assetId, content] = [newId(), this.#content()];
    const parts = [content.slice(0, content.length / 2), content.slice(content.length / 2)];
    return async (client) => {
      const { requestId, preSignUrl } = await client.post<{ requestId: string; preSignUrl: string[] }>(
        '/clientlib/asset/upload-start',
        { experimentId: this.experimentKey, assetId, fileName: 'parts', startUploadParams: { numOfFileParts: 2 } },
      );
      for (const [index, body] of parts.entries()) {
        const { status } = await fetch(preSignUrl[index]!, { method: 'PUT', body });
        assert.equal(status, 200);
      }
      await client.post('/clientlib/asset/upload-complete', { requestId, succeed: true });
      this.assets.set(assetId, content);
    };
  }

  #deleteAsset(): Operation | null {
    const ids = [...this.assets.keys()];
    const assetId = ids[Math.floor(this.#random() * ids.length)];
    if (assetId === undefined || ids.length < 5) return null;
    return async (client) => {
      await client.get(`${rest}/write/experiment/asset/delete?experimentKey=${this.experimentKey}&assetId=${assetId}`);
      this.assets.delete(assetId);
      this.deletedAssets.push(assetId);
    };
  }

  #logArtifact(): Operation {
    const [artifactName, assetId, content] = [`artifact ${newId()}`, newId(), this.#content()];
    const { experimentKey } = this;
    return async (client) => {
      const { artifactVersionId } = await client.post<{ artifactVersionId: string }>(`${rest}/write/artifacts/upsert`, {
        artifactName,
        experimentKey,
      });
      const query = `experimentId=${experimentKey}&assetId=${assetId}&artifactVersionId=${artifactVersionId}`;
      await client.upload(`/clientlib/asset/upload?${query}`, content);
      await client.post(`${rest}/write/artifacts/state`, { artifactVersionId, experimentKey, state: 'CLOSED' });
      this.versions.set(artifactVersionId, content);
    };
  }

  #deleteExperiment(): Operation {
    const [experimentKey, content] = [newId(), this.#content()];
    return async (client) => {
      await client.post('/clientlib/logger/add/run', { experimentKey, getOrCreateEnabled: true });
      await client.upload(`/clientlib/asset/upload?experimentId=${experimentKey}&assetId=${newId()}`, content);
      await client.get(`${rest}/write/experiment/delete?experimentKey=${experimentKey}`);
      this.deletedExperiments.push(experimentKey);
    };
  }

  #next(): Operation {
    const choice = this.#random();
    if (choice < 0.4) return this.#logMetrics();
    if (choice < 0.6) return this.#logAsset();
    if (choice < 0.75) return this.#deleteAsset() ?? this.#logAsset();
    if (choice < 0.85) return this.#logAssetInParts();
    return choice < 0.93 ? this.#logArtifact() : this.#deleteExperiment();
  }

  /** Repeats the requests without a response. */
  async repeat(client: ServiceClient): Promise<void> {
    await this.#pending?.(client);
    this.#pending = null;
  }

  /** Writes until the service is gone. */
  async writeUntilGone(client: ServiceClient, gone: () => boolean): Promise<void> {
    try {
      for (;;) {
        this.#pending ??= this.#next();
        await this.repeat(client);
      }
    } catch (error) {
      // A rejection that is not caused by the kill is a failure.
      if (!gone()) throw error;
    }
  }

  /** Asserts that everything acknowledged is stored exactly once, and nothing else. */
  async assertWhole(client: ServiceClient): Promise<void> {
    const { experimentKey } = this;
    for (const name of metricNames) {
      const { metrics } = await client.get<{ metrics: { step: number; metricValue: string }[] }>(
        `${rest}/experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=${name}`,
      );
      assert.deepEqual(
        metrics.map((point) => [point.step, Number(point.metricValue)]),
        Array.from({ length: this.steps }, (_, step) => [step, Math.sin(step)]),
      );
    }
    const { assets } = await client.get<{ assets: { assetId: string }[] }>(
      `${rest}/experiment/asset/list?experimentKey=${experimentKey}`,
    );
    assert.deepEqual(assets.map(({ assetId }) => assetId).sort(), [...this.assets.keys()].sort());
    for (const [assetId, content] of this.assets) {
      const path = `${rest}/experiment/asset/get-asset?experimentKey=${experimentKey}&assetId=${assetId}`;
      assert.equal(await client.text(path), content);
    }
    for (const [artifactVersionId, content] of this.versions) {
      const { files } = await client.get<{ files: { assetId: string }[] }>(
        `${rest}/artifacts/version/files?artifactVersionId=${artifactVersionId}`,
      );
      assert.equal(files.length, 1, artifactVersionId);
      const path = `${rest}/experiment/asset/get-asset?artifactVersionId=${artifactVersionId}&assetId=${files[0]!.assetId}`;
      assert.equal(await client.text(path), content);
    }
    for (const key of this.deletedExperiments) {
      await assert.rejects(client.get(`${rest}/experiment/metadata?experimentKey=${key}`), /400|404/);
    }
  }
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

async function contentFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'assets'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/**
 * Creates the states of kills within a few microseconds: between a file and its row, or during a removal or a start.
 */
async function leaveFiles(folder: string): Promise<void> {
  const sha256 = hashOf('a file whose row was never written');
  const prefix = join(folder, 'assets', sha256.slice(0, 2));
  await mkdir(prefix, { recursive: true });
  await writeFile(join(prefix, sha256), 'a file whose row was never written');
  await writeFile(join(prefix, `${sha256}.removed-${randomUUID()}`), 'a removal that was not finished');
  await mkdir(join(folder, 'incoming'), { recursive: true });
  await writeFile(join(folder, 'incoming', `${randomUUID()}.part`), 'an upload that was not finished');
  await writeFile(join(folder, 'api-key.1'), 'the draft of a key');
}

/** Asserts that there is no file without a record, no record without its file, and no partial upload. */
async function assertNoOrphans(folder: string, writers: readonly Writer[]): Promise<void> {
  const database = new DatabaseSync(join(folder, 'tracklens.db'));
  const values = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  assert.deepEqual(values('pragma integrity_check'), ['ok']);
  const referred = values('select distinct sha256 from assets where sha256 is not null').sort();
  const ownerless = values(
    'select count(*) from assets where kept_for is null and experiment_key not in (select experiment_key from experiments)',
  );
  database.close();
  assert.deepEqual(ownerless, ['0']);
  assert.deepEqual((await contentFiles(folder)).sort(), referred);
  const expected = writers.flatMap((writer) => [...writer.assets.values(), ...writer.versions.values()]).map(hashOf);
  const missing = expected.filter((sha256) => !referred.includes(sha256));
  assert.deepEqual(missing, []);
  const incoming = await readdir(join(folder, 'incoming'), { recursive: true }).catch(() => []);
  assert.deepEqual(
    incoming.filter((name) => name !== 'parts'),
    [],
  );
  assert.deepEqual(
    (await readdir(folder)).filter((name) => /\.\d+$/.test(name)),
    [],
  );
}

test(`no acknowledged data is lost or doubled by ${kills} kills, and no file is orphaned`, async (t) => {
  t.diagnostic(`TRACKLENS_TEST_SEED=${seed}`);
  console.log(`TRACKLENS_TEST_SEED=${seed}`);
  const random = randomNumbers(seed);
  await buildService();
  const folder = await temporaryFolder(t);
  const writers = ['a', 'b', 'c'].map(
    (letter, index) => new Writer(letter.repeat(32), randomNumbers(seed + index + 1)),
  );
  for (let kill = 0; kill < kills; kill++) {
    const service = await startLocalService(folder, { built: true });
    const client = await serviceClient(service);
    for (const writer of writers) {
      const run = { experimentKey: writer.experimentKey, getOrCreateEnabled: true };
      await client.post('/clientlib/logger/add/run', run);
    }
    if (kill % 25 === 24) {
      for (const writer of writers) {
        await writer.repeat(client);
        await writer.assertWhole(client);
      }
    }
    let gone = false;
    const writing = writers.map((writer) => writer.writeUntilGone(client, () => gone));
    await Promise.race([pause(20 + random() * 250), ...writing]);
    gone = true;
    process.kill(service.pid, 'SIGKILL');
    await Promise.all(writing);
    await service.stop();
  }
  await leaveFiles(folder);
  const service = await startLocalService(folder, { built: true });
  cleanup(t).defer(() => service.stop());
  const client = await serviceClient(service);
  for (const writer of writers) {
    await writer.repeat(client);
    await writer.assertWhole(client);
  }
  await service.stop();
  await assertNoOrphans(folder, writers);
  const check = runProgram(t, 'check', '--data', folder);
  assert.equal(await check.ended, 0, check.printed());
  const count = (of: (writer: Writer) => number) => writers.reduce((sum, writer) => sum + of(writer), 0);
  const points = count(({ steps }) => steps * metricNames.length);
  t.diagnostic(
    [
      `${kills} kills`,
      `${points} points`,
      `${count(({ assets }) => assets.size)} assets`,
      `${count(({ versions }) => versions.size)} artifacts`,
      `${count(({ deletedAssets }) => deletedAssets.length)} assets and ${count(({ deletedExperiments }) => deletedExperiments.length)} experiments deleted`,
    ].join(', '),
  );
  assert.ok(points > 10_000, `${points} points`);
  for (const { assets, versions } of writers) {
    assert.ok(assets.size > 0 && versions.size > 0, `a writer has ${assets.size} assets, ${versions.size} versions`);
  }
});

test('a repair that is killed leaves the damaged database as it was', async (t) => {
  const { folder } = await loggedFolder(t);
  const file = join(folder, 'tracklens.db');
  const database = new DatabaseSync(file);
  database.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 100000)
    insert into experiment_tags (experiment_key, tag, position, added_at)
    select experiment_key, n, n, 0 from numbers, experiments`);
  database.close();
  await damagePage(folder, 'experiment_parameters', 0);
  const bytes = await readFile(file);
  const repair = runProgram(t, 'check', '--repair', '--data', folder);
  // It writes the new database there.
  const watcher = watch(join(folder, 'incoming'), () => repair.child.kill('SIGKILL'));
  cleanup(t).defer(() => watcher.close());
  assert.equal(await repair.ended, null, repair.printed());
  assert.ok(bytes.equals(await readFile(file)), 'the database is another one');
  const again = runProgram(t, 'check', '--repair', '--data', folder);
  assert.equal(await again.ended, 0, again.printed());
  assert.match(again.printed(), /saved 100,\d+ rows into a new database;/);
});
