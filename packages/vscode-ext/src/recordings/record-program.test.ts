import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { recordingSummary } from '@tracklens/core/contract';
import { cleanup } from '@tracklens/core/test-support';
import { proofAnswer } from '../../../core/src/test-support/proof-answer.ts';
import { openStore } from '../../../server/src/index.ts';
import { loggedFolder } from '../../../server/src/testing/logged-folder.ts';
import { writeSourceProgram } from '../testing/source-program.ts';
import { publishedFolder, type RecordOptions, recordExperiments, TooLargeRecording } from './record-program.ts';

/** Returns options that record a data folder with one experiment, by a program that runs the one from source. */
async function optionsFor(t: TestContext): Promise<RecordOptions & { readonly experimentKey: string }> {
  const { scratch, folder, experimentKey } = await loggedFolder(t);
  const program = path.join(scratch, 'tracklens.mjs');
  await writeSourceProgram(program);
  const file = path.join(scratch, 'a run.tracklens');
  return { program, folder, workspace: 'ada', projectName: 'general', file, assets: true, experimentKey };
}

test('the bundled program writes the recording of experiments', async (t) => {
  const { experimentKey, ...options } = await optionsFor(t);
  const { signal } = new AbortController();
  // As arguments of a process, these keys would be too many.
  const experimentKeys = Array<string>(100_000).fill(experimentKey);
  assert.deepEqual(await recordExperiments({ ...options, experimentKeys }, signal), []);
  const text = brotliDecompressSync(await readFile(options.file)).toString();
  assert.equal(recordingSummary(text)?.experimentCount, 1);
  await assert.rejects(
    recordExperiments({ ...options, projectName: 'none' }, signal),
    /^Error: There is no project ada\/none/,
  );
  await assert.rejects(recordExperiments({ ...options, experimentKeys: [] }, signal), /--experiments needs keys/);
  // A name is no option.
  await assert.rejects(
    recordExperiments({ ...options, workspace: '--help' }, signal),
    /^Error: There is no project --help\/general/,
  );
});

test('a recording that would be too large is reported as such, and is smaller without files', async (t) => {
  const { experimentKey: _, ...options } = await optionsFor(t);
  const store = await openStore({ folder: options.folder });
  await store.db.updateTable('assets').set({ file_size: 150_000_000 }).execute();
  await store.close();
  const { signal } = new AbortController();
  await assert.rejects(recordExperiments(options, signal), (error: Error) => {
    assert.ok(error instanceof TooLargeRecording);
    assert.match(error.message, /^The recording would have at least 300 MB unpacked; .* \(150 MB\).*\.$/);
    return true;
  });
  await recordExperiments({ ...options, assets: false }, signal);
  assert.ok((await stat(options.file)).size > 0);
});

test('a cancelled recording leaves no file', async (t) => {
  const { experimentKey: _, ...options } = await optionsFor(t);
  const cancelling = new AbortController();
  const recording = recordExperiments(options, cancelling.signal);
  cancelling.abort();
  await assert.rejects(recording, { name: 'AbortError' });
  assert.ok(!(await readdir(path.dirname(options.file))).includes('a run.tracklens'));
});

test('the data folder of a service is found by its address, which the service has to prove', async (t) => {
  const { folder } = await optionsFor(t);
  const secret = 'secret-of-the-published-address-1';
  const server = createServer(async ({ url }, response) => response.end(await proofAnswer(url, secret)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanup(t).defer(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publish = async (content: object) =>
    await writeFile(path.join(folder, 'service.json'), JSON.stringify({ url, pid: process.pid, ...content }));
  const env = { TRACKLENS_DATA: folder };
  await publish({ secret });
  assert.equal(await publishedFolder(url, env), folder);
  assert.equal(await publishedFolder(url.slice(0, -1), env), null);
  // A killed service leaves its file, and the service of another folder can have its port now.
  await publish({ secret: 'secret of a service that was killed' });
  assert.equal(await publishedFolder(url, env), null);
});
