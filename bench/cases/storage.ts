import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chunkPoints, encodeSealed } from '../../packages/server/src/store/points/metric-chunk.ts';
import { run } from '../../scripts/command.ts';
import { inCache } from '../../scripts/folders.ts';
import type { Outcome } from '../goal.ts';
import { peerEnvironment } from '../peer-environment.ts';

const empty = new Float64Array(chunkPoints).fill(Number.NaN);
const byteCount = (chunks: readonly Uint8Array[]) => chunks.reduce((sum, { length }) => sum + length, 0);

/**
 * Returns the sealed chunks of a metric: its values alone, or with regular steps and the times of a step each 40 ms.
 */
function sealedChunks(values: Float64Array, whole: boolean): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let time = 1_795_000_000_000;
  for (let start = 0; start < values.length; start += chunkPoints) {
    const rows = Array.from({ length: chunkPoints }, (_, row) => start + row);
    const steps = whole ? Float64Array.from(rows) : empty;
    const timestamps = whole ? Float64Array.from(rows, (row) => (time += 36 + ((row * 7919) % 9))) : empty;
    chunks.push(
      encodeSealed({ values: values.subarray(start, start + chunkPoints), steps, epochs: empty, timestamps }),
    );
  }
  return chunks;
}

/**
 * Bytes of the values of seven series that a training logs, against pcodec in chunks of the same size, and of whole
 * points.
 */
export async function storage(): Promise<Outcome[]> {
  const folder = inCache('bench-storage');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const { python, env } = await peerEnvironment();
    const script = fileURLToPath(new URL('../peers/training_series.py', import.meta.url));
    const output = await run(python, [script, folder], { env });
    const series: Record<string, { file: string; bytes: number }> = JSON.parse(output.trim().split('\n').at(-1)!);
    const outcomes: Outcome[] = [];
    for (const [kind, { file, bytes }] of Object.entries(series)) {
      const content = await readFile(path.resolve(file));
      const values = new Float64Array(new Uint8Array(content).buffer);
      const size = byteCount(sealedChunks(values, false));
      const fixed = (value: number) => ({ median: value, min: value, max: value });
      const quantity = `${(size / values.length).toFixed(2)} bytes a value, pcodec ${(bytes / values.length).toFixed(2)}; ours / pcodec`;
      outcomes.push({ work: `${kind}, stored`, quantity, unit: '', values: fixed(size / bytes), limit: 1.5 });
      if (kind !== 'loss in float32') continue;
      const whole = byteCount(sealedChunks(values, true)) / values.length;
      outcomes.push({
        work: `${kind} with steps and times`,
        quantity: 'a point',
        unit: 'bytes',
        values: fixed(whole),
        limit: 4.5,
      });
    }
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
