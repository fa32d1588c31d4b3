import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { recordedExperiments } from './recorded-experiments.ts';

const recording = new URL('../../../../examples/recording/digits.tracklens', import.meta.url);
const summaryOf = (bytes: Uint8Array) =>
  recordedExperiments({ kind: 'recording', content: Buffer.from(bytes).toString('base64') });

test('a recording is summarized', async () => {
  const { recordedAtMillis, textBytes, ...summary } = await summaryOf(await readFile(recording));
  assert.deepEqual(summary, { workspace: 'demo', projectName: 'digits', experimentCount: 14 });
  assert.ok(recordedAtMillis! > 1.7e12 && textBytes > 500_000);
});

test('what is no recording, or unpacks to more than one has, is rejected with what to do', async () => {
  for (const bytes of [Buffer.from('text'), Buffer.alloc(0), brotliCompressSync('{}')]) {
    await assert.rejects(summaryOf(bytes), { message: /neither a saved view nor a recording of experiments/ });
  }
  await assert.rejects(summaryOf(brotliCompressSync(Buffer.alloc(100_000_001, ' '))), /unpacked at most 100 MB/);
});
